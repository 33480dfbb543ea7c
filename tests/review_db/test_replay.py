"""Whatever people do in whatever order, the current rows are what the events add up to."""

import tempfile
from contextlib import suppress
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from review_db.case_state import Standing, compute_case_state
from review_db.judgement_events import DEFAULT_ROUND, new_judgement, replay_events
from review_db.store import ReviewStore
from tests.review_db.case_lines import REFERENCE_WRONG, UNSURE, as_file, make_case
from trek_core.errors import AnswerError, StoreError

PEOPLE = ("Ada", "Bo")
CASES = ("c1", "c2")
PAGES = ("https://a.example/1", "https://a.example/2")

people = st.sampled_from(PEOPLE)
cases = st.sampled_from(CASES)


class Reviewing(RuleBasedStateMachine):
    @initialize()
    def begin(self):
        self.folder = tempfile.TemporaryDirectory()
        self.store = ReviewStore(Path(self.folder.name) / "reviews.db")
        self.store.import_file(as_file(*map(make_case, CASES)), "cases")
        for name in PEOPLE:
            self.store.add_annotator(name)
        self.versions = 1
        # (case, person) -> answers after each step that may be undone, the first before any.
        self.answers = {(case_id, name): [{}] for case_id in CASES for name in PEOPLE}

    def teardown(self):
        if hasattr(self, "folder"):
            self.folder.cleanup()

    @rule(case_id=cases, name=people, value=st.sampled_from(["yes", "no", "unsure", None]))
    def answer(self, case_id, name, value):
        self._save(case_id, name, {"reference_valid": value})

    @rule(case_id=cases, name=people, text=st.sampled_from(["", "one", "two"]))
    def write_a_note(self, case_id, name, text):
        self._save(case_id, name, {"notes_1": text or None})

    @rule(case_id=cases, name=people, page=st.sampled_from(PAGES),
          mark=st.sampled_from(["supports", None]))  # fmt: skip
    def mark_a_page(self, case_id, name, page, mark):
        before = self.answers[case_id, name][-1].get("gold_pages", {})
        marks = {url: kept for url, kept in {**before, page: mark}.items() if kept}
        with suppress(StoreError):
            self.store.save_answer(case_id, name, "gold_pages", mark, part=page)
            self._stepped(case_id, name, {"gold_pages": marks or None})

    @rule(case_id=cases, name=people, given=st.sampled_from([REFERENCE_WRONG, UNSURE]))
    def answer_everything(self, case_id, name, given):
        cleared = dict.fromkeys({*REFERENCE_WRONG, *UNSURE})
        with suppress(StoreError):
            self.store.save_answers(case_id, name, cleared | given)
            self._stepped(case_id, name, cleared | given)

    @rule(case_id=cases, name=people)
    def submit(self, case_id, name):
        finished = self.store.load_judgement(case_id, name).is_finished
        with suppress(AnswerError):
            self.store.submit(case_id, name)
            if not finished:
                self.answers[case_id, name].append(self.answers[case_id, name][-1])

    @rule(case_id=cases, name=people)
    def reopen(self, case_id, name):
        if self.store.load_judgement(case_id, name).is_finished:
            self.answers[case_id, name].append(self.answers[case_id, name][-1])
        self.store.reopen(case_id, name)

    @rule(case_id=cases, name=people)
    def undo(self, case_id, name):
        undone = self.store.undo(case_id, name)
        steps = self.answers[case_id, name]
        if undone is None:
            assert len(steps) == 1
        else:
            assert undone.case_id == case_id or len(steps) == 1
            self.answers[undone.case_id, name].pop()

    @rule(case_id=cases)
    def import_a_changed_case(self, case_id):
        self.versions += 1
        changed = make_case(case_id, prediction=f"version {self.versions}")
        assert self.store.import_file(as_file(changed), "cases").changed == 1

    def _save(self, case_id, name, change):
        (field, value), *_ = change.items()
        with suppress(StoreError):
            self.store.save_answer(case_id, name, field, value)
            self._stepped(case_id, name, change)

    def _stepped(self, case_id, name, change):
        before = self.answers[case_id, name][-1]
        after = {field: value for field, value in (before | change).items() if value is not None}
        if after != before:
            self.answers[case_id, name].append(after)

    @invariant()
    def rows_are_what_the_events_add_up_to(self):
        for case_id, name in self.answers:
            judgement = self.store.load_judgement(case_id, name)
            events = self.store.load_judgement_events(case_id, name)
            blank = new_judgement(case_id, name, DEFAULT_ROUND, judgement.case_version)
            assert replay_events(blank, events) == judgement
            assert judgement.revision == len(events)
            assert judgement.answers == self.answers[case_id, name][-1]

    @invariant()
    def counts_add_up_and_states_follow_from_the_judgements(self):
        for name in PEOPLE:
            progress = self.store.count_progress(name)
            parts = (progress.submitted, progress.draft, progress.needs_discussion)
            assert sum(parts) + progress.not_started == progress.total == len(CASES)
        for row in self.store.list_cases().rows:
            judgements = [self.store.load_judgement(row.case_id, name) for name in PEOPLE]
            standings = [
                Standing(each.state, each.outcome, each.retrieval_side, each.post_side)
                for each in judgements
            ]
            assert (row.state, row.outcome) == compute_case_state(standings)


Reviewing.TestCase.settings = settings(max_examples=12, stateful_step_count=25, deadline=None)
TestReviewing = Reviewing.TestCase

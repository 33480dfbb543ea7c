"""People and a lead at work in one round, in any order: a machine that Hypothesis drives."""

import tempfile
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from review_db.clock import now_text
from review_db.connection import keep_open, open_database, write_transaction
from review_db.judgement_events import HOLDING, new_judgement, replay_events
from review_db.judgements import load_judgement, read_event
from review_db.store import ReviewStore
from tests.review_db.round_steps import (
    DISTRACTION,
    INTERPRETATION,
    WRONG,
    make_round_store,
    start_round,
)
from trek_core.errors import TrekError

CASES = ("c0", "c1", "c2")
PEOPLE = ("Ada", "Bo", "Cy")
OVERLAP = 2
CHECKLISTS = (WRONG, INTERPRETATION, DISTRACTION, {**INTERPRETATION, "gold_only_correct": "unsure"})

people = st.sampled_from(PEOPLE)
cases = st.sampled_from(CASES)

_HOLDERS = f"""
select case_id, annotator from judgements where round = 'r1' and state in {HOLDING!r}
union select case_id, annotator from leases where round = 'r1' and expires_at > ?
"""


_NEW_EVENTS = "select * from judgement_events where event_id > ? order by event_id"


@cache
def make_round_file() -> bytes:
    """A database with the round before anybody has begun."""
    with tempfile.TemporaryDirectory() as folder:
        store = make_round_store(Path(folder) / "reviews.db", n=len(CASES))
        start_round(
            store, n=len(CASES), annotators=PEOPLE, overlap=OVERLAP, mode="blind_then_reveal"
        )
        return store.path.read_bytes()


class RoundWork(RuleBasedStateMachine):
    """Three people and a lead over three cases that each want two judgements.

    What is checked after each step costs the same however much came before.
    """

    @initialize()
    def begin(self):
        self.opened = ExitStack()
        path = Path(self.opened.enter_context(tempfile.TemporaryDirectory())) / "reviews.db"
        path.write_bytes(make_round_file())
        self.store = ReviewStore(path)
        self.opened.enter_context(keep_open(path))
        self.latest_event = 0
        self.replayed = {
            (case_id, name): new_judgement(case_id, name, "r1", 1, "blind_then_reveal")
            for case_id in CASES
            for name in PEOPLE
        }

    def teardown(self):
        if hasattr(self, "opened"):
            self.opened.close()

    @rule(name=people, after=st.none() | cases)
    def claim_next(self, name, after):
        self._try("claim_next", name, "r1", after)

    @rule(name=people, case_id=cases)
    def claim_case(self, name, case_id):
        self._try("claim_case", case_id, name, "r1")

    @rule(name=people, case_id=cases)
    def give_back(self, name, case_id):
        self.store.release_lease(case_id, name, "r1")

    @rule()
    def let_leases_run_out(self):
        with write_transaction(self.store.path) as db:
            db.execute("update leases set expires_at = ''")

    @rule(name=people, case_id=cases, value=st.sampled_from(["yes", "no", "unsure", None]))
    def answer(self, name, case_id, value):
        self._try("save_answer", case_id, name, "reference_valid", value, round="r1")

    @rule(name=people, case_id=cases, answers=st.sampled_from(CHECKLISTS))
    def finish(self, name, case_id, answers):
        self._try("save_answers", case_id, name, answers, round="r1")
        self._try("submit", case_id, name, round="r1")

    @rule(name=people, case_id=cases, what=st.sampled_from(["submit", "reopen", "undo", "skip"]))
    def step(self, name, case_id, what):
        self._try(what, case_id, name, round="r1")

    @rule(name=people, case_id=cases, text=st.sampled_from(["odd", None]))
    def flag(self, name, case_id, text):
        self._try("flag", case_id, name, text, round="r1")

    @rule(name=people, case_id=cases)
    def reveal(self, name, case_id):
        self._try("reveal", case_id, name, "r1")

    @rule(name=people, case_id=cases, revision=st.integers(1, 6))
    def restore(self, name, case_id, revision):
        self._try("restore", case_id, name, "r1", revision)

    @rule(name=people, case_id=cases)
    def send_back(self, name, case_id):
        self._try("send_back", case_id, name, "r1", "again", by="Lea")

    @rule(name=people, case_id=cases)
    def decide(self, name, case_id):
        self._try("decide", case_id, "r1", reason="so", by="Lea", adopt=name)

    @rule(what=st.sampled_from(["pause_round", "open_round", "open_round", "close_round"]))
    def run_the_round(self, what):
        self._try(what, "r1", "so", by="Lea")
        if what == "close_round":
            self._try("reopen_round", "r1", "so", by="Lea")

    def _try(self, method, *arguments, **given):
        with suppress(TrekError):
            getattr(self.store, method)(*arguments, **given)

    def _load_holders(self, db):
        """Case id -> who holds one of its places, by work or by a live lease."""
        rows = db.execute(_HOLDERS, [now_text()]).fetchall()
        return {case_id: {row[1] for row in rows if row[0] == case_id} for case_id in CASES}

    @invariant()
    def no_case_is_beyond_its_overlap_and_none_is_lost(self):
        with open_database(self.store.path) as db:
            held = self._load_holders(db)
            states = {
                (case_id, name): load_judgement(db, case_id, name, "r1").state
                for case_id, name in self.replayed
            }
        assert max(map(len, held.values())) <= OVERLAP
        for name in PEOPLE:
            left = [case_id for case_id in CASES if len(held[case_id] - {name}) < OVERLAP]
            open_to_them = [each for each in left if states[each, name] == "not_started"]
            assert self.store.count_progress(name, "r1").not_started == len(open_to_them)
            to_do = [each for each in left if states[each, name] in ("not_started", "skipped")]
            drafts = [case_id for case_id in CASES if states[case_id, name] == "draft"]
            found = self.store.next_case(name, None, "r1")
            assert (found.case_id in {*to_do, *drafts}) if to_do or drafts else not found.case_id

    @invariant()
    def states_add_up_to_the_total(self):
        overview = self.store.load_round_overview("r1")
        assert sum(overview.states.values()) == overview.round.n == len(CASES)
        for person in overview.people:
            begun = (person.draft, person.submitted, person.needs_discussion, person.skipped)
            assert sum(begun) + person.assigned + person.not_started == person.total
            progress = self.store.count_progress(person.annotator, "r1")
            mine = (
                progress.draft, progress.submitted, progress.needs_discussion, progress.skipped,
            )  # fmt: skip
            assert mine == begun
            assert sum(mine) + progress.not_started + progress.taken == progress.total
            assert progress.not_started + progress.taken == person.assigned + person.not_started
        states = self.store.load_round_states("r1")
        assert states == {row.case_id: row.state for row in self.store.list_cases().rows}

    @invariant()
    def rows_are_what_the_events_add_up_to(self):
        with open_database(self.store.path) as db:
            for row in db.execute(_NEW_EVENTS, [self.latest_event]).fetchall():
                event = read_event(dict(row))
                place = event.case_id, event.annotator
                self.replayed[place] = replay_events(self.replayed[place], [event])
                self.latest_event = event.event_id
            for (case_id, name), replayed in self.replayed.items():
                assert load_judgement(db, case_id, name, "r1") == replayed

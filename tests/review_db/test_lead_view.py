"""A lead's numbers add up, and lead to the cases behind them."""

from datetime import UTC, datetime, timedelta

import pytest

from review_db import activity, claims, lead_view
from review_db.connection import open_database, write_transaction
from review_db.lead_view import Noticed
from tests.review_db.round_steps import (
    DISTRACTION,
    INTERPRETATION,
    WRONG,
    hand_in,
    make_round_store,
    start_round,
)


@pytest.fixture
def store(tmp_path):
    store = make_round_store(tmp_path / "reviews.db", n=6)
    start_round(store, n=6)
    return store


@pytest.fixture
def clock(monkeypatch):
    """A clock for active time that stands until it is moved on."""

    class Clock:
        now = datetime(2026, 2, 3, 10, tzinfo=UTC)

        def text(self):
            return self.now.isoformat(timespec="milliseconds")

        def go_on(self, seconds):
            self.now += timedelta(seconds=seconds)

    clock = Clock()
    monkeypatch.setattr(activity, "now_text", clock.text)
    return clock


def seconds_of(store, case_id, name):
    with open_database(store.path) as db:
        return db.execute(
            "select seconds from active_time where case_id = ? and annotator = ?", [case_id, name]
        ).fetchone()[0]


def test_time_counts_from_one_sign_of_life_to_the_next_but_for_long_gaps(store, clock):
    store.save_answer("c0", "Ada", "notes_1", "a", round="r1")
    clock.go_on(100)
    store.renew_lease("c0", "Ada", "r1")
    clock.go_on(120)
    store.save_answer("c0", "Ada", "notes_1", "b", round="r1")
    clock.go_on(121)
    store.save_answer("c0", "Ada", "notes_1", "c", round="r1")
    clock.go_on(3.5)
    store.save_answer("c0", "Ada", "notes_1", "d", round="r1")
    assert seconds_of(store, "c0", "Ada") == 223.5


def test_states_add_up_for_each_person_and_for_the_round(store):
    hand_in(store, "c0", "Ada", WRONG)
    hand_in(store, "c1", "Ada", {**INTERPRETATION, "gold_only_correct": "unsure"})
    store.save_answer("c2", "Ada", "notes_1", "x", round="r1")
    store.skip("c3", "Ada", round="r1")
    store.flag("c0", "Ada", "odd", round="r1")
    store.claim_case("c4", "Ada", "r1")
    overview = store.load_round_overview("r1")
    ada, bo = overview.people
    assert (ada.submitted, ada.needs_discussion, ada.draft, ada.skipped) == (1, 1, 1, 1)
    assert (ada.assigned, ada.not_started, ada.flagged) == (1, 1, 1)
    assert (bo.annotator, bo.not_started) == ("Bo", 6)
    for person in overview.people:
        parts = (person.assigned, person.draft, person.submitted, person.needs_discussion)
        assert sum(parts) + person.skipped + person.not_started == person.total == 6
    assert sum(overview.states.values()) == overview.round.n == 6


def test_pace_has_quartiles_and_names_who_was_very_fast(store, clock):
    for case_id, seconds in (("c0", 5), ("c1", 60), ("c2", 80), ("c3", 100)):
        store.save_answer(case_id, "Ada", "notes_1", "a", round="r1")
        clock.go_on(seconds)
        hand_in(store, case_id, "Ada", WRONG)
    overview = store.load_round_overview("r1")
    assert (overview.pace.n, overview.pace.median) == (4, 70)
    assert (overview.pace.lower, overview.pace.upper) == (46.25, 85)
    assert overview.fast == (Noticed("Ada", 1, ("c0",)),)
    assert overview.people[0].median_seconds == 70


def test_everybodys_fast_judgements_are_counted_whole_and_the_fastest_named(
    store, clock, monkeypatch
):
    monkeypatch.setattr(lead_view, "MOST_CASE_IDS", 2)
    unsure = {**INTERPRETATION, "gold_only_correct": "unsure"}
    for case_id, name, seconds, answers in (
        ("c0", "Ada", 9, WRONG), ("c1", "Ada", 40, WRONG), ("c2", "Ada", 3, unsure),
        ("c3", "Ada", 6, WRONG), ("c0", "Bo", 29, WRONG), ("c1", "Bo", 30, WRONG),
    ):  # fmt: skip
        store.save_answer(case_id, name, "notes_1", "a", round="r1")
        clock.go_on(seconds)
        hand_in(store, case_id, name, answers)
    store.save_answer("c4", "Ada", "notes_1", "a", round="r1")
    with write_transaction(store.path) as db:  # As an import leaves it: no work was measured.
        db.execute("delete from active_time where case_id = 'c0' and annotator = 'Bo'")
    fast = store.load_round_overview("r1").fast
    assert fast == (Noticed("Ada", 3, ("c2", "c3")), Noticed("Bo", 1, ("c0",)))


def test_an_old_draft_is_stuck(store):
    store.save_answer("c0", "Ada", "notes_1", "a", round="r1")
    assert store.load_round_overview("r1").stuck == ()
    before = (datetime.now(UTC) - timedelta(hours=lead_view.STUCK_HOURS, minutes=1)).isoformat()
    with write_transaction(store.path) as db:
        db.execute("update judgements set saved_at = ?", [before])
    (stuck,) = store.load_round_overview("r1").stuck
    assert stuck == Noticed("Ada", 1, ("c0",))


def test_a_lease_that_ran_out_is_no_assignment(store, monkeypatch):
    monkeypatch.setattr(claims, "LEASE_SECONDS", 0)
    store.claim_next("Ada", "r1")
    assert store.load_round_overview("r1").people[0].assigned == 0


def test_what_blocks_a_round_is_counted_with_its_cases(store):
    hand_in(store, "c0", "Ada", INTERPRETATION)
    hand_in(store, "c0", "Bo", DISTRACTION)
    hand_in(store, "c1", "Ada", WRONG)
    hand_in(store, "c2", "Ada", WRONG)
    store.send_back("c2", "Ada", "r1", "look again", by="Lea")
    blocking = {each.what: each.case_ids for each in store.load_round_overview("r1").blockers}
    assert blocking == {
        "annotators differ and nothing is decided": ("c0",),
        "begun and not handed in": ("c2",),
        "fewer judgements than the round wants": ("c1",),
        "nobody has handed anything in": ("c3", "c4", "c5"),
        "sent back and not handed in again": ("c2",),
    }


def test_a_finished_round_is_blocked_by_nothing(store):
    start_round(store, "r2", n=1)
    for name in ("Ada", "Bo"):
        hand_in(store, "c0", name, WRONG, "r2")
    assert store.load_round_overview("r2").blockers == ()


def test_the_default_round_has_an_overview_too(store):
    store.save_answer("c0", "Cy", "notes_1", "x")
    overview = store.load_round_overview()
    assert [(each.annotator, each.draft) for each in overview.people] == [("Cy", 1)]
    assert overview.states == {"in_progress": 1, "not_started": 5}

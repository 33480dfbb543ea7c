"""Findings about a reference, offered to the other cases of its question."""

import pytest

from review_db.connection import open_database
from review_db.merge import merge
from review_db.store import OWNER, ReviewStore, WorkbookChoice
from review_db.workbook_cases import load_workbook_cases
from tests.review_db.apart import check_rows_follow_from_events, part
from tests.review_db.case_lines import as_file, make_case
from tests.review_db.round_steps import INTERPRETATION, PAGE, PROBED, hand_in, start_round
from trek_core.errors import StaleRevisionError, StoreError

ASKED = {"question": "Who leads?", "dataset": "d1", "effective_year": 2025, **PROBED}
OWN_PAGE = "https://own.example"
ENTRY = {"url": PAGE, "quote": "Cy leads since May."}
WRONG = {
    "target_basis": "effective_year",
    "target_time": "2025",
    "gold_pages": {PAGE: "no_longer_supports"},
    "reference_evidence": [ENTRY],
    "reference_valid": "no",
    "reference_issue": "answer_changed",
    "verified_answer_status": "established",
    "verified_answer": "Cy",
    "notes_1": "Mine alone.",
    "response_correct": "no",
    "response_rule": "plain",
    "disagreement_outcome": "The page says otherwise.",
}
CARRIED = {
    name: WRONG[name]
    for name in (
        "target_basis", "target_time", "gold_pages", "reference_evidence", "reference_valid",
        "reference_issue", "verified_answer_status", "verified_answer",
    )
}  # fmt: skip


@pytest.fixture
def store(tmp_path):
    """c0 and c1 ask the same of two systems; the others differ in one thing each."""
    store = ReviewStore(tmp_path / "reviews.db")
    store.import_file(
        as_file(
            make_case("c0", **ASKED, system="m0"),
            make_case("c1", **ASKED | {"gold_urls": [PAGE, OWN_PAGE]}, system="m1"),
            make_case("dataset", **ASKED | {"dataset": "d2"}),
            make_case("year", **ASKED | {"effective_year": 2024}),
            make_case("reference", **ASKED | {"reference_answers": ["Bo"]}),
            make_case("unrecorded", **ASKED | {"reference_answers": None}),
            make_case("question", **ASKED | {"question": "Who led?"}),
        ),
        "cases",
    )
    for name in ("Ada", "Bo", "Lea"):
        store.add_annotator(name)
    return store


def find(store, case_id="c0", annotator="Bo", answers=WRONG):
    return hand_in(store, case_id, annotator, answers, "default")


def take(store, case_id="c1", annotator="Ada", seen=None):
    (proposal,) = store.list_proposals(case_id, annotator)
    return store.take_finding(case_id, annotator, proposal.finding, seen=seen or {})


def test_a_finding_is_offered_where_question_dataset_year_and_references_are_the_same(store):
    assert store.list_proposals("c1", "Ada") == []
    find(store)
    (proposal,) = store.list_proposals("c1", "Ada")
    assert proposal.answers == CARRIED
    assert (proposal.finding.case_id, proposal.finding.people) == ("c0", ("Bo",))
    assert not proposal.finding.is_decision
    for other in ("c0", "dataset", "year", "reference", "unrecorded", "question"):
        assert store.list_proposals(other, "Ada") == [], other
    assert store.find_reach("c0", by="Ada").cases == (("c1", "m1"),)
    assert store.find_reach("c1", by="Ada") is None


def test_one_s_own_finding_on_another_case_is_offered_too(store):
    find(store, annotator="Ada")
    (proposal,) = store.list_proposals("c1", "Ada")
    assert proposal.finding.people == ("Ada",)


def test_nothing_is_offered_or_reached_that_one_judges_blind(store):
    find(store)
    start_round(store, n=2)
    for round_name in ("default", "r1"):
        assert store.list_proposals("c1", "Ada", round_name) == []
    assert store.find_reach("c0", by="Ada") is None
    assert store.find_reach("c0", by="Lea").cases == (("c1", "m1"),)
    (shown_to_lea,) = store.list_proposals("c1", "Lea")
    with pytest.raises(StoreError):
        store.take_finding("c1", "Ada", shown_to_lea.finding, seen={}, round="r1")
    assert store.load_judgement("c1", "Ada", "r1").answers == {}
    store.close_round("r1", by="Lea")
    assert len(store.list_proposals("c1", "Ada")) == 1


def test_a_finding_on_a_case_that_one_judges_blind_is_not_told(store):
    find(store, annotator="Lea")
    start_round(store, n=1)
    assert store.list_proposals("c1", "Ada") == []
    assert len(store.list_proposals("c1", "Lea")) == 1


def test_training_neither_offers_nor_is_a_source(store):
    start_round(store, "t1", n=2, kind="training", mode="assisted")
    hand_in(store, "c0", "Ada", WRONG, "t1")
    assert store.list_proposals("c1", "Bo") == []
    find(store)
    assert store.list_proposals("c1", "Ada", "t1") == []
    assert len(store.list_proposals("c1", "Ada")) == 1


def test_only_what_one_may_see_is_offered_where_people_sign_in(store):
    store.set_roles("Lea", ["admin"], by=OWNER)
    for name in ("Ada", "Bo"):
        store.set_roles(name, ["annotator"], by=OWNER)
    store.set_access_mode("users", by=OWNER)
    start_round(store, n=1, annotators=("Bo",), overlap=1, mode="assisted")
    hand_in(store, "c0", "Bo", WRONG)
    assert store.list_proposals("c1", "Ada") == []
    store.close_round("r1", by="Lea")
    assert len(store.list_proposals("c1", "Ada")) == 1


def test_a_finding_that_is_disputed_decided_otherwise_or_old_is_offered_no_more(store):
    start_round(store, n=1, mode="assisted")
    hand_in(store, "c0", "Bo", WRONG)
    assert len(store.list_proposals("c1", "Lea")) == 1
    right = {"key_evidence_ok": "yes", "disagreement_post": "It failed on gold."}
    hand_in(store, "c0", "Ada", INTERPRETATION | right)
    assert store.list_proposals("c1", "Lea") == []
    store.decide("c0", "r1", reason="It changed.", by="Lea", adopt="Bo")
    (proposal,) = store.list_proposals("c1", "Lea")
    assert (proposal.finding.people, proposal.finding.is_decision) == (("Lea",), True)
    store.decide("c0", "r1", reason="It did not.", by="Lea", adopt="Ada")
    assert store.list_proposals("c1", "Lea") == []
    with pytest.raises(StoreError, match="not offered here any more"):
        store.take_finding("c1", "Lea", proposal.finding, seen={})


def test_a_finding_on_an_older_version_of_its_case_is_not_offered(store):
    find(store)
    store.import_file(as_file(make_case("c0", **ASKED, system="m0", prediction="New.")), "again")
    assert store.list_proposals("c1", "Ada") == []


def test_taking_is_one_step_with_its_origin_and_hands_nothing_in(store, tmp_path):
    find(store)
    theirs = part(store, tmp_path / "theirs.db")
    mine = {"reference_valid": "yes", "reference_evidence": [{"url": OWN_PAGE, "quote": "q"}]}
    mine |= {"gold_pages": {OWN_PAGE: "supports"}, "notes_1": "Hm."}
    theirs.save_answers("c1", "Ada", mine)
    take(theirs, seen=mine)
    judgement = theirs.load_judgement("c1", "Ada")
    assert judgement.state == "draft"
    assert judgement.answers == CARRIED | {
        "notes_1": "Hm.",
        "gold_pages": {OWN_PAGE: "supports", PAGE: "no_longer_supports"},
        "reference_evidence": [*mine["reference_evidence"], ENTRY],
    }
    assert theirs.list_proposals("c1", "Ada") == []
    events = theirs.load_judgement_events("c1", "Ada")
    taken = [event for event in events if event.batch == events[-1].batch]
    assert len(taken) == len(CARRIED)
    origin = "case c0, judged by Bo"
    assert theirs.load_origins("c1") == {event.event_id: origin for event in taken}
    with open_database(theirs.path) as db:
        cases = {c.record.case.case_id: c for c in load_workbook_cases(db, WorkbookChoice())}
    assert {r.origin for r in cases["c1"].revisions if r.new == "answer_changed"} == {origin}
    # The origin stays when the finding does not, and goes along in a merge.
    theirs.reopen("c0", "Bo")
    merge(store.path, theirs.path)
    check_rows_follow_from_events(store.path)
    assert list(store.load_origins("c1").values()) == [origin] * len(CARRIED)
    assert store.undo("c1", "Ada").what == f"Took back {len(CARRIED)} answers."
    assert store.load_judgement("c1", "Ada").answers == mine


def test_an_answer_that_changed_meanwhile_is_not_written_over(store):
    find(store)
    store.save_answer("c1", "Ada", "verified_answer", "Dee")
    with pytest.raises(StaleRevisionError) as stale:
        take(store)
    assert (stale.value.mine, stale.value.theirs) == ("Cy", "Dee")
    assert store.load_judgement("c1", "Ada").answers == {"verified_answer": "Dee"}
    assert store.load_origins("c1") == {}


def test_answers_that_two_cases_give_alike_are_offered_once(store):
    more = [make_case(name, **ASKED, system=name) for name in ("c2", "c3")]
    store.import_file(as_file(*more), "more")
    find(store)
    find(store, "c2")
    assert [each.finding.case_id for each in store.list_proposals("c1", "Ada")] == ["c0"]
    find(store, "c3", answers=WRONG | {"verified_answer": "Dee"})
    assert [each.finding.case_id for each in store.list_proposals("c1", "Ada")] == ["c0", "c3"]

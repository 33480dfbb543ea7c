"""Disagreements in order, decisions with their history, and what they teach."""

import sqlite3
from dataclasses import replace

import pytest

from review_db.connection import open_database, write_transaction
from review_db.decision_drafts import DecisionDraft
from review_db.disagreements import list_disagreements
from review_db.lead_view import load_round_overview
from review_db.store import ReviewStore
from tests.review_db.round_steps import (
    DISTRACTION,
    INTERPRETATION,
    PAGE,
    WRONG,
    hand_in,
    make_round_store,
    start_round,
)
from trek_core.errors import AccessError, AnswerError, StoreError

UNSURE = {**INTERPRETATION, "gold_only_correct": "unsure"}


@pytest.fixture
def store(tmp_path):
    store = make_round_store(tmp_path / "reviews.db", n=5)
    start_round(store, n=5)
    return store


@pytest.fixture
def differing(store):
    """c0 agreed; c1 differs at step 5; c2 at step 1; c3 is unsure; c4 nobody began."""
    given = {
        "c0": (INTERPRETATION, INTERPRETATION),
        "c1": (INTERPRETATION, DISTRACTION),
        "c2": (WRONG, DISTRACTION),
        "c3": (UNSURE, UNSURE),
    }
    for case_id, answers in given.items():
        for name, each in zip(("Ada", "Bo"), answers, strict=True):
            hand_in(store, case_id, name, each)
    return store


def test_agreed_cases_close_by_themselves_and_the_rest_is_listed(differing):
    assert differing.load_round_states("r1") == {
        "c0": "final",
        "c1": "needs_adjudication",
        "c2": "needs_adjudication",
        "c3": "needs_discussion",
        "c4": "not_started",
    }
    rows = {row.case_id: row.state for row in differing.list_cases().rows}
    assert rows["c0"] == "final"


def test_least_agreement_comes_first_with_the_step_where_the_paths_part(differing):
    found = differing.list_disagreements("r1")
    assert [(each.case_id, each.first_step, each.first_field) for each in found] == [
        ("c2", 1, "reference_valid"),
        ("c1", 5, "gold_only_correct"),
        ("c3", None, None),
    ]
    assert found[0].answer_agreement < found[1].answer_agreement
    assert [each.pair_agreement for each in found] == [0, 0, 1]
    assert [each.needs_discussion for each in found] == [False, False, True]


def test_what_people_differ_on_is_as_they_answered_last(differing):
    differing.undo("c1", "Bo", round="r1")
    assert [each.case_id for each in differing.list_disagreements("r1")] == ["c2", "c3"]
    hand_in(differing, "c1", "Bo", {"gold_only_correct": "no"})
    assert differing.load_round_states("r1")["c1"] == "final"


def test_a_lead_reads_no_answers_to_see_where_a_round_stands(differing):
    with open_database(differing.path) as db:
        read = set()
        db.conn.set_authorizer(lambda _action, table, column, *_: read.add((table, column)) or 0)
        list_disagreements(db, "r1", with_decided=True)
        load_round_overview(db, "r1")
        db.conn.set_authorizer(None)
    assert ("round_standings", "answer_agreement") in read
    assert ("judgements", "answers") not in read


def test_a_decision_adopts_one_judgement_and_makes_the_case_final(differing):
    decided = differing.decide("c1", "r1", reason="Page 3 is older.", by="Lea", adopt="Bo")
    assert (decided.adopted, decided.labels) == ("Bo", ("Distraction",))
    assert differing.load_round_states("r1")["c1"] == "final"
    assert [each.case_id for each in differing.list_disagreements("r1")] == ["c2", "c3"]
    everything = differing.list_disagreements("r1", with_decided=True)
    assert {each.case_id: each.is_decided for each in everything}["c1"]
    conclusions = differing.load_decided_conclusions()
    assert str(conclusions["r1", "c1"].read_label_set()) == "Distraction"


def test_a_decision_anew_needs_finished_answers_and_its_reason_serves(differing):
    with pytest.raises(AnswerError, match="Not finished"):
        differing.decide("c1", "r1", reason="x", by="Lea", answers={"reference_valid": "yes"})
    answers = {**INTERPRETATION, "key_evidence_ok": "yes"}
    decided = differing.decide("c1", "r1", reason="Misread.", by="Lea", answers=answers)
    assert decided.answers["disagreement_post"] == "Misread."
    assert (decided.adopted, decided.post_side) == (None, "Interpretation")


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"adopt": "Ada", "reason": " "}, AnswerError),
        ({"reason": "x"}, AnswerError),
        ({"reason": "x", "adopt": "Ada", "answers": {}}, AnswerError),
        ({"reason": "x", "adopt": "Cy"}, StoreError),
        ({"reason": "x", "adopt": "Ada", "by": None}, AccessError),
    ],
)
def test_a_decision_that_cannot_be_is_refused(differing, given, error):
    with pytest.raises(error):
        differing.decide("c1", "r1", **({"by": "Lea"} | given))
    assert differing.load_decisions() == []


def test_a_later_decision_counts_and_the_earlier_one_stays(differing):
    differing.decide("c1", "r1", reason="first", by="Lea", adopt="Ada", flag_for_guideline=True)
    differing.decide("c1", "r1", reason="second", by="Lea", adopt="Bo")
    history = differing.load_decisions("r1", "c1")
    assert [(each.reason, each.flag_for_guideline) for each in history] == [
        ("first", True), ("second", False),
    ]  # fmt: skip
    assert differing.load_decided_conclusions()["r1", "c1"].post_side == "Distraction"
    with (
        pytest.raises(sqlite3.IntegrityError, match="decisions are never deleted"),
        write_transaction(differing.path) as db,
    ):
        db.execute("delete from decisions")


def test_nothing_is_decided_in_a_closed_round(differing):
    differing.close_round("r1", by="Lea")
    with pytest.raises(StoreError, match="reopen it before"):
        differing.decide("c1", "r1", reason="x", by="Lea", adopt="Ada")


def test_people_see_where_and_why_they_were_overruled(differing):
    differing.decide("c1", "r1", reason="Page 3 is older.", by="Lea", adopt="Bo")
    differing.decide("c2", "r1", reason="The page says so.", by="Lea", adopt="Bo")
    assert differing.load_corrections("Ada") == []  # blind until the round is closed
    differing.close_round("r1", by="Lea")
    mine = differing.load_corrections("Ada")
    assert [each.step for each in mine] == sorted(each.step for each in mine)
    assert (mine[0].case_id, mine[0].field, mine[0].mine, mine[0].decided) == (
        "c2", "reference_valid", "no", "yes",
    )  # fmt: skip
    assert "Page 3 is older." in {each.reason for each in mine if each.case_id == "c1"}
    assert differing.load_corrections("Bo") == []


def test_a_training_decision_is_no_figure(store):
    start_round(store, "t1", n=1, kind="training")
    hand_in(store, "c0", "Ada", WRONG, "t1")
    store.decide("c0", "t1", reason="x", by="Lea", adopt="Ada")
    assert store.load_decided_conclusions() == {}
    assert store.list_cases().rows[0].state == "not_started"


def test_nobody_reads_a_correction_of_a_case_that_they_judge_blind(tmp_path):
    store = make_round_store(tmp_path / "blind.db", n=1)
    start_round(store, n=1, mode="blind")
    for name, answers in (("Ada", WRONG), ("Bo", INTERPRETATION)):
        hand_in(store, "c0", name, answers)
    store.decide("c0", "r1", reason="TrekTrace says so.", by="Lea", adopt="Bo")
    assert store.load_corrections("Ada") == []
    store.close_round("r1", by="Lea")
    assert {each.reason for each in store.load_corrections("Ada")} == {"TrekTrace says so."}


def test_a_half_made_decision_is_found_after_a_restart_and_gone_once_decided(tmp_path):
    store = make_round_store(tmp_path / "reviews.db")
    start_round(store)
    hand_in(store, "c0", "Ada", WRONG)
    before = store.revision()
    change = store.change_decision_draft
    change("c0", "r1", "Lea", lambda draft: replace(draft, how="Ada", reason="She is right."))
    change("c0", "r1", "Lea", lambda draft: draft.with_answer("gold_pages", PAGE, "supports"))
    changed = change("c0", "r1", "Lea", lambda draft: draft.with_answer("notes_1", None, "n"))
    found = ReviewStore(store.path).load_decision_draft("c0", "r1", "Lea")
    assert found == changed
    assert (found.how, found.reason, found.revision) == ("Ada", "She is right.", 2)
    assert found.answers == {"gold_pages": {PAGE: "supports"}, "notes_1": "n"}
    assert store.revision() == before
    cleared = change("c0", "r1", "Lea", lambda draft: draft.with_answer("gold_pages", PAGE, None))
    assert cleared.answers == {"notes_1": "n"}
    assert change("c0", "r1", "Lea", lambda draft: draft.starting_from(WRONG)).epoch == 1
    assert store.load_decision_draft("c0", "r1", "Bo") == DecisionDraft()
    store.decide("c0", "r1", reason="So.", adopt="Ada", by="Lea")
    assert store.load_decision_draft("c0", "r1", "Lea") == DecisionDraft()


def test_a_draft_is_of_a_case_that_is_there_in_a_round_that_is_not_closed(differing):
    def change(draft):
        return draft.with_answer("target_basis", None, "none")

    with pytest.raises(StoreError, match="nowhere"):
        differing.change_decision_draft("nowhere", "r1", "Lea", change)
    with pytest.raises(StoreError, match="nothing"):
        differing.change_decision_draft("c1", "nothing", "Lea", change)
    differing.close_round("r1", by="Lea")
    with pytest.raises(StoreError, match="'r1' is closed"):
        differing.change_decision_draft("c1", "r1", "Lea", change)
    assert differing.load_decision_draft("c1", "r1", "Lea") == DecisionDraft()

"""Blind then reveal: the own answer first, both conclusions kept."""

import pytest

from tests.review_db.round_steps import (
    DISTRACTION,
    INTERPRETATION,
    WRONG,
    hand_in,
    make_round_store,
    start_round,
)
from trek_core.checklist import Status, evaluate
from trek_core.errors import AnswerError, StoreError


@pytest.fixture
def store(tmp_path):
    store = make_round_store(tmp_path / "reviews.db", n=4)
    start_round(store, n=4, mode="blind_then_reveal")
    return store


def revise(store, case_id, name, answers):
    store.reveal(case_id, name, "r1")
    store.reopen(case_id, name, round="r1")
    hand_in(store, case_id, name, answers)


def test_nothing_is_revealed_before_the_own_answer_is_handed_in(store):
    store.save_answers("c0", "Ada", WRONG, round="r1")
    with pytest.raises(StoreError, match="Hand your own answer in first"):
        store.reveal("c0", "Ada", "r1")
    store.submit("c0", "Ada", round="r1")
    assert store.load_case_for("c0", "Ada", "r1").may_reveal
    store.reveal("c0", "Ada", "r1")
    view = store.load_case_for("c0", "Ada", "r1")
    assert (view.is_blind, str(view.attribution.label_set)) == (False, "Distraction")
    assert store.load_case_for("c0", "Bo", "r1").is_blind


def test_other_modes_reveal_nothing(store):
    start_round(store, "r2", n=1, mode="blind")
    hand_in(store, "c0", "Ada", WRONG, "r2")
    with pytest.raises(StoreError, match="nothing is revealed"):
        store.reveal("c0", "Ada", "r2")


def test_a_case_of_two_rounds_is_revealed_in_both_once_both_are_handed_in(store):
    start_round(store, "r2", n=1, mode="blind_then_reveal")
    hand_in(store, "c0", "Ada", WRONG)
    view = store.load_case_for("c0", "Ada", "r1")
    assert (view.may_reveal, view.waits_for) == (False, ("r2",))
    with pytest.raises(StoreError, match="you judge this case blind in the round “r2” too"):
        store.reveal("c0", "Ada", "r1")
    hand_in(store, "c0", "Ada", INTERPRETATION, "r2")
    assert store.load_case_for("c0", "Ada", "r1").may_reveal
    store.reveal("c0", "Ada", "r1")
    kept = [store.load_judgement("c0", "Ada", name).before_reveal for name in ("r1", "r2")]
    assert [each["labels"] for each in kept] == [[], ["Interpretation"]]
    assert not store.load_case_for("c0", "Ada").is_blind


def test_a_blind_round_holds_the_reveal_of_another_until_it_is_closed(store):
    start_round(store, "r2", n=1, mode="blind")
    for name in ("r1", "r2"):
        hand_in(store, "c0", "Ada", WRONG, name)
    assert store.load_case_for("c0", "Ada", "r1").waits_for == ("r2",)
    with pytest.raises(StoreError, match="Not yet"):
        store.reveal("c0", "Ada", "r1")
    store.close_round("r2", by="Lea")
    store.reveal("c0", "Ada", "r1")
    assert not store.load_case_for("c0", "Ada", "r1").is_blind


def test_what_was_withheld_is_not_missing_from_an_answer_given_before(store):
    hand_in(store, "c0", "Ada", DISTRACTION)
    store.reveal("c0", "Ada", "r1")
    store.reopen("c0", "Ada", round="r1")
    store.submit("c0", "Ada", round="r1")
    facts = store.load_case_for("c0", "Ada", "r1").facts
    judgement = store.load_judgement("c0", "Ada", "r1")
    assert judgement.answers == judgement.before_reveal["answers"]
    assert evaluate(judgement.answers, facts).status["key_evidence_ok"] is Status.UNANSWERED


def test_both_conclusions_are_kept(store):
    hand_in(store, "c0", "Ada", INTERPRETATION)
    revise(store, "c0", "Ada", DISTRACTION | {"key_evidence_ok": "yes"})
    (revealed,) = store.load_reveals("r1")
    assert str(revealed.before.read_label_set()) == "Interpretation"
    assert str(revealed.after.read_label_set()) == str(revealed.model) == "Distraction"
    assert revealed.was_revised
    judgement = store.load_judgement("c0", "Ada", "r1")
    assert judgement.before_reveal["answers"]["gold_only_correct"] == "no"
    assert judgement.before_reveal["labels"] == ["Interpretation"]


def test_reasons_for_differing_are_asked_once_it_is_revealed(store):
    hand_in(store, "c0", "Ada", INTERPRETATION)
    store.reveal("c0", "Ada", "r1")
    store.reopen("c0", "Ada", round="r1")
    store.save_answer("c0", "Ada", "key_evidence_ok", "yes", round="r1")
    with pytest.raises(AnswerError, match="Say why you differ on the post-retrieval side"):
        store.submit("c0", "Ada", round="r1")
    store.save_answer("c0", "Ada", "disagreement_post", "It misread the page.", round="r1")
    store.submit("c0", "Ada", round="r1")


def test_flips_are_counted_over_those_that_differed(store):
    more = {"key_evidence_ok": "yes"}
    hand_in(store, "c0", "Ada", INTERPRETATION)
    revise(store, "c0", "Ada", DISTRACTION | more)
    hand_in(store, "c1", "Ada", DISTRACTION)
    store.reveal("c1", "Ada", "r1")
    hand_in(store, "c2", "Ada", WRONG)
    store.reveal("c2", "Ada", "r1")
    hand_in(store, "c3", "Ada", WRONG)
    store.reveal("c3", "Ada", "r1")
    store.reopen("c3", "Ada", round="r1")
    hand_in(store, "c3", "Bo", WRONG)
    flips = store.count_flips("r1")
    assert (flips.flipped, flips.differed, flips.agreed, flips.left_out) == (1, 2, 1, 1)


def test_undo_does_not_go_back_behind_the_reveal(store):
    hand_in(store, "c0", "Ada", WRONG)
    store.reveal("c0", "Ada", "r1")
    assert store.undo("c0", "Ada", round="r1") is None
    store.reopen("c0", "Ada", round="r1")
    assert store.undo("c0", "Ada", round="r1").what == "The case is submitted again."
    assert store.load_judgement("c0", "Ada", "r1").revealed_at is not None


def test_revealing_twice_is_once(store):
    hand_in(store, "c0", "Ada", WRONG)
    assert store.reveal("c0", "Ada", "r1") == store.reveal("c0", "Ada", "r1")
    kinds = [event.kind for event in store.load_judgement_events("c0", "Ada", "r1")]
    assert kinds.count("reveal") == 1

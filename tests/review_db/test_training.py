"""Training: known answers, feedback after the own answer, outside every figure."""

import pytest

from tests.review_db.round_steps import (
    DISTRACTION,
    INTERPRETATION,
    hand_in,
    make_round_store,
    start_round,
)
from trek_core.errors import AnswerError, StoreError


@pytest.fixture
def store(tmp_path):
    store = make_round_store(tmp_path / "reviews.db", n=2)
    start_round(store, "t1", n=2, kind="training")
    store.set_known_answers("t1", "c0", DISTRACTION, by="Lea")
    return store


def test_known_answers_are_shown_only_after_the_own_ones(store):
    store.save_answers("c0", "Ada", INTERPRETATION, round="t1")
    with pytest.raises(StoreError, match="Hand your own answer in first"):
        store.load_feedback("c0", "Ada", "t1")
    store.submit("c0", "Ada", round="t1")
    feedback = {each.field: each for each in store.load_feedback("c0", "Ada", "t1")}
    assert feedback["reference_valid"].is_right
    wrong = feedback["gold_only_correct"]
    assert (wrong.step, wrong.mine, wrong.known, wrong.is_right) == (5, "no", "yes", False)
    assert feedback["noise_correct"].mine is None


def test_a_case_without_known_answers_has_no_feedback(store):
    hand_in(store, "c1", "Ada", INTERPRETATION, "t1")
    assert store.load_feedback("c1", "Ada", "t1") == []


def test_only_a_training_round_has_known_answers(store):
    start_round(store, "r1", n=2)
    with pytest.raises(StoreError, match="is no training"):
        store.set_known_answers("r1", "c0", DISTRACTION, by="Lea")
    with pytest.raises(AnswerError):
        store.set_known_answers("t1", "c0", {"reference_valid": "perhaps"}, by="Lea")


def test_training_leaves_the_state_of_a_case_alone(store):
    for name in ("Ada", "Bo"):
        hand_in(store, "c0", name, INTERPRETATION, "t1")
    assert store.list_cases().rows[0].state == "not_started"
    assert store.load_round_states("t1")["c0"] == "final"

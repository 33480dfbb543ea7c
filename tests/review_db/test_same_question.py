"""What the store says beside one case: other cases of its question, its decisions and comments."""

import pytest

from tests.review_db.case_lines import as_file, make_case
from tests.review_db.round_steps import (
    DISTRACTION,
    INTERPRETATION,
    PROBED,
    hand_in,
    make_round_store,
    start_round,
)
from trek_core.errors import CaseNotFoundError


@pytest.fixture
def store(tmp_path):
    return make_round_store(tmp_path / "reviews.db", n=2)


def test_the_other_cases_of_a_question_are_found_whole_and_without_what_is_withheld(store):
    long = "Who " + "really " * 40 + "leads?"
    lines = [
        make_case("x", question="Who is c0?", system={"model": "m2"}, **PROBED),
        make_case("y", question="Who is c0 now?"),
        make_case("l1", question=long),
        make_case("l2", question=long, verdict="correct"),
        make_case("l3", question=long.replace("leads", "led")),
    ]
    store.import_file(as_file(*lines), "more")
    (other,) = store.list_same_question("c0")
    assert (other.case_id, other.system, other.labels, other.complete) == (
        "x", "m2", "Distraction", True,
    )  # fmt: skip
    assert [each.case_id for each in store.list_same_question("l1")] == ["l2"]
    assert store.list_same_question("y") == []
    start_round(store, n=1)
    (seen_by_ada,) = store.list_same_question("x", visible_to="Ada")
    assert (seen_by_ada.labels, seen_by_ada.complete) == (None, None)
    with pytest.raises(CaseNotFoundError):
        store.list_same_question("none")


def test_decisions_are_kept_from_the_blind_and_comments_come_from_every_round(store):
    start_round(store, n=1)
    hand_in(store, "c0", "Ada", INTERPRETATION)
    hand_in(store, "c0", "Bo", DISTRACTION)
    store.decide("c0", "r1", reason="Bo is right.", by="Lea", adopt="Bo")
    store.add_comment("c0", "Ada", "First.", round="r1")
    store.add_comment("c0", "Lea", "Second.")
    assert store.load_case_decisions("c0", by="Ada") == []
    assert [each.reason for each in store.load_case_decisions("c0", by="Lea")] == ["Bo is right."]
    said = [each.text for each in store.load_comments("c0", "Lea", round=None)]
    assert said == ["First.", "Second."]
    assert [each.text for each in store.load_comments("c0", "Ada", round=None)] == ["First."]
    store.close_round("r1", by="Lea")
    assert len(store.load_case_decisions("c0", by="Ada")) == 1

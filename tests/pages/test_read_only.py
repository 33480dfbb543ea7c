"""A case that cannot be judged where it is looked at says so, and where it can be."""

import pytest

from pages.parts.read_only import say_where_instead, say_why_outside, say_why_read_only
from tests.review_db.round_steps import make_round_store, start_round


@pytest.fixture
def store(tmp_path, monkeypatch):
    """r1 has c0 alone; r2, of Ada, has c0 and c1."""
    store = make_round_store(tmp_path / "reviews.db", n=3)
    start_round(store, "r1", n=1, annotators=("Ada", "Bo"))
    start_round(store, "r2", n=2, annotators=("Ada",), overlap=1)
    monkeypatch.setenv("TREK_DB", str(store.path))
    return store


def test_a_case_is_outside_where_the_round_lacks_it_or_its_reader(store):
    r1, r2, everybody = (store.load_round(name) for name in ("r1", "r2", "default"))
    assert say_why_outside("c0", "Ada", r1) == ""
    assert say_why_outside("c1", "Ada", r1) == "The round “r1” does not have this case"
    assert say_why_outside("c0", "Bo", r2) == "You do not judge in the round “r2”"
    assert say_why_outside("c2", "Cy", everybody) == ""


def test_it_says_where_the_case_can_be_judged_instead(store):
    assert store.find_rounds_to_judge("c1", "Ada") == ["r2", "default"]
    assert say_where_instead(["r2", "default"]) == "you can judge it in the round “r2”"
    assert store.find_rounds_to_judge("c1", "Bo") == ["default"]
    assert say_where_instead(["default"]) == "you can judge it among all cases"
    store.pause_round("r2", "Holidays.", by="Lea")
    assert store.find_rounds_to_judge("c1", "Ada") == ["default"]
    assert say_why_read_only(store.load_round("r2")) == (
        "The round “r2” is paused: Holidays. You can read, but not change."
    )
    store.pause_round("default", by="Lea")
    assert store.find_rounds_to_judge("c1", "Ada") == []
    assert say_where_instead([]) == "no open round of yours takes it"

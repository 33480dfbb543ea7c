"""What a blind case says about what it withholds, and until when."""

from pages.parts.withholding import say_until, say_wait
from tests.review_db.round_steps import WRONG, hand_in, make_round_store, start_round


def test_a_case_of_two_blind_rounds_promises_no_reveal_before_its_time(tmp_path):
    store = make_round_store(tmp_path / "reviews.db", n=1)
    start_round(store, "r1", n=1, mode="blind_then_reveal")
    assert say_until(store.load_case_for("c0", "Ada", "r1")) == "you have handed in"
    start_round(store, "r2", n=1, mode="blind")
    start_round(store, "r3", n=1, mode="blind_then_reveal")
    view = store.load_case_for("c0", "Ada", "r1")
    assert say_until(view) == "it may be revealed"
    said = say_wait([store.load_round(name) for name in view.waits_for])
    assert "in the round “r2” too, until that round is closed" in said
    assert "in the round “r3” too, until you have handed it in there" in said
    assert say_until(store.load_case_for("c0", "Ada", "r2")) == "the round is closed"
    hand_in(store, "c0", "Ada", WRONG, "r3")
    store.close_round("r2", by="Lea")
    assert store.load_case_for("c0", "Ada", "r1").waits_for == ()

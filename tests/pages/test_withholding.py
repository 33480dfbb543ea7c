"""What a blind case says about what it withholds, and until when."""

from pages.parts.withholding import say_closed, say_until, say_wait
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


def test_a_page_of_all_cases_says_which_rounds_close_it_and_opens_when_nothing_is_withheld(
    tmp_path,
):
    store = make_round_store(tmp_path / "reviews.db", n=3)
    start_round(store, "r1", n=2, mode="blind_then_reveal")
    hand_in(store, "c0", "Ada", WRONG, "r1")
    store.reveal("c0", "Ada", "r1")
    assert say_closed(store.list_blind_rounds("Ada")) == (
        "This page would show what is withheld from you: in the round “r1” you have yet to reveal "
        "1 of 2 cases. It opens for you once you have revealed all of the round “r1”, or it is "
        "closed."
    )
    start_round(store, "r2", n=1, mode="blind")
    both = say_closed(store.list_blind_rounds("Bo"))
    assert "yet to reveal 2 of 2 cases; you judge the 1 case of the round “r2” blind." in both
    assert both.endswith(", and when the round “r2” is closed.")
    assert store.list_blind_rounds("Lea") == []
    store.close_round("r2", by="Lea")
    hand_in(store, "c1", "Ada", WRONG, "r1")
    assert [each.withheld for each in store.list_blind_rounds("Ada")] == [1]
    store.reveal("c1", "Ada", "r1")
    assert store.list_blind_rounds("Ada") == []
    assert [each.withheld for each in store.list_blind_rounds("Bo")] == [2]

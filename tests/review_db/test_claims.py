"""Claiming cases: who gets which, for how long, and what an empty queue says."""

import pytest

from review_db import claims
from review_db.connection import open_database
from tests.review_db.round_steps import WRONG, hand_in, make_round_store, start_round
from trek_core.errors import StoreError


@pytest.fixture
def store(tmp_path):
    return make_round_store(tmp_path / "reviews.db", n=3)


@pytest.fixture
def leases_run_out_at_once(monkeypatch):
    monkeypatch.setattr(claims, "LEASE_SECONDS", 0)


def claim(store, name, after=None):
    return store.claim_next(name, "r1", after).case_id


def test_two_people_get_different_cases_where_one_judgement_is_wanted(store):
    start_round(store, n=3, overlap=1)
    assert (claim(store, "Ada"), claim(store, "Bo")) == ("c0", "c1")


def test_two_people_get_the_same_case_where_two_are_wanted_and_a_third_does_not(store):
    start_round(store, n=3, annotators=("Ada", "Bo", "Cy"))
    assert [claim(store, name) for name in ("Ada", "Bo", "Cy")] == ["c0", "c0", "c1"]


def test_asking_again_gives_the_case_that_was_opened(store):
    start_round(store, n=3)
    first = store.claim_next("Ada", "r1")
    again = store.claim_next("Ada", "r1")
    assert first.reason == "Next in order; 3 not begun."
    assert again.case_id == first.case_id
    assert again.reason == "You opened this case and have answered nothing yet."


def test_going_on_gives_back_what_was_not_begun(store):
    start_round(store, n=3, overlap=1)
    assert claim(store, "Ada") == "c0"
    assert claim(store, "Ada", after="c0") == "c1"
    assert claim(store, "Bo") == "c0"


@pytest.mark.usefixtures("leases_run_out_at_once")
def test_a_lease_that_ran_out_gives_the_case_back(store):
    start_round(store, n=3, overlap=1)
    assert claim(store, "Ada") == "c0"
    assert claim(store, "Bo") == "c0"


@pytest.mark.usefixtures("leases_run_out_at_once")
def test_a_draft_holds_its_place_without_a_lease(store):
    start_round(store, n=3, overlap=1)
    store.save_answer(claim(store, "Ada"), "Ada", "notes_1", "begun", round="r1")
    assert claim(store, "Bo") == "c1"
    assert store.claim_next("Ada", "r1").reason == "You began this case and have not submitted it."


def test_an_answer_after_the_lease_ran_out_is_refused_where_others_took_the_case(
    store, monkeypatch
):
    start_round(store, n=3, overlap=1)
    monkeypatch.setattr(claims, "LEASE_SECONDS", 0)
    assert claim(store, "Ada") == "c0"
    monkeypatch.setattr(claims, "LEASE_SECONDS", 900)
    assert claim(store, "Bo") == "c0"
    with pytest.raises(StoreError, match="Others have taken this case"):
        store.save_answer("c0", "Ada", "notes_1", "late", round="r1")
    with pytest.raises(StoreError, match="Others have taken this case"):
        store.renew_lease("c0", "Ada", "r1")
    assert store.load_judgement("c0", "Ada", "r1").revision == 0
    assert store.load_judgement_events("c0") == []


def test_a_renewed_lease_runs_on_and_moves_no_cache(store, monkeypatch):
    start_round(store, n=3, overlap=1)
    first = store.claim_case("c0", "Ada", "r1")
    revision = store.revision()
    monkeypatch.setattr(claims, "LEASE_SECONDS", 1800)
    assert store.renew_lease("c0", "Ada", "r1") > first
    assert store.revision() == revision


def test_a_case_chosen_by_hand_is_refused_where_no_place_is_left(store):
    start_round(store, n=3, overlap=1)
    store.claim_case("c0", "Ada", "r1")
    with pytest.raises(StoreError, match="Others have taken"):
        store.claim_case("c0", "Bo", "r1")
    store.release_lease("c0", "Ada", "r1")
    store.claim_case("c0", "Bo", "r1")


def test_a_skipped_case_comes_last_and_gives_its_place_away(store):
    start_round(store, n=3, overlap=1)
    store.skip(claim(store, "Ada"), "Ada", "no Dutch", round="r1")
    assert [claim(store, "Ada"), claim(store, "Bo")] == ["c1", "c0"]
    store.release_lease("c0", "Bo", "r1")
    for case_id in ("c1", "c2"):
        hand_in(store, case_id, "Ada", WRONG)
    back = store.claim_next("Ada", "r1")
    assert (back.case_id, back.reason) == ("c0", "You skipped this case; 1 skipped.")
    assert store.count_progress("Ada", "r1").skipped == 1


def test_an_own_answer_takes_a_skipped_case_up_again(store):
    start_round(store, n=3)
    store.skip("c0", "Ada", round="r1")
    store.save_answer("c0", "Ada", "notes_1", "after all", round="r1")
    judgement = store.load_judgement("c0", "Ada", "r1")
    assert (judgement.state, judgement.skipped) == ("draft", None)


def test_what_a_lead_sends_back_comes_first(store):
    start_round(store, n=3)
    hand_in(store, "c0", "Ada", WRONG)
    store.save_answer("c1", "Ada", "notes_1", "begun", round="r1")
    store.send_back("c0", "Ada", "r1", "Look at page 2.", by="Lea")
    back = store.claim_next("Ada", "r1")
    assert (back.case_id, back.reason) == ("c0", "A lead sent this case back to you.")
    judgement = store.load_judgement("c0", "Ada", "r1")
    assert (judgement.state, judgement.sent_back["why"]) == ("draft", "Look at page 2.")
    assert judgement.sent_back["by"] == "Lea"
    store.submit("c0", "Ada", round="r1")
    assert store.load_judgement("c0", "Ada", "r1").sent_back is None


def test_an_empty_queue_says_who_has_the_cases_and_until_when(store):
    start_round(store, n=2, overlap=1)
    hand_in(store, claim(store, "Ada"), "Ada", WRONG)
    assert claim(store, "Bo") == "c1"
    until = store.claim_case("c1", "Bo", "r1")[11:16]
    empty = store.claim_next("Ada", "r1")
    assert empty.case_id is None
    assert empty.reason == (
        f"Nothing for you now: 0 open to you, 1 leased by Bo until {until} UTC; "
        "1 of 2 cases submitted."
    )
    store.save_answer("c1", "Bo", "notes_1", "begun", round="r1")
    assert "0 open to you, 1 with others; 1 of 2" in store.claim_next("Ada", "r1").reason


def test_counts_add_up_whoever_holds_what(store):
    start_round(store, n=3, overlap=1)
    hand_in(store, claim(store, "Ada"), "Ada", WRONG)
    claim(store, "Ada")
    claim(store, "Bo")
    progress = store.count_progress("Bo", "r1")
    assert (progress.total, progress.taken, progress.not_started) == (3, 2, 1)


def test_undo_does_not_take_back_a_place_that_is_gone(store):
    start_round(store, n=3, overlap=1)
    store.save_answer("c0", "Ada", "notes_1", "x", round="r1")
    store.skip("c0", "Ada", round="r1")
    store.claim_case("c0", "Bo", "r1")
    with pytest.raises(StoreError, match="Others have taken"):
        store.undo("c0", "Ada", round="r1")
    assert store.load_judgement("c0", "Ada", "r1").state == "skipped"


def test_a_claim_that_fails_leaves_no_lease(store):
    start_round(store, n=3)
    with pytest.raises(StoreError):
        store.claim_next("Cy", "r1")
    with open_database(store.path) as db:
        assert db.execute("select count(*) from leases").fetchone()[0] == 0

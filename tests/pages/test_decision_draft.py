"""Deciding a case: what a lead has begun outlives the server's memory."""

import pytest
from streamlit.testing.v1 import AppTest

from review_db.store import ReviewStore
from tests.review_db.round_steps import DISTRACTION, WRONG, hand_in, make_round_store, start_round

SCRIPT = "from pages import adjudicate\nadjudicate.render()\n"


@pytest.fixture
def differing(store) -> ReviewStore:
    """A case that Ada and Bo conclude differently."""
    make_round_store(store.path, n=1)
    start_round(store, n=1)
    hand_in(store, "c0", "Ada", WRONG)
    hand_in(store, "c0", "Bo", DISTRACTION)
    return store


def open_case() -> AppTest:
    page = AppTest.from_string(SCRIPT, default_timeout=60)
    page.session_state["annotator"] = "Lea"
    page.query_params["round"] = "r1"
    page.query_params["case"] = "c0"
    page.run()
    assert not page.exception, page.exception
    return page


def reason_of(page):
    return next(each for each in page.text_area if "-reason-" in each.key)


def test_a_half_made_decision_is_there_in_a_new_session_until_it_is_made(differing, went_to):
    assert went_to == []
    page = open_case()
    reason_of(page).input("Ada read the page.").run()
    page.button_group[0].set_value("Ada").run()
    assert not page.exception, page.exception
    again = open_case()
    assert reason_of(again).value == "Ada read the page."
    assert again.button_group[0].value == "Ada"
    next(each for each in again.button if each.label == "Decide").click().run()
    (decision,) = differing.load_decisions("r1", "c0")
    assert (decision.adopted, decision.reason) == ("Ada", "Ada read the page.")
    assert reason_of(open_case()).value == ""

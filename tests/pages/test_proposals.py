"""A finding about a reference on screen: offered in step 1, taken or put aside, and led to."""

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from review_db.store import RoundPlan
from tests.pages.conftest import import_lines, make_line, shown_text
from tests.review_db.case_lines import REFERENCE_WRONG
from tests.review_db.round_steps import hand_in

SCRIPT = """
from pages.parts.answers import make_place, take_said
from pages.parts.history import list_revisions
from pages.parts.proposals import render_proposals
from pages.parts.store import current_store
import streamlit as st

store = current_store()
judgement = store.load_judgement("c1", "Ada")
place = make_place(judgement, "c1")
if said := take_said(place.case_key):
    st.text(said.sentence)
render_proposals(place, judgement.answers)
events = store.load_judgement_events("c1", "Ada")
for each in list_revisions(events, store.load_origins("c1")):
    st.text(each.what)
"""
"""Step 1's proposals for Ada on c1, and her history, as Review shows them."""
HOSTILE_ID = "c0 [x](http://beacon.example) <b>"
FOUND = REFERENCE_WRONG | {"reference_issue": "answer_changed"}


@pytest.fixture
def found(store):
    """Bo found the reference of a case wrong; c1 is another system's case of its question."""
    for name in ("Ada", "Bo", "Lea"):
        store.add_annotator(name)
    asked = {"question": "Who leads?", "reference_answers": ["Ada"]}
    import_lines(
        store, make_line(HOSTILE_ID, **asked), make_line("c1", **asked, system={"model": "<m1>"})
    )
    hand_in(store, HOSTILE_ID, "Bo", FOUND, "default")
    return store


@pytest.fixture
def step_1(found, went_to):
    assert (found, went_to) == (found, [])
    return AppTest.from_string(SCRIPT, default_timeout=30).run()


def press(page, label):
    (button,) = [each for each in page.button if each.label == label]
    return button.click().run()


def test_a_proposal_is_shown_whole_and_taking_it_writes_answers_with_their_origin(step_1, found):
    text = shown_text(step_1)
    assert "the reference is wrong (answer changed)" in text
    assert "Judged by Bo" in text
    assert "[x](http://beacon.example) &lt;b&gt;" in text
    assert "Look at that case -> case" in text
    assert found.load_judgement("c1", "Ada").state == "not_started"
    taken = press(step_1, "Take these answers")
    judgement = found.load_judgement("c1", "Ada")
    assert judgement.state == "draft"
    assert judgement.answers["reference_issue"] == "answer_changed"
    assert [each.label for each in taken.button] == []
    origin = f"(from case {HOSTILE_ID}, judged by Bo)"
    assert f"What is wrong with the reference? Answer changed {origin}" in shown_text(taken)


def test_not_here_puts_a_proposal_aside_and_writes_nothing(step_1, found):
    before = found.revision()
    assert list(press(step_1, "Not here").button) == []
    assert found.revision() == before


def test_a_finding_that_is_gone_is_not_taken_and_it_says_so(step_1, found):
    found.reopen(HOSTILE_ID, "Bo")
    page = press(step_1, "Take these answers")
    assert "Not taken: The finding on c0" in shown_text(page)
    assert found.load_judgement("c1", "Ada").answers == {}


def test_case_and_compare_lead_to_the_reviews_that_could_take_it(found, show, monkeypatch):
    plan = RoundPlan("r1", ["c1"], annotators=("Lea",), overlap=1, mode="assisted")
    found.create_round(plan, by="Lea")

    def say_link(page, *, label, query_params, **_):
        st.text(f"{label} -> {page} {query_params}")

    monkeypatch.setattr(st, "page_link", say_link)
    for page in (show("case", who="Lea", case=HOSTILE_ID), show("compare", who="Lea", case="c1")):
        text = shown_text(page)
        assert "the reference is wrong (answer changed)</b>, judged by Bo" in text
        assert "&lt;m1&gt;" in text
        assert "Review 1 -> review {'case': 'c1', 'round': 'r1'}" in text
    assert "It may hold for" not in shown_text(show("case", who="Lea", case="c1"))

"""Your corrections, and the guideline that is read before a round."""

from html import unescape

import pytest
from streamlit.testing.v1 import AppTest

from review_db.store import RoundPlan
from tests.pages.conftest import GATE, HOSTILE, import_lines, make_line, shown_text
from tests.review_db.case_lines import REFERENCE_WRONG, RESPONSE_WRONG


@pytest.fixture
def decided(store):
    """A round in which Ada was overruled on one case."""
    for name in ("Ada", "Bo", "Lea"):
        store.add_annotator(name)
    import_lines(store, make_line("c1"))
    store.create_round(RoundPlan("pilot", ["c1"], ("Ada", "Bo")), by="Lea")
    for who, answers in (("Ada", REFERENCE_WRONG), ("Bo", RESPONSE_WRONG)):
        store.save_answers("c1", who, answers, round="pilot")
        store.submit("c1", who, round="pilot")
    store.decide("c1", "pilot", reason=f"Page 3 is older {HOSTILE}", by="Lea", adopt="Bo")
    return store


def test_each_sees_their_own_corrections_by_step_and_nobody_elses(show, decided):
    assert decided
    shown = unescape(shown_text(show("corrections", who="Ada")))
    assert "Step 1: Reference and its time" in shown
    assert "Is the reference right at the target time?" in shown
    assert "Page 3 is older" in shown
    nothing = shown_text(show("corrections", who="Bo"))
    assert "No decision went against an answer of yours" in nothing
    assert "Page 3" not in nothing


def test_a_reason_stays_text(show, decided):
    assert decided
    page = show("corrections", who="Ada")
    assert "<script>" not in shown_text(page)
    assert all("beacon" not in str(each.value) for each in (*page.markdown, *page.error))


def review(who, **query):
    page = AppTest.from_string(GATE.format("review"), default_timeout=30)
    page.session_state["annotator"] = who
    for name, value in query.items():
        page.query_params[name] = value
    return page.run()


def test_the_guideline_is_asked_for_once_before_judging_in_a_round(decided):
    page = review("Ada", round="pilot")
    assert [title.value for title in page.title] == ["Guideline, version 1"]
    assert not page.exception, page.exception
    assert "Guideline version 1" in shown_text(page)
    page.button(key="guideline-read").click().run()
    assert list(decided.load_guideline_reads()) == ["Ada"]
    assert not page.title
    assert not review("Ada", round="pilot").title
    assert review("Bo", round="pilot").title


def test_outside_a_round_nothing_is_asked(decided):
    assert decided
    assert not review("Ada").title
    assert not review("Ada", round="default").title

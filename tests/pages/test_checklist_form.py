"""An answer of the checklist on screen, as the browser and Streamlit tell of it."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.conftest import import_lines, make_line, run_with, shown_text

SCRIPT = """
import streamlit as st
from pages.parts.answers import Slot, make_place, save_from_widget, seen_values, take_problem
from pages.parts.conflict import render_conflict
from pages.parts.store import current_store

store = current_store()
judgement = store.load_judgement("c1", "Ada")
place = make_place(judgement, "c1")
slot = Slot("target_basis", None, place.key("target_basis"))
stored = judgement.answers.get("target_basis")
st.segmented_control(
    "Basis", ["none", "explicit"], default=stored, key=slot.key,
    on_change=save_from_widget, args=(place, slot),
)
seen_values()[slot.key] = stored
st.text(take_problem(place.case_key) or "")
render_conflict(place)
st.button("Undo", on_click=store.undo, args=("c1", "Ada"))
"""


@pytest.fixture
def form(store):
    store.add_annotator("Ada")
    import_lines(store, make_line("c1"))
    return AppTest.from_string(SCRIPT, default_timeout=30).run()


def test_an_answer_taken_back_is_no_conflict_while_the_browser_still_tells_of_it(form, store):
    form.button_group[0].set_value("none").run()
    assert store.load_judgement("c1", "Ada").answers == {"target_basis": "none"}
    old = form.button_group[0]._widget_state
    form.button[-1].click().run()
    assert store.load_judgement("c1", "Ada").answers == {}
    assert form.button_group[0]._widget_state.id != old.id
    run_with(form, old)
    assert "answered elsewhere" not in shown_text(form)
    assert store.load_judgement("c1", "Ada").answers == {}

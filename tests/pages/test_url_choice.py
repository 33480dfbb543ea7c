"""Choices in the URL, as the browser and Streamlit tell of them."""

from types import SimpleNamespace

import pytest
from streamlit.testing.v1 import AppTest

from pages.parts import url_choice
from tests.pages.conftest import run_with

PAGE = """
import streamlit as st
from pages.parts.url_choice import (
    choose_in_box, choose_segment, choose_yes, enter_words, keep_late_choices
)

keep_late_choices()
letters = {"": "None", "a": "A", "b": "B"}
choose_in_box("Box", "box", letters, default="")
choose_segment("Segment", "segment", letters, default="")
choose_yes("Yes", "yes")
enter_words("Words", "words", placeholder="")
st.button("Other")
"""
CHOICES = {"box": "a", "segment": "a", "yes": "yes", "words": "harbour"}


@pytest.fixture
def page():
    return AppTest.from_string(PAGE).run()


def find(page: AppTest, name: str):
    """The widget of a choice, whichever its kind and however often it was born."""
    return next(
        widget
        for widget in (*page.selectbox, *page.button_group, *page.toggle, *page.text_input)
        if widget.key.startswith(f"choice-{name}")
    )


def read(page: AppTest, name: str) -> str:
    value = page.query_params.get(name, "")
    return value if isinstance(value, str) else value[0]


@pytest.mark.parametrize("name", CHOICES)
def test_what_the_browser_still_says_of_a_widget_drawn_anew_changes_no_address(page, name):
    run_with(page)
    old = find(page, name)._widget_state
    page.query_params[name] = CHOICES[name]
    page.run()
    assert find(page, name)._widget_state.id != old.id
    run_with(page, old)
    assert read(page, name) == CHOICES[name]


@pytest.mark.parametrize(
    ("name", "chosen", "elsewhere"),
    [("box", "b", "a"), ("segment", "b", "a"), ("words", "bridge", "pier")],
)
def test_a_choice_made_on_a_widget_while_it_is_drawn_anew_counts(page, name, chosen, elsewhere):
    run_with(page)
    old = find(page, name).set_value(chosen)._widget_state
    find(page, name).set_value("")
    page.query_params[name] = elsewhere
    page.run()
    assert read(page, name) == elsewhere
    run_with(page, old)
    assert read(page, name) == chosen


@pytest.fixture
def went_back(monkeypatch):
    """Whether the browser says of the next runs that it went to another address."""
    said = SimpleNamespace(is_history_navigation=False, page_script_hash="")
    monkeypatch.setattr(url_choice, "get_script_run_ctx", lambda: said)
    return lambda: setattr(said, "is_history_navigation", True)


@pytest.mark.parametrize("name", CHOICES)
@pytest.mark.parametrize("is_back", [False, True])
def test_a_press_with_the_old_address_undoes_no_choice_but_going_back_does(
    page, name, is_back, went_back
):
    widget = find(page, name)
    widget.set_value(True if name == "yes" else CHOICES[name]).run()
    assert read(page, name) == CHOICES[name]
    page.query_params.pop(name)  # The browser had not heard of it, or has gone back.
    if is_back:
        went_back()
        page.run()
    else:
        page.button[0].click().run()
    assert read(page, name) == ("" if is_back else CHOICES[name])
    assert bool(find(page, name).value) is not is_back

"""Choices in the URL, as the browser and Streamlit tell of them."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.pages.conftest import run_with

PAGE = """
import streamlit as st
from pages.parts.url_choice import (
    choose_in_box, choose_segment, choose_yes, enter_words, put_in_url
)

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

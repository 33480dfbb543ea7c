"""What stands around every page: the style sheet, its colours, and the mark of a sample project."""

from functools import cache
from pathlib import Path

import streamlit as st

from pages.parts.annotator import render_remembering
from pages.parts.store import current_store
from pages.parts.visits import note_run

_STYLE = Path(__file__).with_name("style.css")

_COLOURS = {
    "--trek-primary": "primaryColor",
    "--trek-ground": "backgroundColor",
    "--trek-panel": "secondaryBackgroundColor",
    "--trek-text": "textColor",
    "--trek-link": "linkColor",
    "--trek-border": "borderColor",
    **{
        f"--trek-{name}-{place}": f"{name}{option}"
        for name in ("gray", "green", "red", "orange", "blue")
        for place, option in (("text", "TextColor"), ("ground", "BackgroundColor"))
    },
}
"""CSS variable -> theme option; Streamlit offers its own variables to components only."""


def render_frame() -> None:
    """Load the style sheet, and say so where the cases are invented."""
    note_run()
    with st.container(key="frame"):
        st.html(_STYLE)
        st.html(_colour_style())
        render_remembering()
        if current_store().is_sample:
            st.html('<div class="trek-sample">Sample project: every case here is invented</div>')


@cache
def _colour_style() -> str:
    variables = "".join(
        f"{variable}: light-dark({_theme('light', option)}, {_theme('dark', option)});"
        for variable, option in _COLOURS.items()
    )
    return f"<style>.stApp {{ {variables} }}</style>"


def _theme(mode: str, option: str) -> str:
    return str(st.get_option(f"theme.{mode}.{option}") or "currentColor")

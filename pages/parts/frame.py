"""What stands around every page: the style sheet, its colours, and the mark of a sample project."""

from functools import cache
from pathlib import Path

import streamlit as st

from pages.parts.annotator import render_remembering
from pages.parts.refusal import render_refusal
from pages.parts.sign_in import do_people_sign_in, find_signed_in, render_signed_in
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from pages.parts.visits import note_run
from review_db.cli.serve import is_loopback
from trek_core.errors import TrekError

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
    """Load the style sheet, and say who is here, and where cases are invented or open to all."""
    note_run()
    with st.container(key="frame"):
        st.html(_STYLE)
        st.html(_colour_style())
        render_remembering()
    with st.container(key="frame-marks", horizontal=True, vertical_alignment="center"):
        for words in _list_marks():
            render_template("mark.html", words=words)
        if do_people_sign_in() and (name := find_signed_in()):
            render_signed_in(name)


def _list_marks() -> list[str]:
    marks = []
    if current_store().is_sample:
        marks.append("Sample project: every case here is invented")
    if not is_loopback(st.get_option("server.address") or "") and not do_people_sign_in():
        marks.append("Open to the network: nobody has to sign in")
    return marks


def render_unusable(error: TrekError) -> None:
    """Say in one sentence why there is no page, such as a database that cannot be used."""
    render_refusal(error)


@cache
def _colour_style() -> str:
    variables = "".join(
        f"{variable}: light-dark({_theme('light', option)}, {_theme('dark', option)});"
        for variable, option in _COLOURS.items()
    )
    return f"<style>.stApp {{ {variables} }}</style>"


def _theme(mode: str, option: str) -> str:
    return str(st.get_option(f"theme.{mode}.{option}") or "currentColor")

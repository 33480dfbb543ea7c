"""Who is reviewing: a name kept in a cookie of this browser, never in the URL."""

from urllib.parse import unquote

import streamlit as st

from pages.parts.browser import remember_annotator
from pages.parts.store import current_store
from trek_core.errors import TrekError

COOKIE = "trek_annotator"
_KEY = "annotator"


def current_annotator() -> str | None:
    """The annotator of this browser, None when nobody has said who they are."""
    if _KEY not in st.session_state:
        st.session_state[_KEY] = _name_in_cookie()
    return st.session_state[_KEY] or None


def render_who() -> None:
    """Show who is reviewing, with a way to say that it is somebody else."""
    name = st.session_state.get(_KEY)
    if not name:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", width="content"):
        st.text(name)
        st.button("Not you?", key="annotator-not-you", type="tertiary", on_click=_forget)


def render_who_are_you() -> None:
    """Ask for the annotator's name."""
    st.subheader("Who is reviewing?")
    st.text("Your name stands beside every answer you give. This browser remembers it.")
    with st.form("annotator-form", border=False):
        st.text_input("Your name", key="annotator-name", max_chars=80)
        st.form_submit_button("Start reviewing", type="primary", on_click=_take_name)
    if problem := st.session_state.pop("annotator-problem", None):
        st.error(problem)


def render_remembering() -> None:
    """Keep the cookie in step with the name; shows nothing."""
    remember_annotator(COOKIE, current_annotator() or "")


def _name_in_cookie() -> str:
    name = unquote(st.context.cookies.get(COOKIE, ""))
    try:
        return current_store().add_annotator(name) if name else ""
    except TrekError:
        return ""


def _take_name() -> None:
    try:
        st.session_state[_KEY] = current_store().add_annotator(st.session_state["annotator-name"])
    except TrekError:
        st.session_state["annotator-problem"] = "Enter a name of 1 to 80 characters."


def _forget() -> None:
    st.session_state[_KEY] = ""

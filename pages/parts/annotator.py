"""Who is reviewing: whoever signed in; on one's own machine, the name in this browser's cookie.

The name is never in the URL.
"""

from urllib.parse import unquote

import streamlit as st

from pages.parts.browser import remember_annotator
from pages.parts.sign_in import do_people_sign_in, find_signed_in
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from trek_core.errors import NameRefusedError, TrekError

COOKIE = "trek_annotator"
_KEY = "annotator"


def current_annotator() -> str | None:
    """The annotator of this browser, None when nobody has said who they are.

    Where people sign in it is who did, and neither a cookie nor a form makes it anybody else.
    """
    if do_people_sign_in():
        return find_signed_in()
    if _KEY not in st.session_state:
        st.session_state[_KEY] = _name_in_cookie()
    return st.session_state[_KEY] or None


def render_who() -> None:
    """Show who is reviewing, with a way to say that it is somebody else.

    Where people sign in, the frame says it on every page.
    """
    name = current_annotator()
    if not name or do_people_sign_in():
        return
    with st.container(
        horizontal=True,
        vertical_alignment="center",
        gap="small",
        width="content",
        key="annotator-who",
    ):
        st.text(name)
        st.button("Not you?", key="annotator-not-you", type="tertiary", on_click=_forget)


def render_who_are_you(
    title: str = "Who is reviewing?", go_on: str = "Start reviewing", *, level: int = 1
) -> None:
    """Ask for the annotator's name; where people sign in there is nothing to ask.

    `go_on` is ours, for Streamlit reads Markdown in it. `level` is 2 below a page's title.
    """
    if do_people_sign_in():
        render_template("problem.html", sentence="Sign in first.")
        return
    render_template("heading.html", text=title, level=level)
    st.text("Your name stands beside everything you do here. This browser remembers it.")
    with st.form("annotator-form", border=False):
        st.text_input("Your name", key="annotator-name", max_chars=80, width=400)
        st.form_submit_button(go_on, type="primary", on_click=_take_name)
    if problem := st.session_state.pop("annotator-problem", None):
        render_template("problem.html", sentence=problem)


def render_remembering() -> None:
    """Keep the cookie in step with the name; shows nothing."""
    if do_people_sign_in():
        return
    remember_annotator(COOKIE, current_annotator() or "")


def _name_in_cookie() -> str:
    """The name in this browser's cookie, empty where there is none that can be one.

    Raises `StoreError` where the database cannot be asked: drawn for nobody, a page would withhold
    nothing of what its annotator judges blind.
    """
    name = _read_cookie()
    try:
        return current_store().add_annotator(name) if name else ""
    except NameRefusedError:
        return ""


def _read_cookie() -> str:
    return unquote(st.context.cookies.get(COOKIE, ""))


def _take_name() -> None:
    try:
        st.session_state[_KEY] = current_store().add_annotator(st.session_state["annotator-name"])
    except TrekError as error:
        st.session_state["annotator-problem"] = str(error)


def _forget() -> None:
    st.session_state[_KEY] = ""

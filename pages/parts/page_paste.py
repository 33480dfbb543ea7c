"""Adding by hand the text of a page that no snapshot has."""

import streamlit as st

from pages.parts.answers import compute_case_key
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from trek_core.errors import TrekError


def render_page_paste(case_id: str, urls: list[str], annotator: str) -> None:
    """Offer a form for the text of one of these pages; nothing where every page has its text."""
    if not urls:
        return
    key = f"paste-{compute_case_key(case_id)}-{len(urls)}"  # a page that was added leaves it empty
    with (
        st.expander("Add a page's text by hand", icon=":material/content_paste:", key=key),
        st.form(f"{key}-form", border=False, enter_to_submit=False),
    ):
        st.selectbox(
            "Page without text", urls, index=None, key=f"{key}-url", placeholder="Choose a page"
        )
        st.text_area(
            "Its text", key=f"{key}-text", height=120,
            placeholder="Open the page, copy what it says, paste it here",
            help="Kept with your name and the time. Probes read it as the page from now on.",
        )  # fmt: skip
        st.text_input("The date the page gives", key=f"{key}-date", placeholder="2025-03-14")
        if problem := st.session_state.get(f"{key}-problem"):
            render_template("problem.html", sentence=problem)
        st.form_submit_button(
            "Keep the text", type="primary", on_click=_keep, args=(annotator, key)
        )


def _keep(annotator: str, key: str) -> None:
    url = st.session_state.get(f"{key}-url")
    if url is None:
        st.session_state[f"{key}-problem"] = "Not kept: choose the page whose text it is."
        return
    text = str(st.session_state.get(f"{key}-text") or "")
    date = str(st.session_state.get(f"{key}-date") or "").strip() or None
    try:
        current_store().paste_page(url, text, annotator, date=date)
    except TrekError as error:
        st.session_state[f"{key}-problem"] = f"Not kept: {error}"

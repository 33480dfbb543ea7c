"""Adding by hand the text of a page that has none, or correcting one that was added."""

import hashlib
from collections.abc import Mapping

import streamlit as st

from pages.parts.answers import compute_case_key
from pages.parts.probe_pages import say_no_text, say_source
from pages.parts.sign_in import who_acts
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from trek_core.cases import Document
from trek_core.counted import count_of
from trek_core.errors import TrekError

PASTED = "pasted"

_KEPT = "page-paste-kept"  # (case id, place, sentence) of the last text kept in this session


def may_be_pasted(document: Document | None) -> bool:
    """Whether a page's text may come from hand: there is none, or a person pasted what there is."""
    return document is None or not document.text or document.origin == PASTED


def render_page_paste(
    case_id: str, place: str, pages: Mapping[str, Document | None], annotator: str
) -> None:
    """Offer a form for the text of one of these pages, by address; nothing without any.

    `place` names the list of pages that it stands below.
    """
    if not pages:
        return
    kept = st.session_state.get(_KEPT)
    is_missing = any(_is_missing(document) for document in pages.values())
    key = f"paste-{place}-{compute_case_key(case_id)}-{_compute_state(pages)}"
    with st.container(key=f"page-paste-{place}", gap="xsmall"):
        if kept and kept[:2] == (case_id, place):
            render_template("kept.html", sentence=kept[2])
        title = "Add a page's text by hand" if is_missing else "Correct a page's pasted text"
        with st.expander(title, icon=":material/content_paste:", key=key):
            _render_form(case_id, place, pages, annotator, key)


def _render_form(
    case_id: str, place: str, pages: Mapping[str, Document | None], annotator: str, key: str
) -> None:
    missing = [url for url, document in pages.items() if _is_missing(document)]
    only = missing or list(pages)
    url = st.selectbox(
        "Page",
        list(pages),
        index=list(pages).index(only[0]) if len(only) == 1 else None,
        format_func=lambda each: f"{each} ({_describe(pages[each])})",
        key=f"{key}-url",
        placeholder="Choose a page",
    )
    document = pages.get(url) if url else None
    # A form of its own for each page, so that a text cannot end up with another.
    form = f"{key}-{hashlib.sha256((url or '').encode()).hexdigest()[:8]}"
    with st.form(f"{form}-form", border=False, enter_to_submit=False):
        st.text_area(
            "Its text", (document and document.text) or "", key=f"{form}-text", height=120,
            placeholder="Open the page, copy what it says, paste it here",
            help="Kept with your name and the time. Probes read it as the page from now on; what "
            "was pasted before stays in the database.",
        )  # fmt: skip
        st.text_input(
            "The date the page gives", (document and document.date) or "", key=f"{form}-date",
            placeholder="2025-03-14",
        )  # fmt: skip
        if problem := st.session_state.get(f"{key}-problem"):
            render_template("problem.html", sentence=problem)
        st.form_submit_button(
            "Keep the text", type="primary", on_click=_keep,
            args=(case_id, place, url, annotator, key, form),
        )  # fmt: skip


def _keep(case_id: str, place: str, url: str | None, annotator: str, key: str, form: str) -> None:
    if url is None:
        st.session_state[f"{key}-problem"] = "Not kept: choose the page whose text it is."
        return
    text = str(st.session_state.get(f"{form}-text") or "")
    date = str(st.session_state.get(f"{form}-date") or "").strip() or None
    try:
        kept = current_store().paste_page(url, text, annotator, date=date, by=who_acts(annotator))
    except TrekError as error:
        st.session_state[f"{key}-problem"] = f"Not kept: {error}"
        return
    said = f"Kept, {count_of(len(kept.text or ''), 'character')} of {url}, {say_source(kept)}."
    st.session_state[_KEPT] = (case_id, place, said)


def _is_missing(document: Document | None) -> bool:
    return document is None or not document.text


def _describe(document: Document | None) -> str:
    if document is None:
        return say_no_text(None)
    return say_source(document) if document.text else say_no_text(document.status)


def _compute_state(pages: Mapping[str, Document | None]) -> str:
    """Changes with every text that is kept, which leaves an empty form."""
    state = [(url, document and document.fetched_at) for url, document in pages.items()]
    return hashlib.sha256(repr(state).encode("utf-8", "surrogatepass")).hexdigest()[:8]

"""Review: one case, its evidence on the left and the checklist on the right."""

import streamlit as st

from pages.parts.annotator import current_annotator, render_who, render_who_are_you
from pages.parts.checklist import render_checklist
from pages.parts.evidence import render_evidence
from pages.parts.links import page_link
from pages.parts.probe_offer import announce
from pages.parts.save_bar import find_next
from pages.parts.settling import ask_again_after_restart
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from review_db.store import StoredCase
from trek_core.errors import CaseNotFoundError


def render() -> None:
    """Show the case in the URL, or the annotator's next one."""
    annotator = current_annotator()
    if annotator is None:
        render_who_are_you()
        return
    case_id = st.query_params.get("case")
    if case_id is None:
        _go_to_next(annotator)
        return
    if next_id := find_next(case_id):
        st.query_params["case"] = next_id
        st.rerun()
    try:
        stored = current_store().load_case(case_id)
    except CaseNotFoundError:
        st.subheader("No such case here")
        render_template("case_id.html", case_id=case_id)
        page_link("cases", "All cases", icon=":material/list_alt:")
        return
    ask_again_after_restart()
    _render_toolbar(stored)
    left, right = st.columns([3, 2], gap="small")
    with left, st.container(key="evidence", border=True):
        render_evidence(stored, annotator)
    with right, st.container(key="checklist", border=True):
        render_checklist(stored, annotator)


def _go_to_next(annotator: str) -> None:
    following = current_store().next_case(annotator)
    if following.case_id is not None:
        announce(following)
        st.query_params["case"] = following.case_id
        st.rerun()
    st.subheader("Nothing left to review")
    st.text(following.reason)
    page_link("cases", "All cases", icon=":material/list_alt:")
    page_link("agreement", "Agreement", icon=":material/handshake:")


def _render_toolbar(stored: StoredCase) -> None:
    case = stored.record.case
    with st.container(
        key="toolbar", horizontal=True, vertical_alignment="center", gap="small", wrap=False
    ):
        render_template("toolbar.html", case=case)
        render_who()
        before, after = current_store().neighbours(case.case_id)
        for word, icon, neighbour in (
            ("Previous", ":material/chevron_left:", before),
            ("Next", ":material/chevron_right:", after),
        ):
            st.button(
                word, key=f"browse-{word.lower()}", icon=icon, disabled=neighbour is None,
                on_click=_show_case, args=(neighbour,), type="tertiary",
            )  # fmt: skip


def _show_case(case_id: str) -> None:
    st.query_params["case"] = case_id

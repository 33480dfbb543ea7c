"""Adjudicate: the cases of a round on which people differ, and what is decided about them."""

import streamlit as st

from pages.parts.adjudication_case import load_hidden_view, render_adjudication
from pages.parts.adjudication_list import render_list
from pages.parts.annotator import current_annotator, render_who, render_who_are_you
from pages.parts.evidence import render_evidence
from pages.parts.links import open_page
from pages.parts.round_address import current_round, show_case
from pages.parts.round_reads import load_disagreements
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from pages.parts.withholding import say_withheld
from review_db.access import say_needed
from review_db.store import CaseView, Disagreement, Round
from trek_core.errors import CaseNotFoundError, StoreError


def render() -> None:
    """Show the disagreements of the round in the URL, or the case there."""
    lead = current_annotator()
    if lead is None:
        render_who_are_you("Who is deciding?", "Go on")
        return
    store = current_store()
    if not store.may("decide", lead):
        render_template("heading.html", text="For leads", level=1)
        st.text(say_needed(lead, "decide"))
        return
    try:
        its_round = store.load_round(current_round())
    except StoreError as error:
        render_template("heading.html", text="No such round here", level=1)
        st.text(str(error))
        return
    case_id = st.query_params.get("case")
    if case_id is None:
        render_list(its_round)
        return
    try:
        view = store.load_case_for(case_id, lead)
    except CaseNotFoundError as error:
        render_template("heading.html", text="No such case here", level=1)
        st.text(str(error))
        return
    if view.is_blind:
        render_template("heading.html", text=f"{say_withheld(view).capitalize()} yourself", level=1)
        st.text("What the others answered is shown once that is over.")
        return
    _render_case(view, lead, its_round)


def _render_case(view: CaseView, lead: str, its_round: Round) -> None:
    case_id = view.record.case.case_id
    differing = load_disagreements(its_round.name)
    _render_toolbar(view, its_round, differing)
    left, right = st.columns([1, 1], gap="small")
    with left, st.container(key="evidence", border=True):
        render_evidence(load_hidden_view(view, lead, its_round.name), lead, its_round.name)
    with right, st.container(key="checklist", border=True):
        found = next((each for each in differing if each.case_id == case_id), None)
        render_adjudication(view, lead, its_round, found)


def _render_toolbar(view: CaseView, its_round: Round, differing: list[Disagreement]) -> None:
    case = view.record.case
    with st.container(
        key="toolbar", horizontal=True, vertical_alignment="center", gap="small", wrap=False
    ):
        render_template(
            "toolbar.html",
            case=case,
            round_name=its_round.name,
            mode="adjudication",
            is_training=its_round.is_training,
            state=its_round.state,
        )
        render_who()
        if st.button("All of them", key="adjudicate-list", icon=":material/list:", type="tertiary"):
            open_page("adjudicate", round=its_round.name)
        ids = [each.case_id for each in differing]
        here = ids.index(case.case_id) if case.case_id in ids else -1
        before = ids[here - 1] if here > 0 else None
        after = ids[here + 1] if here + 1 < len(ids) else None
        for word, icon, neighbour in (
            ("Previous", ":material/chevron_left:", before),
            ("Next", ":material/chevron_right:", after),
        ):
            st.button(
                word, key=f"browse-{word.lower()}", icon=icon, disabled=neighbour is None,
                on_click=show_case, args=(neighbour, its_round.name), type="tertiary",
            )  # fmt: skip

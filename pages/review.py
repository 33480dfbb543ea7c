"""Review: one case of a round, its evidence on the left and the checklist on the right."""

import streamlit as st

from pages.parts.annotator import current_annotator, render_who, render_who_are_you
from pages.parts.answers import compute_case_key, make_place
from pages.parts.checklist import render_checklist
from pages.parts.evidence import render_evidence
from pages.parts.filters import filter_query, read_filter
from pages.parts.lease import keep_lease
from pages.parts.links import page_link
from pages.parts.next_case import announce, find_next
from pages.parts.read_only import render_outside, say_why_outside, say_why_read_only
from pages.parts.round_address import MODE_WORDS, current_round, show_case
from pages.parts.settling import ask_again_after_restart
from pages.parts.skip_link import TO_THE_CHECKLIST, render_skip_link
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from pages.parts.withholding import say_withheld
from review_db.store import CaseView, Round
from trek_core.errors import CaseNotFoundError, StoreError

_MOST_LINKS = 8
"""Cases of a question that are to be judged elsewhere first and are named with a link."""


def render() -> None:
    """Show the case in the URL, or the annotator's next one."""
    annotator = current_annotator()
    if annotator is None:
        render_who_are_you()
        return
    try:
        its_round = current_store().load_round(current_round())
    except StoreError as error:
        _render_nothing("No such round here", str(error))
        return
    case_id = st.query_params.get("case")
    if case_id is None:
        _go_to_next(annotator, its_round.name)
        return
    if next_id := find_next(compute_case_key(case_id, its_round.name)):
        show_case(next_id, its_round.name)
        st.rerun()
    try:
        view = current_store().load_case_for(case_id, annotator, its_round.name)
    except CaseNotFoundError as error:
        render_template("heading.html", text="No such case here", level=1)
        st.text(str(error))
        page_link("cases", "All cases", icon=":material/list_alt:")
        return
    if view.withheld_elsewhere:
        _render_blind_elsewhere(view)
        return
    _render_case(view, annotator, its_round)


def _render_case(view: CaseView, annotator: str, its_round: Round) -> None:
    case_id = view.record.case.case_id
    outside = say_why_outside(case_id, annotator, its_round)
    read_only = say_why_read_only(its_round)
    with st.container(key="review-unseen"):  # takes no room, see style.css
        ask_again_after_restart()
        if not (outside or read_only):
            judgement = current_store().load_judgement(case_id, annotator, its_round.name)
            keep_lease(make_place(judgement, case_id))
    render_skip_link("To the checklist", TO_THE_CHECKLIST)
    _render_toolbar(view, its_round)
    left, right = st.columns([3, 2], gap="small")
    with left, st.container(key="evidence", border=True):
        render_evidence(view, annotator, its_round.name)
    with right, st.container(key="checklist", border=True):
        if outside:
            render_outside(case_id, annotator, outside)
        else:
            render_checklist(view, annotator, its_round, read_only)


def _go_to_next(annotator: str, round_name: str) -> None:
    try:
        following = current_store().claim_next(annotator, round_name, by=current_annotator())
    except StoreError as error:
        _render_nothing("Nothing to review now", str(error))
        return
    if following.case_id is not None:
        announce(following, round_name)
        show_case(following.case_id, round_name)
        st.rerun()
    _render_nothing("Nothing left to review", following.reason)


def _render_nothing(title: str, why: str) -> None:
    render_template("heading.html", text=title, level=1)
    st.text(why)
    page_link("cases", "All cases", icon=":material/list_alt:")
    page_link("agreement", "Agreement", icon=":material/handshake:")


def _render_blind_elsewhere(view: CaseView) -> None:
    render_template("heading.html", text=say_withheld(view).capitalize(), level=1)
    st.text("Here it would show what is withheld from you there. It opens when that is done.")
    for each in view.withheld_elsewhere[:_MOST_LINKS]:
        which = f", {each.case_id}" if view.withheld_for_another else ""
        render_template("note.html", text=f"In the round “{each.round}”{which}:")
        words = "Look at it there" if each.is_handed_in else "Judge it there"
        page_link(
            "review", words, icon=":material/fact_check:", case=each.case_id, round=each.round
        )
    page_link("cases", "All cases", icon=":material/list_alt:")


def _render_toolbar(view: CaseView, its_round: Round) -> None:
    case, name = view.record.case, its_round.name
    with st.container(
        key="toolbar", horizontal=True, vertical_alignment="center", gap="small", wrap=False
    ):
        render_template(
            "toolbar.html",
            case=case,
            round_name=name,
            mode=MODE_WORDS[its_round.mode],
            is_training=its_round.is_training,
            state=its_round.state,
        )
        page_link(
            "case", "All about this case", icon=":material/manage_search:",
            **filter_query(read_filter()), case=case.case_id,
        )  # fmt: skip
        render_who()
        before, after = current_store().neighbours(case.case_id, name)
        for word, icon, neighbour in (
            ("Previous", ":material/chevron_left:", before),
            ("Next", ":material/chevron_right:", after),
        ):
            st.button(
                word, key=f"browse-{word.lower()}", icon=icon, disabled=neighbour is None,
                on_click=show_case, args=(neighbour, name), type="tertiary",
            )  # fmt: skip

"""The checklist pane of Review: steps that open in order, and what follows from the answers."""

from dataclasses import replace

import streamlit as st

from pages.parts.annotator import current_annotator
from pages.parts.answers import compute_case_key, make_place
from pages.parts.browser import listen_for_keys
from pages.parts.checklist_form import Form
from pages.parts.checklist_steps import render_step
from pages.parts.evidence import CASE_PROBES, list_pages
from pages.parts.evidence_entries import ADD_EVIDENCE
from pages.parts.judgement_news import render_news, render_outcome_of_handing_in
from pages.parts.next_case import find_next, find_reason
from pages.parts.probe_offer import list_citable
from pages.parts.probe_reads import load_answered_probes
from pages.parts.probe_request import when_requested
from pages.parts.round_address import is_shown
from pages.parts.save_bar import remember_shown, render_save_bar, when_refused
from pages.parts.shortcuts import key_bindings
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from pages.parts.withholding import say_until
from pages.parts.words import STATE_WORDS
from review_db.store import CaseView, Round, StoredJudgement
from trek_core.checklist import GUIDELINE, evaluate

_HANDED_IN = "handed-in"
"""The key of what is to be seen once an answer is in."""


@st.fragment(key="checklist-fragment")
def render_checklist(drawn: CaseView, annotator: str, its_round: Round, read_only: str) -> None:
    """Show the checklist of one case for one annotator; reruns alone with every answer.

    `drawn` is what the evidence beside it shows; `read_only` says why nothing can be changed.
    """
    case_id = drawn.record.case.case_id
    case_key = compute_case_key(case_id, its_round.name)
    gone = current_annotator() != annotator  # signed out meanwhile: the whole page asks who is here
    if gone or not is_shown(case_id, its_round.name) or find_next(case_key):
        st.rerun()
    judgement = current_store().load_judgement(case_id, annotator, its_round.name)
    view = _look_again(drawn, annotator, its_round.name)
    place = make_place(judgement, case_id)
    evaluation = evaluate(judgement.answers, view.facts, was_handed_in=judgement.is_finished)
    pages = list_pages(view.record.case, view.record.probes)
    numbers = {page.url: page.number for page in pages if page.number}
    form = Form(
        place, judgement.answers, view.facts, evaluation, numbers, judgement.is_finished,
        bool(read_only),
    )  # fmt: skip
    form.citable = list_citable(
        view, annotator, its_round.name, judgement.answers, evaluation.status
    )
    form.withheld_until = say_until(view)
    remember_shown(case_key)
    _render_progress(annotator, judgement, place.case_key)
    render_news(judgement, view, read_only)
    with st.container(key=_HANDED_IN):
        render_outcome_of_handing_in(judgement, view, its_round)
    for guidance in GUIDELINE:
        render_step(form, guidance, evaluation)
    stays = its_round.is_training or (
        view.is_blind and view.mode == "blind_then_reveal" and not view.waits_for
    )
    controls = render_save_bar(form, judgement, may_reveal=view.may_reveal, stays=stays)
    refused_at = when_refused(case_key)
    missing = form.find_open_item(problem.field for problem in evaluation.problems)
    listen_for_keys(
        {
            "case": place.case_key,
            "revision": place.revision,
            "stage": f"{form.locked} {judgement.revealed_at}",
            "items": form.items,
            "reveal": [
                {"pane": "evidence", "key": CASE_PROBES, "at": when_requested(case_id)},
                {"pane": "checklist", "key": _HANDED_IN, "at": _when_handed_in(judgement)},
            ],
            "attention": {"key": missing, "at": refused_at} if refused_at else None,
            "controls": {
                **controls,
                "evidence": ADD_EVIDENCE,
                "previous_case": "browse-previous",
                "next_case": "browse-next",
            },
            "bindings": key_bindings(),
        }
    )


def _when_handed_in(judgement: StoredJudgement) -> str | None:
    """When there was last something new to see of what was handed in; None for a draft."""
    if not judgement.is_finished:
        return None
    return f"{judgement.submission.submitted_at} {judgement.revealed_at}"


def _look_again(drawn: CaseView, annotator: str, round_name: str) -> CaseView:
    """The case as it may be seen by now; draws the evidence anew where that is not as drawn."""
    case_id = drawn.record.case.case_id
    if not drawn.is_blind:
        return replace(
            drawn, facts=replace(drawn.facts, probes_run=frozenset(load_answered_probes(case_id)))
        )
    view = current_store().load_case_for(case_id, annotator, round_name)
    if (view.is_blind, view.shown_probes) != (drawn.is_blind, drawn.shown_probes):
        st.rerun()
    return view


def _render_progress(annotator: str, judgement: StoredJudgement, case_key: str) -> None:
    progress = current_store().count_progress(annotator, judgement.round)
    state = STATE_WORDS.get(judgement.state, judgement.state).lower()
    st.progress(
        progress.done / progress.total if progress.total else 0.0,
        text=f"{progress.done} of {progress.total} cases done by you · this one: {state}",
    )
    if reason := find_reason(case_key):
        render_template("note.html", text=reason)

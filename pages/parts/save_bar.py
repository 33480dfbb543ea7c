"""The bar below the checklist: undo, the keys, what was saved, and Save."""

import time

import streamlit as st

from pages.parts.answers import (
    Place,
    Slot,
    describe_saved,
    note_saved,
    report_problem,
    save_pending,
    take_problem,
)
from pages.parts.checklist_form import Form
from pages.parts.probe_offer import announce
from pages.parts.shortcuts import SHORTCUTS
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from review_db.store import StoredJudgement
from trek_core.errors import TrekError
from trek_core.taxonomy import OUTCOME_TITLES

SAVE_REST_SECONDS = 0.4
"""A Save this soon after a case appeared was meant for the case before it."""

_SHOWN = "review-shown"  # (case_id, when it appeared)
_LEFT = "review-left"  # (case_id, the case its Save or Undo went on to)
_REFUSED = "review-refused"  # (case_id, when a Save was refused because something is missing)


def remember_shown(case_id: str) -> None:
    """Note when a case first appeared in this session."""
    shown = st.session_state.get(_SHOWN)
    if not shown or shown[0] != case_id:
        st.session_state[_SHOWN] = (case_id, time.monotonic())


def when_refused(case_id: str) -> float | None:
    """When a Save of this case was last refused in this session."""
    case, at = st.session_state.get(_REFUSED, (None, None))
    return at if case == case_id else None


def render_save_bar(form: Form, judgement: StoredJudgement) -> None:
    """Show what the last press did, the "Saved" line, and the buttons."""
    place = form.place
    with st.container(key="save-bar", gap="xsmall"):
        if problem := take_problem(place.case_id):
            render_template("problem.html", sentence=problem)
        with st.container(horizontal=True, vertical_alignment="center", wrap=False, gap="small"):
            st.button(
                "Undo", key=f"undo-{place.case_key}", icon=":material/undo:",
                on_click=_undo, args=(place,),
            )  # fmt: skip
            with st.popover("Keys", key="keys-help"):
                render_template("keys.html", shortcuts=SHORTCUTS)
            saved = describe_saved(place.case_id, judgement)
            render_template("saved.html", saved=saved, ready=_describe_ready(form))
            if form.locked:
                st.button("Reopen", key=f"reopen-{place.case_key}", on_click=_reopen, args=(place,))
                st.button(
                    "Next case", key=f"save-{place.case_key}", type="primary",
                    on_click=_go_on, args=(place,),
                )  # fmt: skip
            else:
                st.button(
                    "Save and next", key=f"save-{place.case_key}", type="primary",
                    on_click=_submit, args=(place, form.slots),
                )  # fmt: skip


def _describe_ready(form: Form) -> str:
    """What would be handed in, once nothing is missing; empty before."""
    evaluation = form.evaluation
    if form.locked or evaluation.problems or evaluation.outcome is None:
        return ""
    labels = " + ".join(evaluation.labels) or "labels undetermined"
    is_blamed = evaluation.retrieval_side is not None
    return labels if is_blamed else OUTCOME_TITLES[evaluation.outcome]


def _submit(place: Place, slots: list[Slot]) -> None:
    shown = st.session_state.get(_SHOWN)
    if shown and shown[0] == place.case_id and time.monotonic() - shown[1] < SAVE_REST_SECONDS:
        return
    if not save_pending(place, slots):
        return
    try:
        current_store().submit(place.case_id, place.annotator)
    except TrekError as error:
        report_problem(place.case_id, str(error))
        st.session_state[_REFUSED] = (place.case_id, time.time())
        return
    _go_on(place)


def _go_on(place: Place) -> None:
    following = current_store().next_case(place.annotator, place.case_id)
    if following.case_id is None:
        report_problem(place.case_id, following.reason)
    else:
        announce(following)
        _leave_for(place.case_id, following.case_id)


def _leave_for(case_id: str, next_id: str) -> None:
    st.session_state[_LEFT] = (case_id, next_id)
    st.query_params["case"] = next_id


def find_next(case_id: str) -> str | None:
    """Where the person was sent from this case, until they are there.

    What they press on the way comes with the old address, which would bring the case back.
    """
    left, next_id = st.session_state.get(_LEFT, (None, None))
    if next_id == case_id:
        del st.session_state[_LEFT]
    return next_id if left == case_id else None


def _undo(place: Place) -> None:
    try:
        undone = current_store().undo(place.case_id, place.annotator)
    except TrekError as error:
        report_problem(place.case_id, str(error))
        return
    if undone is None:
        report_problem(place.case_id, "Nothing of yours to undo on this case.")
        return
    report_problem(undone.case_id, undone.what)
    if undone.case_id != place.case_id:
        _leave_for(place.case_id, undone.case_id)


def _reopen(place: Place) -> None:
    try:
        note_saved(place.case_id, current_store().reopen(place.case_id, place.annotator))
    except TrekError as error:
        report_problem(place.case_id, str(error))

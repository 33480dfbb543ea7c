"""The bar below the checklist: what one may do with the case, what was saved, and Save."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import streamlit as st

from pages.parts.answers import (
    Place,
    Slot,
    describe_saved,
    note_saved,
    report_done,
    report_problem,
    save_pending,
)
from pages.parts.case_marks import render_comments, render_flag, render_skip
from pages.parts.checklist_form import Form
from pages.parts.conflict import render_conflict
from pages.parts.history import render_history
from pages.parts.next_case import find_came_from, go_on, leave_for
from pages.parts.said import render_said
from pages.parts.shortcuts import SHORTCUTS
from pages.parts.sign_in import who_acts
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from review_db.store import StoredJudgement
from trek_core.errors import TrekError
from trek_core.taxonomy import OUTCOME_TITLES

SAVE_REST_SECONDS = 0.4
"""A Save this soon after a case appeared was meant for the case before it."""

_SHOWN = "review-shown"  # (case key, when it appeared)
_REFUSED = "review-refused"  # (case key, when a Save was refused because something is missing)


def remember_shown(case_key: str) -> None:
    """Note when a case first appeared in this session."""
    shown = st.session_state.get(_SHOWN)
    if not shown or shown[0] != case_key:
        st.session_state[_SHOWN] = (case_key, time.monotonic())


def when_refused(case_key: str) -> float | None:
    """When a Save of this case was last refused in this session."""
    case, at = st.session_state.get(_REFUSED, (None, None))
    return at if case == case_key else None


def render_save_bar(
    form: Form, judgement: StoredJudgement, *, may_reveal: bool, stays: bool
) -> dict[str, str]:
    """Show what the last press did, the "Saved" line, and the buttons.

    `stays`: handing in does not go on, for there is something to see first. Returns which control
    does what, for the keys.
    """
    place = form.place
    with st.container(key="save-bar", gap="xsmall"):
        # A place of its own, empty too: what stands below keeps its place as this comes and goes,
        # where the browser would show it twice for a moment.
        with st.container(gap="xsmall"):
            render_said(place.case_key)
            render_conflict(place)
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            controls = _render_tools(form, judgement)
        with st.container(horizontal=True, vertical_alignment="center", wrap=False, gap="small"):
            saved = describe_saved(place.case_key, judgement)
            render_template("saved.html", saved=saved, ready=_describe_ready(form))
            controls["save"] = _render_going_on(form, judgement, may_reveal=may_reveal, stays=stays)
    return controls


def _render_tools(form: Form, judgement: StoredJudgement) -> dict[str, str]:
    place, can_change = form.place, not form.read_only
    if can_change:
        st.button(
            "Undo", key=f"undo-{place.case_key}", icon=":material/undo:", type="tertiary",
            on_click=_undo, args=(place,),
        )  # fmt: skip
    controls = {"undo": f"undo-{place.case_key}", "help": "keys-help"}
    if not form.locked:
        controls["skip"] = render_skip(place)
    if can_change:
        controls["flag"] = render_flag(place, judgement)
    render_comments(place)
    render_history(place, judgement, locked=form.locked)
    with st.popover("Keys", icon=":material/keyboard:", key="keys-help", type="tertiary"):
        render_template("keys.html", shortcuts=SHORTCUTS)
    return controls


def _render_going_on(
    form: Form, judgement: StoredJudgement, *, may_reveal: bool, stays: bool
) -> str:
    """The buttons that hand in or go on; returns the key of the main one."""
    place, key = form.place, f"save-{form.place.case_key}"
    if not form.locked:
        word = "Hand in" if stays else "Save and next"
        return _main(word, key, _submit, place, form.slots, stays)
    if judgement.is_finished and not form.read_only:
        st.button("Reopen", key=f"reopen-{place.case_key}", on_click=_reopen, args=(place,))
        if may_reveal:
            # Not the key of Save: the second of two clicks there must reveal nothing.
            reveal = f"save-reveal-{place.case_key}"
            return _main("Reveal TrekTrace's attribution", reveal, _reveal, place)
    return _main("Next case", key, go_on, place)


def _main(word: str, key: str, act: Callable[..., None], *args: Any) -> str:
    st.button(word, key=key, type="primary", on_click=act, args=args)
    return key


def _describe_ready(form: Form) -> str:
    """What would be handed in, once nothing is missing; empty before."""
    evaluation = form.evaluation
    if form.locked or evaluation.problems or evaluation.outcome is None:
        return ""
    labels = " + ".join(evaluation.labels) or "labels undetermined"
    is_blamed = evaluation.retrieval_side is not None
    aside = " · to be discussed" if evaluation.unsure else ""
    return (labels if is_blamed else OUTCOME_TITLES[evaluation.outcome]) + aside


def _submit(place: Place, slots: list[Slot], stays: bool) -> None:
    shown = st.session_state.get(_SHOWN)
    if shown and shown[0] == place.case_key and time.monotonic() - shown[1] < SAVE_REST_SECONDS:
        return
    if not save_pending(place, slots):
        return
    try:
        note_saved(
            place.case_key,
            current_store().submit(
                place.case_id, place.annotator, round=place.round, by=who_acts(place.annotator)
            ),
        )
    except TrekError as error:
        report_problem(place.case_key, str(error))
        st.session_state[_REFUSED] = (place.case_key, time.time())
        return
    if not stays:
        go_on(place)


def _undo(place: Place) -> None:
    try:
        undone = current_store().undo(
            place.case_id, place.annotator, round=place.round, by=who_acts(place.annotator),
            came_from=find_came_from(place.case_key),
        )  # fmt: skip
    except TrekError as error:
        report_problem(place.case_key, str(error))
        return
    if undone is None:
        report_problem(place.case_key, "Nothing of yours to undo on this case.")
        return
    where = replace(place, case_id=undone.case_id)
    report_done(where.case_key, undone.what)
    if undone.case_id != place.case_id:
        leave_for(place, undone.case_id)


def _reopen(place: Place) -> None:
    try:
        saved = current_store().reopen(
            place.case_id, place.annotator, round=place.round, by=who_acts(place.annotator)
        )
        note_saved(place.case_key, saved)
    except TrekError as error:
        report_problem(place.case_key, str(error))


def _reveal(place: Place) -> None:
    try:
        saved = current_store().reveal(
            place.case_id, place.annotator, place.round, by=who_acts(place.annotator)
        )
        note_saved(place.case_key, saved)
    except TrekError as error:
        report_problem(place.case_key, str(error))

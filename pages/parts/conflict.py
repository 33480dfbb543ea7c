"""Two answers to one question, from two tabs perhaps: both shown, and the person says which."""

import streamlit as st

from pages.parts.answer_words import question_of, say_answer
from pages.parts.answers import (
    Conflict,
    Place,
    drop_conflict,
    find_conflict,
    keep_conflict,
    note_saved,
    refresh_widgets,
    report_problem,
    write_answer,
)
from pages.parts.untrusted import render_template
from trek_core.errors import StaleRevisionError, TrekError


def render_conflict(place: Place) -> None:
    """Show an answer that was not saved beside the one that is stored, if there is one."""
    conflict = find_conflict(place.case_key)
    if conflict is None:
        return
    field = conflict.slot.field
    render_template(
        "conflict.html",
        question=question_of(field),
        part=conflict.slot.part,
        mine=say_answer(field, conflict.mine),
        theirs=say_answer(field, conflict.theirs),
    )
    with st.container(horizontal=True, gap="small"):
        for word, key, act in (("Mine", "mine", _keep_mine), ("Theirs", "theirs", _take_theirs)):
            st.button(word, key=f"{key}-{place.case_key}", on_click=act, args=(place, conflict))


def _keep_mine(place: Place, conflict: Conflict) -> None:
    drop_conflict()
    try:
        saved = write_answer(place, conflict.slot, conflict.mine, conflict.theirs)
        note_saved(place.case_key, saved)
    except StaleRevisionError as stale:  # a third answer came meanwhile
        keep_conflict(conflict._replace(theirs=stale.theirs))
    except TrekError as error:
        report_problem(place.case_key, f"Not saved: {error}")
    refresh_widgets(place.case_key)


def _take_theirs(place: Place, _conflict: Conflict) -> None:
    drop_conflict()
    refresh_widgets(place.case_key)

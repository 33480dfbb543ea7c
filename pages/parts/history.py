"""A judgement's history: who, when, what; and the way back to an earlier revision."""

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from pages.parts.answer_words import question_of, say_answer
from pages.parts.answers import Place, local_time, note_saved, report_done, report_problem
from pages.parts.sign_in import who_acts
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from review_db.store import JudgementEvent, StoredJudgement
from trek_core.errors import TrekError

_KINDS = {
    "submit": "handed in",
    "reopen": "reopened",
    "import": "came with a file",
    "skip": "skipped",
    "unskip": "taken up again",
    "reveal": "TrekTrace's side revealed",
    "send_back": "sent back",
}


@dataclass(frozen=True)
class Revision:
    """One revision in words."""

    number: int
    who: str
    when: str
    what: str


def list_revisions(events: list[JudgementEvent], origins: Mapping[int, str]) -> list[Revision]:
    """The revisions of one judgement, oldest first; `origins` say what an answer came from."""
    found, number = [], 0
    for event in events:
        number += 1 + (event.new["earlier_revisions"] if event.kind == "import" else 0)
        when = f"{event.at[:10]} {local_time(event.at)}"
        origin = origins.get(event.event_id)
        what = f"{_say(event)} (from {origin})" if origin else _say(event)
        found.append(Revision(number, event.by or event.annotator, when, what))
    return found


def _say(event: JudgementEvent) -> str:
    undone = "undone: " if event.undoes else ""
    if event.kind == "answer" and event.field:
        page = f" ({event.part})" if event.part else ""
        answer = say_answer(event.field, event.new)
        return f"{undone}{question_of(event.field)}{page} {answer}"
    if event.kind == "flag":
        return f"{undone}" + ("flag off" if event.new is None else f"flagged: {event.new}")
    said = f": {event.new}" if event.kind == "skip" and event.new else ""
    if event.kind == "send_back" and event.new:
        said = f": {event.new.get('why', '')}"
    return f"{undone}{_KINDS.get(event.kind, event.kind)}{said}"


def render_history(place: Place, judgement: StoredJudgement, *, locked: bool) -> None:
    """Offer the history, read only when it is opened."""
    if st.button(
        "History", icon=":material/history:", key=f"history-{place.case_key}", type="tertiary",
        disabled=judgement.revision == 0,
    ):  # fmt: skip
        _show_history(place, locked)


@st.dialog("History", width="large")
def _show_history(place: Place, locked: bool) -> None:
    events = current_store().load_judgement_events(place.case_id, place.annotator, place.round)
    revisions = list_revisions(events, current_store().load_origins(place.case_id))
    render_template("history.html", revisions=revisions[::-1])
    earlier = [each.number for each in revisions[:-1]][::-1]
    if not earlier or locked:
        return
    key = f"restore-{place.case_key}-{place.revision}"
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.selectbox("Go back to revision", earlier, key=key, width=180)
        if st.button("Restore", key=f"{key}-go", on_click=_restore, args=(place, key)):
            st.rerun()  # closes this


def _restore(place: Place, key: str) -> None:
    number = int(st.session_state[key])
    try:
        saved = current_store().restore(
            place.case_id, place.annotator, place.round, number, by=who_acts(place.annotator)
        )
    except TrekError as error:
        report_problem(place.case_key, str(error))
        return
    note_saved(place.case_key, saved)
    report_done(place.case_key, f"The answers of revision {number} are back. Undo takes this back.")

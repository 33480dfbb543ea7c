"""Opening, pausing, closing and reopening a round, and what a closed one is quoted by."""

import streamlit as st

from pages.parts.annotator import current_annotator
from pages.parts.page_access import may
from pages.parts.round_closing import render_closing
from pages.parts.round_words import say_day, say_time
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from review_db.store import RoundEvent, RoundOverview
from trek_core.counted import count_of
from trek_core.errors import TrekError

_ACTIONS = {
    "open": ("pause_round", "close_round"),
    "paused": ("open_round", "close_round"),
    "closed": ("reopen_round",),
}
_WORDS = {
    "pause_round": "Pause",
    "open_round": "Open again",
    "close_round": "Close",
    "reopen_round": "Reopen",
}
_MEANINGS = {
    "open": "People judge in it. Closing ends that, freezes the number of cases for quoting, and "
    "shows blind annotators TrekTrace's side.",
    "paused": "Nobody can change an answer until it is opened again.",
    "closed": "Nobody can change an answer. Reopening needs a reason, and the figures quoted from "
    "it stand no more.",
}
_EVENT_WORDS = {
    "created": "Made", "opened": "Opened again", "paused": "Paused", "closed": "Closed",
    "reopened": "Reopened", "changed": "Changed",
}  # fmt: skip
_PROBLEM = "round-state-problem"


def render_state(overview: RoundOverview) -> None:
    """Show where a round stands, what may be done about it, and what was."""
    shown = overview.round
    events = current_store().load_round_events(shown.name)
    if shown.state == "closed":
        render_template("round_frozen.html", **_describe_frozen(shown.name, events))
    render_template("note.html", text=_MEANINGS[shown.state])
    allowed = [action for action in _ACTIONS[shown.state] if may(action)]
    if allowed:
        _render_actions(overview, allowed)
    if problem := st.session_state.pop(_PROBLEM, None):
        render_template("problem.html", sentence=problem)
    if events:
        with st.expander("What happened to this round"):
            render_template("round_events.html", events=[_describe(each) for each in events])


def _render_actions(overview: RoundOverview, allowed: list[str]) -> None:
    shown = overview.round
    key = f"round-why-{shown.state}"
    st.text_input(
        "Reason", key=key, max_chars=500,
        placeholder="needed" if shown.state == "closed" else "may be empty",
    )  # fmt: skip
    with st.container(horizontal=True):
        for action in allowed:
            if action != "close_round":
                _render_action(_WORDS[action], action, shown.name, key)
                continue
            with st.popover(_WORDS[action], key="round-close", width="content"):
                render_closing(overview)
                _render_action("Close the round", action, shown.name, key)


def _render_action(word: str, action: str, name: str, why_key: str) -> None:
    st.button(word, key=f"round-{action}", on_click=_act, args=(action, name, why_key))


def _act(action: str, name: str, key: str) -> None:
    try:
        change = getattr(current_store(), action)
        change(name, str(st.session_state.get(key) or ""), by=current_annotator())
    except TrekError as error:
        st.session_state[_PROBLEM] = f"Nothing was changed: {error}"


def _describe_frozen(name: str, events: list[RoundEvent]) -> dict[str, object]:
    frozen = current_store().load_frozen_population(name) or {}
    closed = next(each for each in reversed(events) if each.kind == "closed")
    return {
        "n": frozen["n"], "n_settled": frozen["n_settled"],
        "day": say_day(closed.at), "by": closed.by,
    }  # fmt: skip


def _describe(event: RoundEvent) -> tuple[str, str, str, str]:
    what = _EVENT_WORDS[event.kind]
    if event.kind == "closed":
        cases = count_of(event.detail["n"], "case")
        what += f" with {cases}, {event.detail['n_settled']:,} settled"
    if event.kind == "changed":
        given = {key: value for key, value in event.detail.items() if value}
        what += ": " + ", ".join(f"{key} {value}" for key, value in given.items())
    return say_time(event.at), event.by or "the file's owner", what, event.why

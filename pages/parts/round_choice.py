"""Which round somebody works in: asked where there are several, and kept in the URL."""

import streamlit as st

from pages.parts.store import current_store
from pages.parts.url_choice import Hear, draw_in_step
from review_db.store import DEFAULT_ROUND, Round

ROUND = "round"
"""The query parameter that names a round, on every page."""

NOT_OPEN = {
    "paused": "This round is paused: nothing can be changed in it until a lead opens it again.",
    "closed": "This round is closed.",
}


def choose_round(annotator: str) -> str:
    """Ask which of somebody's rounds to go on with; returns its name.

    The first choice is the URL's, then the newest open round that is theirs, then `default`.
    """
    rounds = current_store().list_rounds(annotator)
    if len(rounds) == 1:
        return rounds[0].name
    names = [each.name for each in rounds]
    current = _find_first(rounds)
    words = {each.name: _describe(each, annotator) for each in rounds}

    def draw(key: str, on_change: Hear) -> str | None:
        return st.selectbox(
            "Continue", names, index=names.index(current), key=key,
            format_func=words.__getitem__, on_change=on_change,
        )  # fmt: skip

    def take(chosen: str) -> None:
        if chosen in names:  # a browser may name it by a progress of long ago
            st.query_params[ROUND] = chosen

    draw_in_step("start-round", current, draw, take)
    return current


def _find_first(rounds: list[Round]) -> str:
    wanted = st.query_params.get(ROUND)
    if any(each.name == wanted for each in rounds):
        return str(wanted)
    opened = [each for each in rounds if each.state == "open" and each.name != DEFAULT_ROUND]
    return opened[-1].name if opened else DEFAULT_ROUND


def _describe(each: Round, annotator: str) -> str:
    progress = current_store().count_progress(annotator, each.name)
    name = "all failures, no round" if each.name == DEFAULT_ROUND else f"round {each.name}"
    state = "" if each.state == "open" else f", {each.state}"
    return f"{name}, {progress.done:,} of {progress.total:,} done{state}"

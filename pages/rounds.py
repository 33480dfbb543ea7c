"""Rounds: who judges which cases how; making one, and a lead's view of each."""

import pandas as pd
import streamlit as st

from pages.parts.annotator import current_annotator, render_who_are_you
from pages.parts.page_access import may
from pages.parts.round_form import render_new_round
from pages.parts.round_reads import load_overview
from pages.parts.round_view import render_back, render_round
from pages.parts.round_words import (
    KIND_TITLES,
    MODE_TITLES,
    STATE_TITLES,
    describe_overlap,
    describe_people,
)
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from review_db.access import say_needed
from review_db.store import Round
from trek_core.errors import TrekError

_WIDTHS = {
    "Round": 170, "State": 70, "Mode": 130, "Kind": 80, "Cases": 70, "Settled": 80,
    "To decide": 90, "Judgements": 100, "Who": 240,
}  # fmt: skip
_ROW_PX = 31


def render() -> None:
    """Show the round that the URL names, the form for a new one, or the list."""
    name = st.query_params.get("round")
    leads = name is not None or "new" in st.query_params
    if leads and current_annotator() is None:
        # What is made, closed or changed here is kept with who did it.
        render_who_are_you("Who is leading?", "Go on")
        render_back()
    elif name is not None:
        _render_one(name)
    elif "new" in st.query_params:
        _render_new()
    else:
        _render_list()


def _render_one(name: str) -> None:
    try:
        overview = load_overview(name)
    except TrekError as error:
        st.title("Rounds")
        render_template("problem.html", sentence=str(error))
        render_back()
        return
    render_round(overview)


def _render_new() -> None:
    st.title("New round")
    render_back()
    if not may("create_round"):
        sentence = say_needed(str(current_annotator()), "create_round")
        render_template("problem.html", sentence=sentence)
        return
    render_new_round()


def _begin_new() -> None:
    st.query_params["new"] = "1"


def _render_list() -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.title("Rounds", width="stretch")
        if may("create_round"):
            st.button("New round", key="rounds-new", icon=":material/add:", on_click=_begin_new)
    rounds = current_store().list_rounds()
    render_template(
        "note.html",
        text="A round says who judges which cases, and what they see meanwhile. "
        "Tick one for its progress; the round default is everybody's and takes every failure.",
    )
    picked = st.dataframe(
        pd.DataFrame([_cells(each) for each in rounds], columns=list(_WIDTHS)),
        hide_index=True,
        key="rounds-list",
        column_config={name: st.column_config.Column(width=px) for name, px in _WIDTHS.items()},
        height=(len(rounds) + 1) * _ROW_PX + 2,
        on_select="rerun",
        selection_mode="single-row",
        alt="The rounds, one a row; ticking a row shows its progress",
    )
    for position in picked["selection"]["rows"][:1]:
        st.query_params["round"] = rounds[position].name
        st.rerun()
    if len(rounds) == 1:
        render_template(
            "empty.html",
            title="No round of your own yet",
            lines=[
                "Several people judge the same cases without seeing each other's answers.",
                "You watch their progress, decide where they differ, and quote the agreement.",
            ],
        )


def _cells(shown: Round) -> dict[str, str | int]:
    overview = load_overview(shown.name)
    states = overview.states
    return {
        "Round": shown.name,
        "State": STATE_TITLES[shown.state],
        "Mode": MODE_TITLES[shown.mode],
        "Kind": KIND_TITLES[shown.kind],
        "Cases": shown.n,
        "Settled": states.get("submitted", 0) + states.get("final", 0),
        "To decide": states.get("needs_adjudication", 0) + states.get("needs_discussion", 0),
        "Judgements": describe_overlap(shown),
        "Who": describe_people(shown),
    }

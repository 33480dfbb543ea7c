"""A lead's view of one round: where it stands, who is how far, what blocks it, and its cases."""

import streamlit as st

from pages.parts.case_table import render_linked_cases
from pages.parts.links import page_link, page_names
from pages.parts.page_access import may
from pages.parts.round_groups import (
    PERSON_STATES,
    compute_case_groups,
    compute_people,
    load_group,
    name_person_group,
)
from pages.parts.round_people import render_people_form
from pages.parts.round_reads import load_overview, load_states
from pages.parts.round_states import render_state
from pages.parts.round_words import (
    CASE_STATE_WORDS,
    KIND_MEANINGS,
    MODE_MEANINGS,
    MODE_TITLES,
    ORDER_TITLES,
    STATE_TITLES,
    describe_overlap,
    describe_people,
    say_pace,
)
from pages.parts.training_setup import render_training_setup
from pages.parts.untrusted import render_template
from review_db.store import DEFAULT_ROUND, RoundOverview

CASES = "round-cases"
_ROW_PX = 31


def render_round(overview: RoundOverview) -> None:
    """Show a round to whoever leads it."""
    shown = overview.round
    render_template("round_title.html", round=shown, state=STATE_TITLES[shown.state])
    with st.container(horizontal=True, vertical_alignment="center"):
        render_back()
        page_link("agreement", "Agreement in this round", icon=":material/handshake:",
                  round=shown.name)  # fmt: skip
        if "adjudicate" in page_names():
            page_link("adjudicate", "Decide where people differ", icon=":material/gavel:",
                      round=shown.name)  # fmt: skip
    facts, state = st.columns([3, 2], gap="large")
    with facts:
        render_template("round_facts.html", rows=_describe(overview))
    with state, st.container(border=True, key="round-state"):
        render_state(overview)
    _render_progress(overview)
    if shown.is_training and may("set_known_answers"):
        render_training_setup(shown)
    if may("change_round") and shown.name != DEFAULT_ROUND and shown.state != "closed":
        render_people_form(shown)


def render_back() -> None:
    """Show the way back to the list."""
    st.button(
        "All rounds", key="rounds-all", icon=":material/arrow_back:", type="tertiary",
        on_click=st.query_params.clear,
    )  # fmt: skip


def _describe(overview: RoundOverview) -> list[tuple[str, str]]:
    shown = overview.round
    order = ORDER_TITLES[shown.order]
    return [
        ("Cases", f"{shown.n:,}: {shown.chosen_by}"),
        ("Who", f"{describe_people(shown)}; {describe_overlap(shown)}"),
        ("Mode", f"{MODE_TITLES[shown.mode]}. {MODE_MEANINGS[shown.mode]}"),
        ("Kind", KIND_MEANINGS[shown.kind]),
        ("Order", f"{order} {shown.seed}" if shown.order == "shuffled" else order),
        ("Guideline", f"version {shown.guideline_version}"),
    ]


def _render_progress(overview: RoundOverview) -> None:
    name = overview.round.name
    groups = compute_case_groups(overview, load_states(name))
    st.header("Progress")
    people, cases = st.columns([7, 3], gap="large")
    with people:
        _render_people(overview)
    with cases:
        rows = [
            (words, overview.states[state])
            for state, words in CASE_STATE_WORDS.items()
            if overview.states.get(state)
        ]
        render_template("tally.html", rows=rows, total_name="All cases", total=overview.round.n)
    blockers, pace = st.columns(2, gap="large")
    with blockers:
        render_template("round_blockers.html", overview=overview)
    with pace:
        _render_pace(overview)
    st.header("The cases behind the numbers")
    if not groups:
        st.text("There are no cases.")
        return
    if st.session_state.get(f"{CASES}-group") not in groups:  # its count has changed
        st.session_state.pop(f"{CASES}-group", None)
    group = st.selectbox(
        "Cases", list(groups), key=f"{CASES}-group", label_visibility="collapsed", width=420
    )
    render_linked_cases(load_group(groups[group], name), key=CASES, round=name)


def _render_people(overview: RoundOverview) -> None:
    if not overview.people:
        st.text("Nobody has begun.")
        return
    render_template(
        "note.html", text="Click a number to list its cases below. Times are active work only."
    )
    st.dataframe(
        compute_people(overview),
        hide_index=True,
        key="round-progress",
        height=(len(overview.people) + 1) * _ROW_PX + 2,
        on_select=_show_cases,
        selection_mode="single-cell",
        alt="Each person's cases by state, adding up to Cases; choosing a number lists them",
    )


def _show_cases() -> None:
    """List the cases of the number that was clicked (a callback)."""
    cells = st.session_state["round-progress"]["selection"]["cells"]
    name = st.query_params.get("round", DEFAULT_ROUND)
    people = load_overview(name).people
    states = {words: state for state, words in PERSON_STATES.items()}
    for row, column in cells[:1]:
        if column in states and row < len(people) and getattr(people[row], states[column]):
            group = name_person_group(people[row], states[column])
            st.session_state[f"{CASES}-group"] = group


def _render_pace(overview: RoundOverview) -> None:
    pace = overview.pace
    st.markdown("**Active time per case**")
    if not pace.n:
        st.text("Nothing is handed in yet.")
        return
    render_template(
        "note.html",
        text=f"{say_pace(pace)} Pauses of over 120 s do not count.",
    )

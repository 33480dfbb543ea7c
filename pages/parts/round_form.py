"""Making a round: which cases, who judges them, and what they see meanwhile."""

from collections.abc import Iterable

import streamlit as st

from pages.parts.annotator import current_annotator
from pages.parts.filters import filter_query, is_filtered, read_filter, render_named
from pages.parts.round_cases import compute_strata, read_choice, render_choice
from pages.parts.round_words import (
    KIND_MEANINGS,
    KIND_TITLES,
    MODE_MEANINGS,
    MODE_TITLES,
    ORDER_TITLES,
)
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from review_db.round_making import FAILURES_ONLY, CaseChoice
from review_db.store import CaseFilter, RoundPlan
from trek_core.checklist import GUIDELINE_VERSION
from trek_core.checklist.versions import GUIDELINE_CHANGES
from trek_core.counted import count_of
from trek_core.errors import TrekError

_PROBLEM = "round-problem"
EVERYBODY = 0
"""The overlap that stands for no limit: everybody judges every case."""


def render_new_round() -> None:
    """Show the form, with what the choice of cases takes before anything is made."""
    chosen = read_filter()
    left, right = st.columns([3, 2], gap="large")
    with left:
        st.header("Cases")
        if is_filtered(chosen):
            render_named(chosen, filter_query(chosen))
        choice = render_choice(chosen)
        st.header("People")
        _ask_people()
        st.header("Rules")
        st.text_input("Name of the round", key="round-name", max_chars=80)
        st.radio(
            "Mode", list(MODE_TITLES), format_func=MODE_TITLES.__getitem__, key="round-mode",
            captions=list(MODE_MEANINGS.values()),
        )  # fmt: skip
        st.radio(
            "Kind", list(KIND_TITLES), format_func=KIND_TITLES.__getitem__, key="round-kind",
            captions=list(KIND_MEANINGS.values()),
        )  # fmt: skip
        _ask_details()
    with right, st.container(border=True, key="round-preview"):
        case_ids = _render_preview(choice)
        if case_ids:
            st.button(
                f"Make the round of {count_of(len(case_ids), 'case')}", key="round-create",
                type="primary", on_click=_create, args=(chosen, case_ids),
            )  # fmt: skip
        if problem := st.session_state.pop(_PROBLEM, None):
            render_template("problem.html", sentence=problem)


def _ask_people() -> None:
    names = current_store().load_annotators()
    people = st.multiselect(
        "Annotators", names, key="round-people", accept_new_options=True,
        placeholder="Choose, or type a new name and press Enter",
    )  # fmt: skip
    if new := _find_new(people):
        text = f"New here, and added with the round: {', '.join(new)}."
        render_template("note.html", text=text)
    words = {EVERYBODY: "everybody judges every case"}
    st.selectbox(
        "Judgements per case", [EVERYBODY, *range(1, len(people) + 1)], key="round-overlap",
        format_func=lambda n: words.get(n, count_of(n, "judgement")),
        help="With two, each case goes to two of the annotators, whoever comes first.",
    )  # fmt: skip


def _find_new(people: Iterable[str]) -> tuple[str, ...]:
    """Whoever of these was typed in, and is nobody here yet."""
    known = current_store().load_annotators()
    return tuple(name for name in people if name not in known)


def _ask_details() -> None:
    order, seed, version = st.columns(3)
    with order:
        st.selectbox(
            "Order", list(ORDER_TITLES), format_func=ORDER_TITLES.__getitem__, key="round-order"
        )
    with seed:
        st.number_input("Seed of the order", 0, 2**31, key="round-seed", step=1)
    with version:
        versions = [change.version for change in GUIDELINE_CHANGES]
        st.selectbox(
            "Guideline version", versions, index=versions.index(GUIDELINE_VERSION),
            key="round-guideline",
        )  # fmt: skip


def _render_preview(choice: CaseChoice | None) -> list[str]:
    st.header("What the round takes")
    if choice is None:
        st.text("Choose cases first.")
        return []
    try:
        case_ids = current_store().preview_round(choice, visible_to=current_annotator())
    except TrekError as error:
        render_template("problem.html", sentence=str(error))
        return []
    if not case_ids:
        st.text(f"No failure is in this choice: {FAILURES_ONLY}.")
        return []
    rows = compute_strata(case_ids, choice)
    render_template("tally.html", rows=rows, total_name="Cases of the round", total=len(case_ids))
    render_template("note.html", text="Nothing is made before you press the button.")
    return case_ids


# Reads the form as it is now: what was typed last is committed by the very click that comes here.
def _create(chosen: CaseFilter, shown: list[str]) -> None:
    store = current_store()
    choice = read_choice(chosen)
    try:
        found = choice and store.preview_round(choice, visible_to=current_annotator())
        if choice is None or found != shown:
            st.session_state[_PROBLEM] = (
                "Not made: the cases are others than those shown. Look at them, then press again."
            )
            return
        made = store.create_round(_read_plan(choice), by=current_annotator())
    except TrekError as error:
        st.session_state[_PROBLEM] = f"Not made: {error}"
        return
    st.query_params.clear()
    st.query_params["round"] = made.name


def _read_plan(choice: CaseChoice) -> RoundPlan:
    values = st.session_state
    return RoundPlan(
        name=values["round-name"],
        cases=choice,
        annotators=tuple(values["round-people"]),
        overlap=values["round-overlap"] or None,
        mode=values["round-mode"],
        kind=values["round-kind"],
        guideline_version=values["round-guideline"],
        order=values["round-order"],
        seed=int(values["round-seed"]),
        new_people=_find_new(values["round-people"]),
    )

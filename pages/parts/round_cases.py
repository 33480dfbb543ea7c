"""Which cases a round takes: a filter's, a seeded sample of them, or those typed in."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import streamlit as st

from pages.parts.filters import NOT_RECORDED, is_filtered
from pages.parts.round_reads import load_rows_by_id, load_visible_rows
from pages.parts.untrusted import render_template
from review_db.round_making import CaseChoice, Stratum
from review_db.store import CaseFilter, CaseRow, Sample

_SOURCES = {"filter": "All failures", "sample": "A sample", "ids": "By case id"}
_STRATA: dict[Stratum, str] = {"labels": "Label set", "system": "System", "dataset": "Dataset"}
_MOST_STRATA = 40


def render_choice(chosen: CaseFilter) -> CaseChoice | None:
    """Ask for the cases; None while nothing is chosen."""
    source = st.segmented_control(
        "Which cases", list(_SOURCES), format_func=_name_source(chosen), default="filter",
        key="round-source", required=True,
    )  # fmt: skip
    if source == "ids":
        st.text_area(
            "Case ids, one a line or with commas, semicolons or spaces between",
            key="round-ids", height=140, placeholder="case-001\ncase-002",
        )  # fmt: skip
    elif source == "sample":
        _ask_sample()
    elif not is_filtered(chosen):
        render_template(
            "note.html",
            text="To take some of them, filter on Cases and press Make a round from these cases.",
        )
    return read_choice(chosen)


def read_choice(chosen: CaseFilter) -> CaseChoice | None:
    """The cases asked for as the form has them now, also in a callback."""
    values = st.session_state
    if values["round-source"] == "ids":
        lines = str(values["round-ids"]).split("\n")
        return [line for line in dict.fromkeys(lines) if line.strip()] or None
    if values["round-source"] == "sample":
        strata = tuple(each for each in _STRATA if each in values["round-strata"])
        return Sample(int(values["round-n"]), int(values["round-sample-seed"]), strata, chosen)
    return chosen


def compute_strata(case_ids: Iterable[str], choice: object) -> list[tuple[str, int]]:
    """How many of the cases fall into each stratum of a sample, else under each label set."""
    strata = choice.strata if isinstance(choice, Sample) else ("labels",)
    rows = load_visible_rows() if "labels" in strata else load_rows_by_id()
    counts = Counter(_name_stratum(rows[each], strata) for each in case_ids if each in rows)
    shown = counts.most_common(_MOST_STRATA)
    rest = counts.total() - sum(count for _, count in shown)
    return [*shown, *([("in smaller strata", rest)] if rest else [])]


def _name_source(chosen: CaseFilter) -> Callable[[str], str]:
    return (_SOURCES | ({"filter": "These cases"} if is_filtered(chosen) else {})).__getitem__


def _name_stratum(row: CaseRow, strata: Sequence[str]) -> str:
    return " · ".join(getattr(row, each) or NOT_RECORDED for each in strata) or "all cases"


def _ask_sample() -> None:
    size, seed = st.columns(2)
    with size:
        st.number_input("Cases in the sample", 1, 100_000, value=20, key="round-n", step=1)
    with seed:
        st.number_input("Seed of the sample", 0, 2**31, key="round-sample-seed", step=1)
    st.pills(
        "In proportion over", list(_STRATA), format_func=_STRATA.__getitem__, default=["labels"],
        selection_mode="multi", key="round-strata",
        help="The same seed draws the same cases again.",
    )  # fmt: skip

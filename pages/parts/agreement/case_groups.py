"""The cases behind the figures of a section: a group of them is chosen in a table or in a box."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import pandas as pd
import streamlit as st

from pages.parts.agreement.cells import Cells
from pages.parts.agreement.shown import Shown
from pages.parts.agreement.words import NO_VALUE, say_category, say_cause
from pages.parts.case_table import HOW_TO_OPEN, render_case_table
from pages.parts.csv_file import offer_csv
from pages.parts.filters import NOT_RECORDED
from pages.parts.round_address import query_of
from pages.parts.untrusted import render_template
from pages.parts.url_choice import CASES, choose_in_box
from trek_core.agreement import Comparison

Answers = Mapping[str, tuple[str, ...]]
"""Case id -> what each side says, in the order of the sides."""

_NONE = ""


@dataclass(frozen=True)
class CaseGroup:
    """Some cases under one name; `answers` is asked for only when the group is shown."""

    key: str
    title: str
    case_ids: Sequence[str]
    answers: Callable[[], Answers] = dict
    sides: tuple[str, ...] | None = None


def render_case_groups(groups: Sequence[CaseGroup], shown: Shown) -> str:
    """Show the group of cases that the URL names, and a box with all of them; returns its key."""
    filled = {group.key: group for group in groups if group.case_ids}
    if not filled:
        return _NONE
    options = {
        _NONE: "Choose a number above, or a group of cases here",
        **{key: f"{group.title} ({len(group.case_ids):,})" for key, group in filled.items()},
    }
    with st.container(key="case-groups"):
        st.subheader("The cases behind the figures")
        chosen = choose_in_box("Cases", CASES, options, default=_NONE, width=640)
        if chosen in filled:
            _render_group(filled[chosen], shown)
        elif st.query_params.get(CASES):
            st.text("The group of cases in this link is empty now, or was never there.")
    return chosen


def find_chosen() -> str:
    """The group that the URL names."""
    return st.query_params.get(CASES, _NONE)


def _render_group(group: CaseGroup, shown: Shown) -> None:
    table = compute_case_rows(group, shown)
    with st.container(horizontal=True, vertical_alignment="center"):
        render_template("note.html", text=HOW_TO_OPEN)
        offer_csv(
            "Download these cases (CSV)",
            "agreement-cases",
            lambda: table,
            key="agreement-cases-csv",
        )
    render_case_table(
        table,
        list(group.case_ids),
        key="agreement-cases",
        alt="The cases of this group, one a row; ticking a row opens its review",
        columns={"Question": st.column_config.TextColumn(width=300)},
        query=query_of(shown.within.round),
    )


def compute_case_rows(group: CaseGroup, shown: Shown) -> pd.DataFrame:
    """The cases of a group as a table: what was asked of whom, and what either side says."""
    cases = shown.report.material.cases_by_id
    answers = group.answers()
    # A person may be called like another column: their column then says which side it is.
    taken = {"Case", "Question", "System", "Dataset"}
    sides = [
        f"{name} (side {place})" if name in taken else name
        for place, name in enumerate(group.sides or shown.sides, start=1)
    ]
    rows = []
    for case_id in group.case_ids:
        case = cases[case_id]
        row = {
            "Case": case_id,
            "Question": case.question.strip(),
            "System": case.system or NOT_RECORDED,
            "Dataset": case.dataset or NOT_RECORDED,
        }
        if answers:
            row |= dict(zip(sides, answers.get(case_id, [NO_VALUE] * len(sides)), strict=True))
        rows.append(row)
    return pd.DataFrame(rows, dtype=str)


def make_left_out_groups(left_out: Mapping[Any, Sequence[str]]) -> list[CaseGroup]:
    """The cases that do not count, by the cause."""
    return [
        CaseGroup(f"left-out-{cause}", f"Left out: {say_cause(str(cause))}", case_ids)
        for cause, case_ids in left_out.items()
    ]


def answers_of_comparison(comparison: Comparison) -> Callable[[], Answers]:
    """What both sides of a comparison say of the cases that count."""
    return lambda: {
        pair.case_id: (str(pair.first), str(pair.second)) for pair in comparison.population.pairs
    }


def answers_of_pairing(pairing: Cells) -> Callable[[], Answers]:
    """What both sides of a pairing answer on the cases that count."""

    def read() -> Answers:
        titles = [say_category(pairing.view, category) for category in pairing.categories]
        return dict(
            chain.from_iterable(
                ((case_id, (titles[row], titles[column])) for case_id in case_ids)
                for (row, column), case_ids in pairing.cells.items()
            )
        )

    return read

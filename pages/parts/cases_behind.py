"""The cases behind a page's figures: a group of them is chosen by a link, a mark or in a box."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from pages.parts.case_table import HOW_TO_OPEN, render_case_table
from pages.parts.csv_file import offer_csv
from pages.parts.untrusted import render_template
from pages.parts.url_choice import BEHIND, choose_in_box

Answers = Mapping[str, tuple[str, ...]]
"""Case id -> what each side says, in the order of the sides."""

MOST_LISTED = 1000
"""Cases of a group that are listed; the download has all of them."""

_NONE = ""


@dataclass(frozen=True)
class CaseGroup:
    """Some cases under one name; `answers` is asked for only when the group is shown."""

    key: str
    title: str
    case_ids: Sequence[str]
    answers: Callable[[], Answers] = dict
    sides: tuple[str, ...] | None = None


BuildTable = Callable[[CaseGroup, Sequence[str]], pd.DataFrame]
"""A group and those of its cases that are wanted -> a row for each of them."""


def render_cases_behind(
    groups: Sequence[CaseGroup],
    build: BuildTable,
    name: str,
    query: Mapping[str, str] = {},
) -> str:
    """Show the group of cases that the URL names, and a box with all of them; returns its key.

    `name` is the page's, for the file and the style sheet; a case is opened with the `query`.
    """
    filled = {group.key: group for group in groups if group.case_ids}
    if not filled:
        return _NONE
    options = {
        _NONE: "Choose a number above, or a group of cases here",
        **{key: group.title for key, group in filled.items()},
    }
    counts = {key: len(group.case_ids) for key, group in filled.items()}
    with st.container(key="case-groups"):
        st.header("The cases behind the figures")
        chosen = choose_in_box("Cases", BEHIND, options, default=_NONE, counts=counts, width=640)
        if chosen in filled:
            _render_group(filled[chosen], build, name, query)
        elif st.query_params.get(BEHIND):
            st.text("The group of cases in this link is empty now, or was never there.")
    return chosen


def find_chosen() -> str:
    """The group that the URL names."""
    return st.query_params.get(BEHIND, _NONE)


def _render_group(group: CaseGroup, build: BuildTable, name: str, query: Mapping[str, str]) -> None:
    listed = list(group.case_ids[:MOST_LISTED])
    with st.container(horizontal=True, vertical_alignment="center"):
        render_template("note.html", text=HOW_TO_OPEN)
        offer_csv(
            "Download these cases (CSV)",
            f"{name}-cases",
            lambda: build(group, group.case_ids),
            key=f"{name}-cases-csv",
        )
    if len(listed) < len(group.case_ids):
        st.text(f"The first {len(listed):,} of {len(group.case_ids):,} are listed here.")
    render_case_table(
        build(group, listed),
        listed,
        key=f"{name}-cases",
        alt="The cases of this group, one a row; ticking a row opens its review",
        columns={"Question": st.column_config.TextColumn(width=300)},
        query=query,
    )

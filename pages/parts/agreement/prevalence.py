"""The share of each label, by system and dataset, with its interval (as in Figure 2)."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from pages.parts.agreement import plots
from pages.parts.agreement.case_groups import CaseGroup, render_case_groups
from pages.parts.agreement.downloads import offer_rows
from pages.parts.agreement.readings import read_share
from pages.parts.agreement.shown import Shown
from pages.parts.agreement.sources import choose_source, find_rows
from pages.parts.agreement.tables import (
    Cell,
    Column,
    Line,
    Table,
    codes_of,
    is_faint,
    render_table,
)
from pages.parts.agreement.words import say_percent, say_percents
from pages.parts.filters import NOT_RECORDED
from pages.parts.url_choice import BEHIND, choose_segment, href_with
from trek_core.agreement.comparisons.rows import Row
from trek_core.taxonomy import Label

BY = {
    "all": "All",
    "system": "System",
    "dataset": "Dataset",
    "dataset_and_system": "Dataset and system",
}
_MOST_DRAWN = 15
ALL_CASES = "All cases"


def render(shown: Shown) -> None:
    """Show the table and its chart."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        source = choose_source(shown)
        by = choose_segment("By", "by", BY, default="system") or "system"
    rows = [row for row in find_rows(shown, "prevalence", source) if row.place["by"] == by]
    groups = group_rows(rows)
    if not any(row.n for row in rows):
        st.text("No case has labels of this kind yet.")
        return
    drawn = sorted(groups, key=lambda name: -groups[name][0].n)[:_MOST_DRAWN]
    plots.render_prevalence(
        compute_share_frame([row for name in drawn for row in groups[name]]),
        "The share of cases under each label, with 95 % intervals; the table has the numbers",
    )
    if len(drawn) < len(groups):
        st.text(f"The {_MOST_DRAWN} with the most cases are drawn.")
    render_table(make_table(groups, by))
    offer_rows(rows, "label-shares")
    render_case_groups(make_groups(rows), shown)


def group_rows(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """The five shares of each group, by its name."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(name_group(row), []).append(row)
    return groups


def compute_share_frame(rows: Sequence[Row]) -> pd.DataFrame:
    """Rows for the chart."""
    return pd.DataFrame(
        [
            {
                "group": name_group(row),
                "label": label_of(row),
                "share": row.value,
                "low": row.ci[0],
                "high": row.ci[1],
                "cases": row.details["count"],
                "of": row.n,
                "firm": "small_n" not in row.warnings,
            }
            for row in rows
            if row.ci
        ]
    )


def make_table(groups: dict[str, list[Row]], by: str) -> Table:
    """A line for each group: the share of every label, with its interval."""
    return Table(
        [
            Column(BY[by] if by != "all" else "Cases", number=False),
            Column("n"),
            *(Column(str(label)) for label in Label),
        ],
        [_make_line(name, rows) for name, rows in groups.items()],
        [("In brackets: 95 % Wilson intervals. A case may have two labels, so shares may add up to "
         "more than 100 %.")],
    )  # fmt: skip


def make_groups(rows: Sequence[Row]) -> list[CaseGroup]:
    """The cases behind each share."""
    return [
        CaseGroup(key_of(row), f"{label_of(row)}: {name_group(row)}", row.case_ids["counted"])
        for row in rows
    ]


def name_group(row: Row) -> str:
    """A system, dataset or both by name."""
    names = {
        "all": (),
        "system": ("system",),
        "dataset": ("dataset",),
        "dataset_and_system": ("dataset", "system"),
    }[str(row.place["by"])]
    return ", ".join(str(row.place[name] or NOT_RECORDED) for name in names) or ALL_CASES


def label_of(row: Row) -> str:
    """The label a share is of."""
    return str(row.place["view"]).removeprefix("label:")


def key_of(row: Row) -> str:
    """The share's name in the URL."""
    return f"{label_of(row)}-{name_group(row)}"


def _make_line(name: str, rows: Sequence[Row]) -> Line:
    return Line(
        [name, f"{rows[0].n:,}", *map(_make_cell, rows)],
        codes_of(rows[0]),
        " ".join(read_share(row, f"{name}, {label_of(row)}") for row in rows),
        is_faint(rows[0]),
    )


def _make_cell(row: Row) -> Cell:
    text = f"{say_percent(row.value)} [{say_percents(row.ci)}]"
    return Cell(text, href_with(**{BEHIND: key_of(row)}) if row.details["count"] else None)

"""A comparison system by system and dataset by dataset."""

from collections.abc import Sequence

import streamlit as st

from pages.parts.agreement import plots
from pages.parts.agreement.case_groups import (
    CaseGroup,
    answers_of_comparison,
    render_case_groups,
)
from pages.parts.agreement.downloads import offer_rows
from pages.parts.agreement.kappa_lines import (
    KAPPA_COLUMNS,
    find_kappas,
    make_kappa_line,
    say_methods,
)
from pages.parts.agreement.shown import Shown
from pages.parts.agreement.summary import compute_interval_frame, find_differing
from pages.parts.agreement.tables import Column, Table, render_table
from pages.parts.agreement.words import say_none_counts, say_view
from pages.parts.filters import NOT_RECORDED
from pages.parts.reads import load_slices
from pages.parts.url_choice import choose_in_box, choose_segment
from trek_core.agreement import VIEW_CATEGORIES
from trek_core.agreement.comparisons.rows import Row

BY = {"system": "System", "dataset": "Dataset"}
_MOST_SHOWN = 15


def render(shown: Shown) -> None:
    """Show the section."""
    views = {view: say_view(view) for view in VIEW_CATEGORIES}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        by = choose_segment("By", "by", BY, default="system") or "system"
        view = choose_in_box("View", "view", views, default="joint", width=260)
    rows = find_slices(shown, by, view)
    if not any(row.n for row in rows):
        st.text(
            f"{say_none_counts(shown.comparison.population.left_out)}, so no slice has a figure."
        )
        return
    render_table(make_table(rows, shown, by))
    offer_rows([row for row in _find_rows(shown) if row.place["by"] == by], f"by-{by}")
    _render_chart(rows, by)
    render_case_groups(make_groups(rows, shown, view), shown)


def _render_chart(rows: Sequence[Row], by: str) -> None:
    # Slices without a case have no figure, and a very long chart is no picture.
    drawn = sorted((row for row in rows if row.n), key=lambda row: -row.n)[:_MOST_SHOWN]
    plots.render_intervals(
        compute_interval_frame(drawn, [name_slice(row) for row in drawn]),
        f"Kappa with its 95 % interval for each {by}; the table has the numbers",
        key="chart-slices",
    )
    if len(drawn) < sum(row.n > 0 for row in rows):
        st.text(f"The {_MOST_SHOWN} with the most cases are drawn.")


def find_slices(shown: Shown, by: str, view: str) -> list[Row]:
    """Kappa of each slice in one view."""
    return [
        row
        for row in find_kappas(_find_rows(shown))
        if (row.place["by"], row.place["view"]) == (by, view)
    ]


def make_table(rows: Sequence[Row], shown: Shown, by: str) -> Table:
    """Every slice in words; they add up to the whole."""
    return Table(
        [Column(BY[by], number=False), *KAPPA_COLUMNS],
        [
            make_kappa_line(row, [name], shown.spoken, f"differing-{name}")
            for row in rows
            for name in [name_slice(row)]
        ],
        [*say_methods(rows), "Every case is in exactly one line."],
    )


def make_groups(rows: Sequence[Row], shown: Shown, view: str) -> list[CaseGroup]:
    """The cases of each slice that count, and those on which the two sides differ."""
    differing = set(find_differing(shown.comparison)[view])
    answers = answers_of_comparison(shown.comparison)
    groups = []
    for row in rows:
        name, counted = name_slice(row), row.case_ids["counted"]
        split = [case_id for case_id in counted if case_id in differing]
        groups += [
            CaseGroup(f"differing-{name}", f"They differ: {name}", split, answers),
            CaseGroup(f"counted-{name}", f"Counted: {name}", counted, answers),
        ]
    return groups


def name_slice(row: Row) -> str:
    """A system or dataset by name."""
    return str(row.place["of"] or NOT_RECORDED)


def _find_rows(shown: Shown) -> list[Row]:
    return load_slices(shown.comparison, shown.report.material.annotator)

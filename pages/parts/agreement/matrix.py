"""Two sides' answers as a matrix whose cells open their cases."""

from collections.abc import Iterable, Sequence

import streamlit as st

from pages.parts.agreement.case_groups import (
    CaseGroup,
    answers_of_pairing,
    find_chosen,
    render_case_groups,
)
from pages.parts.agreement.cells import Cells, find_cells
from pages.parts.agreement.downloads import make_matrix_table
from pages.parts.agreement.shown import Shown
from pages.parts.agreement.words import say_category, say_none_counts, say_view
from pages.parts.csv_file import offer_csv
from pages.parts.untrusted import render_template
from pages.parts.url_choice import BEHIND, choose_in_box, choose_yes, href_with
from trek_core.agreement import VIEW_CATEGORIES

_STRONGEST = 55
"""How much of the theme's colour the fullest cell takes, in percent: its number stays readable."""


def render(shown: Shown) -> None:
    """Show the section."""
    views = {view: say_view(view) for view in VIEW_CATEGORIES}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        view = choose_in_box("View", "view", views, default="joint", width=260)
        everything = choose_yes("Show unused answers too", "all")
        cells = find_cells(shown.comparison, view)
        offer_csv(
            "Download this table (CSV)",
            "agreement-matrix",
            lambda: make_matrix_table(cells, *shown.sides),
            key="agreement-csv-matrix",
        )
    if not cells.cells:
        st.text(f"{say_none_counts(shown.comparison.population.left_out)}, so every cell is empty.")
        return
    render_matrix(cells, shown.sides, everything=everything)
    render_case_groups(make_cell_groups(cells, shown.sides), shown)


def render_matrix(
    pairing: Cells, sides: tuple[str, str], *, everything: bool = False, prefix: str = ""
) -> None:
    """Show a matrix: rows are the first side's answers; cells of agreement have a frame."""
    table = pairing.table
    used = table.sum(axis=0) + table.sum(axis=1) > 0
    places = [place for place in range(len(used)) if everything or used[place]]
    titles = [say_category(pairing.view, category) for category in pairing.categories]
    strongest = int(table.max()) or 1
    chosen = find_chosen()

    def make_cell(row: int, column: int) -> dict[str, object]:
        count = int(table[row, column])
        key = cell_key(row, column, prefix)
        return {
            "count": count,
            "same": row == column,
            "weight": round(_STRONGEST * count / strongest),
            "href": href_with(**{BEHIND: key}),
            "is_chosen": key == chosen,
            "words": _say_cell(sides, titles[row], titles[column], count),
        }

    render_template(
        "matrix.html",
        first=sides[0],
        second=sides[1],
        columns=[titles[place] for place in places],
        column_totals=[int(table[:, place].sum()) for place in places],
        rows=[
            (
                titles[row],
                [make_cell(row, column) for column in places],
                int(table[row].sum()),
            )
            for row in places
        ],
        n=int(table.sum()),
    )


def make_cell_groups(pairing: Cells, sides: tuple[str, str], prefix: str = "") -> list[CaseGroup]:
    """The cases of each cell, and of all cells in which the two sides differ."""
    titles = [say_category(pairing.view, category) for category in pairing.categories]
    answers = answers_of_pairing(pairing)
    first, second = sides
    differing = CaseGroup(f"{prefix}differing", "They differ", pairing.differing, answers, sides)
    cells = [
        CaseGroup(
            cell_key(row, column, prefix),
            f"{first}: {titles[row]} · {second}: {titles[column]}",
            case_ids,
            answers,
            sides,
        )
        for (row, column), case_ids in _differing_first(pairing.cells.items())
    ]
    return [differing, *cells]


def cell_key(row: int, column: int, prefix: str = "") -> str:
    """A cell's name in the URL: its place among all the answers there are, used or not."""
    return f"{prefix}cell-{row}-{column}"


def _differing_first(
    cells: Iterable[tuple[tuple[int, int], Sequence[str]]],
) -> list[tuple[tuple[int, int], Sequence[str]]]:
    return sorted(cells, key=lambda each: (each[0][0] == each[0][1], each[0]))


def _say_cell(sides: tuple[str, str], row: str, column: str, count: int) -> str:
    cases = "1 case" if count == 1 else f"{count:,} cases"
    return f"{sides[0]}: {row}, {sides[1]}: {column}: {cases}"

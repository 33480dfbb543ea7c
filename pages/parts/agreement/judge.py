"""The LLM judge's verdict against people's own reading of the response."""

from collections.abc import Sequence

import streamlit as st

from pages.parts.agreement.case_groups import CaseGroup, make_left_out_groups, render_case_groups
from pages.parts.agreement.downloads import offer_rows
from pages.parts.agreement.kappa_lines import (
    KAPPA_COLUMNS,
    find_kappas,
    make_kappa_line,
    say_methods,
)
from pages.parts.agreement.matrix import make_cell_groups, render_matrix
from pages.parts.agreement.readings import read_kappa_row, read_test
from pages.parts.agreement.shown import Shown, name_of
from pages.parts.agreement.tables import Column, Line, Table, count_link, render_table
from pages.parts.agreement.words import say_cause
from pages.parts.filters import NOT_RECORDED
from pages.parts.untrusted import render_template
from pages.parts.url_choice import choose_yes
from trek_core.agreement.comparisons.pairing import Pairing
from trek_core.agreement.comparisons.rows import Row
from trek_core.agreement.comparisons.slices import SLICES


def render(shown: Shown) -> None:
    """Show the section."""
    only_valid = choose_yes("Only cases whose reference people find valid", "valid")
    view = "response_correct_valid_reference" if only_valid else "response_correct"
    rows = [row for row in shown.find_rows("judge") if row.place["view"] == view]
    whole, *parts = find_kappas(rows)
    pairing = whole.pairing
    if pairing is None or not whole.n:
        st.text("No response with a verdict of the judge has been read by people yet.")
        return
    sides = ("Judge", name_of(shown.human_side))
    spoken = ("the judge", shown.human_side)
    render_template("reading.html", text=read_kappa_row(whole, spoken, "Is the response correct?"))
    for row in rows:
        if row.statistic == "mcnemar_exact_p":
            about = "Is the judge lenient or strict?"
            text = read_test(row, "correct by the judge", f"correct by {shown.human_side}", about)
            render_template("note.html", text=text)
    matrix, left_out = st.columns(2, gap="large")
    with matrix:
        render_matrix(pairing, sides, everything=True)
    with left_out:
        render_table(_make_left_out_table(pairing))
    render_table(make_table([whole, *parts], spoken))
    offer_rows(rows, "judge")
    render_case_groups(make_groups([whole, *parts], pairing, sides), shown)


def make_table(rows: Sequence[Row], sides: tuple[str, str]) -> Table:
    """All cases, then system by system and dataset by dataset."""
    return Table(
        [Column("Cases", number=False), *KAPPA_COLUMNS],
        [make_kappa_line(row, [_say_of(row)], sides, _key(row)) for row in rows],
        [
            *say_methods(rows),
            (
                "A response not attempted is not correct. People judge against the verified "
                "reference, the judge against the recorded one."
            ),
        ],
    )


def make_groups(rows: Sequence[Row], pairing: Pairing, sides: tuple[str, str]) -> list[CaseGroup]:
    """The cells, the slices' disagreements, and what is left out."""
    differing, *cells = make_cell_groups(pairing, sides)
    slices = [
        CaseGroup(
            _key(row),
            f"They differ: {_say_of(row)}",
            row.case_ids["differing"],
            differing.answers,
            sides,
        )
        for row in rows[1:]
    ]
    return [differing, *cells, *slices, *make_left_out_groups(pairing.left_out)]


def _make_left_out_table(pairing: Pairing) -> Table:
    return Table(
        [Column("Left out", number=False), Column("Cases")],
        [
            Line([say_cause(cause), count_link(len(case_ids), f"left-out-{cause}")])
            for cause, case_ids in pairing.left_out.items()
        ],
    )


def _key(row: Row) -> str:
    return "differing" if _is_whole(row) else f"differing-{_say_of(row)}"


def _is_whole(row: Row) -> bool:
    return row.place["by"] not in SLICES


def _say_of(row: Row) -> str:
    if _is_whole(row):
        return "All cases"
    return f"{str(row.place['by']).capitalize()}: {row.place['of'] or NOT_RECORDED}"

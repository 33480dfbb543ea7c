"""How any figure is shown: bars, the same as a table, files of both, and the cases behind it."""

from collections.abc import Iterator

import streamlit as st

from pages.parts.agreement.tables import Cell, Column, Line, Table, render_table
from pages.parts.agreement.words import NO_VALUE
from pages.parts.cases_behind import CaseGroup, render_cases_behind
from pages.parts.csv_file import offer_csv
from pages.parts.figures.case_rows import make_case_rows
from pages.parts.figures.picture import offer_pictures
from pages.parts.figures.plots import MOST_GROUPS, compute_rows, render_bars
from pages.parts.figures.sections import Section
from pages.parts.figures.words import make_table, name_mark, read_mark, say_mark
from pages.parts.untrusted import render_template
from pages.parts.url_choice import BEHIND, href_with
from review_db.store import CaseFilter
from trek_core.agreement.statistics.kappa import SMALL_N
from trek_core.counted import count_of
from trek_core.figures.marks import Figure, Mark


def render_figure(figure: Figure, name: str, section: Section, chosen: CaseFilter) -> None:
    """Show a figure, or why there is none."""
    render_template("reading.html", text=section.question)
    if figure.missing:
        st.text(figure.missing)
    else:
        _render_marks(figure, name, section)
    left_out = make_left_out_groups(figure)
    if left_out:
        said = "; ".join(f"{each.title}: {len(each.case_ids):,}" for each in left_out)
        render_template("note.html", text=f"In no bar: {said}.")
    groups = [*make_groups(figure.shown), *left_out]
    render_cases_behind(groups, lambda _, case_ids: make_case_rows(case_ids, chosen), "charts")


def _render_marks(figure: Figure, name: str, section: Section) -> None:
    with st.container(key="figure"):
        render_bars(
            figure.shown, name, section.heading,
            f"{section.question} The table below has the same numbers.",
        )  # fmt: skip
    if said := " ".join(say_drawn(figure.shown)):
        render_template("note.html", text=said)
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        offer_csv(
            "Data (CSV)",
            f"chart-{name}",
            lambda: make_table(figure, section.heading),
            key=f"figure-csv-{name}",
        )
        offer_pictures(name)
    render_table(make_figure_table(figure.shown, section.heading))


def say_drawn(figure: Figure) -> Iterator[str]:
    """What of a figure is not drawn, and what is drawn pale."""
    if len(figure.groups) > MOST_GROUPS:
        yield f"The first {MOST_GROUPS} of {count_of(len(figure.groups), 'row')} are drawn."
    rows = compute_rows(figure)
    drawn = {*rows["group"], *rows["part"]}
    empty = [each for each in (*figure.groups[:MOST_GROUPS], *figure.parts) if each not in drawn]
    if empty:
        yield f"Not drawn, as there is no case: {', '.join(dict.fromkeys(empty))}."
    if not all(mark.is_firm for mark in figure.marks):
        yield f"Pale bars and grey rows of the table are shares of fewer than {SMALL_N} cases."


def make_figure_table(figure: Figure, heading: str) -> Table:
    """A line for each group and source: every part with its cases and interval."""
    has_sources = bool(figure.sources[1:])
    columns = [
        Column(heading, number=False),
        *([Column("Source", number=False)] if has_sources else ()),
        *(Column(part) for part in figure.parts),
        *([Column(figure.beside_title)] if figure.beside_title else ()),
    ]
    lines: dict[tuple[str, str], dict[str, Mark]] = {}
    for mark in figure.marks:
        lines.setdefault((mark.group, mark.source), {})[mark.part] = mark
    return Table(
        columns,
        [
            _make_line(figure, group, source, marks, has_sources=has_sources)
            for (group, source), marks in lines.items()
        ],
        [*figure.notes, "In round brackets: the cases behind a number, which it opens."],
    )


def make_groups(figure: Figure) -> list[CaseGroup]:
    """The cases behind each mark."""
    return [CaseGroup(mark.key, name_mark(mark, figure), mark.case_ids) for mark in figure.marks]


def make_left_out_groups(figure: Figure) -> list[CaseGroup]:
    """The cases in no mark, by the reason."""
    return [
        CaseGroup(f"left-out-{reason}", reason, case_ids)
        for reason, case_ids in figure.left_out.items()
        if case_ids
    ]


def _make_line(
    figure: Figure, group: str, source: str, marks: dict[str, Mark], *, has_sources: bool
) -> Line:
    cells: list[Cell | str] = [group, *([source] if has_sources else ())]
    cells += [_make_cell(marks.get(part), figure) for part in figure.parts]
    if figure.beside_title:
        cells.append(figure.beside.get((group, source), ""))
    return Line(
        cells,
        words=" ".join(read_mark(mark, figure) for mark in marks.values()),
        faint=not all(mark.is_firm for mark in marks.values()),
    )


def _make_cell(mark: Mark | None, figure: Figure) -> Cell | str:
    if mark is None:
        return NO_VALUE
    href = href_with(**{BEHIND: mark.key}) if mark.case_ids else None
    return Cell(say_mark(mark, figure), href)

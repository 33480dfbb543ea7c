"""Which question of the checklist splits people, and where people and TrekTrace judge apart."""

from collections.abc import Iterable, Sequence

import streamlit as st

from pages.parts.agreement.case_groups import CaseGroup, answers_of_pairing, render_case_groups
from pages.parts.agreement.downloads import offer_rows
from pages.parts.agreement.everyone import SPLIT_COLUMNS, SPLIT_NOTES, make_split_line
from pages.parts.agreement.kappa_lines import (
    KAPPA_COLUMNS,
    find_kappas,
    make_kappa_line,
    say_methods,
)
from pages.parts.agreement.shown import Shown, name_of
from pages.parts.agreement.tables import Column, Table, render_table
from pages.parts.agreement.words import NO_VALUE, say_view
from pages.parts.untrusted import render_template
from pages.parts.url_choice import choose_yes
from trek_core.agreement.comparisons.raters import ALL_ANNOTATORS
from trek_core.agreement.comparisons.rows import Row

_NAMES = (Column("Step"), Column("Question", number=False))


def render(shown: Shown) -> None:
    """Show the section."""
    counted = choose_yes("Take unsure for an answer", "unsure")
    if shown.is_with_trektrace:
        render_template("heading.html", text=f"TrekTrace and {shown.human_side}")
        ours = pick(shown.find_rows("steps", shown.pair_name), counted=counted)
        groups = _render_pair(ours, ("TrekTrace", name_of(shown.human_side)), "trektrace-")
        if shown.raters.people:
            render_case_groups(groups, shown)
            return
        st.header("People with one another")
        groups += _render_everybody(find_rows(shown, ALL_ANNOTATORS, counted=counted))
    else:
        groups = _render_pair(find_rows(shown, shown.pair_name, counted=counted), shown.sides, "")
    render_case_groups(groups, shown)


def find_rows(shown: Shown, comparison: str, *, counted: bool) -> list[Row]:
    """What kind of case it is, then every question of the checklist."""
    rows = [
        *shown.find_rows("outcomes", comparison),
        *shown.find_rows("steps", comparison),
    ]
    return pick(rows, counted=counted)


def pick(rows: Iterable[Row], *, counted: bool) -> list[Row]:
    """Of a question that comes twice, the figures with unsure as an answer, or without."""
    rows = list(rows)
    twice = {row.place["view"] for row in rows if row.place["undecided"] == "counted"}
    wanted = "counted" if counted else "left_out"
    return [
        row for row in rows if row.place["undecided"] == wanted or row.place["view"] not in twice
    ]


def make_pair_table(rows: Sequence[Row], sides: tuple[str, str], prefix: str) -> Table:
    """Kappa of two sides for each question that both have answered."""
    return Table(
        [*_NAMES, *KAPPA_COLUMNS],
        [
            make_kappa_line(
                row,
                [str(row.place.get("step", NO_VALUE)), say_view(view)],
                sides,
                f"{prefix}{view}",
            )
            for row in rows
            for view in [str(row.place["view"])]
        ],
        say_methods(rows),
    )


def _render_pair(rows: Sequence[Row], sides: tuple[str, str], prefix: str) -> list[CaseGroup]:
    kappas = find_kappas(rows)
    asked = [row for row in kappas if row.n]
    if not asked:
        st.text("No question has been answered by both sides yet.")
        return []
    _render_most_split([(row, row.n - round((row.details["p_o"] or 0) * row.n)) for row in asked])
    render_table(make_pair_table(asked, sides, prefix))
    _render_not_asked([row for row in kappas if not row.n])
    offer_rows(rows, f"{prefix}questions")
    return [
        CaseGroup(
            f"{prefix}{row.place['view']}",
            f"They differ: {say_view(str(row.place['view']))}",
            row.pairing.differing,
            answers_of_pairing(row.pairing),
            sides,
        )
        for row in asked
        if row.pairing
    ]


def _render_everybody(rows: Sequence[Row]) -> list[CaseGroup]:
    by_view: dict[str, list[Row]] = {}
    for row in rows:
        by_view.setdefault(str(row.place["view"]), []).append(row)
    asked = {view: found for view, found in by_view.items() if found[0].n}
    if not asked:
        st.text("No case has been judged by two people in this round and mode.")
        return []
    _render_most_split([(found[0], found[0].details["count"]) for found in asked.values()])
    lines = [
        make_split_line(
            found, [str(found[0].place.get("step", NO_VALUE)), say_view(view)], f"split-{view}"
        )
        for view, found in asked.items()
    ]
    render_table(Table([*_NAMES, *SPLIT_COLUMNS], lines, SPLIT_NOTES))
    _render_not_asked([found[0] for view, found in by_view.items() if view not in asked])
    offer_rows(rows, "people-questions")
    return [
        CaseGroup(f"split-{view}", f"They split: {say_view(view)}", found[0].case_ids["differing"])
        for view, found in asked.items()
    ]


def _render_most_split(counts: Sequence[tuple[Row, int]]) -> None:
    row, most = max(counts, key=lambda each: each[1] / each[0].n)
    text = (
        f"What splits them most: {say_view(str(row.place['view']))} "
        f"They answer it differently on {most:,} of {row.n:,} cases."
        if most
        else "They answer every question alike."
    )
    render_template("reading.html", text=text)


def _render_not_asked(rows: Sequence[Row]) -> None:
    if rows:
        names = "; ".join(say_view(str(row.place["view"])) for row in rows)
        render_template("note.html", text=f"Not answered by both on any case: {names}")

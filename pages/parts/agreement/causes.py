"""Which judgement first parts people from TrekTrace, and on which cases."""

import streamlit as st

from pages.parts.agreement.case_groups import Answers, CaseGroup, render_case_groups
from pages.parts.agreement.downloads import offer_rows
from pages.parts.agreement.readings import read_share
from pages.parts.agreement.shown import Shown, name_of
from pages.parts.agreement.tables import Column, Line, Table, codes_of, count_link, render_table
from pages.parts.agreement.words import (
    say_category,
    say_none_counts,
    say_percent,
    say_percents,
    say_question,
)
from pages.parts.untrusted import render_template
from trek_core.agreement.comparisons.disagreements import find_disagreements
from trek_core.agreement.comparisons.rows import Row

COLUMNS = (
    Column("Step"),
    Column("First judgement that differs", number=False),
    Column("Cases"),
    Column("Share"),
    Column("95 % interval, %"),
    Column("Differs later too"),
)


def render(shown: Shown) -> None:
    """Show the section."""
    if not shown.is_with_trektrace:
        st.text(
            "Causes are found against TrekTrace. Compare it with people, or see under Questions "
            "what splits these two."
        )
        return
    whole, *rows = shown.find_rows("disagreements", "trektrace_vs_human")
    if not whole.n:
        st.text(f"{say_none_counts(shown.comparison.population.left_out)}, so nothing parts them.")
        return
    render_template("reading.html", text=_read_whole(whole, shown))
    if not whole.details["count"]:
        return
    render_table(make_table(rows))
    offer_rows([whole, *rows], "causes")
    render_case_groups(make_groups([whole, *rows], shown), shown)


def make_table(rows: list[Row]) -> Table:
    """How many disagreements each judgement causes, in checklist order."""
    return Table(
        COLUMNS,
        [
            Line(
                [
                    str(row.details["step"]),
                    say_question(field),
                    count_link(row.details["count"], f"first-{field}"),
                    say_percent(row.value),
                    say_percents(row.ci),
                    count_link(row.details["also"], f"later-{field}"),
                ],
                codes_of(row),
                read_share(row, say_question(field)),
                faint=not row.details["count"],
            )
            for row in rows
            for field in [_field_of(row)]
        ],
        ["Each disagreement counts once, at the first judgement that differs."],
    )


def make_groups(rows: list[Row], shown: Shown) -> list[CaseGroup]:
    """All disagreements, then those of each cause."""
    sides = ("TrekTrace", name_of(shown.human_side), "First judgement that differs")

    def read() -> Answers:
        return {
            one.case_id: (one.trektrace, say_category("", one.people), say_question(one.field))
            for one in find_disagreements(shown.report.material, shown.within)
        }

    def make(key: str, title: str, case_ids: tuple[str, ...]) -> CaseGroup:
        return CaseGroup(key, title, case_ids, read, sides)

    whole, *causes = rows
    return [
        make("all", "All disagreements", whole.case_ids["differing"]),
        *(
            make(f"{when}-{field}", f"{words}: {say_question(field)}", row.case_ids[group])
            for row in causes
            for field in [_field_of(row)]
            for when, words, group in (
                ("first", "Differs first", "differing"),
                ("later", "Differs later too", "also"),
            )
        ),
    ]


def _field_of(row: Row) -> str:
    return str(row.place["view"]).removeprefix("step:")


def _read_whole(whole: Row, shown: Shown) -> str:
    count = whole.details["count"]
    who = name_of(shown.human_side)
    if not count:
        return f"{who} and TrekTrace conclude the same on all {whole.n:,} cases that both decide."
    return (
        f"{who} and TrekTrace part on {count:,} of the {whole.n:,} cases that both decide "
        f"({say_percent(whole.value)}), those with the reference or the judge at fault among them."
    )

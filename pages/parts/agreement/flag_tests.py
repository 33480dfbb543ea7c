"""Exact tests of two yes/no flags as lines of a table, and the cases behind their counts."""

from collections.abc import Callable, Mapping, Sequence

from pages.parts.agreement.case_groups import CaseGroup
from pages.parts.agreement.readings import read_test, say_p
from pages.parts.agreement.tables import Cell, Column, Line, Table, codes_of, count_link
from trek_core.agreement.comparisons.paired import GROUPS
from trek_core.agreement.comparisons.rows import Row

NameOf = Callable[[Row], str]


def make_test_table(
    rows: Sequence[Row], heading: str, name_of: NameOf, flags: Mapping[str, str]
) -> Table:
    """A line for each test; `flags` are the headings of the four groups of cases."""
    return Table(
        [
            Column(heading, number=False),
            *(Column(flags[group]) for group in GROUPS),
            Column("p"),
            Column("p, Holm"),
        ],
        [_make_line(row, name_of(row), flags) for row in rows],
        [_say_family(rows)],
    )


def make_test_groups(
    rows: Sequence[Row], name_of: NameOf, flags: Mapping[str, str]
) -> list[CaseGroup]:
    """The cases of each count of each test."""
    return [
        CaseGroup(f"{group}-{name_of(row)}", f"{name_of(row)}: {flags[group]}", row.case_ids[group])
        for row in rows
        for group in GROUPS
    ]


def _make_line(row: Row, name: str, flags: Mapping[str, str]) -> Line:
    counts = [count_link(row.details[group], f"{group}-{name}") for group in GROUPS]
    first, second = (flags[group].removesuffix(" only") for group in ("first_only", "second_only"))
    return Line(
        [name, *counts, say_p(row.value), Cell(say_p(row.details["p_holm"]), strong=True)],
        codes_of(row),
        read_test(row, first, second, name),
        faint=row.value is None,
    )


def _say_family(rows: Sequence[Row]) -> str:
    details = rows[0].details
    return (
        "Exact two-sided McNemar test, which rests on the cases with one of the two alone; "
        f"adjusted by Holm over {details['family_size']:,} tests ({details['family']})."
    )

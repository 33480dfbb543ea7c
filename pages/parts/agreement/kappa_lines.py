"""Kappa and agreement of two sides as lines of a table."""

from collections.abc import Iterable, Sequence

from pages.parts.agreement.readings import read_kappa_row
from pages.parts.agreement.tables import Cell, Column, Line, codes_of, count_link, is_faint
from pages.parts.agreement.words import say_interval, say_kappa, say_percent, say_percents
from trek_core.agreement.comparisons.rows import Row

KAPPA_COLUMNS = (
    Column("Kappa"),
    Column("95 % interval"),
    Column("Agreement"),
    Column("95 % interval, %"),
    Column("Cases"),
    Column("Differ"),
)


def make_kappa_line(
    row: Row,
    names: Sequence[Cell | str],
    sides: tuple[str, str],
    group: str,
    more: Sequence[str] = (),
) -> Line:
    """A line: what it is of, then its figures; `group` opens the cases that differ."""
    about = ", ".join(each.text if isinstance(each, Cell) else each for each in names)
    return Line(
        [*names, *make_kappa_cells(row, group), *more],
        codes_of(row),
        read_kappa_row(row, sides, about),
        is_faint(row),
    )


def make_kappa_cells(row: Row, group: str) -> list[Cell | str]:
    """Kappa, agreement and how many cases, with the intervals."""
    p_o = row.details["p_o"]
    interval = row.details["p_o_ci"]
    return [
        Cell(say_kappa(row.value), strong=row.value is not None),
        say_interval(row.ci),
        say_percent(p_o),
        say_percents(tuple(interval) if interval else None),
        f"{row.n:,}",
        count_link(row.n - round((p_o or 0) * row.n), group),
    ]


def find_kappas(rows: Iterable[Row]) -> list[Row]:
    """The kappas among figures of two sides; each carries its agreement."""
    return [row for row in rows if row.statistic == "cohen_kappa"]


def say_methods(rows: Iterable[Row]) -> list[str]:
    """How the intervals of these kappas were made."""
    found = {row.ci_method for row in rows if row.ci_method}
    if not found:
        return []
    return [f"Kappa's interval: {' or '.join(sorted(found))}. Agreement's interval: Wilson score."]

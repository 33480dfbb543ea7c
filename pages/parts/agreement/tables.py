"""Tables of figures: rows of cells whose counts are links to the cases behind them."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pages.parts.agreement.words import MARKS, SENTENCES
from pages.parts.untrusted import render_template
from pages.parts.url_choice import BEHIND, href_with
from trek_core.agreement.comparisons.rows import Row


@dataclass(frozen=True)
class Column:
    """A column's heading; numbers stand to the right."""

    title: str
    number: bool = True


@dataclass(frozen=True)
class Cell:
    """A text, which may be a link or carry the weight of the line."""

    text: str
    href: str | None = None
    strong: bool = False


@dataclass(frozen=True)
class Line:
    """One line of a table: its cells, what to mind, and the same in words."""

    cells: Sequence[Cell | str]
    codes: Sequence[str] = ()
    words: str = ""
    faint: bool = False

    @property
    def marks(self) -> list[str]:
        """What to mind, in a word or two."""
        return list(dict.fromkeys(MARKS[code] for code in self.codes))


_FEW = "small_n"
MIND = Column("Mind", number=False)


@dataclass(frozen=True)
class Table:
    """A table with its heading line."""

    columns: Sequence[Column]
    lines: Sequence[Line]
    methods: Sequence[str] = field(default=())


def render_table(table: Table) -> None:
    """Show a table, what its marks mean, how its figures are made, and every line in words."""
    marks = find_marks(table.lines)
    has_marks = any(marks)
    render_template(
        "figure_table.html",
        columns=[*table.columns, *[MIND] * has_marks],
        has_marks=has_marks,
        lines=[
            (line, [each if isinstance(each, Cell) else Cell(each) for each in line.cells], own)
            for line, own in zip(table.lines, marks, strict=True)
        ],
        notes=explain_marks(table.lines),
        methods=table.methods,
    )


def find_marks(lines: Sequence[Line]) -> list[list[str]]:
    """The marks of each line; few cases in all of them are said once, below the table."""
    said_once = {MARKS[_FEW]} if _are_all_few(lines) else set()
    return [[mark for mark in line.marks if mark not in said_once] for line in lines]


def explain_marks(lines: Sequence[Line]) -> list[tuple[str, str]]:
    """What each mark that occurs means."""
    found = {code for line in lines for code in line.codes}
    start = {_FEW: "All rows. "} if _are_all_few(lines) else {}
    return [
        (mark, start.get(code, "") + SENTENCES[code])
        for code, mark in MARKS.items()
        if code in found
    ]


def _are_all_few(lines: Sequence[Line]) -> bool:
    return all(_FEW in line.codes for line in lines)


def codes_of(row: Row) -> tuple[str, ...]:
    """Why a figure does not exist, or what to mind about it."""
    return (*([row.reason] if row.reason else ()), *row.warnings)


def is_faint(row: Row) -> bool:
    """Whether a figure is greyed: it does not exist, or rests on few cases."""
    return row.value is None or _FEW in row.warnings


def count_link(count: int, group: str) -> Cell:
    """A count that opens its cases; of no cases there is nothing to open."""
    return Cell(f"{count:,}", href_with(**{BEHIND: group}) if count else None)

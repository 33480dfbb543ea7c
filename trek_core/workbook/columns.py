"""What a table of the workbook is: a list of columns, each with the way to its value."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeVar

from trek_core.checklist import Field
from trek_core.workbook.answer_text import offered
from trek_core.workbook.cells import Value, make_cell
from trek_core.workbook.reviewed import ReviewedCase, ReviewedJudgement
from trek_core.workbook.row_keys import (
    ROW_KEY,
    STATE,
    Place,
    RowKey,
    compute_cell_digests,
    compute_digest,
)

Source = Literal["case", "trektrace", "people"]
"""Whose words a column holds; TrekTrace's are withheld from a blind workbook."""

Variant = Literal["full", "annotators"]
"""Everything, or the case and only what people fill in."""

NARROW, MIDDLE, WIDE = 12, 24, 48
"""Column widths in characters: a word, a name, a text."""


class Row(Protocol):
    """What every row of a case has: the case and at most one annotator's judgement."""

    @property
    def case(self) -> ReviewedCase:
        """The case the row is about."""

    @property
    def person(self) -> ReviewedJudgement | None:
        """Whose answers the row holds; None where nobody judged the case."""


R = TypeVar("R", bound=Row)


@dataclass(frozen=True)
class Column(Generic[R]):
    """One column: its heading, its width in characters, and its value for a row.

    `options` become a drop-down. `place` says for a row what of a judgement its cell holds: such a
    cell may be edited and comes back. With `is_mark`, a cell that says yes is coloured. With
    `is_computed`, it follows from people's answers, so that somebody may take it for one.
    """

    name: str
    width: int
    value: Callable[[R], Value]
    source: Source = "case"
    options: tuple[str, ...] = ()
    place: Callable[[R], Place | None] | None = None
    is_mark: bool = False
    is_computed: bool = False


@dataclass(frozen=True)
class Table(Generic[R]):
    """One sheet filled from the cases: its columns, and the rows that one case gives.

    `part` tells rows apart that one judgement has on the sheet; `hidden` is the heading of its
    last column, which is out of sight.
    """

    name: str
    columns: tuple[Column[R], ...]
    rows: Callable[[ReviewedCase], Iterable[R]]
    part: Callable[[R], str | None] = lambda _row: None
    hidden: str | None = ROW_KEY

    def shown_columns(self, *, with_trektrace: bool, variant: Variant) -> tuple[Column[R], ...]:
        """The columns that a workbook with or without TrekTrace's side has."""
        return tuple(
            column
            for column in self.columns
            if (with_trektrace or column.source != "trektrace")
            and (
                variant == "full"
                or column.place is not None
                or column.source == "case"
                or column in JUDGEMENT_COLUMNS
            )
        )

    def make_hidden(self, columns: Iterable[Column[R]], row: R) -> str:
        """What the hidden cell of a row holds that shows these columns."""
        if self.hidden == ROW_KEY:
            return self.make_key(columns, row).to_text()
        return compute_cell_digests(_shown_text(column, row) for column in columns)

    def make_key(self, columns: Iterable[Column[R]], row: R) -> RowKey:
        """The key of a row that shows these columns."""
        cells: dict[str, Any] = {}
        computed: dict[str, str] = {}
        for column in columns:
            if column.is_computed:
                computed[column.name] = _shown_text(column, row)
            elif column.place is not None:
                cells[column.name] = make_cell(column.value(row)).value
        person = row.person
        return RowKey(
            case_id=row.case.record.case.case_id,
            annotator=person.judgement.annotator if person else None,
            round=person.judgement.round if person else "default",
            revision=person.revision if person else 0,
            part=self.part(row),
            digest=compute_digest(cells),
            version=row.case.version,
            computed=compute_cell_digests(text for _, text in sorted(computed.items())),
        )


def _shown_text(column: Column[R], row: R) -> str:
    return str(make_cell(column.value(row)).value or "")


def from_person(
    name: str,
    width: int,
    read: Callable[[ReviewedJudgement], Value],
    options: tuple[str, ...] = (),
    place: Place | None = None,
    *,
    is_computed: bool = False,
) -> Column[Any]:
    """A column of an annotator's, empty where nobody judged the case."""
    return Column(
        name,
        width,
        lambda row: read(row.person) if row.person else None,
        "people",
        options,
        (lambda _row: place) if place else None,
        is_computed=is_computed,
    )


def from_field(name: str, field: str, width: int, options: tuple[str, ...] = ()) -> Column[Any]:
    """A column of an annotator's answers to one checklist field."""
    return from_person(name, width, lambda person: person.show(field), options, Place(field))


def option_values(field: Field) -> tuple[str, ...]:
    """Every value the drop-down of a field offers, each once."""
    return tuple(dict.fromkeys(option.value for option in offered(field)))


CASE_COLUMNS: tuple[Column[Any], ...] = (
    Column("case_id", MIDDLE, lambda row: row.case.record.case.case_id),
    Column("dataset", NARROW, lambda row: row.case.record.case.dataset),
    Column("system", MIDDLE, lambda row: _show_system(row.case)),
)
"""Which case a row is about: the first columns of every table."""

JUDGEMENT_COLUMNS: tuple[Column[Any], ...] = (
    from_person("annotator", MIDDLE, lambda person: person.judgement.annotator),
    from_person("round", NARROW, lambda person: person.judgement.round),
    from_person("mode", NARROW, lambda person: person.judgement.mode),
    from_person("state", NARROW, lambda person: person.state),
    from_person("revision", NARROW, lambda person: person.revision),
)
"""Whose judgement a row holds, and how it stands."""

HANDED_IN: Column[Any] = from_person(
    "state",
    NARROW,
    lambda person: person.state,
    ("draft", "submitted"),
    Place(STATE),
)
"""The state where it may be edited: on the Checklist, where handing in is said."""


def _show_system(case: ReviewedCase) -> str | None:
    system = case.record.case.system
    return system.name if system else None

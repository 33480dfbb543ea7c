"""What a table of the workbook is: a list of columns, each with the way to its value."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeVar

from trek_core.checklist import Field
from trek_core.checklist.options import RESPONSE_RULES
from trek_core.workbook.cells import Value
from trek_core.workbook.reviewed import ReviewedCase, ReviewedJudgement

Source = Literal["case", "trektrace", "people"]
"""Whose words a column holds; TrekTrace's are withheld from a blind workbook."""

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

    `options` become a drop-down.
    """

    name: str
    width: int
    value: Callable[[R], Value]
    source: Source = "case"
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table(Generic[R]):
    """One sheet filled from the cases: its columns, and the rows that one case gives."""

    name: str
    columns: tuple[Column[R], ...]
    rows: Callable[[ReviewedCase], Iterable[R]]

    def shown_columns(self, with_trektrace: bool) -> tuple[Column[R], ...]:
        """The columns that a workbook with or without TrekTrace's side has."""
        return tuple(
            column for column in self.columns if with_trektrace or column.source != "trektrace"
        )


def from_person(
    name: str,
    width: int,
    read: Callable[[ReviewedJudgement], Value],
    options: tuple[str, ...] = (),
) -> Column[Any]:
    """A column of an annotator's, empty where nobody judged the case."""
    return Column(
        name, width, lambda row: read(row.person) if row.person else None, "people", options
    )


def option_values(field: Field) -> tuple[str, ...]:
    """Every value the drop-down of a field offers, each once."""
    options = field.options
    if field.name == "response_rule":
        options = tuple(option for some in RESPONSE_RULES.values() for option in some)
    return tuple(dict.fromkeys(option.value for option in options))


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
    from_person("state", NARROW, lambda person: person.judgement.state),
    from_person("revision", NARROW, lambda person: person.judgement.revision),
)
"""Whose judgement a row holds, and how it stands."""


def _show_system(case: ReviewedCase) -> str | None:
    system = case.record.case.system
    return system.name if system else None

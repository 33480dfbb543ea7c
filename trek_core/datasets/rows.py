"""Rows of a dataset's file: what every format comes down to, and what is wrong with a row."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from trek_core.errors import CaseFormatError
from trek_core.jsonl.strict_json import describe, mend

MAX_ROW_BYTES = 32 * 2**20

Decode = Callable[[bytes], bytes]


@dataclass(frozen=True)
class Row:
    """A row by its place in the file ("row 7", "line 7") and its fields by their names there."""

    place: str
    fields: dict[str, Any]


@dataclass(frozen=True)
class RowProblem:
    """Something in a row that is not as it should be; `is_taken` where the row counts anyway."""

    place: str
    field: str
    found: str
    expected: str
    is_taken: bool = False

    def __str__(self) -> str:
        end = "" if self.is_taken else " (row not taken)"
        return f"{self.place}, {self.field}: found {self.found}, expected {self.expected}{end}"


Rows = Iterator[Row | RowProblem]


def make_row(place: str, fields: object) -> Rows:
    """The row of an object, with what had to be mended; a problem alone where it is none."""
    if not isinstance(fields, dict):
        yield RowProblem(place, "row", describe(fields), "an object")
        return
    repairs: Counter[str] = Counter()
    try:
        row = Row(place, cast(dict[str, Any], mend(fields, repairs)))
    except CaseFormatError as error:
        yield RowProblem(place, error.field, error.found, error.expected)
    else:
        yield from tell_repairs(place, repairs)
        yield row


def tell_repairs(place: str, repairs: Mapping[str, int]) -> Iterator[RowProblem]:
    """A problem for each field in which characters that no text holds became U+FFFD."""
    for field, count in repairs.items():
        found = f"{count} broken character(s), now U+FFFD"
        yield RowProblem(place, field, found, "whole characters", is_taken=True)

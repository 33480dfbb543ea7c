"""Rows of a dataset's file: what every format comes down to, and what is wrong with a row."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

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

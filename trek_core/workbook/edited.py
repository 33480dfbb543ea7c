"""What comes back: rows of cells for people, from whatever file they stand in."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from trek_core.errors import TrekError
from trek_core.workbook.columns import Variant
from trek_core.workbook.row_keys import ROW_KEY
from trek_core.workbook.spreadsheet import Found

Cells = dict[str, Found | TrekError]


@dataclass(frozen=True)
class EditedRow:
    """One row: `number` as its file counts it, the text of its cells by heading.

    A cell that cannot be taken is the error that says why. `of_table` is the sheet that its cells
    are those of, where `sheet` is none.
    """

    sheet: str
    number: int
    cells: Cells
    of_table: str = ""

    @property
    def table(self) -> str:
        """The sheet of the workbook that the row's cells belong to."""
        return self.of_table or self.sheet

    @property
    def key(self) -> str:
        """The text of the row's key; empty where it has none."""
        found = self.cells.get(ROW_KEY)
        return found.text if isinstance(found, Found) else ""


@dataclass(frozen=True)
class Unread:
    """Cells for people that could not be read, named where their headings are; `why` says why."""

    sheet: str
    row: int
    why: str


class EditedFile(Protocol):
    """An opened file: what it says of itself, its long texts, and what is wrong with it."""

    @property
    def with_trektrace(self) -> bool:
        """Whether TrekTrace's side was in it."""

    @property
    def variant(self) -> Variant:
        """What of the cases was in it."""

    @property
    def is_shortened(self) -> bool:
        """Whether a text that is too long for a cell had only its start in it."""

    @property
    def texts(self) -> Mapping[str, str]:
        """Whole texts by the hash that a shortened cell names."""

    @property
    def exported_rows(self) -> Mapping[str, int]:
        """How many rows each sheet had."""

    @property
    def extra_sheets(self) -> tuple[str, ...]:
        """Sheets that are not ours."""

    @property
    def problems(self) -> list[str]:
        """What is wrong, filled while the rows are read."""

    @property
    def unread(self) -> list[Unread]:
        """What could not be read at all, filled while the rows are read."""

    def read_rows(self) -> Iterator[EditedRow]:
        """The rows that come back."""

"""What is noted of the rows of an edited file beside its edits, alike things in one sentence."""

from collections.abc import Iterator

from trek_core.counted import say_rows
from trek_core.workbook.edited import EditedFile, EditedRow
from trek_core.workbook.headings import list_computed
from trek_core.workbook.row_keys import RowKey, compute_cell_digest
from trek_core.workbook.spreadsheet import Found

_OTHERWISE = "other spaces, quotes, line ends or escapes"


class RowNotes:
    """Collects what was understood, what is not there, and what was written for nothing.

    `absent` counts the answers of the export that are not in the file.
    """

    def __init__(self) -> None:
        self.absent = 0
        self._rows: dict[str, int] = {}
        self._habits: dict[tuple[str, str, str], list[int]] = {}
        self._computed = list_computed()
        self._over_computed: dict[tuple[str, str], list[int]] = {}

    def count(self, row: EditedRow) -> None:
        """Count a row for its sheet."""
        self._rows[row.table] = self._rows.get(row.table, 0) + 1

    def add_habit(self, row: EditedRow, column: str, found: Found) -> None:
        """A cell that says the same, but for what a program made of it."""
        place = (row.sheet, column, found.habit or _OTHERWISE)
        self._habits.setdefault(place, []).append(row.number)

    def check_computed(self, row: EditedRow, exported: RowKey) -> None:
        """Note which cells were edited that follow from the answers, where all were exported."""
        names, digests = sorted(self._computed[row.table]), exported.computed.split()
        if len(digests) != len(names):
            return
        for name, digest in zip(names, digests, strict=True):
            cell = row.cells.get(name)
            is_same = isinstance(cell, Found) and compute_cell_digest(cell.text) == digest
            if cell is not None and not is_same:
                self._over_computed.setdefault((row.sheet, name), []).append(row.number)

    def describe(self, book: EditedFile) -> Iterator[str]:
        """The notes as sentences, once all rows were read."""
        for (sheet, column, what), numbers in self._habits.items():
            yield f"{sheet}, {column}, {say_rows(numbers)}: {what}; taken as unchanged."
        for (sheet, column), numbers in self._over_computed.items():
            yield (
                f"{sheet}, {column}, {say_rows(numbers)}: edited, and not taken; it is computed "
                "from the answers. Other labels go into override_labels."
            )
        yield from book.problems
        for sheet, exported in book.exported_rows.items():
            missing = exported - self._rows.get(sheet, 0)
            if missing > 0:
                yield (
                    f"{sheet}: {missing} of {exported} rows are not in the file; "
                    "nothing happens to them."
                )
        for sheet in book.extra_sheets:
            yield f"{sheet[:100]}: not a sheet of the export; not read."
        if self.absent:
            yield (
                f"Answers of the export that are not in the file: {self.absent}; "
                "nothing happens to them."
            )

"""Tables as CSV: RFC 4180, UTF-8 without a mark, every text whole and none of them a formula."""

import csv
from collections.abc import Sequence
from pathlib import Path

from trek_core.exports.formula_text import protect_text
from trek_core.exports.tables import Cells, show_value


class CsvTable:
    """One CSV file: a line of headings, then a line a row, each ending in CR LF."""

    def __init__(self, path: Path, _name: str, columns: Sequence[str]) -> None:
        # Half an emoji, which no file can hold, becomes a question mark as in every other file.
        self._file = path.open("w", encoding="utf-8", errors="replace", newline="")
        self._rows = csv.writer(self._file)
        self._rows.writerow(columns)

    def add(self, cells: Cells) -> None:
        """Append a row."""
        self._rows.writerow([_write(cell) for cell in map(show_value, cells)])

    def close(self) -> None:
        """Finish the file."""
        self._file.close()


def _write(value: str | int | float | None) -> str | int | float | None:
    return protect_text(value) if isinstance(value, str) else value

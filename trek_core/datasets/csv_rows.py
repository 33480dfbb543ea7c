"""Rows of a CSV file as spreadsheets write it: preamble lines, a byte-order mark, any separator."""

import csv
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import count
from typing import TextIO

from trek_core.datasets.rows import MAX_ROW_BYTES, RowProblem, Rows, make_row
from trek_core.errors import CaseFormatError, TrekError
from trek_core.jsonl.strict_json import refuse_twice

MAX_PREAMBLE = 20
"""Within so many rows the column names must come."""

_PIECE = 1 << 16
_SEPARATORS = (",", ";", "\t")
NOT_UTF8 = re.compile("[\udc80-\udcff]")
"""How a byte that is not UTF-8 stands in a text that escapes it as a surrogate."""


@dataclass
class CsvLines:
    """The lines of a table, and whether the row that is being read ends with the last of them."""

    text: TextIO
    limit: int
    number: int = 0
    began: int = 1
    _is_whole: bool = True
    _marks: int = 0

    def begin_row(self) -> None:
        """Note that the next line begins a row."""
        self.began, self._marks = self.number + 1, 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        """The next line; raises `CaseFormatError` for one over the limit, of which no more than
        that is in memory. What is over is still to be read."""
        line = self._read(self.limit + 1)
        if not line:
            raise StopIteration
        if len(line) > self.limit:
            found = f"a line of more than {self.limit:,} characters"
            expected = f"at most {self.limit:,} and each quotation mark closed"
            raise CaseFormatError("line", found, expected)
        return line

    def skip_row(self) -> None:
        """Read past what is left of a row that is refused."""
        while (not self._is_whole or self._marks % 2) and self._read(_PIECE):
            pass

    def _read(self, most: int) -> str:
        piece = self.text.readline(most)
        if piece:
            self.number += self._is_whole
            self._is_whole = piece.endswith(("\n", "\r"))
            self._marks += piece.count('"')
        return piece


def read_csv_rows(text: TextIO, header_marks: Collection[str], file: str) -> Rows:
    """Yield the rows below the first row that holds a name in `header_marks`.

    `text` can be rewound, keeps its line ends and escapes bytes that are not UTF-8 as surrogates.
    Rows are numbered as a spreadsheet shows them. Raises `TrekError` where no column names are.
    """
    csv.field_size_limit(MAX_ROW_BYTES)
    for separator in _SEPARATORS:
        rows = _numbered(text, separator)
        for number, cells in rows:
            if number > MAX_PREAMBLE:
                break
            names = [cell.strip() for cell in cells] if isinstance(cells, list) else []
            if set(names) & set(header_marks):
                _refuse_twice(names, file)
                for below, found in rows:
                    yield from _read_row(f"row {below}", names, found)
                return
    raise TrekError(
        f"{file}: no column names in its first {MAX_PREAMBLE} rows: expected one of "
        f"{', '.join(sorted(header_marks))}."
    )


def _refuse_twice(names: list[str], file: str) -> None:
    try:
        refuse_twice([name for name in names if name])
    except CaseFormatError as error:
        raise TrekError(f"{file}, column {error}.") from None


def _read_row(place: str, names: list[str], cells: list[str] | CaseFormatError) -> Rows:
    if isinstance(cells, CaseFormatError):
        yield RowProblem(place, "row", cells.found, cells.expected)
        return
    extra = len(cells) - len(names)
    if not any(cell.strip() for cell in cells):
        return
    if any(NOT_UTF8.search(cell) for cell in cells):
        yield RowProblem(place, "row", "a byte that is not UTF-8", "UTF-8")
    elif extra > 0 and any(cell.strip() for cell in cells[-extra:]):
        yield RowProblem(place, "row", f"{len(cells)} cells", f"{len(names)}, as named above")
    else:
        named = zip(names, cells, strict=False)
        yield from make_row(place, {name: cell for name, cell in named if name})


def _numbered(text: TextIO, separator: str) -> Iterator[tuple[int, list[str] | CaseFormatError]]:
    """Each row from the beginning; one that is broken comes as its error, and the next follows."""
    text.seek(0)
    lines = CsvLines(text, MAX_ROW_BYTES)
    # Strict: a mark that is never closed would swallow the rows after it without a word.
    rows = csv.reader(lines, delimiter=separator, strict=True)
    for number in count(1):
        lines.begin_row()
        try:
            yield number, next(rows)
        except StopIteration:
            return
        except CaseFormatError as error:
            lines.skip_row()
            yield number, error
        except csv.Error as error:
            lines.skip_row()
            found = f"broken CSV ({error})"
            yield number, CaseFormatError("row", found, "quotation marks in pairs")

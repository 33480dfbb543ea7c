"""Lines of a CSV file, and where its rows go on after one that is broken."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TextIO

from trek_core.errors import CaseFormatError

MAX_ROW_LINES = 1_000_000
"""More lines no row has, however short they are."""

_PIECE = 1 << 16
_ENDS = ("\n", "\r")
_ROWS_IN_TURN = {1: 3, 2: 2}
"""How many rows have to follow one another before lines of so few cells count as rows: any line of
a broken text looks like a row of one cell. With more cells one row is enough."""


@dataclass
class CsvLines:
    """The lines of a table, of which those of one row are held until the next begins.

    `columns` is how many cells a row has, 0 until that is known.
    """

    text: TextIO
    limit: int
    delimiter: str
    columns: int = 0
    number: int = 0
    began: int = 1
    is_cut: bool = False
    """Whether the rest of the file was not read, as no row was to be found for too long."""
    _held: list[str] = field(default_factory=list)
    _size: int = 0
    _again: list[str] = field(default_factory=list)
    """Lines to be read once more, the next one last."""

    def begin_row(self) -> None:
        """Note that the next line begins a row."""
        self.began, self._held, self._size = self.number + 1, [], 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        """The next line; raises `CaseFormatError` where it or its row is over the limit, of which
        no more than that is in memory."""
        if self.is_cut or not (line := self._read_line()):
            raise StopIteration
        self._held.append(line)
        self._size += len(line)
        if len(line) > self.limit:
            raise _too_long(f"a line of more than {self.limit:,} characters")
        if self._size > self.limit:
            raise _too_long(f"a row of more than {self.limit:,} characters")
        if len(self._held) > MAX_ROW_LINES:
            raise _too_long(f"a row of more than {MAX_ROW_LINES:,} lines")
        return line

    def skip_row(self, error: CaseFormatError) -> CaseFormatError:
        """Go on below a row that is refused, where a row is whole again; the error with what had
        to be left out.

        A row that is broken in its first line ends with it where its quotation marks are in pairs.
        Else either its last cell was never closed, and the next line begins a row, or a cell goes
        on: what is a row in the one reading is no row in the other, and the first reading that
        gives one with all its cells is right.
        """
        lines, self._held = self._held, []
        if not lines:
            return error
        self.number = self.began
        self._again += reversed(lines[1:])
        if lines[0].count('"') % 2 == 0:
            return error
        row, needed = _whole_row(self.delimiter, self.columns), _ROWS_IN_TURN.get(self.columns, 1)
        readings = (_Reading(row), _Reading(row, is_open=True, is_known=False))
        seen: list[str] = []
        size = 0
        while line := self._read_line():
            size += len(line) if len(line) <= self.limit else 0
            if size > self.limit or len(seen) == MAX_ROW_LINES:
                self.is_cut = True
                break
            seen.append(line)
            for each in readings:
                each.add(line)
            if found := next((each for each in readings if each.rows >= needed), None):
                self._unread(seen, len(seen) - found.lines)
                break
        else:
            ended = [each.lines for each in readings if each.rows and not each.parts]
            self._unread(seen, len(seen) - max(ended, default=0))
        return self._say_left_out(error)

    def _read_line(self) -> str:
        """The next line. Of one over the limit only the beginning is kept, with a mark more where
        the rest has an odd number of them."""
        if self._again:
            self.number += 1
            return self._again.pop()
        line = self.text.readline(self.limit + 1)
        self.number += bool(line)
        if len(line) > self.limit and not line.endswith(_ENDS):
            marks = 0
            while (piece := self.text.readline(_PIECE)) and not piece.endswith(_ENDS):
                marks += piece.count('"')
            line += '"' * ((marks + piece.count('"')) % 2)
        return line

    def _unread(self, lines: list[str], start: int) -> None:
        self._again += reversed(lines[start:])
        self.number -= len(lines) - start

    def _say_left_out(self, error: CaseFormatError) -> CaseFormatError:
        if self.is_cut:
            lines = f"nothing from line {self.began:,} on was read, as no whole row follows for"
            far = f"{self.limit:,} characters or {MAX_ROW_LINES:,} lines"
            return CaseFormatError(error.field, f"{error.found}; {lines} {far}", error.expected)
        if self.number == self.began:
            return error
        left_out = f"lines {self.began:,} to {self.number:,} are left out"
        return CaseFormatError(error.field, f"{error.found}; {left_out}", error.expected)


@dataclass
class _Reading:
    """One way to read the lines after a broken row: beginning outside a cell, or inside one."""

    row: re.Pattern[str]
    is_open: bool = False
    is_known: bool = True
    """Whether it was seen where the row that is being read begins."""
    rows: int = 0
    """How many whole rows follow one another up to here, and of how many lines."""
    lines: int = 0
    parts: list[str] = field(default_factory=list)

    def add(self, line: str) -> None:
        self.is_open ^= line.count('"') % 2 == 1
        self.parts.append(line)
        if self.is_open:
            return
        if self.is_known and self.row.fullmatch("".join(self.parts)):
            self.rows, self.lines = self.rows + 1, self.lines + len(self.parts)
        else:
            self.rows = self.lines = 0
        self.is_known, self.parts = True, []


def _too_long(found: str) -> CaseFormatError:
    return CaseFormatError("line", found, "no more than that and each quotation mark closed")


def _whole_row(delimiter: str, columns: int) -> re.Pattern[str]:
    """A row of so many cells, any number where that is not known, with each mark in its place."""
    sign = re.escape(delimiter)
    cell = rf'(?:"[^"]*+(?:""[^"]*+)*+"|[^"{sign}\r\n]*+)'
    times = f"{{{columns - 1}}}" if columns else "*"
    return re.compile(rf"{cell}(?:{sign}{cell}){times}[\r\n]*")

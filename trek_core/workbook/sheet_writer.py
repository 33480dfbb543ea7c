"""One sheet written row by row: every cell made safe, every change counted, every row hashed."""

from collections.abc import Mapping, Sequence
from typing import Any

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from trek_core.errors import TrekError
from trek_core.workbook.cells import Cell, Value, escape_text, make_cell
from trek_core.workbook.manifest import RowsHash, SheetSummary
from trek_core.workbook.sidecar import SidecarWriter
from trek_core.workbook.styles import ROW_HEIGHT

MOST_ROWS = 1_048_576
"""Rows of a sheet, headings included."""

LONGEST_OPTIONS = 255
"""Characters that the values of a drop-down may have together."""


class SafeWorksheet(Worksheet):  # type: ignore[misc]  # the library ships no types
    """A worksheet whose text any reader gets back unchanged.

    The library's own escaping is not reversible for text such as `_x0041_x0042_`, fails on half an
    emoji, and takes `<r>...</r>` for markup.
    """

    @staticmethod
    def _escape_control_characters(data: Any) -> Any:
        return escape_text(data) if isinstance(data, str) else data


class SheetWriter:
    """Appends rows to one sheet of a workbook in constant memory.

    `even_rows` gives every row below the first the same height; without it rows fit their text.
    """

    def __init__(
        self,
        workbook: Workbook,
        formats: Mapping[str, Format],
        name: str,
        widths: Sequence[int],
        *,
        even_rows: bool,
        texts: SidecarWriter | None = None,
    ) -> None:
        self.name = name
        self.rows = 0
        self._texts = texts
        self._names: Sequence[str] = ()
        self._formats = formats
        self._next = self._shortened = self._escaped = 0
        self._hash = RowsHash()
        self._sheet = workbook.add_worksheet(name, worksheet_class=SafeWorksheet)
        for column, width in enumerate(widths):
            self._sheet.set_column(column, column, width, formats["text"])
        if even_rows:
            self._sheet.set_default_row(ROW_HEIGHT)
            self._sheet.set_row(0, ROW_HEIGHT / 2)
        # An identifier made of digits is no mistake: no green corner on it.
        self._sheet.ignore_errors({"number_stored_as_text": f"A1:XFD{MOST_ROWS}"})

    def add_heading(self, names: Sequence[str], sources: Sequence[str] = ()) -> None:
        """Append a row of headings, coloured by whose words each column holds."""
        self._names = names
        self._append(names, sources or ["case"] * len(names))

    def add_title(self, text: str) -> None:
        """Append an empty row and a title."""
        self._append([], [])
        self._append([text], ["title"])

    def add_row(self, values: Sequence[Value]) -> None:
        """Append one row of data."""
        self._append(values, ["text"] * len(values))
        self.rows += 1

    def freeze_and_filter(self, rows: int, columns: int) -> None:
        """Keep the heading and the first column in view; filter the first `rows` data rows."""
        self._sheet.freeze_panes(1, 1)
        if rows:
            self._sheet.autofilter(0, 0, rows, columns - 1)

    def offer(self, column: int, options: Sequence[str]) -> None:
        """Offer a drop-down in every data row of a column, as far as Excel can hold its values."""
        if self.rows and options and len(",".join(options)) <= LONGEST_OPTIONS:
            choice = {"validate": "list", "source": list(options)}
            self._sheet.data_validation(1, column, self.rows, column, choice)

    def hide(self, column: int) -> None:
        """Keep a column out of sight."""
        self._sheet.set_column(column, column, None, self._formats["text"], {"hidden": True})

    def colour_yes(self, column: int) -> None:
        """Colour the cells of a column that say yes."""
        if self.rows:
            rule = {
                "type": "cell",
                "criteria": "==",
                "value": '"yes"',
                "format": self._formats["differs"],
            }
            self._sheet.conditional_format(1, column, self.rows, column, rule)

    def summarize(self) -> SheetSummary:
        """What was written so far."""
        return SheetSummary(
            self.name, self.rows, self._shortened, self._escaped, self._hash.hexdigest()
        )

    def _append(self, values: Sequence[Value], styles: Sequence[str]) -> None:
        if self._next >= MOST_ROWS:
            raise TrekError(
                f"{self.name}: more rows than the {MOST_ROWS:,} a sheet can hold; export fewer "
                "cases at a time with a filter, or export JSONL"
            )
        cells = [make_cell(value) for value in values]
        for column, (cell, style) in enumerate(zip(cells, styles, strict=True)):
            if cell.value is not None:
                self._write(column, cell, style)
        self._hash.add(cells)
        self._next += 1

    def _write(self, column: int, cell: Cell, style: str) -> None:
        if isinstance(cell.value, str):
            self._sheet.write_string(self._next, column, cell.value, self._formats[style])
            self._escaped += cell.escaped
            if cell.whole is not None:
                self._keep_whole(column, cell.whole)
        else:
            self._sheet.write_number(self._next, column, cell.value, self._formats["number"])

    def _keep_whole(self, column: int, text: str) -> None:
        self._shortened += 1
        if self._texts is not None:
            self._texts.add(text, self.name, self._next + 1, self._names[column])

"""Fill sheets: tables row by row as the cases come, block sheets at once."""

from collections.abc import Mapping
from typing import Any

from xlsxwriter import Workbook
from xlsxwriter.format import Format

from trek_core.workbook.blocks import BlockSheet
from trek_core.workbook.columns import Table
from trek_core.workbook.manifest import SheetSummary, WorkbookAbout
from trek_core.workbook.reviewed import ReviewedCase
from trek_core.workbook.sheet_writer import SheetWriter
from trek_core.workbook.sidecar import SidecarWriter


class TableWriter:
    """The sheet of one table, growing with every case."""

    def __init__(
        self,
        book: Workbook,
        formats: Mapping[str, Format],
        table: Table[Any],
        about: WorkbookAbout,
        texts: SidecarWriter,
    ) -> None:
        self._table = table
        self._columns = table.shown_columns(
            with_trektrace=about.with_trektrace, variant=about.variant
        )
        widths = [column.width for column in self._columns]
        self._sheet = SheetWriter(book, formats, table.name, widths, even_rows=True, texts=texts)
        keys = [table.hidden] if table.hidden else []
        self._sheet.add_heading(
            [*(column.name for column in self._columns), *keys],
            [
                *("fill_in" if column.place else column.source for column in self._columns),
                *("case" for _ in keys),
            ],
        )
        if keys:
            self._sheet.hide(len(self._columns))

    def add(self, case: ReviewedCase) -> None:
        """Append the rows of one case."""
        for row in self._table.rows(case):
            values = [column.value(row) for column in self._columns]
            if self._table.hidden:
                values.append(self._table.make_hidden(self._columns, row))
            self._sheet.add_row(values)

    def finish(self) -> SheetSummary:
        """Put the filter, the drop-downs and the colours over the rows; say what was written."""
        shown = len(self._columns) + bool(self._table.hidden)
        self._sheet.freeze_and_filter(self._sheet.rows, shown)
        for position, column in enumerate(self._columns):
            self._sheet.offer(position, column.options)
            if column.is_mark:
                self._sheet.colour_yes(position)
        return self._sheet.summarize()


def write_blocks(book: Workbook, formats: Mapping[str, Format], sheet: BlockSheet) -> SheetSummary:
    """Write a sheet of small tables below one another."""
    writer = SheetWriter(book, formats, sheet.name, sheet.widths, even_rows=False)
    for block in sheet.blocks:
        if block.title:
            writer.add_title(block.title)
        writer.add_heading(block.header)
        for row in block.rows:
            writer.add_row(row)
    first = sheet.blocks[0]
    writer.freeze_and_filter(len(first.rows), len(first.header))
    return writer.summarize()

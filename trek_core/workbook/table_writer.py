"""Fill sheets: tables row by row as the cases come, block sheets at once."""

from collections.abc import Mapping
from typing import Any

from xlsxwriter import Workbook
from xlsxwriter.format import Format

from trek_core.workbook.blocks import BlockSheet
from trek_core.workbook.columns import Table
from trek_core.workbook.manifest import SheetSummary
from trek_core.workbook.reviewed import ReviewedCase
from trek_core.workbook.sheet_writer import SheetWriter


class TableWriter:
    """The sheet of one table, growing with every case."""

    def __init__(
        self,
        book: Workbook,
        formats: Mapping[str, Format],
        table: Table[Any],
        with_trektrace: bool,
    ) -> None:
        self._table = table
        self._columns = table.shown_columns(with_trektrace)
        widths = [column.width for column in self._columns]
        self._sheet = SheetWriter(book, formats, table.name, widths, even_rows=True)
        self._sheet.add_heading(
            [column.name for column in self._columns], [column.source for column in self._columns]
        )

    def add(self, case: ReviewedCase) -> None:
        """Append the rows of one case."""
        for row in self._table.rows(case):
            self._sheet.add_row([column.value(row) for column in self._columns])

    def finish(self) -> SheetSummary:
        """Put the filter and the drop-downs over the rows; say what was written."""
        self._sheet.freeze_and_filter(self._sheet.rows, len(self._columns))
        for position, column in enumerate(self._columns):
            self._sheet.offer(position, column.options)
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

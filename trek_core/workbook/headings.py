"""Where the headings of an edited sheet stand, and which sheet is which, also when renamed."""

from collections.abc import Mapping, Sequence
from typing import Any

from trek_core.workbook.columns import Variant
from trek_core.workbook.row_keys import ROW_KEY
from trek_core.workbook.sheet_cells import SheetCell, read_cells
from trek_core.workbook.writer import EDITABLE

HEADING_WITHIN = 20
"""Rows from the top among which the headings are looked for."""

Headings = Mapping[int, str]
"""Column, counted from 1 -> its heading."""


def find_headings(row: Mapping[int, SheetCell], hidden: str = ROW_KEY) -> Headings:
    """The headings that a row holds, `hidden` among them; none where it is another row."""
    names = {
        column: str(cell.value).strip() for column, cell in row.items() if cell.value is not None
    }
    return names if hidden in names.values() else {}


def list_fill_in(*, with_trektrace: bool, variant: Variant) -> Mapping[str, frozenset[str]]:
    """Sheet -> the headings of its cells for people, in a workbook of this kind."""
    return {
        table.name: frozenset(
            column.name
            for column in table.shown_columns(with_trektrace=with_trektrace, variant=variant)
            if column.place is not None
        )
        for table in EDITABLE
    }


def list_computed() -> Mapping[str, frozenset[str]]:
    """Sheet -> the headings of what follows from people's answers."""
    return {
        table.name: frozenset(column.name for column in table.columns if column.is_computed)
        for table in EDITABLE
    }


def find_sheets(
    book: Any, others: Sequence[str], fill_in: Mapping[str, frozenset[str]]
) -> tuple[Mapping[str, str], tuple[str, ...]]:
    """Sheet of the export -> its title in the book; one that was renamed is known by its headings.

    `others` are the titles that are none of the export's. A sheet that is not there is left out;
    where one is, the titles come second that have row keys, and may be it.
    """
    sheets = {sheet.title: sheet for sheet in book.worksheets}  # charts have sheets of their own
    found = {name: name for name in fill_in if name in sheets}
    missing = fill_in.keys() - found.keys()
    headings = {
        title: _read_headings(sheet)
        for title, sheet in sheets.items()
        if missing and title in others
    }
    for name in missing:
        alike = [title for title, names in headings.items() if fill_in[name] <= names]
        if len(alike) == 1:
            found[name] = alike[0]
    is_whole = fill_in.keys() == found.keys()
    unsure = (title for title, names in headings.items() if names and title not in found.values())
    return found, () if is_whole else tuple(unsure)


def _read_headings(sheet: Any) -> frozenset[str]:
    for number, row in read_cells(sheet):
        headings = find_headings(row)
        if headings or number >= HEADING_WITHIN:
            return frozenset(headings.values())
    return frozenset()

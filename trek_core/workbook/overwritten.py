"""Edits where nothing comes back: which cells of the Decisions sheet say something else now."""

from collections.abc import Iterator, Mapping
from typing import Any

from trek_core.counted import say_rows
from trek_core.errors import TrekError
from trek_core.workbook.decisions_sheet import DECISIONS
from trek_core.workbook.headings import HEADING_WITHIN, Headings, find_headings
from trek_core.workbook.row_keys import CELL_DIGESTS, compute_cell_digest, compute_cell_digests
from trek_core.workbook.sheet_cells import SheetCell, read_cells
from trek_core.workbook.spreadsheet import read_value

_NAMES = tuple(column.name for column in DECISIONS.columns)
_OF_AN_EMPTY_ROW = compute_cell_digests("" for _ in _NAMES)


def name_overwritten(sheet: Any) -> Iterator[str]:
    """A sentence for each column with edited cells; none for a sheet exported without digests."""
    edited: dict[str, list[int]] = {}
    headings: Headings = {}
    for number, row in read_cells(sheet):
        if headings:
            for name in _list_edited(headings, row):
                edited.setdefault(name, []).append(number)
        elif number > HEADING_WITHIN:
            return
        else:
            headings = find_headings(row, CELL_DIGESTS)
    for name, numbers in edited.items():
        yield (
            f"{sheet.title}, {name}, {say_rows(numbers)}: edited, and not taken; decisions do not "
            "come back from a workbook. Decide on the Adjudicate page."
        )


def _list_edited(headings: Headings, row: Mapping[int, SheetCell]) -> Iterator[str]:
    found = {name: _read(row[column]) for column, name in headings.items() if column in row}
    digests = (found.get(CELL_DIGESTS) or _OF_AN_EMPTY_ROW).split()
    there = set(headings.values())
    for name, digest in zip(_NAMES, digests, strict=False):
        if name in there and compute_cell_digest(found.get(name, "")) != digest:
            yield name


def _read(cell: SheetCell) -> str:
    try:
        return read_value(cell.value, cell.data_type).text
    except TrekError:
        return str(cell.value)  # A formula or an error, where a text was.

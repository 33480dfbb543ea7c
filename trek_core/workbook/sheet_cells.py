"""The cells of a sheet row by row, with a short way for the cell that nearly all of them are.

openpyxl builds a rich-text object for every text that stands in its cell, a third of the time that
reading a sheet takes. A cell of plain text is read here; every other one is left to the library.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from openpyxl.utils.cell import coordinate_to_tuple
from openpyxl.worksheet._reader import WorkSheetParser
from openpyxl.xml.constants import SHEET_MAIN_NS

_INLINE, _TEXT = f"{{{SHEET_MAIN_NS}}}is", f"{{{SHEET_MAIN_NS}}}t"


class SheetCell(NamedTuple):
    """One cell as its file has it; `data_type` is openpyxl's letter."""

    value: Any
    data_type: str


def read_cells(sheet: Any) -> Iterator[tuple[int, Mapping[int, SheetCell]]]:
    """Each row's number and its cells by column, both counted from 1; empty rows may be left out.

    `sheet` is one of a workbook that openpyxl opened to be read only.
    """
    book = sheet.parent
    with sheet._get_source() as source:
        parser = _Parser(
            source,
            sheet._shared_strings,
            data_only=book.data_only,
            epoch=book.epoch,
            date_formats=book._date_formats,
            timedelta_formats=book._timedelta_formats,
        )
        for number, cells in parser.parse():
            yield (
                number,
                {cell["column"]: SheetCell(cell["value"], cell["data_type"]) for cell in cells},
            )


class _Parser(WorkSheetParser):
    def parse_cell(self, element: Any) -> Any:
        text = _find_plain_text(element)
        place = element.get("r")
        if text is None or not place:
            return super().parse_cell(element)
        row, self.col_counter = coordinate_to_tuple(place)
        return {
            "row": row,
            "column": self.col_counter,
            "value": text,
            "data_type": "s",
            "style_id": 0,
        }


def _find_plain_text(element: Any) -> str | None:
    """The text of a cell that holds one run of text in itself and nothing else."""
    if element.get("t") != "inlineStr" or len(element) != 1 or element[0].tag != _INLINE:
        return None
    runs = element[0]
    if len(runs) != 1 or runs[0].tag != _TEXT:
        return None
    return runs[0].text or ""

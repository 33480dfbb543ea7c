"""Rows of a CSV file as spreadsheets write it: preamble lines, a byte-order mark, any separator."""

import csv
import re
from collections.abc import Collection, Iterator
from itertools import count
from typing import TextIO

from trek_core.datasets.csv_lines import CsvLines
from trek_core.datasets.rows import MAX_ROW_BYTES, RowProblem, Rows, make_row
from trek_core.errors import CaseFormatError, TrekError
from trek_core.jsonl.strict_json import refuse_twice

MAX_PREAMBLE = 20
"""Within so many rows the column names must come."""

_SEPARATORS = (",", ";", "\t")
NOT_UTF8 = re.compile("[\udc80-\udcff]")
"""How a byte that is not UTF-8 stands in a text that escapes it as a surrogate."""


def read_csv_rows(text: TextIO, header_marks: Collection[str], file: str) -> Rows:
    """Yield the rows below the first row that holds a name in `header_marks`.

    `text` can be rewound, keeps its line ends and escapes bytes that are not UTF-8 as surrogates.
    Rows are numbered as a spreadsheet shows them. Raises `TrekError` where no column names are.
    """
    csv.field_size_limit(MAX_ROW_BYTES)
    for separator in _SEPARATORS:
        text.seek(0)
        lines = CsvLines(text, MAX_ROW_BYTES, separator)
        rows = _numbered(lines)
        for number, cells in rows:
            if number > MAX_PREAMBLE:
                break
            names = [cell.strip() for cell in cells] if isinstance(cells, list) else []
            if set(names) & set(header_marks):
                _refuse_twice(names, file)
                lines.columns = len(names)
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


def _numbered(lines: CsvLines) -> Iterator[tuple[int, list[str] | CaseFormatError]]:
    """Each row from the beginning; one that is broken comes as its error, and the next follows."""
    # Strict: a mark that is never closed would swallow the rows after it without a word.
    rows = csv.reader(lines, delimiter=lines.delimiter, strict=True)
    for number in count(1):
        lines.begin_row()
        try:
            yield number, next(rows)
        except StopIteration:
            return
        except CaseFormatError as error:
            yield number, lines.skip_row(error)
        except csv.Error as error:
            found = f"broken CSV ({error})"
            refused = CaseFormatError("row", found, "quotation marks in pairs")
            yield number, lines.skip_row(refused)

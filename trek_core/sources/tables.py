"""Rows of a CSV or TSV file, one at a time, with the lines they begin on."""

import csv
import io
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any, cast

from trek_core.datasets.csv_rows import NOT_UTF8, CsvLines
from trek_core.errors import CaseFormatError
from trek_core.jsonl.physical_lines import DAMAGE, Source, Stream, open_source
from trek_core.jsonl.reader import Parsed
from trek_core.jsonl.strict_json import Repair, mend, refuse_twice

_HEAD = 1 << 16
_DELIMITERS = {".csv": ",", ".tsv": "\t"}


def delimiter_of(name: str) -> str | None:
    """What parts the cells of a file of this name; None where it is no table."""
    bare = name.lower().removesuffix(".gz")
    return next((sign for end, sign in _DELIMITERS.items() if bare.endswith(end)), None)


def load_rows(
    source: Source,
    delimiter: str,
    max_cell_bytes: int,
    take_header: Callable[[tuple[str, ...]], None],
) -> Generator[tuple[int, Parsed | CaseFormatError], None, None]:
    """Yield each row as an object of its cells that are not empty; the first row names them.

    The names go to `take_header` before the first row comes.
    """
    csv.field_size_limit(max_cell_bytes)
    with open_source(source) as stream:
        delimiter = _delimiter_in(stream, delimiter)
        text = io.TextIOWrapper(
            cast(Any, stream), encoding="utf-8-sig", errors="surrogateescape", newline=""
        )
        lines = CsvLines(text, max_cell_bytes)
        rows = csv.DictReader(lines, delimiter=delimiter, strict=True)
        try:
            names = tuple(rows.fieldnames or ())
            _refuse_not_utf8(names)
            take_header(names)
            refuse_twice([name for name in names if name])
            yield from _read_rows(rows, lines)
        except CaseFormatError as error:
            yield 1, error
        except (csv.Error, *DAMAGE) as error:
            yield 1, _damaged(error)
        finally:
            text.detach()


def _read_rows(
    rows: "csv.DictReader[str]", lines: CsvLines
) -> Iterator[tuple[int, Parsed | CaseFormatError]]:
    """The rows below the head; one that is refused ends where its quotation marks are in pairs."""
    while True:
        lines.begin_row()
        try:
            row = next(rows, None)
        except CaseFormatError as error:
            lines.skip_row()
            yield lines.began, error
        except csv.Error as error:
            lines.skip_row()
            yield lines.began, _damaged(error)
        except DAMAGE as error:
            yield lines.began, _damaged(error)
            return
        else:
            if row is None:
                return
            yield lines.began, _parse(row)


def _refuse_not_utf8(cells: Iterable[str]) -> None:
    for cell in cells:
        if byte := NOT_UTF8.search(cell):
            found = f"a byte that is not UTF-8 (0x{ord(byte[0]) - 0xDC00:02x})"
            raise CaseFormatError("line", found, "a table saved as CSV UTF-8")


def _damaged(error: Exception) -> CaseFormatError:
    return CaseFormatError("line", f"a damaged table ({error})", "whole rows of cells")


def _delimiter_in(stream: Stream, usual: str) -> str:
    """What parts the cells: a semicolon where the head has only those, as some spreadsheets do."""
    try:
        head = stream.peek(_HEAD)  # type: ignore[union-attr]  # both readers can
    except DAMAGE:
        return usual
    line = head.split(b"\n", 1)[0]
    return ";" if b";" in line and usual.encode() not in line else usual


def _parse(row: dict[str | Any, Any]) -> Parsed | CaseFormatError:
    if row.pop(None, None):
        return CaseFormatError("line", "more cells than columns", "a cell for each column")
    try:
        _refuse_not_utf8(cell for cell in row.values() if cell)
    except CaseFormatError as error:
        return error
    counts: Counter[str] = Counter()
    cells = cast(dict[str, Any], mend({k: v for k, v in row.items() if v}, counts))
    return cells, tuple(Repair(name, count) for name, count in counts.items())

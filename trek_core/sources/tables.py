"""Rows of a CSV or TSV file, one at a time, with the lines they begin on."""

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from typing import Any, cast

from trek_core.datasets.csv_lines import CsvLines
from trek_core.datasets.csv_rows import NOT_UTF8
from trek_core.errors import CaseFormatError
from trek_core.jsonl.physical_lines import (
    DAMAGE,
    UTF8_BOM,
    UTF16,
    Source,
    is_utf16,
    open_source,
)
from trek_core.jsonl.reader import Parsed
from trek_core.jsonl.strict_json import Repair, mend, refuse_twice

_HEAD = 1 << 16
_SAID = re.compile(rb"sep=([\x21-\x7e\t])\r?\n", re.IGNORECASE)
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
        try:
            head = stream.peek(_HEAD)  # type: ignore[union-attr]  # both readers can
        except DAMAGE:
            head = b""
        if is_utf16(head):
            yield 1, UTF16
            return
        text = io.TextIOWrapper(
            cast(Any, stream), encoding="utf-8-sig", errors="surrogateescape", newline=""
        )
        lines = CsvLines(text, max_cell_bytes, _delimiter_in(head, delimiter))
        rows = csv.reader(lines, delimiter=lines.delimiter, strict=True)
        try:
            names = tuple(_read_head(rows, lines))
            _refuse_not_utf8(names)
            take_header(names)
            refuse_twice([name for name in names if name])
            yield from _read_rows(rows, lines, names)
        except CaseFormatError as error:
            yield 1, error
        except (csv.Error, *DAMAGE) as error:
            yield 1, _damaged(error)
        finally:
            text.detach()


def _read_head(rows: Iterator[list[str]], lines: CsvLines) -> list[str]:
    """The names of the columns: the first row that is not blank and not Excel's `sep=`."""
    lines.begin_row()
    for cells in rows:
        is_sign = lines.number == 1 and "".join(cells).strip().lower() == "sep="
        if not is_sign and any(map(str.strip, cells)):
            lines.columns = len(cells)
            return cells
        lines.begin_row()
    return []


def _read_rows(
    rows: Iterator[list[str]], lines: CsvLines, names: Sequence[str]
) -> Iterator[tuple[int, Parsed | CaseFormatError]]:
    """The rows below the head; after one that is refused those that are whole again."""
    while True:
        lines.begin_row()
        try:
            cells = next(rows, None)
        except CaseFormatError as error:
            yield lines.began, lines.skip_row(error)
        except csv.Error as error:
            yield lines.began, lines.skip_row(_damaged(error))
        except DAMAGE as error:
            yield lines.began, _damaged(error)
            return
        else:
            if cells is None:
                return
            parsed = _parse(names, cells)
            if len(cells) > len(names) and lines.number > lines.began:
                parsed = lines.skip_row(cast(CaseFormatError, parsed))  # It may have begun others.
            if cells:
                yield lines.began, parsed


def _refuse_not_utf8(cells: Iterable[str]) -> None:
    for cell in cells:
        if byte := NOT_UTF8.search(cell):
            found = f"a byte that is not UTF-8 (0x{ord(byte[0]) - 0xDC00:02x})"
            raise CaseFormatError("line", found, "a table saved as CSV UTF-8")


def _damaged(error: Exception) -> CaseFormatError:
    return CaseFormatError("line", f"a damaged table ({error})", "whole rows of cells")


def _delimiter_in(head: bytes, usual: str) -> str:
    """What parts the cells: what a line `sep=;` says, as Excel writes it, or a semicolon where the
    head has only those."""
    head = head.removeprefix(UTF8_BOM)
    if said := _SAID.match(head):
        return said[1].decode()
    line = head.lstrip(b"\r\n").split(b"\n", 1)[0]
    return ";" if b";" in line and usual.encode() not in line else usual


def _parse(names: Sequence[str], cells: Sequence[str]) -> Parsed | CaseFormatError:
    if len(cells) > len(names):
        return CaseFormatError("line", "more cells than columns", "a cell for each column")
    try:
        _refuse_not_utf8(cells)
    except CaseFormatError as error:
        return error
    counts: Counter[str] = Counter()
    named = {name: cell for name, cell in zip(names, cells, strict=False) if cell}
    row = cast(dict[str, Any], mend(named, counts))
    return row, tuple(Repair(name, count) for name, count in counts.items())

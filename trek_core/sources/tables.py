"""Rows of a CSV or TSV file, one at a time, with the lines they begin on."""

import csv
import io
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from typing import Any, TextIO, cast

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
        text = io.TextIOWrapper(cast(Any, stream), encoding="utf-8-sig", newline="")
        rows = csv.DictReader(_lines(text, max_cell_bytes), delimiter=delimiter, strict=True)
        began = 1
        try:
            names = tuple(rows.fieldnames or ())
            take_header(names)
            refuse_twice([name for name in names if name])
            began = rows.line_num + 1
            for row in rows:
                yield began, _parse(row)
                began = rows.line_num + 1
        except CaseFormatError as error:
            yield began, error
        except UnicodeDecodeError as error:
            found = f"a byte that is not UTF-8 (0x{error.object[error.start]:02x})"
            yield began, CaseFormatError("line", found, "a table saved as CSV UTF-8")
        except (csv.Error, *DAMAGE) as error:
            yield (
                began,
                CaseFormatError("line", f"a damaged table ({error})", "whole rows of cells"),
            )
        finally:
            text.detach()


def _lines(text: TextIO, limit: int) -> Iterator[str]:
    """The lines of a table; raises `CaseFormatError` before one over the limit is in memory."""
    while line := text.readline(limit + 1):
        if len(line) > limit:
            found = f"a line of more than {limit:,} characters"
            expected = f"at most {limit:,} and each quotation mark closed"
            raise CaseFormatError("line", found, expected)
        yield line


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
    counts: Counter[str] = Counter()
    cells = cast(dict[str, Any], mend({k: v for k, v in row.items() if v}, counts))
    return cells, tuple(Repair(name, count) for name, count in counts.items())

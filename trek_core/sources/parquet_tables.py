"""Rows of a Parquet table, one at a time, where pyarrow is installed."""

import math
from collections import Counter
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any, BinaryIO, cast

from trek_core.datasets.parquet_rows import rows_in, to_json
from trek_core.errors import CaseFormatError
from trek_core.jsonl.physical_lines import Source, begins_with
from trek_core.jsonl.reader import Parsed
from trek_core.jsonl.strict_json import Repair, mend

_MAGIC = b"PAR1"
_EXACT = 2**53  # From here on a float stands for several whole numbers.


def is_parquet(source: Source) -> bool:
    """Whether a file is Parquet."""
    return begins_with(source, _MAGIC)


def load_parquet(
    source: Source, max_row_bytes: int, take_header: Callable[[tuple[str, ...]], None]
) -> Generator[tuple[int, Parsed | CaseFormatError], None, None]:
    """Yield each row as an object of its cells that are not empty, numbered from 1.

    The names of the columns go to `take_header` before the first row comes.
    """
    try:
        import pyarrow  # type: ignore[import-untyped]  # the library ships no types
        from pyarrow import parquet
    except ImportError:
        yield 1, CaseFormatError("line", "a Parquet table", "pyarrow, which reads it, or JSONL")
        return
    file: str | BinaryIO = str(source) if isinstance(source, str | Path) else source
    number = 0
    try:
        with parquet.ParquetFile(file) as table:
            names = tuple(table.schema_arrow.names)
            take_header(names)
            for row in rows_in(table, max_row_bytes):
                number += 1
                yield number, row if isinstance(row, CaseFormatError) else _parse(row)
    except CaseFormatError as error:
        yield 1, error
    except (pyarrow.ArrowException, OSError) as error:
        yield (
            number + 1,
            CaseFormatError("line", f"a damaged Parquet table ({error})", "whole rows"),
        )


def _is_empty(cell: object) -> bool:
    """Whether a cell says nothing; among numbers pandas writes NaN for that."""
    return cell is None or (isinstance(cell, float) and math.isnan(cell))


def _as_whole(cell: object) -> object:
    """A float that is a whole number as that: pandas makes floats of them beside an empty cell."""
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < _EXACT:
        return int(cell)
    return cell


def _parse(row: dict[str, Any]) -> Parsed | CaseFormatError:
    filled = {name: _as_whole(cell) for name, cell in row.items() if not _is_empty(cell)}
    counts: Counter[str] = Counter()
    try:
        cells = cast(dict[str, Any], mend(to_json(filled), counts))
    except CaseFormatError as error:
        return error
    return cells, tuple(Repair(name, count) for name, count in counts.items())

"""Rows of a Parquet file, where pyarrow is installed."""

from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Any

from trek_core.datasets.rows import MAX_ROW_BYTES, RowProblem, Rows, make_row
from trek_core.errors import CaseFormatError, TrekError
from trek_core.jsonl.strict_json import refuse_twice

_ROWS_AT_ONCE = 16  # A row may carry a hundred pages of text.
_MOST_BYTES, _MOST_TIMES = 2**28, 100
"""What a table may unpack to: so many bytes, or so many times what it takes up in its file, where
a text that stands in every row is kept once."""
_UNREADABLE = (ArithmeticError, LookupError, TypeError, ValueError)
"""What pyarrow raises for a cell that Python cannot hold: a far-off date, a text not in UTF-8."""


def read_parquet_rows(path: Path) -> Rows:
    """Yield the rows, numbered from 1; raises `TrekError` without pyarrow or for a broken file."""
    try:
        import pyarrow  # type: ignore[import-untyped]  # the library ships no types
        from pyarrow import parquet
    except ImportError:
        raise TrekError(
            f"{path} is a Parquet file, which needs pyarrow: `pip install pyarrow`, or give the "
            "dataset as JSONL."
        ) from None
    number = 0
    try:
        with parquet.ParquetFile(path) as file:
            for fields in rows_in(file, MAX_ROW_BYTES):
                number += 1
                place = f"row {number}"
                if isinstance(fields, CaseFormatError):
                    yield RowProblem(place, fields.field, fields.found, fields.expected)
                else:
                    yield from make_row(place, to_json(fields))
    except CaseFormatError as error:
        raise TrekError(f"{path}, column {error}.") from None
    except pyarrow.ArrowException as error:
        raise TrekError(f"{path} cannot be read as Parquet after row {number} ({error}).") from None


def rows_in(file: Any, most_bytes: int) -> Iterator[dict[str, Any] | CaseFormatError]:
    """The rows of an open file; one of more than `most_bytes`, or with a cell that cannot be read,
    is the error that says so. Where the rows unpack to more than a table may, the last is that.

    Raises `CaseFormatError` for two columns of one name.
    """
    refuse_twice(file.schema_arrow.names)
    groups = [file.metadata.row_group(at) for at in range(file.num_row_groups)]
    packed = sum(
        group.column(at).total_compressed_size
        for group in groups
        for at in range(group.num_columns)
    )
    most, unpacked = max(_MOST_BYTES, _MOST_TIMES * packed), 0
    for batch in file.iter_batches(batch_size=_ROWS_AT_ONCE):
        unpacked += batch.nbytes
        if unpacked > most:
            found = f"a table of {packed:,} bytes that unpacks to more than {most:,} bytes"
            expected = "no long texts that come again row after row, or its rows as JSONL"
            yield CaseFormatError("line", found, expected)
            return
        if batch.nbytes <= most_bytes:
            yield from _rows_of(batch)
            continue
        for at in range(batch.num_rows):
            row = batch.slice(at, 1)
            if row.nbytes > most_bytes:
                yield CaseFormatError(
                    "line", f"{row.nbytes:,} bytes", f"at most {most_bytes:,} bytes"
                )
            else:
                yield from _rows_of(row)


def _rows_of(batch: Any) -> Iterator[dict[str, Any] | CaseFormatError]:
    try:
        yield from map(_read_bytes, batch.to_pylist())
    except _UNREADABLE:
        for at in range(batch.num_rows):
            yield _read_row(batch, at)


def _read_row(batch: Any, at: int) -> dict[str, Any] | CaseFormatError:
    row = {}
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        try:
            row[name] = column[at].as_py()
        except _UNREADABLE as error:
            found = f"a value that cannot be read ({error})"
            return CaseFormatError(name, found, "text, a number or a date of ordinary size")
    return _read_bytes(row)


def _read_bytes(row: dict[str, Any]) -> dict[str, Any] | CaseFormatError:
    """The row with its bytes as the text that they are, or the error that names the column."""
    for name, value in row.items():
        if isinstance(value, bytes):
            try:
                row[name] = value.decode()
            except UnicodeDecodeError:
                return CaseFormatError(name, "bytes that are no text in UTF-8", "text in UTF-8")
    return row


def to_json(value: Any) -> Any:
    """The value in JSON's types: dates as ISO text; of a picture in a record, none of its bytes."""
    if isinstance(value, dict):
        return {str(name): to_json(item) for name, item in value.items()}
    if isinstance(value, list):
        return [to_json(item) for item in value]
    if isinstance(value, date | datetime):
        return value.isoformat()
    return value if isinstance(value, str | bool | int | float) else None

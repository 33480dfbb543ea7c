"""Rows of a Parquet file, where pyarrow is installed."""

from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Any

from trek_core.datasets.rows import RowProblem, Rows, make_row
from trek_core.errors import CaseFormatError, TrekError

_ROWS_AT_ONCE = 64  # A row may carry a hundred pages of text.
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
            for batch in file.iter_batches(batch_size=_ROWS_AT_ONCE):
                for fields in rows_in(batch):
                    number += 1
                    place = f"row {number}"
                    if isinstance(fields, CaseFormatError):
                        yield RowProblem(place, fields.field, fields.found, fields.expected)
                    else:
                        yield from make_row(place, to_json(fields))
    except pyarrow.ArrowException as error:
        raise TrekError(f"{path} cannot be read as Parquet after row {number} ({error}).") from None


def rows_in(batch: Any) -> Iterator[dict[str, Any] | CaseFormatError]:
    """The rows of a record batch; one with a cell that cannot be read is the error naming it."""
    try:
        yield from batch.to_pylist()
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
    return row


def to_json(value: Any) -> Any:
    """The value in JSON's types: dates as ISO text, bytes by their length only."""
    if isinstance(value, dict):
        return {str(name): to_json(item) for name, item in value.items()}
    if isinstance(value, list):
        return [to_json(item) for item in value]
    if isinstance(value, date | datetime):
        return value.isoformat()
    if value is None or isinstance(value, str | bool | int | float):
        return value
    return f"{type(value).__name__} that is no text"

"""Rows of a Parquet file, where pyarrow is installed."""

from collections import Counter
from datetime import date, datetime
from pathlib import Path
from typing import Any, cast

from trek_core.datasets.rows import Row, RowProblem, Rows
from trek_core.errors import CaseFormatError, TrekError
from trek_core.jsonl.strict_json import mend

_ROWS_AT_ONCE = 64  # A row may carry a hundred pages of text.


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
                for fields in batch.to_pylist():
                    number += 1
                    yield _read_row(f"row {number}", fields)
    except pyarrow.ArrowException as error:
        raise TrekError(f"{path} cannot be read as Parquet after row {number} ({error}).") from None


def _read_row(place: str, fields: dict[str, Any]) -> Row | RowProblem:
    try:
        return Row(place, cast(dict[str, Any], mend(_plain(fields), Counter())))
    except CaseFormatError as error:
        return RowProblem(place, error.field, error.found, error.expected)


def _plain(value: Any) -> Any:
    """The value in JSON's types: dates as ISO text, bytes by their length only."""
    if isinstance(value, dict):
        return {str(name): _plain(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, date | datetime):
        return value.isoformat()
    if value is None or isinstance(value, str | bool | int | float):
        return value
    return f"{type(value).__name__} that is no text"

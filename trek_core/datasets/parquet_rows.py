"""Rows of a Parquet file, where pyarrow is installed."""

from datetime import date, datetime
from pathlib import Path
from typing import Any

from trek_core.datasets.rows import Rows, make_row
from trek_core.errors import TrekError

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
                    yield from make_row(f"row {number}", to_json(fields))
    except pyarrow.ArrowException as error:
        raise TrekError(f"{path} cannot be read as Parquet after row {number} ({error}).") from None


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

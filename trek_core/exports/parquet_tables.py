"""Tables as Parquet files, where pyarrow is installed: texts exact, a few columns numbers."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from trek_core.errors import TrekError
from trek_core.exports.tables import Cells, show_value

_WHOLE, _NUMBER, _TEXT = "int64", "float64", "string"

COLUMN_TYPES: Mapping[str, Mapping[str, str]] = {
    "checklist": {"revision": _WHOLE},
    "retrieval_audit": {"call": _WHOLE, "revision": _WHOLE},
    "probes": {"revision": _WHOLE},
    "judgements": {"revision": _WHOLE, "step": _WHOLE, "case_version": _WHOLE},
    "agreement": {
        "n": _WHOLE,
        **dict.fromkeys(
            ("value", "p_o", "p_o_low", "p_o_high", "p_e", "se", "ci_low", "ci_high"), _NUMBER
        ),
    },
}
"""Table -> its columns that are not text: the same whatever the rows hold."""

_ROWS_AT_ONCE = 2_000


class ParquetTable:
    """One Parquet file, written some rows at a time."""

    def __init__(self, path: Path, name: str, columns: Sequence[str]) -> None:
        arrow, parquet = _import_pyarrow()
        types = COLUMN_TYPES.get(name, {})
        self._arrow = arrow
        self._schema = arrow.schema(
            [(column, arrow.type_for_alias(types.get(column, _TEXT))) for column in columns]
        )
        self._file = parquet.ParquetWriter(path, self._schema, compression="zstd")
        self._rows: list[list[Any]] = []

    def add(self, cells: Cells) -> None:
        """Append a row."""
        self._rows.append(
            [self._fit(value, field.type) for value, field in zip(cells, self._schema, strict=True)]
        )
        if len(self._rows) >= _ROWS_AT_ONCE:
            self._flush()

    def close(self) -> None:
        """Finish the file."""
        if self._rows:
            self._flush()
        self._file.close()

    def _fit(self, value: Any, kind: Any) -> Any:
        shown = show_value(value)
        if shown is None or kind != self._arrow.string():
            return shown
        return str(shown).encode("utf-8", "replace").decode()

    def _flush(self) -> None:
        columns = [
            self._arrow.array(values, type=field.type)
            for values, field in zip(zip(*self._rows, strict=True), self._schema, strict=True)
        ]
        self._file.write_table(self._arrow.Table.from_arrays(columns, schema=self._schema))
        self._rows.clear()


def _import_pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow  # type: ignore[import-untyped]  # the library ships no types
        from pyarrow import parquet
    except ImportError:
        raise TrekError(
            "Parquet files need pyarrow, which is not installed: `pip install pyarrow`, or export "
            "CSV instead."
        ) from None
    return pyarrow, parquet

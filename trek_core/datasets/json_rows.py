"""Rows of a JSON file: a list of objects, or one object a line, encoded or not."""

from collections.abc import Iterable
from pathlib import Path

from trek_core.datasets.rows import (
    MAX_ROW_BYTES,
    Decode,
    Row,
    RowProblem,
    Rows,
    tell_repairs,
)
from trek_core.errors import CaseFormatError
from trek_core.jsonl.json_values import load_values
from trek_core.jsonl.physical_lines import load_lines
from trek_core.jsonl.strict_json import parse_object


def read_json_list(path: Path) -> Rows:
    """Yield the rows of a list, numbered from 1; where it breaks off, the rest is one problem."""
    values = load_values(path, MAX_ROW_BYTES)
    yield from _read((f"row {at}", value) for at, (_, value) in enumerate(values, 1))


def read_json_lines(path: Path, decode: Decode | None = None) -> Rows:
    """Yield one row an object; `decode` turns a line as published into JSON first."""
    lines = load_lines(path, MAX_ROW_BYTES) if decode else load_values(path, MAX_ROW_BYTES)
    yield from _read(((f"line {number}", line) for number, line in lines), decode)


def _read(
    values: Iterable[tuple[str, bytes | CaseFormatError]], decode: Decode | None = None
) -> Rows:
    for place, line in values:
        try:
            if isinstance(line, CaseFormatError):
                raise line
            fields, repairs = parse_object(decode(line) if decode else line)
        except CaseFormatError as error:
            yield RowProblem(place, error.field, error.found, error.expected)
        else:
            yield from tell_repairs(place, {each.field: each.count for each in repairs})
            yield Row(place, fields)

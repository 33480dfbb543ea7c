"""Rows of a JSON file: a list of objects, or one object a line, encoded or not."""

import json
import re
from pathlib import Path
from typing import Any

from trek_core.datasets.rows import (
    MAX_ROW_BYTES,
    Decode,
    Row,
    RowProblem,
    Rows,
    make_row,
    tell_repairs,
)
from trek_core.errors import CaseFormatError
from trek_core.jsonl.physical_lines import load_lines
from trek_core.jsonl.strict_json import parse_object

_BETWEEN = re.compile(r"[\s,]*")


def read_json_lines(path: Path, decode: Decode | None = None) -> Rows:
    """Yield one row a line; `decode` turns a line as published into JSON first."""
    for number, line in load_lines(path, MAX_ROW_BYTES):
        place = f"line {number}"
        try:
            if isinstance(line, CaseFormatError):
                raise line
            fields, repairs = parse_object(decode(line) if decode else line)
        except CaseFormatError as error:
            yield RowProblem(place, error.field, error.found, error.expected)
        else:
            yield from tell_repairs(place, {each.field: each.count for each in repairs})
            yield Row(place, fields)


def read_json_list(text: str) -> Rows:
    """Yield the objects of a list one by one; where the text breaks off, the rest is one problem.

    Rows are numbered from 1.
    """
    decoder = json.JSONDecoder(parse_constant=_refuse_constant)
    at, number = text.index("[") + 1, 0
    while True:
        at = _after(text, at)
        if text[at : at + 1] == "]":
            return
        number += 1
        place = f"row {number}"
        try:
            value, at = decoder.raw_decode(text, at)
        except CaseFormatError as error:
            yield RowProblem(place, error.field, error.found, error.expected)
            return
        except (ValueError, RecursionError):  # Thousands of digits are a ValueError of their own.
            found = "the end of the file" if at >= len(text) else "broken JSON"
            yield RowProblem(place, "row", found, "an object, and a list that is closed")
            return
        yield from make_row(place, value)


def _after(text: str, at: int) -> int:
    found = _BETWEEN.match(text, at)
    return found.end() if found else at


def _refuse_constant(name: str) -> Any:
    raise CaseFormatError("row", name, "a finite number, or null")

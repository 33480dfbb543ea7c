"""A mapping of columns to fields that somebody gives: written, checked, held against a file."""

import difflib
import json
from collections.abc import Iterable, Mapping

from trek_core.cases import Case
from trek_core.errors import CaseFormatError, TrekError
from trek_core.jsonl.flat_fields import FLAT_FIELDS
from trek_core.jsonl.strict_json import cut_short, describe

FIELDS = (*Case.model_fields, *FLAT_FIELDS)
"""What a column may be."""
LEFT_OUT = ""
"""The column of a field that is not read, though the file has a column of its name."""
_SHOWN = 20


def parse_mapping(texts: list[str]) -> dict[str, str]:
    """`field=column` texts as a mapping; raise `CaseFormatError` for what is none."""
    mapping: dict[str, str] = {}
    for text in texts:
        name, sign, column = text.partition("=")
        if not sign or (column == LEFT_OUT and name == "question"):
            raise CaseFormatError("--map", describe(text), "field=column, such as question=Prompt")
        if name not in FIELDS:
            raise CaseFormatError("--map", f"the field {describe(name)}", _say_fields(name))
        mapping[name] = column
    return mapping


def parse_mapping_json(text: str | bytes) -> dict[str, str]:
    """A mapping written as one JSON object, column by field; raise `CaseFormatError` else."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise CaseFormatError("mapping", "no JSON object", 'an object such as {"question": "Q"}')
    return check_mapping(value)


def check_mapping(value: Mapping[str, object]) -> dict[str, str]:
    """The mapping as it is kept; raise `CaseFormatError` for a field or column that is none."""
    mapping: dict[str, str] = {}
    for name, column in value.items():
        if name not in FIELDS:
            raise CaseFormatError("mapping", f"the field {describe(name)}", _say_fields(name))
        if not isinstance(column, str) or (column == LEFT_OUT and name == "question"):
            raise CaseFormatError(f"mapping.{name}", describe(column), "the name of a column")
        mapping[name] = column
    if "question" not in mapping:
        raise CaseFormatError("mapping", "no question", "a column for `question`")
    return mapping


def _say_fields(name: str) -> str:
    """The fields there are, after the one that comes closest."""
    near = difflib.get_close_matches(name.lower(), FIELDS, n=1)
    meant = f"{near[0]} perhaps, or " if near else ""
    return f"{meant}one of {', '.join(FIELDS)}"


def find_missing(mapping: Mapping[str, str], columns: Iterable[str]) -> dict[str, str]:
    """The part of a mapping whose columns a file does not have, column by field.

    An object counts as a column beside the columns in it.
    """
    known = set(columns)
    for column in list(known):
        parts = column.split(".")
        known |= {".".join(parts[:end]) for end in range(1, len(parts))}
    return {name: column for name, column in mapping.items() if column not in {*known, LEFT_OUT}}


def find_fitting(mappings: Mapping[str, Mapping[str, str]], columns: Iterable[str]) -> str | None:
    """The name of the mapping whose columns a file all has, of several the one with the most."""
    there = list(columns)
    fitting = [name for name, mapping in mappings.items() if not find_missing(mapping, there)]
    return max(fitting, key=lambda name: len(mappings[name]), default=None)


def say_missing(missing: Mapping[str, str], columns: Iterable[str]) -> str:
    """Which columns are missing and which there are, in one sentence."""
    listed = ", ".join(f"{cut_short(column)} ({name})" for name, column in missing.items())
    there = [cut_short(column) for column in columns]
    more = " …" if len(there) > _SHOWN else ""
    none = "there is no column" if len(missing) == 1 else "there are no columns"
    has = f"it has {', '.join(there[:_SHOWN])}{more}" if there else "it has no columns"
    return f"{none} {listed}; {has}"


def check_fit(name: str, file: str, mapping: Mapping[str, str], columns: Iterable[str]) -> None:
    """Raise `TrekError` where a mapping does not fit the columns of a file."""
    there = list(columns)
    if missing := find_missing(mapping, there):
        raise TrekError(
            f"{name} does not fit {file}: {say_missing(missing, there)}. Name the right columns "
            "with --map FIELD=COLUMN, or save another mapping."
        )

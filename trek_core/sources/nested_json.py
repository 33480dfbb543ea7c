"""JSON inside the strings of JSON, and values of the right kind or none."""

import json
from typing import Any, cast

from trek_core.jsonl.strict_json import MAX_DEPTH
from trek_core.sources.python_text import read_python_text

Json = dict[str, Any]

_MOST_PACKED = 4
"""How often a value may stand as text in text: exports pack twice."""


def unpack(value: object) -> Any:
    """A value that stands as text, JSON or as Python shows it, read; anything else as it is."""
    for _ in range(_MOST_PACKED):
        if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "[", '"'):
            break
        try:
            value = _read(value)
        except (ValueError, RecursionError):
            break
    return value


def _read(text: str) -> Any:
    try:
        value = json.loads(text)
    except ValueError:
        if text.lstrip()[:1] == '"':
            raise
        value = read_python_text(text)
    if text.count("[") + text.count("{") > MAX_DEPTH and _is_too_deep(value):
        raise ValueError("too deep to be a record")
    return value


def _is_too_deep(value: Any) -> bool:
    """Whether lists and objects stand deeper in one another than they may in a record."""
    level = [value]
    for _ in range(MAX_DEPTH):
        inner = (each.values() if isinstance(each, dict) else each for each in level)
        level = [each for several in inner for each in several if isinstance(each, dict | list)]
        if not level:
            return False
    return True


def as_object(value: object) -> Json:
    """The object that a value is or stands for; empty where it is none."""
    value = unpack(value)
    return cast(Json, value) if isinstance(value, dict) else {}


def as_list(value: object) -> list[Any]:
    """The list that a value is or stands for; empty where it is none."""
    value = unpack(value)
    return value if isinstance(value, list) else []


def objects_in(value: object) -> list[Json]:
    """The objects of a list, in order; what else stands in it is no record."""
    return [each for item in as_list(value) if (each := as_object(item))]


def are_typed(value: object) -> bool:
    """Whether each entry of a list says what it is; what one that does not was, nobody knows."""
    return all(as_text(as_object(each).get("type")) for each in as_list(value))


def as_text(value: object) -> str | None:
    """A text that is not blank, else None."""
    return value if isinstance(value, str) and value.strip() else None


def first_text(fields: Json, *names: str) -> str | None:
    """The first of these fields that holds text."""
    return next((text for name in names if (text := as_text(fields.get(name)))), None)

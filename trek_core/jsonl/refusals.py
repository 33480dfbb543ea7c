"""A model's complaint as one refusal in the words of the file: field, found, expected."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from trek_core.errors import CaseFormatError
from trek_core.jsonl.strict_json import Step, describe, path_text

_EXPECTED = {
    "string_type": "text",
    "bool_type": "true or false",
    "int_type": "a whole number",
    "greater_than_equal": "a whole number of at most 64 bits",
    "less_than": "a whole number of at most 64 bits",
    "tuple_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "missing": "text",  # The three fields that must be there are texts.
}


def as_format_error(
    error: ValidationError, parts: Mapping[str, Any], written: Mapping[str, str]
) -> CaseFormatError:
    """The first refused field of a record, under the name it has in the file.

    `parts` is what was checked (case, probes, judgements); `written` maps a nested place to the
    flat name it was filled from.
    """
    details = error.errors(include_url=False)
    place = _place(details[0], parts)
    same_place = [detail for detail in details if _place(detail, parts) == place]
    expected = " or ".join(dict.fromkeys(_expected(detail) for detail in same_place))
    first = details[0]
    found = "nothing" if first["type"] == "missing" else describe(first["input"])
    return CaseFormatError(_field(place, written), found, expected)


def _place(detail: ErrorDetails, parts: Mapping[str, Any]) -> tuple[Step, ...]:
    """Where in the line an error is: its location without the parts that are no place in it.

    A location ends with the kind tried where several are allowed; the list of claimed labels is
    one field.
    """
    place: list[Step] = []
    value: Any = parts
    for step in detail["loc"]:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            if detail["type"] == "missing":
                place.append(step)
            break
        place.append(step)
    if place[0] in ("case", "probes"):
        place = place[1:]
    return tuple(place[:1] if place[:1] == ["recorded_labels"] else place)


def _field(place: tuple[Step, ...], written: Mapping[str, str]) -> str:
    for length in range(len(place), 0, -1):
        name = written.get(path_text(place[:length]))
        if name is not None:
            return path_text([name, *place[length:]])
    return path_text(place)


def _expected(detail: ErrorDetails) -> str:
    context = detail.get("ctx", {})
    match detail["type"]:
        case "literal_error" | "enum":
            return f"one of {context['expected']}"
        case "value_error":
            return str(context["error"])
        case kind:
            return _EXPECTED.get(kind, detail["msg"])

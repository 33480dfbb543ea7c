"""Taking values out of JSON, with errors that name the place.

ValueError says what was found and expected, KeyError which key is missing.
"""

from collections.abc import Callable, Hashable, Mapping
from math import isfinite
from typing import Any

import numpy as np

from trek_core.agreement.statistics.set_distance import LabelsGiven
from trek_core.agreement.statistics.tables import Counts, check_table
from trek_core.taxonomy import LABEL_SETS, LabelSet

Fields = Mapping[str, Any]


def take_fields(data: Any, only: str | None = None) -> Fields:
    """The input as an object; a bare list stands for its one key `only`."""
    if isinstance(data, list) and only is not None:
        return {only: data}
    return take_object(data, "input")


def take_object(value: Any, where: str) -> Fields:
    """The value, which must be an object."""
    if not isinstance(value, dict):
        raise ValueError(f"{where}: found {_name(value)}, expected an object")
    return value


def take(fields: Fields, key: str, where: str = "input") -> Any:
    """The value of a key that must be there."""
    if key not in fields:
        raise KeyError(f"{where}: key {key!r} is missing")
    return fields[key]


def take_list(fields: Fields, key: str) -> list[Any]:
    """The list of a key that must be there."""
    value = take(fields, key)
    if not isinstance(value, list):
        raise ValueError(f"{key}: found {_name(value)}, expected a list")
    return value


def take_rows(
    fields: Fields, key: str, take_cell: Callable[[Any, str], Any] = lambda cell, _: cell
) -> list[list[Any]]:
    """The list of lists of a key that must be there; a null cell stays as it is."""
    rows = []
    for position, row in enumerate(take_list(fields, key)):
        if not isinstance(row, list):
            raise ValueError(f"{key}[{position}]: found {_name(row)}, expected a list")
        rows.append(
            [
                None if cell is None else take_cell(cell, f"{key}[{position}][{column}]")
                for column, cell in enumerate(row)
            ]
        )
    return rows


def take_label(value: Any, where: str) -> Hashable:
    """A label: a text that is not empty, or a number."""
    is_text = isinstance(value, str) and value != ""
    is_number = not isinstance(value, bool) and isinstance(value, int | float)
    if is_text or (is_number and isfinite(value)):
        return value  # type: ignore[no-any-return]
    found = "an empty text" if value == "" else _name(value)
    raise ValueError(f"{where}: found {found}, expected a text or a number as label")


def take_labels(fields: Fields, key: str) -> list[Hashable]:
    """The list of labels of a key that must be there."""
    return [
        take_label(label, f"{key}[{position}]")
        for position, label in enumerate(take_list(fields, key))
    ]


def take_set(value: Any, where: str) -> LabelsGiven:
    """A set of labels from a list."""
    if not isinstance(value, list):
        raise ValueError(f"{where}: found {_name(value)}, expected a list of labels")
    return frozenset(take_label(label, f"{where}[{place}]") for place, label in enumerate(value))


def take_label_set(cell: Fields, side: str, where: str) -> LabelSet:
    """One rater's label set in a cell: an object of `retrieval` and `post`."""
    place = f"{where}.{side}"
    fields = take_object(take(cell, side, where), place)
    sides = [take(fields, key, place) for key in ("retrieval", "post")]
    for key, value in zip(("retrieval", "post"), sides, strict=True):
        if not isinstance(value, str):
            raise ValueError(f"{place}.{key}: found {_name(value)}, expected a text")
    return LabelSet(*sides)


def take_table(fields: Fields) -> Counts:
    """The square `table`, or the one that `pairs` of answers make.

    Categories of pairs are the `categories` declared, else those that occur, in their order.
    """
    if "table" in fields or "pairs" not in fields:
        table = take(fields, "table")
        if not isinstance(table, list):
            raise ValueError(f"table: found {_name(table)}, expected a list of lists")
        return check_table(table)
    pairs = take_rows(fields, "pairs", take_label)
    for position, pair in enumerate(pairs):
        if len(pair) != 2 or None in pair:
            raise ValueError(f"pairs[{position}]: expected two answers, none of them missing")
    given = take_labels(fields, "categories") if "categories" in fields else None
    known = list(dict.fromkeys(given if given is not None else (x for pair in pairs for x in pair)))
    table = np.zeros((len(known), len(known)), dtype=np.int64)
    for position, pair in enumerate(pairs):
        for answer in pair:
            if answer not in known:
                raise KeyError(f"pairs[{position}]: {answer!r} is not one of the categories")
        table[known.index(pair[0]), known.index(pair[1])] += 1
    return check_table(table)


def order_table(table: Counts, order: Any) -> Counts:
    """A 9 x 9 table in `LABEL_SETS` order from one in the order given (a list of side pairs)."""
    if order is None:
        return table
    known = [[label_set.retrieval, label_set.post] for label_set in LABEL_SETS]
    if not isinstance(order, list) or sorted(map(str, order)) != sorted(map(str, known)):
        raise ValueError("label_sets_order: expected each of the nine label sets once")
    if table.shape != (len(known), len(known)):
        raise ValueError(f"table: found shape {table.shape}, expected 9 x 9")
    places = [order.index(sides) for sides in known]
    return table[np.ix_(places, places)]


def _name(value: Any) -> str:
    names = {dict: "an object", list: "a list", str: "a text", bool: "true or false"}
    return "null" if value is None else names.get(type(value), "a number")

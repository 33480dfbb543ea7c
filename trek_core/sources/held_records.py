"""The records that an object holds where it is none itself: in its lists, or each under its id."""

from collections.abc import Callable, Collection
from itertools import islice

from trek_core.errors import CaseFormatError
from trek_core.jsonl.json_values import LISTS
from trek_core.jsonl.strict_json import cut_short, describe, path_text
from trek_core.sources.nested_json import Json, as_object

Held = list[tuple[str, Json | CaseFormatError]]
"""Where in the object each stands, and the record or why it is none."""

_EXPECTED = "an object that is a record"


def find_held(
    record: Json,
    is_known: Callable[[Json], bool],
    is_record: Callable[[Json], bool],
    ids_of: Callable[[Json], Collection[str]],
) -> Held:
    """What an object holds: every entry of its lists, where one of `LISTS` holds a record, or
    every value where most are records; empty where it is neither.

    `is_known` says whether an object is of a shape that can be read, `is_record` whether it is a
    record by itself (one field of a case does not make it one), `ids_of` which fields
    its id is read from, none where it is no record: one without any has the name it stands under
    as its question's.
    """
    lists = {name: each for name, each in record.items() if isinstance(each, list)}
    if any(_holds(lists.get(name, []), is_known) for name in LISTS):
        found: Held = []
        for name, each in lists.items():
            if _holds(each, is_known if name in LISTS else is_record):
                entries = enumerate(each)
                found += [_entry(path_text([cut_short(name), at]), item) for at, item in entries]
            elif name in LISTS and each:
                place = path_text([name])
                found.append((place, CaseFormatError(place, describe(each), "a list of records")))
        return found
    records = (each for each in record.values() if isinstance(each, dict) and is_record(each))
    if next(islice(records, len(record) // 2, None), None) is None:
        return []
    return [
        _entry(cut_short(name), _add_id(each, name, ids_of) if isinstance(each, dict) else each)
        for name, each in record.items()
    ]


def _add_id(record: Json, name: str, ids_of: Callable[[Json], Collection[str]]) -> Json:
    ids = ids_of(record)
    own = {key: each for key, each in record.items() if key not in ids or each not in (None, "")}
    return own if not ids or any(key in own for key in ids) else {**own, "question_id": name}


def _holds(entries: list[object], is_one: Callable[[Json], bool]) -> bool:
    return any((each := as_object(item)) and is_one(each) for item in entries)


def _entry(place: str, item: object) -> tuple[str, Json | CaseFormatError]:
    return place, as_object(item) or CaseFormatError(place, describe(item), _EXPECTED)

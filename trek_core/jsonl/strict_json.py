"""One line of bytes read as one JSON object: nothing coerced, nothing lost without a word."""

import json
import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from trek_core.errors import CaseFormatError

MAX_DEPTH = 100
"""How deep lists and objects may stand in one another; real records stay under ten."""

_UNSAFE = re.compile("[\x00\ud800-\udfff]")
_REPLACEMENT = "\ufffd"
_SHOWN = 60

Step = str | int


@dataclass(frozen=True)
class Repair:
    """A field in which `count` lone surrogates or NULs became U+FFFD."""

    field: str
    count: int


@dataclass(frozen=True)
class _Refused:
    """Stands where JSON text had a value no record may hold, until its field is known."""

    found: str
    expected: str


def parse_object(line: bytes) -> tuple[dict[str, Any], tuple[Repair, ...]]:
    """Read one line as a JSON object; raise `CaseFormatError` naming the field that is wrong."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        found = f"a byte that is not UTF-8 at offset {error.start} (0x{line[error.start]:02x})"
        raise CaseFormatError("line", found, "UTF-8") from None
    try:
        value = json.loads(
            text,
            object_pairs_hook=_unique,
            parse_constant=_refuse_constant,
            parse_int=_read_whole_number,
        )
    except json.JSONDecodeError as error:
        if error.msg == "Extra data" and text[: error.pos].endswith("\r"):
            found = "lines that end with a carriage return alone (CR)"
            raise CaseFormatError("line", found, "lines that end with LF or CR LF") from None
        found = f"broken JSON at column {error.colno} ({error.msg})"
        raise CaseFormatError("line", found, "one JSON object on one line") from None
    except RecursionError:
        raise _too_deep("line") from None
    if not isinstance(value, dict):
        raise CaseFormatError("line", describe(value), "one JSON object on one line")
    counts: Counter[str] = Counter()
    mended = cast(dict[str, Any], mend(value, counts))
    return mended, tuple(Repair(field, count) for field, count in counts.items())


def mend(value: object, repairs: Counter[str], path: tuple[Step, ...] = ()) -> object:
    """A copy of a JSON value with every lone surrogate and NUL replaced, counted in `repairs`
    by field.

    Raises `CaseFormatError` for what no JSON file may hold: NaN, infinity, endless nesting.
    """
    if len(path) == MAX_DEPTH and isinstance(value, dict | list | tuple) and value:
        raise _too_deep(path_text(path[:3]) + " ...")
    if isinstance(value, str):
        return _mend_text(value, repairs, path)
    if isinstance(value, dict):
        pairs = [
            (key, item)
            if isinstance(item, str) and _is_whole(item) and _is_whole(key)
            else (_mend_text(key, repairs, (*path, key)), mend(item, repairs, (*path, key)))
            for key, item in value.items()
        ]
        return _unique(pairs)
    if isinstance(value, list | tuple):
        return [mend(item, repairs, (*path, index)) for index, item in enumerate(value)]
    if isinstance(value, float) and not math.isfinite(value):
        value = _Refused("a number too large to hold", "a finite number")
    if isinstance(value, _Refused):
        raise CaseFormatError(path_text(path), value.found, value.expected)
    return value


def refuse_twice(names: Sequence[str]) -> None:
    """Raise `CaseFormatError` for the first name that stands more than once."""
    counts = Counter(names)
    for name, count in counts.items():
        if count > 1:
            raise CaseFormatError(path_text([name]), "the same name twice", "each name once")


def path_text(path: Sequence[Step]) -> str:
    """A field's place as people write it: `search_calls[2].urls[0]`."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return _UNSAFE.sub(_REPLACEMENT, "".join(steps).removeprefix("."))


def cut_short(text: str) -> str:
    """A text or a name as a sentence shows it: its first 60 characters."""
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def describe(value: object) -> str:
    """A JSON value in a few words, cut short, for a message."""
    match value:
        case None | True | False:
            return json.dumps(value)
        case str():
            return f"the text {json.dumps(cut_short(value), ensure_ascii=False)}"
        case int() | float():
            return f"the number {value!r:.{_SHOWN}}"
        case list() | tuple():
            return f"a list of {len(value)}"
        case dict():
            return "an object"
    return type(value).__name__


def _is_whole(text: str) -> bool:
    """Whether a text has nothing to mend: asked first, as it is cheap and nearly all are whole."""
    return "\x00" not in text if text.isascii() else not _UNSAFE.search(text)


def _mend_text(text: str, repairs: Counter[str], path: tuple[Step, ...]) -> str:
    mended, count = _UNSAFE.subn(_REPLACEMENT, text)
    if count:
        repairs[path_text(path)] += count
    return mended


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which each name stands once; JSON itself would keep the last silently."""
    found = dict(pairs)
    if len(found) < len(pairs):
        refuse_twice([name for name, _ in pairs])
    return found


def _refuse_constant(name: str) -> _Refused:
    return _Refused(name, "a finite number, or null")


def _read_whole_number(digits: str) -> int | _Refused:
    try:
        return int(digits)
    except ValueError:  # Python refuses to read thousands of digits.
        return _Refused(f"a number of {len(digits):,} digits", "a number of ordinary size")


def _too_deep(field: str) -> CaseFormatError:
    return CaseFormatError(field, f"more than {MAX_DEPTH} levels of nesting", "a flatter record")

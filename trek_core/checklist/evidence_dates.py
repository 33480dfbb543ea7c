"""What may be typed as a date of an evidence entry: the one rule for the form and for files.

A date that is stored already, or that comes in with a whole judgement, stays as it was written.
"""

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any

from trek_core.checklist.fields import ENTRY_PARTS
from trek_core.errors import AnswerError

DATE_PARTS = ENTRY_PARTS[2:]
"""The parts of an entry that are dates."""

EXPECTED_DATE = (
    "a year, month or day such as 2025, 2025-03, 2025-03-14 or 14 March 2025, from 1000 to 2999, "
    "with its own weekday if any"
)

_NUMBERS = re.compile(r"([12][0-9]{3})(?:[-/.]([0-9]{1,2})(?:[-/.]([0-9]{1,2}))?)?")
"""The year first: 03/04/2025 is one day here and another there."""

_NAMED = re.compile(r"(?=.*[A-Za-z]{3})(?=.*(?<![0-9])[12][0-9]{3}(?![0-9])).*")

_WITH_TIME = re.compile(r"[12][0-9]{3}-[0-9]{2}-[0-9]{2}[T ].+")

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def read_date(text: str) -> str | None:
    """A date as ISO 8601 to the year, month or day that was given; None for what is no date.

    One with a time of day stays as it is.
    """
    text = text.strip()
    try:
        if found := _NUMBERS.fullmatch(text):
            parts = [int(part) for part in found.groups() if part]
            date(*[*parts, 1, 1][:3])
            return "-".join(f"{part:02}" for part in parts)
        if _NAMED.fullmatch(text):
            return _read_named(text)
        if _WITH_TIME.fullmatch(text):
            datetime.fromisoformat(text)
            return text
    except ValueError:
        return None
    return None


def _read_named(text: str) -> str | None:
    from pandas import Period

    period = Period(text)
    weekdays = set(_list_weekdays(text))
    if period.freqstr == "D":
        return str(period) if weekdays <= {period.day_of_week} else None
    return str(period) if period.freqstr == "M" and not weekdays else None


def _list_weekdays(text: str) -> Iterable[int]:
    """The weekdays that are named, whole or short, Monday being 0."""
    for word in re.findall(r"[a-z]{3,}", text.lower()):
        yield from (place for place, name in enumerate(_WEEKDAYS) if name.startswith(word))


def read_dates(
    entries: Iterable[Mapping[str, Any]], known: Iterable[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Evidence entries with their dates read; those of `known` entries stay as they are.

    Raises `AnswerError` with what was expected and the first text that is no date.
    """
    kept = {entry.get(part) for entry in known for part in DATE_PARTS}
    return [
        {part: _read_part(part, text, kept) for part, text in entry.items()} for entry in entries
    ]


def _read_part(part: str, text: Any, kept: set[Any]) -> Any:
    if part not in DATE_PARTS or not text or text in kept:
        return text
    read = read_date(text)
    if read is None:
        raise AnswerError(f"as each date {EXPECTED_DATE}, not {text[:100]!r}")
    return read

"""What spreadsheet programs make of a cell, and the text that is meant.

Programs turn text into numbers, dates and TRUE, and typing brings no-break spaces, curly quotes and
spaces at the end. Each is taken for the text it stands for where that is certain, and named.
"""

from datetime import date, datetime, time
from typing import Any, NamedTuple

from trek_core.errors import TrekError
from trek_core.workbook.cells import unescape_text

_ALIKE = str.maketrans(
    {
        "\u00a0": " ", "\u202f": " ", "\u2007": " ",
        "\u2018": "'", "\u2019": "'", "\u201a": "'", "\u2032": "'",
        "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u2033": '"',
    }
)  # fmt: skip
"""Characters that programs put in the place of others while somebody types."""


class Found(NamedTuple):
    """A cell as found: its text, and what the program had made of it ('' where it is text)."""

    text: str
    habit: str = ""


def read_value(value: Any, data_type: str) -> Found:
    """The text of a cell; raise `TrekError` for a formula or an error value."""
    if value is None:
        return Found("")
    if data_type == "f":
        raise TrekError("a formula, where text is expected; put its value in the cell")
    if data_type == "e":
        raise TrekError(f"the error {value}, where text is expected")
    if isinstance(value, str):
        return Found(unescape_text(value))
    if isinstance(value, bool):
        return Found("yes" if value else "no", "TRUE or FALSE for yes or no")
    if isinstance(value, datetime | date | time):
        return Found(_show_time(value), "a date for text")
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return Found(str(value), "a number for text")


def is_same(found: Found, text: str) -> bool:
    """Whether a cell holds this text, but for what programs make of it."""
    if found.text == text or _loosen(found.text) == _loosen(text):
        return True
    if found.habit.startswith("a number"):
        return _as_number(found.text) is not None and _as_number(found.text) == _as_number(text)
    return False


def _loosen(text: str) -> str:
    # Some programs write an escape that was meant as text back as an escape.
    text = unescape_text(text)
    lines = text.translate(_ALIKE).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(line.rstrip() for line in lines).strip()


def _as_number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _show_time(value: datetime | date | time) -> str:
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    return value.isoformat()

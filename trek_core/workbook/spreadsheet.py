"""What spreadsheet programs make of a cell, and the text that is meant.

Programs turn text into numbers, dates and TRUE, and typing brings no-break spaces, curly quotes and
spaces at the end. Each is taken for the text it stands for where that is certain, and named.
"""

import math
import re
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

from trek_core.errors import TrekError
from trek_core.workbook.cells import MOST_DIGITS, unescape_text

_ALIKE = str.maketrans(
    {
        "\u00a0": " ", "\u202f": " ", "\u2007": " ",
        "\u2018": "'", "\u2019": "'", "\u201a": "'", "\u2032": "'",
        "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u2033": '"',
    }
)  # fmt: skip
"""Characters that programs put in the place of others while somebody types."""

_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f]")
"""Tabs and characters that cannot be seen, which an .ods file on the way drops."""

_FLAG = "TRUE or FALSE for text"
_NUMBER = "a number for text"
_MEANT_BY = {"TRUE": ("yes", "true"), "FALSE": ("no", "false")}
"""A flag -> the texts, in lower case, that programs make it of."""

_NEVER_ROUND = 10**MOST_DIGITS


class Found(NamedTuple):
    """A cell as found: its text, and what the program had made of it ('' where it is text)."""

    text: str
    habit: str = ""


def read_value(value: Any, data_type: str) -> Found:
    """The text of a cell; raise `TrekError` for a formula, an error value or a broken text."""
    if value is None:
        return Found("")
    if data_type == "f":
        raise TrekError("a formula, where text is expected; put its value in the cell")
    if data_type == "e":
        raise TrekError(f"the error {value}, where text is expected")
    if isinstance(value, str):
        return Found(read_text(unescape_text(value)))
    if isinstance(value, bool):
        return Found(str(value).upper(), _FLAG)
    if isinstance(value, datetime | date | time):
        return Found(_show_time(value), "a date for text")
    if isinstance(value, timedelta):
        return Found(_show_duration(value), "a duration for text")
    return _read_number(value)


def read_text(text: str) -> str:
    """The text with halves of characters joined; raise `TrekError` where one stands alone."""
    if text.isascii():
        return text
    try:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError:
        raise TrekError("half of a character (a broken emoji, perhaps); type it again") from None


def is_same(found: Found, text: str) -> bool:
    """Whether a cell holds this text, but for what programs make of it."""
    if found.text == text or loosen(found.text) == loosen(text):
        return True
    if found.habit == _FLAG:
        return text.strip().lower() in _MEANT_BY[found.text]
    return found.habit.startswith(_NUMBER) and _is_same_number(found.text, text)


def loosen(text: str) -> str:
    """The text without what programs change in it while they save or somebody types."""
    # Some programs write an escape that was meant as text back as an escape.
    text = unescape_text(text)
    text = text.translate(_ALIKE).replace("\r\n", "\n").replace("\r", "\n")
    lines = _CONTROL.sub("", text).split("\n")
    return "\n".join(line.rstrip() for line in lines).strip()


def _read_number(value: float) -> Found:
    if isinstance(value, float) and value.is_integer() and abs(value) < 10**21:
        value = int(value)
    lost = f", of which programs keep {MOST_DIGITS} digits" if abs(value) >= _NEVER_ROUND else ""
    return Found(str(value), f"{_NUMBER}{lost}")


def _is_same_number(found: str, text: str) -> bool:
    try:
        one, other = float(found), float(text)
    except ValueError:
        return False
    return one == other or (
        abs(one) >= _NEVER_ROUND and math.isclose(one, other, rel_tol=10.0 ** (1 - MOST_DIGITS))
    )


def _show_time(value: datetime | date | time) -> str:
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    return value.isoformat()


def _show_duration(value: timedelta) -> str:
    """Hours, minutes and seconds, as a cell of this kind shows them."""
    sign, seconds = ("-", -value) if value < timedelta() else ("", value)
    minutes, left = divmod(round(seconds.total_seconds()), 60)
    return f"{sign}{minutes // 60}:{minutes % 60:02}:{left:02}"

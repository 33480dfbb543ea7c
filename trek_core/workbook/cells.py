"""How a value becomes a cell: text stays text, nothing is lost without a mark, XML can hold it.

Numbers stay numbers, flags become yes or no, a list becomes one line per value. Text is shortened
at Excel's limit with a visible mark. Characters that XML cannot hold are written as `_xHHHH_`, the
escape of the XLSX format itself (ST_Xstring, ECMA-376 part 1, 22.9.2.19), so that every reader of
the format gives back the same text.
"""

import hashlib
import json
import math
import re
from collections.abc import Sequence
from typing import NamedTuple

LONGEST_TEXT = 32_767
"""UTF-16 code units that Excel keeps in one cell."""

_SURELY_FITS = LONGEST_TEXT // 2
"""Characters that fit whatever they are: one takes at most two code units."""

MOST_DIGITS = 15
"""Digits of a whole number that Excel keeps; a longer one is an identifier and stays text."""

Value = str | int | float | bool | Sequence[str] | None

_UNWRITABLE = r"[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]"
_UNWRITABLE_CHARACTER = re.compile(_UNWRITABLE)
# An underscore that would read as the start of an escape, also before one made by escaping.
_ESCAPE_LIKE = re.compile(rf"_(?=x[0-9A-Fa-f]{{4}}(?:_|{_UNWRITABLE}))")

_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
MARK_START = "… [shortened:"
"""How the mark begins that ends a shortened text."""

_MARK = re.compile(
    rf"{re.escape(MARK_START)} [\d,]+ characters, SHA-256 (?P<hash>[0-9a-f]{{64}})\]\Z"
)


class Cell(NamedTuple):
    """One cell as it is written: text, a number, or None for an empty cell.

    `escaped` counts the characters that XML cannot hold; `whole` is the text that was cut.
    """

    value: str | int | float | None
    whole: str | None = None
    escaped: int = 0


EMPTY = Cell(None)


def make_cell(value: Value) -> Cell:
    """Make any value safe for a cell; empty text and an empty list give an empty cell."""
    if isinstance(value, bool):
        return Cell("yes" if value else "no")
    if isinstance(value, int | float):
        return _number_cell(value)
    text = value if isinstance(value, str) else join_lines(value or ())
    if not text:
        return EMPTY
    if len(text) <= _SURELY_FITS and text.isprintable():
        return Cell(text)
    kept = shorten(text)
    return Cell(kept, None if kept is text else text, len(_UNWRITABLE_CHARACTER.findall(kept)))


def join_lines(values: Sequence[str]) -> str:
    """One value per line; a JSON array where a value has line breaks of its own."""
    if any("\n" in value for value in values):
        return json.dumps(list(values), ensure_ascii=False)
    return "\n".join(values)


def shorten(text: str) -> str:
    """The text itself when a cell holds it, else its start and a mark with length and hash."""
    if len(text) <= _SURELY_FITS or _count_utf16_units(text) <= LONGEST_TEXT:
        return text
    mark = f"{MARK_START} {len(text):,} characters, SHA-256 {hash_text(text)}]"
    room = LONGEST_TEXT - len(mark)
    kept = text[:room]
    while (excess := _count_utf16_units(kept) - room) > 0:
        kept = kept[: -((excess + 1) // 2)]
    return kept + mark


def find_shortened(text: str) -> str | None:
    """The hash of the whole text, where a cell holds only its start."""
    found = _MARK.search(text[-200:]) if text.endswith("]") else None
    return found["hash"] if found else None


def hash_text(text: str) -> str:
    """SHA-256 over the text in UTF-8, half surrogates as they are."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def unescape_text(text: str) -> str:
    """Undo `escape_text`."""
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text


def escape_text(text: str) -> str:
    """Escape what XML cannot hold as `_xHHHH_`, and text that looks like such an escape.

    Read from the left, `_xHHHH_` -> that character, the result is the text again, whatever it is.
    """
    if "_x" in text:
        text = _ESCAPE_LIKE.sub("_x005F_", text)
    # Printable text is the usual case, and asking is quicker than searching.
    if not text.isprintable():
        text = _UNWRITABLE_CHARACTER.sub(lambda found: f"_x{ord(found[0]):04X}_", text)
    # The writer takes text between these two tags for markup and would write it as it is.
    if text.startswith("<r>") and text.endswith("</r>"):
        return f"_x003C_{text[1:]}"
    return text


def _number_cell(value: float) -> Cell:
    if not math.isfinite(value):
        return Cell(str(value))
    if value == int(value) and abs(value) < 10**MOST_DIGITS:
        return Cell(int(value))
    # 16 significant digits are what the file carries.
    return Cell(str(value)) if isinstance(value, int) else Cell(float(f"{value:.16G}"))


def _count_utf16_units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2

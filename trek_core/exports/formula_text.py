"""Text that a spreadsheet would run, kept from running and without loss.

A CSV file has no way to say that a cell is text. Text that starts like a formula gets an apostrophe
in front, and so does text that already has such an apostrophe: taking one away gives the text back,
whatever it was.
"""

import re

FORMULA_STARTS = "=+-@\t\r"
"""What a spreadsheet takes for the start of a formula, or drops on the way to one."""

_RISKY = re.compile(rf"'*[{re.escape(FORMULA_STARTS)}]")


def protect_text(text: str) -> str:
    """The text with an apostrophe in front where it could be taken for a formula."""
    return f"'{text}" if _RISKY.match(text) else text

"""How a question's relative words resolve against its effective year (C.3 and review guideline)."""

import re
from typing import Literal

PlaceInTime = Literal["before", "in", "after", "unknown"]

_YEARS = re.compile(r"(?<!\d)(?:1[5-9]|2[0-2])\d\d(?!\d)")

RELATIVE_WORDS = "current, currently, this year, most recent, now, latest, to date"
ANSWERING_WORDS = f"{RELATIVE_WORDS}, today, recent"
"""The words that the answer prompts of FreshQA and SealQA cover (B.5)."""


def explain_effective_year(year: int | str | None) -> str:
    """Say in one line what relative words mean for a case; a text year is not resolved."""
    if year is None:
        return "No effective year is recorded: relative words have no fixed meaning here."
    if isinstance(year, str):
        return f"Recorded as “{year}”: read it as it stands, no year is taken from it."
    return (
        f"By the benchmark's convention “last year” in the question is {year} itself, not the year "
        f"before; {RELATIVE_WORDS} are the end of {year}."
    )


def time_rule(year: int | str | None, relative_words: str = RELATIVE_WORDS) -> str:
    """Say to a model what relative words mean for a case (C.3); a text year is not resolved."""
    if year is None:
        return "Effective year: not recorded."
    if isinstance(year, str):
        return f"Effective year: {year} (as recorded; take no single year from it)."
    words = ", ".join(f'"{word}"' for word in relative_words.split(", "))
    return (
        f"Effective year: {year}. Relative words are read against it, not against today: "
        f'"last year" is {year} itself; {words} mean as of the end of {year}. '
        "A date that the question states outright stays as it is."
    )


def place_in_time(date: str | None, year: int | str | None) -> PlaceInTime:
    """Where a page's date stands to a case's effective year, as far as both name one year."""
    years = {int(found) for found in _YEARS.findall(date or "")}
    if not isinstance(year, int) or len(years) != 1:
        return "unknown"
    (dated,) = years
    return "before" if dated < year else "after" if dated > year else "in"

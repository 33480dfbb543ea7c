"""Values that a spreadsheet changed on the way: dates made of scores, numbers made of dates."""

import re

_MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_DAMAGE: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"#(?:N/A|REF!|VALUE!|NAME\?|DIV/0!|NUM!|NULL!)"), "a spreadsheet's error"),
    (re.compile(r"#{3,}"), "a value too wide for its column"),
    (re.compile(rf"\d{{1,2}}-{_MONTH}|{_MONTH}-\d{{2}}"), "a date made by a spreadsheet"),
    (re.compile(r"\d{4}-\d\d-\d\d[ T]00:00(?::00(?:\.0+)?)?"), "a date made by a spreadsheet"),
    (re.compile(r"\d(?:[.,]\d+)?E[+-]\d{2,}"), "a number shortened by a spreadsheet"),
)
_SERIAL = re.compile(r"[2-6]\d{4}(?:\.0+)?")


def find_damage(text: str) -> str | None:
    """What a spreadsheet did to a cell's text, None where it shows no sign of it."""
    return next((what for pattern, what in _DAMAGE if pattern.fullmatch(text)), None)


def is_date_serial(text: str) -> bool:
    """Whether a text is a day's number, as spreadsheets store dates (1954 to 2091)."""
    return _SERIAL.fullmatch(text) is not None

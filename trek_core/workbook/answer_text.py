"""An answer as a cell's text, and that text read back.

Whatever `show_answer` gives reads back as the same answer: where the readable form would not, the
JSON of the answer is shown instead.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from trek_core.checklist import FIELDS_BY_NAME, Field, Kind
from trek_core.checklist.answers import find_fault
from trek_core.checklist.options import RESPONSE_RULES, Options
from trek_core.errors import AnswerError
from trek_core.workbook.cells import Value, join_lines

_TIMES = {
    "event_at": "event",
    "published_at": "published",
    "updated_at": "updated",
    "accessed_at": "accessed",
}
"""Part of an evidence entry -> the word before its time."""

_FLAGS = {"true": "yes", "false": "no"}
_PARTS_OF_TIMES = {word: part for part, word in _TIMES.items()}
_MARKED = re.compile(r"(?P<url>.*\S)\s[—–-]+\s(?P<mark>\S+)")
_ENTRY = re.compile(
    r"(?P<url>\S+)\s[—–-]+\s(?P<quote>.*?)"
    r"(?: \((?P<times>(?:event|published|updated|accessed) [^();]*"
    r"(?:; (?:event|published|updated|accessed) [^();]*)*)\))?"
)


def show_answer(name: str, value: Any) -> Value:
    """What a cell shows for an answer to the field `name`."""
    kind = FIELDS_BY_NAME[name].kind
    if kind in (Kind.PAGES, Kind.ENTRIES):
        lines = (
            [f"{url} — {mark}" for url, mark in value.items()]
            if kind is Kind.PAGES
            else [_show_entry(entry) for entry in value]
        )
        reads_back = _reads_back(name, lines, value)
        return lines if reads_back else json.dumps(value, ensure_ascii=False)
    shown: str | list[str] = value
    return shown


def read_answer(name: str, text: str) -> Any:
    """The answer that a cell's text gives; None for none.

    Raises `AnswerError` saying what was expected.
    """
    field = FIELDS_BY_NAME[name]
    if not text.strip():
        return None
    value = _READERS[field.kind](field, text)
    fault = find_fault(field, value)
    if fault:
        raise AnswerError(fault)
    return value


def read_mark(name: str, text: str) -> str | None:
    """The mark that a cell gives one page in a field of pages; None for none."""
    if not text.strip():
        return None
    mark = _read_option(FIELDS_BY_NAME[name], text)
    fault = find_fault(FIELDS_BY_NAME[name], {"": mark})
    if fault:
        raise AnswerError(fault)
    return mark


def offered(field: Field) -> Options:
    """Every option of a field, whatever the answers before it."""
    if field.name == "response_rule":
        return tuple(option for some in RESPONSE_RULES.values() for option in some)
    return field.options


def _reads_back(name: str, lines: list[str], value: Any) -> bool:
    try:
        return bool(read_answer(name, join_lines(lines)) == value)
    except AnswerError:
        return False


def _show_entry(entry: Mapping[str, str]) -> str:
    """`url — quote (published 2025-01-31; accessed 2025-02-03)`."""
    times = "; ".join(f"{word} {entry[part]}" for part, word in _TIMES.items() if entry.get(part))
    line = f"{entry['url']} — {entry['quote']}"
    return f"{line} ({times})" if times else line


def _read_option(field: Field, text: str) -> str:
    """An option's value, or its title, in whatever case; TRUE and FALSE answer yes or no."""
    wanted = text.strip().casefold()
    if field.kind is Kind.YES_NO:
        wanted = _FLAGS.get(wanted, wanted)
    for option in offered(field):
        if wanted in (option.value.casefold(), option.title.casefold()):
            return option.value
    return text.strip()


def _read_several(field: Field, text: str) -> list[str]:
    return [_read_option(field, each) for each in re.split(r"[\n,;]", text) if each.strip()]


def _read_pages(field: Field, text: str) -> dict[str, str]:
    given: dict[str, str] | None = _read_json(text, dict)
    if given is not None:
        return given
    marks: dict[str, str] = {}
    for line in _lines(text):
        found = _MARKED.fullmatch(line.rstrip())
        if found is None:
            raise AnswerError("on each line a page's URL, then “ — ” and its mark")
        if found["url"] in marks:
            raise AnswerError("each page once")
        marks[found["url"]] = _read_option(field, found["mark"])
    return marks


def _read_entries(_field: Field, text: str) -> list[dict[str, str]]:
    given: list[Any] | None = _read_json(text, list)
    if given is not None and all(isinstance(entry, dict) for entry in given):
        return given
    return [_read_entry(line) for line in _lines(text)]


def _read_entry(line: str) -> dict[str, str]:
    found = _ENTRY.fullmatch(line)
    if found is None:
        raise AnswerError("on each line a URL, then “ — ” and a quote")
    entry = {"url": found["url"], "quote": found["quote"]}
    for time in (found["times"] or "").split("; "):
        word, _, when = time.partition(" ")
        if word:
            entry[_PARTS_OF_TIMES[word]] = when
    return entry


def _read_text(_field: Field, text: str) -> str:
    return text


def _read_calls(_field: Field, text: str) -> list[str]:
    return [line.strip() for line in _lines(text)]


def _lines(text: str) -> list[str]:
    lines: list[str] | None = _read_json(text, list)
    if lines is not None and all(isinstance(line, str) for line in lines):
        return lines
    return [line for line in text.split("\n") if line.strip()]


def _read_json(text: str, kind: type) -> Any:
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, kind) else None


_READERS = {
    Kind.YES_NO: _read_option,
    Kind.CHOICE: _read_option,
    Kind.SEVERAL: _read_several,
    Kind.TEXT: _read_text,
    Kind.PAGES: _read_pages,
    Kind.ENTRIES: _read_entries,
    Kind.CALLS: _read_calls,
}

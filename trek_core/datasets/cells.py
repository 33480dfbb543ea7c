"""One row while it is read: each field taken once, what is wrong with it noted, the rest kept."""

import re
from typing import Any

from pydantic import ValidationError

from trek_core.cases import Document
from trek_core.datasets.rows import Row, RowProblem
from trek_core.datasets.spreadsheet_damage import find_damage, is_date_serial
from trek_core.datasets.url_cells import split_urls
from trek_core.errors import CaseFormatError
from trek_core.jsonl.strict_json import describe

NOT_RECORDED = ("", "N/A")
"""Cells that say nothing."""

_FLAGS = {"true": True, "false": False}
_YEAR = re.compile(r"(\d{4})(?:\.0+)?")
_NO_YEAR = re.compile(r"\d+[-/]\d+[-/]\d+")


class Cells:
    """The fields of a row. A method that takes a field gives None where it says nothing."""

    def __init__(self, row: Row) -> None:
        self._place = row.place
        self._left = dict(row.fields)
        self.problems: list[RowProblem] = []

    def rest(self) -> dict[str, Any]:
        """The fields not taken so far, without those that say nothing."""
        return {
            name: value
            for name, value in self._left.items()
            if value is not None and not (isinstance(value, str) and value.strip() in NOT_RECORDED)
        }

    def note(self, name: str, found: str, expected: str) -> None:
        """Note what is wrong with a field of a row that is taken all the same."""
        self.problems.append(RowProblem(self._place, name, found, expected, is_taken=True))

    def raw(self, name: str) -> Any:
        """The field as it stands."""
        return self._left.pop(name, None)

    def question(self, name: str) -> str:
        """The question; raises `CaseFormatError` where there is none."""
        value = self.raw(name)
        if not isinstance(value, str) or not value.strip():
            raise CaseFormatError(name, describe(value), "a question")
        return value.strip()

    def identifier(self, name: str) -> str | None:
        """An id, whole numbers as their digits."""
        value = self.raw(name)
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        return self._text(name, value)

    def text(self, name: str) -> str | None:
        """A text without the white space around it."""
        return self._text(name, self.raw(name))

    def texts(self, *names: str) -> tuple[str, ...] | None:
        """The texts of these fields, each a text or a list, first occurrence kept."""
        found = []
        for name in names:
            value = self.raw(name)
            for item in value if isinstance(value, list) else [value]:
                text = self._text(name, item)
                if text is not None:
                    self._check_damage(name, text)
                    found.append(text)
        return tuple(dict.fromkeys(found)) or None

    def flag(self, name: str) -> bool | None:
        """true or false, as JSON or as a spreadsheet writes it."""
        value = self.raw(name)
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, str) and value.strip() in NOT_RECORDED:
            return None
        read = _FLAGS.get(value.strip().lower()) if isinstance(value, str) else None
        if read is None:
            self.note(name, describe(value), "true or false")
        return read

    def flags(self, *without: str) -> dict[str, bool] | None:
        """Every field left that is true or false, but for those named."""
        names = [name for name, value in self._left.items() if isinstance(value, bool)]
        return {name: self.raw(name) for name in names if name not in without} or None

    def year(self, name: str) -> int | str | None:
        """A year as a number; any other text ("before 2022") stays as it stands."""
        value = self.raw(name)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        if isinstance(value, float) and value.is_integer():
            return int(value)
        text = self._text(name, value)
        if text is None:
            return None
        if found := _YEAR.fullmatch(text):
            return int(found[1])
        if _NO_YEAR.match(text) or is_date_serial(text) or find_damage(text):
            self.note(name, f"{describe(text)}, a date made by a spreadsheet", "a year")
        return text

    def day(self, name: str) -> None:
        """Check a field for a day, and leave it where it is: only its damage is of interest."""
        value = self._left.get(name)
        text = value.strip() if isinstance(value, str) else ""
        damage = "a day's number in a spreadsheet" if is_date_serial(text) else find_damage(text)
        if text not in NOT_RECORDED and damage:
            self.note(name, f"{describe(text)}, {damage}", "a date as it was typed")

    def urls(self, name: str) -> tuple[str, ...] | None:
        """The URLs of a text or a list; empty where the field says that there are none."""
        value = self.raw(name)
        if value is None:
            return None
        items = value if isinstance(value, list) else [value]
        found: list[str] = []
        for item in items:
            if not isinstance(item, str):
                self.note(name, describe(item), "URLs")
                continue
            urls, other = split_urls(item)
            found += urls
            for piece in other:
                if piece not in NOT_RECORDED:
                    self.note(name, describe(piece), "a URL that begins with http")
        return tuple(dict.fromkeys(found))

    def documents(self, name: str) -> tuple[Document, ...] | None:
        """A list of pages with url, title, date and text; one that is none is noted and left out.

        A page without an address keeps an empty one.
        """
        value = self.raw(name)
        if value is None:
            return None
        if not isinstance(value, list):
            self.note(name, describe(value), "a list of documents")
            return None
        found = []
        for index, item in enumerate(value):
            document = _read_document(item)
            if document is None:
                self.note(f"{name}[{index}]", describe(item), "an object with url, date and text")
            else:
                found.append(document)
        return tuple(found)

    def _text(self, name: str, value: Any) -> str | None:
        if value is None:
            return None
        if not isinstance(value, str):
            self.note(name, describe(value), "text")
            return None
        text = value.strip()
        return None if text in NOT_RECORDED else text

    def _check_damage(self, name: str, text: str) -> None:
        if damage := find_damage(text):
            self.note(name, f"{describe(text)}, {damage}", "the value as it was typed")


def _read_document(item: Any) -> Document | None:
    if not isinstance(item, dict):
        return None
    fields = {name: value for name, value in item.items() if value is not None}
    try:
        return Document.model_validate({"url": "", **fields})
    except ValidationError:
        return None

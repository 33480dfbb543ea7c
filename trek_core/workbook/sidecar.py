"""The texts that a workbook holds only the start of: whole, one a line, beside the workbook.

Both are parts of one ZIP. A cell's mark names the SHA-256 of its whole text, and so does the line.
"""

import json
from collections.abc import Iterable, Iterator
from typing import IO

from trek_core.errors import TrekError
from trek_core.workbook.cells import hash_text

TEXTS_NAME = "long_texts.jsonl"
"""The part of the ZIP that holds the texts."""


class SidecarWriter:
    """Writes each long text once; `count` says how many."""

    def __init__(self, target: IO[bytes]) -> None:
        self._target = target
        self._written: set[str] = set()

    @property
    def count(self) -> int:
        """How many texts there are."""
        return len(self._written)

    def add(self, text: str, sheet: str, row: int, column: str) -> None:
        """Add the whole text of a cell; `row` as a spreadsheet counts it."""
        found = hash_text(text)
        if found in self._written:
            return
        self._written.add(found)
        line = {
            "sha256": found, "sheet": sheet, "row": row, "column": column,
            "characters": len(text), "text": text,
        }  # fmt: skip
        # ASCII, so that half an emoji is kept as well.
        self._target.write(json.dumps(line).encode("ascii") + b"\n")


def read_sidecar(lines: Iterable[bytes], name: str) -> dict[str, str]:
    """The texts by hash; raise `TrekError` for a line that is none, or whose text was changed."""
    return dict(_read(lines, name))


def _read(lines: Iterable[bytes], name: str) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            found = json.loads(line)
            sha256, text = found["sha256"], found["text"]
            same = hash_text(text) == sha256
        except (ValueError, KeyError, TypeError, AttributeError):
            raise TrekError(
                f"{name}, line {number}: no JSON object with sha256 and text; export the workbook "
                "again"
            ) from None
        if not same:
            raise TrekError(
                f"{name}, line {number}: the text does not match its hash; change long texts in "
                "the app, not in this file"
            )
        yield sha256, text

"""What a workbook says of itself: where it comes from, what is in each sheet, what was changed."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any

from trek_core.checklist import GUIDELINE_VERSION
from trek_core.workbook.blocks import Block, BlockSheet
from trek_core.workbook.cells import LONGEST_TEXT, Cell, Value
from trek_core.workbook.columns import Variant
from trek_core.workbook.sidecar import TEXTS_NAME

FORMAT = "trektrace-workbook/1"
"""What the Manifest of every workbook of this layout says."""

LONG_TEXT_RULE = (
    f"{LONGEST_TEXT:,} UTF-16 code units; longer text ends in a mark with its SHA-256, and is "
    f"whole in {TEXTS_NAME} beside this workbook"
)

SHOWN, WITHHELD = "shown", "withheld (blind)"

SAMPLE_NOTICE = "sample project: every case in it is invented"

HASH_RULE = (
    "SHA-256 over the sheet's rows from the first to the last, each as a JSON array in ASCII "
    "without spaces and a line feed after it: text, numbers, null for an empty cell, empty cells "
    "at the end of a row left out."
)


@dataclass(frozen=True)
class WorkbookAbout:
    """Where a workbook comes from.

    `created_at` is UTC in ISO form. `filters` are the filters that chose the cases, as shown.
    `is_sample` marks the sample project's invented cases. Without `with_trektrace` nothing of
    TrekTrace's side is in the file; the variant for `annotators` has only what they fill in.
    """

    app_name: str
    app_version: str
    created_at: str
    database_revision: int | None = None
    filters: Mapping[str, str] = field(default_factory=dict)
    guideline_version: str = GUIDELINE_VERSION
    is_sample: bool = False
    with_trektrace: bool = True
    variant: Variant = "full"

    @property
    def made_at(self) -> datetime:
        """The time of `created_at`, in UTC."""
        return datetime.fromisoformat(self.created_at).astimezone(UTC)

    def list_facts(self) -> tuple[tuple[str, Value], ...]:
        """What every export says of where it comes from, in order."""
        return (
            ("application", self.app_name),
            ("application_version", self.app_version),
            ("guideline_version", self.guideline_version),
            ("created_at", self.created_at),
            ("database_revision", self.database_revision),
            *([("project", SAMPLE_NOTICE)] if self.is_sample else []),
            ("trektrace", SHOWN if self.with_trektrace else WITHHELD),
            ("variant", self.variant),
            *((f"filter: {name}", value) for name, value in self.filters.items()),
        )


@dataclass(frozen=True)
class SheetSummary:
    """One sheet: its rows below headings, what had to be changed in it, and its hash."""

    name: str
    rows: int
    shortened_cells: int
    escaped_characters: int
    sha256: str


@dataclass(frozen=True)
class WorkbookManifest:
    """What was written; `sheets` holds every sheet but the Manifest itself, in order."""

    cases: int
    judgements: int
    sheets: tuple[SheetSummary, ...]

    @property
    def shortened_cells(self) -> int:
        """How many cells hold only the start of their text."""
        return sum(sheet.shortened_cells for sheet in self.sheets)

    @property
    def escaped_characters(self) -> int:
        """How many characters are written as `_xHHHH_`."""
        return sum(sheet.escaped_characters for sheet in self.sheets)

    def to_json(self) -> dict[str, Any]:
        """The manifest as plain JSON values."""
        return {
            "cases": self.cases,
            "judgements": self.judgements,
            "shortened_cells": self.shortened_cells,
            "escaped_characters": self.escaped_characters,
            "sheets": [asdict(sheet) for sheet in self.sheets],
        }


class RowsHash:
    """The hash of a sheet, fed row by row as `HASH_RULE` says."""

    def __init__(self) -> None:
        self._digest = hashlib.sha256()

    def add(self, cells: Sequence[Cell]) -> None:
        """Add one row."""
        values = [cell.value for cell in cells]
        while values and values[-1] is None:
            values.pop()
        self._digest.update(json.dumps(values, separators=(",", ":")).encode("ascii") + b"\n")

    def hexdigest(self) -> str:
        """The hash of the rows so far."""
        return self._digest.hexdigest()


def build_manifest(about: WorkbookAbout, manifest: WorkbookManifest) -> BlockSheet:
    """The Manifest sheet: provenance first, then one row per sheet."""
    facts: tuple[tuple[Value, ...], ...] = (
        ("format", FORMAT),
        *about.list_facts(),
        ("cases", manifest.cases),
        ("judgements", manifest.judgements),
        ("shortened_cells", manifest.shortened_cells),
        ("longest_text", LONG_TEXT_RULE),
        ("escaped_characters", manifest.escaped_characters),
        ("escape", "a character that XML cannot hold is written as _xHHHH_ in the file"),
        ("sha256_of", HASH_RULE),
    )
    sheets = tuple(
        (sheet.name, sheet.rows, sheet.shortened_cells, sheet.escaped_characters, sheet.sha256)
        for sheet in manifest.sheets
    )
    header = ("sheet", "rows", "shortened_cells", "escaped_characters", "sha256")
    return BlockSheet(
        "Manifest",
        (26, 60, 18, 20, 68),
        (Block(("about", "value"), facts), Block(header, sheets, "Sheets")),
    )

"""What an edited workbook would change: every cell for people, and what becomes of it."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from review_db.answering import Change

Status = Literal["new", "changed", "unchanged", "conflict", "refused"]
STATUSES: tuple[Status, ...] = ("new", "changed", "unchanged", "conflict", "refused")

TAKEN: tuple[Status, ...] = ("new", "changed")


@dataclass(frozen=True)
class Origin:
    """The cell that something came from; `row` as a spreadsheet counts it."""

    sheet: str
    row: int
    column: str


@dataclass(frozen=True)
class CellReport:
    """One cell that is not as it was exported, and what becomes of it.

    `found` is the cell's text, `read` the answer that it was taken for, `stored` the one in the
    database now: both in the words of the database, as a workbook shows them. `why` says why it is
    not taken.
    """

    sheet: str
    row: int
    column: str
    case_id: str
    annotator: str | None
    round: str
    status: Status
    found: str
    stored: str
    why: str = ""
    read: str = ""


@dataclass(frozen=True)
class JudgementPlan:
    """What is to happen to one judgement, each change with the cell it came from."""

    case_id: str
    annotator: str
    round: str
    changes: tuple[tuple[Change, Origin], ...]
    reopen: Origin | None = None
    submit: Origin | None = None


@dataclass
class WorkbookReport:
    """The report on one file; `written` says whether its changes are in the database.

    `cells` lists every cell but the unchanged, `notes` what was understood or is missing. `counts`
    has every cell for people that is in the file.
    """

    file: str
    sha256: str
    counts: dict[Status, int] = field(default_factory=lambda: dict.fromkeys(STATUSES, 0))
    cells: list[CellReport] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    plans: list[JudgementPlan] = field(default_factory=list)
    written: bool = False

    @property
    def taken(self) -> int:
        """How many cells bring something into the database."""
        return sum(self.counts[status] for status in TAKEN)

    @property
    def token(self) -> str:
        """A hash of all that would be done: the same as long as nothing else changes."""
        cells = [asdict(cell) for cell in self.cells]
        text = json.dumps([self.sha256, self.counts, cells])
        return hashlib.sha256(text.encode()).hexdigest()

    def to_json(self) -> Mapping[str, Any]:
        """The report as plain JSON values."""
        return {
            "file": self.file,
            "sha256": self.sha256,
            "written": self.written,
            **{str(status): count for status, count in self.counts.items()},
            "judgements": len(self.plans),
            "cells": [asdict(cell) for cell in self.cells],
            "notes": self.notes,
        }

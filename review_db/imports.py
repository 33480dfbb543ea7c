"""Importing a case file: good lines go in, every other is reported, twice is the same as once."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from sqlite_utils import Database

from review_db.cases import Change, PreparedCase, prepare_case, store_case
from review_db.connection import write_transaction
from review_db.imported_decisions import import_decision
from review_db.imported_judgements import import_judgement
from trek_core.errors import CaseFormatError, TrekError, say_unreadable
from trek_core.jsonl import Rejected, Repeated, Taken
from trek_core.sources import AS_FOUND, ReadAs, Tally, read_source

BATCH_LINES = 500
BATCH_CHARACTERS = 8_000_000
"""A transaction ends after this many lines, or once its records have this many characters."""


@dataclass(frozen=True)
class RepairedField:
    """A field in which `count` characters that no text may hold became U+FFFD."""

    file: str
    line: int
    field: str
    count: int


@dataclass
class ImportReport:
    """What became of a file's lines.

    `added`, `unchanged` and `changed` add up to the lines taken; `rejected` and `repaired` count
    lines too. `tally` says of which shapes the cases were and what they lack. `rejections` also
    lists judgements and decisions that were left out while their case went in.
    """

    added: int = 0
    unchanged: int = 0
    changed: int = 0
    rejected: int = 0
    repaired: int = 0
    judgements_added: int = 0
    decisions_added: int = 0
    rejections: list[Rejected] = field(default_factory=list)
    repairs: list[RepairedField] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)

    @property
    def taken(self) -> int:
        """How many lines went in or were there already."""
        return self.added + self.unchanged + self.changed


@dataclass(frozen=True)
class _Line:
    entry: Taken
    prepared: PreparedCase


def import_file(
    path: Path, source: Path | BinaryIO, name: str, told: ReadAs = AS_FOUND
) -> ImportReport:
    """Import a file of any supported shape into the database at `path`.

    `name` is what messages call it; `told` is what somebody said of its shape.

    Written in batches: what a report counts is on the disk. Raises `TrekError` where the file
    cannot be read, `StoreError` where the database cannot be written.
    """
    report = ImportReport()
    try:
        for batch in _batches(read_source(source, name=name, told=told), report):
            with write_transaction(path) as db:
                for line in batch:
                    _take_line(db, line, report)
    except OSError as error:
        raise TrekError(say_unreadable(name, error)) from error
    return report


def _batches(entries: Iterable[Taken | Rejected], report: ImportReport) -> Iterator[list[_Line]]:
    """Lines ready to be stored, so that the write lock is held for storing alone."""
    batch: list[_Line] = []
    characters = 0
    for entry in entries:
        if isinstance(entry, Rejected):
            report.rejected += 1
            report.tally.refuse(entry)
            report.rejections.append(entry)
            continue
        if not isinstance(entry, Repeated):
            report.tally.add(entry.record, entry.line)
        prepared = prepare_case(entry.record, entry.content_hash)
        batch.append(_Line(entry, prepared))
        characters += len(prepared.record_text)
        if len(batch) >= BATCH_LINES or characters >= BATCH_CHARACTERS:
            yield batch
            batch, characters = [], 0
    if batch:
        yield batch


def _take_line(db: Database, line: _Line, report: ImportReport) -> None:
    change: Change = store_case(db, line.prepared)
    setattr(report, change, getattr(report, change) + 1)
    entry = line.entry
    report.repaired += bool(entry.repairs)
    report.repairs += [
        RepairedField(entry.file, entry.line, repair.field, repair.count)
        for repair in entry.repairs
    ]
    for index, judgement in enumerate(entry.record.judgements):
        with _refusing(report, entry, f"judgements[{index}]"):
            report.judgements_added += import_judgement(db, line.prepared, judgement)
    for index, decision in enumerate(entry.record.decisions):
        with _refusing(report, entry, f"decisions[{index}]"):
            case_id = entry.record.case.case_id
            report.decisions_added += import_decision(db, case_id, decision)


@contextmanager
def _refusing(report: ImportReport, entry: Taken, place: str) -> Iterator[None]:
    """Leave one part of a line out, and say why, while its case goes in."""
    try:
        yield
    except CaseFormatError as error:
        report.rejections.append(
            Rejected(
                file=entry.file,
                line=entry.line,
                field=f"{place}{error.field}",
                found=error.found,
                expected=error.expected,
                case_id=entry.record.case.case_id,
            )
        )

"""`trek import --dry-run`: what is in files, and what is missing for TrekTrace to run."""

import argparse
import sys
from dataclasses import asdict, dataclass
from typing import Any

from review_db.changed_cases import count_changed, say_changed
from review_db.cli.import_ import describe_found
from review_db.cli.import_mapping import tell_fitting
from review_db.cli.printable import show, show_json
from review_db.location import database_path
from review_db.store import ReviewStore
from trek_core.counted import count_of
from trek_core.errors import TrekError, say_unreadable
from trek_core.jsonl import Rejected, Repeated
from trek_core.sources import ReadAs, Tally, read_source


@dataclass(frozen=True)
class _Preview:
    """What one file holds."""

    name: str
    options: str
    tally: Tally
    repeated: int
    rejected: int
    changed: int

    def to_json(self) -> dict[str, Any]:
        return {
            "cases": self.tally.cases,
            "repeated": self.repeated,
            "rejected": self.rejected,
            "changed": self.changed,
            "shapes": dict(self.tally.shapes),
            "unread_verdicts": self.tally.unread_verdicts.describe(),
            "unread_urls": self.tally.unread_urls.describe(),
            "missing": [asdict(each) for each in self.tally.list_lacks(self.name, self.options)],
        }

    def __str__(self) -> str:
        cases = count_of(self.tally.cases, "case")
        counts = f"{cases}, {self.repeated} repeated, {self.rejected} rejected"
        found = f"{self.name}: {counts}. {describe_found(self.tally, self.name, self.options)}"
        changed = say_changed(self.changed, is_done=False)
        return f"{found}\n  {changed}" if changed else found


def run_preview(args: argparse.Namespace, told: ReadAs, options: str) -> int:
    """Say what each file holds, writing nothing; returns 0 when any holds a case, else 1.

    `options` are those by which other commands read the files like this.
    """
    loaded = (_load(name, told, options, args.db) for name in args.files)
    previews = [preview for preview in loaded if preview is not None]
    for preview in previews:
        tell_fitting(args.db, preview.name, told, preview.tally)
    if args.json:
        found = {preview.name: preview.to_json() for preview in previews}
        show_json(found)
    else:
        show("\n".join(map(str, previews)))
    return 0 if any(preview.tally.cases for preview in previews) else 1


def _load(name: str, told: ReadAs, options: str, db: str | None) -> _Preview | None:
    """What one file holds, its refusals named on stderr; None where it cannot be read."""
    tally, repeated, rejected = Tally(), 0, 0
    hashes: dict[str, str] = {}
    try:
        for entry in read_source(name, name=name, told=told):
            if isinstance(entry, Rejected):
                rejected += 1
                tally.refuse(entry)
                show(str(entry), file=sys.stderr)
            elif isinstance(entry, Repeated):
                repeated += 1
            else:
                tally.add(entry.record, entry.line)
                hashes[entry.record.case.case_id] = entry.content_hash
    except OSError as error:
        reason = TrekError(say_unreadable(name, error))
        show(f"trek import: {reason}", file=sys.stderr)
        return None
    return _Preview(name, options, tally, repeated, rejected, _count_changed(db, hashes))


def _count_changed(db: str | None, hashes: dict[str, str]) -> int:
    """How many cases the database has with another content; none where it cannot be read."""
    path = database_path(db)
    if not path.is_file():
        return 0
    try:
        return count_changed(ReviewStore(path), hashes)
    except TrekError:
        return 0  # Who imports into this database is told.

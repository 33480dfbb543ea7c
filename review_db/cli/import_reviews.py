"""`trek import-reviews`: take what people filled in elsewhere back into the review database."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from review_db.cli.printable import make_printable, show, show_json
from trek_core.errors import TrekError, say_unreadable

if TYPE_CHECKING:
    from review_db.workbook_report import CellReport, WorkbookReport

_SHOWN = 60
"""Characters of a cell that a line shows."""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `trek import-reviews` to the command line."""
    parser = subparsers.add_parser(
        "import-reviews",
        help="take an edited workbook or annotations back",
        description=(
            "Take the answers that people filled in or changed in an exported workbook (.xlsx, or "
            "the .zip it came in) into the review database, or annotations of exported cases made "
            "in Label Studio (JSON or JSON_MIN) or Argilla (records as JSON). Every answer that "
            "is not as it was exported is named with what becomes of it; conflicts and refused "
            "ones are left out, and the exit code is then 1."
        ),
    )
    parser.add_argument(
        "file", metavar="FILE", help="edited workbook or annotations (.xlsx, .zip or .json)"
    )
    parser.add_argument("--dry-run", action="store_true", help="only say what would be done")
    parser.add_argument(
        "--db", metavar="PATH", help="review database (default: TREK_DB, else your data folder)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Report, and write unless told not to; returns 0 when no cell was refused or in conflict."""
    from review_db.access import OWNER
    from review_db.location import existing_database_path
    from review_db.store import ReviewStore

    store = ReviewStore(existing_database_path(args.db))
    path = Path(args.file)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise TrekError(say_unreadable(path, error)) from error
    take = store.report_reviews if args.dry_run else store.import_reviews
    # A name that is no UTF-8 could be neither kept nor printed.
    name = path.name.encode("utf-8", "replace").decode()
    report = take(content, name, by=OWNER)
    if args.json:
        show_json(report.to_json())
    else:
        show(describe(report))
    return 1 if report.counts["conflict"] or report.counts["refused"] else 0


def describe(report: "WorkbookReport") -> str:
    """The report as text: a line for each cell that was changed, then notes, then the counts."""
    from trek_core.counted import count_of

    counts = ", ".join(f"{count} {status}" for status, count in report.counts.items())
    end = f"{counts}; " + (
        f"written to {count_of(len(report.plans), 'judgement')}"
        if report.written
        else "nothing written"
    )
    lines = [*map(_describe_cell, report.cells), *report.notes, end]
    return "\n".join(map(make_printable, lines))


def _describe_cell(cell: "CellReport") -> str:
    place = ", ".join(
        part for part in (cell.sheet, f"row {cell.row}", cell.column, cell.case_id) if part
    )
    what = f"{_cut(cell.stored)} -> {_cut(cell.read or cell.found)}" if cell.column else ""
    return ": ".join(part for part in (f"{cell.status}: {place}", what, cell.why) if part)


def _cut(text: str) -> str:
    shown = repr(text)
    return shown if len(shown) <= _SHOWN else f"{shown[: _SHOWN - 1]}…"

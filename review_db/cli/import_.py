"""`trek import`: take case files into the review database."""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trek_core.errors import StoreError, TrekError

if TYPE_CHECKING:
    from review_db.store import ImportReport, ReviewStore

COUNTS = ("added", "unchanged", "changed", "rejected", "repaired")


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `trek import` to the command line."""
    parser = subparsers.add_parser(
        "import",
        help="take case files into the database",
        description=(
            "Take TrekTrace files (JSONL, .gz too) into the review database. Good lines go in, "
            "every other line is named; importing a file again adds nothing."
        ),
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="case file to read")
    parser.add_argument(
        "--db", metavar="PATH", help="review database (default: TREK_DB, else your data folder)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Import every file; returns 0 when any line was taken or was there already, else 1."""
    from review_db.location import database_path
    from review_db.store import ReviewStore

    store = ReviewStore(database_path(args.db))
    reports = [report for name in args.files if (report := import_one(store, name)) is not None]
    result = summarise(reports)
    if args.json:
        print(json.dumps(result, ensure_ascii=False))
    else:
        print(describe(result, store.path))
    return 0 if any(report.taken for report in reports) else 1


def import_one(store: "ReviewStore", name: str) -> "ImportReport | None":
    """Import one file and name on stderr what was not taken; None where it cannot be read."""
    from review_db.access import OWNER

    try:
        report = store.import_file(Path(name), name, by=OWNER)
    except StoreError:
        raise  # Nothing else will go in either.
    except TrekError as error:
        print(f"trek import: {error}", file=sys.stderr)
        return None
    for rejection in report.rejections:
        print(rejection, file=sys.stderr)
    for repair in report.repairs:
        print(
            f"{repair.file}, line {repair.line}, {repair.field}: {repair.count} broken "
            "character(s) became U+FFFD",
            file=sys.stderr,
        )
    return report


def summarise(reports: "list[ImportReport]") -> dict[str, Any]:
    """The counts of all files together, then every line or judgement that was not taken."""
    counts = {name: sum(getattr(report, name) for report in reports) for name in COUNTS}
    judgements = sum(report.judgements_added for report in reports)
    rejections = [asdict(each) for report in reports for each in report.rejections]
    return {**counts, "judgements_added": judgements, "rejections": rejections}


def describe(result: dict[str, Any], path: Path) -> str:
    """The counts as one line of text."""
    counts = ", ".join(f"{result[name]} {name}" for name in COUNTS)
    return f"{counts}; {result['judgements_added']} judgements added. Reviews are kept in {path}"

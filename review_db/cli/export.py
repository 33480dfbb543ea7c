"""`trek export`: write the reviewed cases as a workbook or as a TrekTrace file."""

import argparse
import json
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trek_core.errors import TrekError

if TYPE_CHECKING:
    from review_db.store import ReviewStore


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `trek export` to the command line."""
    parser = subparsers.add_parser(
        "export",
        help="write cases and judgements to a file",
        description=(
            "Write every case with everyone's judgements: as a workbook (.xlsx), or as a TrekTrace "
            "file that can be imported again (.jsonl)."
        ),
    )
    parser.add_argument(
        "--to", required=True, type=read_target, metavar="FILE", help="FILE.xlsx or FILE.jsonl"
    )
    parser.add_argument(
        "--db", metavar="PATH", help="review database (default: TREK_DB, else your data folder)"
    )
    parser.add_argument(
        "--pages",
        action="store_true",
        help="add the text of pages fetched or pasted here (.jsonl; a case that is imported "
        "again with them counts as changed)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    parser.set_defaults(run=run, usage_error=parser.error)


def run(args: argparse.Namespace) -> int:
    """Write the file; returns the exit code. An earlier file is replaced whole or not at all."""
    from review_db.location import existing_database_path
    from review_db.store import ReviewStore

    store = ReviewStore(existing_database_path(args.db))
    if args.pages and args.to.suffix != ".jsonl":
        args.usage_error("--pages goes with a .jsonl file: a workbook holds no page texts")
    written = {"file": str(args.to), **WRITERS[args.to.suffix](store, args.to, args.pages)}
    if args.json:
        print(json.dumps(written, ensure_ascii=False))
    else:
        print(f"Wrote {written['cases']} cases to {args.to}")
    if written.get("shortened_cells"):
        print(
            f"{written['shortened_cells']} cells hold only the start of their text, because "
            "Excel takes no more; a .jsonl export has all of it.",
            file=sys.stderr,
        )
    return 0


def read_target(text: str) -> Path:
    """The file to write; argparse reports a name that says no known format."""
    path = Path(text)
    if path.suffix in WRITERS:
        return path
    raise argparse.ArgumentTypeError(f"{text!r} ends in none of {', '.join(WRITERS)}")


def write_records(store: "ReviewStore", target: Path, with_pages: bool) -> dict[str, Any]:
    """Write a TrekTrace file."""
    from trek_core.jsonl import write_jsonl

    try:
        return {"cases": write_jsonl(target, store.load_records(with_pages=with_pages))}
    except OSError as error:
        raise TrekError(f"{target} cannot be written: {error.strerror or error}.") from error


def write_workbook(store: "ReviewStore", target: Path, _with_pages: bool) -> dict[str, Any]:
    """Write the workbook."""
    from trek_core import workbook

    about = workbook.WorkbookAbout(
        app_name="TrekTrace Review",
        app_version=find_version(),
        created_at=datetime.now(UTC).isoformat(timespec="seconds"),
        database_revision=store.revision(),
        is_sample=store.is_sample,
    )
    records, report = store.load_records(), store.load_agreement_report()
    manifest = workbook.write_workbook(target, records, report, about)
    return {"cases": manifest.cases, "shortened_cells": manifest.shortened_cells}


def find_version() -> str:
    """The version of this program, as installed."""
    try:
        return version("trek-review")
    except PackageNotFoundError:
        return "not installed"


WRITERS: dict[str, Callable[["ReviewStore", Path, bool], dict[str, Any]]] = {
    ".xlsx": write_workbook,
    ".jsonl": write_records,
}
"""How each kind of file is written."""

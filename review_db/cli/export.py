"""`trek export`: write the reviewed cases as a workbook or as a TrekTrace file."""

import argparse
import json
import sys
from collections.abc import Callable
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
            "Write every case with everyone's judgements: as a workbook (.xlsx, or .zip with the "
            "whole texts of cells that Excel cannot hold), or as a TrekTrace file that can be "
            "imported again (.jsonl). An edited workbook comes back with `trek import-reviews`."
        ),
    )
    parser.add_argument(
        "--to",
        required=True,
        type=read_target,
        metavar="FILE",
        help="FILE.xlsx, FILE.zip or FILE.jsonl",
    )
    parser.add_argument(
        "--db", metavar="PATH", help="review database (default: TREK_DB, else your data folder)"
    )
    parser.add_argument(
        "--as",
        dest="kind",
        choices=["reviewed", "corrections"],
        help="a .jsonl file of what each case comes to, people's labels and TrekTrace's beside "
        "them; or of the references found wrong, with the right answers",
    )
    parser.add_argument("--round", metavar="NAME", help="only this round (not a plain .jsonl)")
    parser.add_argument(
        "--for-annotators",
        action="store_true",
        help="a workbook with only what annotators fill in, with a row for each who has not begun",
    )
    parser.add_argument(
        "--annotator", metavar="NAME", help="only this person's judgements (not a plain .jsonl)"
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
    check_options(args)
    written = {"file": str(args.to), **WRITERS[args.to.suffix](store, args)}
    if args.json:
        print(json.dumps(written, ensure_ascii=False))
    else:
        what = "lines" if args.kind else "cases"
        print(f"Wrote {written[what]} {what} to {args.to}")
    if written.get("shortened_cells") and args.to.suffix == ".xlsx":
        print(
            f"{written['shortened_cells']} cells hold only the start of their text, because "
            "Excel takes no more; a .zip or .jsonl export has all of it.",
            file=sys.stderr,
        )
    return 0


def check_options(args: argparse.Namespace) -> None:
    """Leave with wrong usage where an option does not go with the kind of file."""
    is_workbook = args.to.suffix != ".jsonl"
    if args.pages and is_workbook:
        args.usage_error("--pages goes with a .jsonl file: a workbook holds no page texts")
    if args.kind and (is_workbook or args.pages or args.for_annotators):
        args.usage_error("--as goes with a .jsonl file, without --pages or --for-annotators")
    if not is_workbook and not args.kind and (args.round or args.annotator or args.for_annotators):
        args.usage_error("--round, --annotator and --for-annotators go with a workbook or --as")


def read_target(text: str) -> Path:
    """The file to write; argparse reports a name that says no known format."""
    path = Path(text)
    if path.suffix in WRITERS:
        return path
    raise argparse.ArgumentTypeError(f"{text!r} ends in none of {', '.join(WRITERS)}")


def write_records(store: "ReviewStore", args: argparse.Namespace) -> dict[str, Any]:
    """Write a TrekTrace file, or the lines of `--as`."""
    from review_db.workbook_cases import WorkbookChoice
    from review_db.workbook_export import build_lines
    from trek_core.jsonl import write_jsonl, write_lines

    try:
        if args.kind:
            choice = WorkbookChoice(round=args.round, annotator=args.annotator)
            return {"lines": write_lines(args.to, build_lines(store, args.kind, choice))}
        return {"cases": write_jsonl(args.to, store.load_records(with_pages=args.pages))}
    except OSError as error:
        raise TrekError(f"{args.to} cannot be written: {error.strerror or error}.") from error


def write_workbook(store: "ReviewStore", args: argparse.Namespace) -> dict[str, Any]:
    """Write the workbook, alone or in a ZIP with its long texts."""
    from review_db.workbook_cases import WorkbookChoice
    from review_db.workbook_export import WorkbookOrder, export_workbook

    choice = WorkbookChoice(
        round=args.round, annotator=args.annotator, with_seats=args.for_annotators
    )
    order = WorkbookOrder(
        choice, for_annotators=args.for_annotators, with_texts=args.to.suffix == ".zip"
    )
    manifest = export_workbook(store, args.to, order)
    return {
        "cases": manifest.cases,
        "judgements": manifest.judgements,
        "shortened_cells": manifest.shortened_cells,
    }


WRITERS: dict[str, Callable[["ReviewStore", argparse.Namespace], dict[str, Any]]] = {
    ".xlsx": write_workbook,
    ".zip": write_workbook,
    ".jsonl": write_records,
}
"""How each kind of file is written."""

"""`trek export`: write the reviewed cases as any of the kinds of files there are."""

import argparse
import sys
from pathlib import Path

from review_db.cli.printable import show, show_json
from review_db.export_formats import DEFAULTS, FORMATS, FORMATS_BY_NAME, ZIP, ExportFormat
from trek_core.errors import TrekError

OPTIONS = {
    "round": "--round",
    "annotator": "--annotator",
    "for_annotators": "--for-annotators",
    "pages": "--pages",
}
"""Option of an order -> how it is written."""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `trek export` to the command line."""
    parser = subparsers.add_parser(
        "export",
        help="write cases and judgements to a file",
        description=(
            "Write every case with everyone's judgements: as a workbook (.xlsx, or .zip with the "
            "whole texts of cells that Excel cannot hold), as a TrekTrace file that can be "
            "imported again (.jsonl), or as what --as says. An edited workbook, or annotations "
            "made in Label Studio or Argilla, come back with `trek import-reviews`."
        ),
    )
    parser.add_argument(
        "--to",
        required=True,
        type=Path,
        metavar="FILE",
        help="FILE.xlsx, FILE.zip or FILE.jsonl, or a new folder for a kind of several files",
    )
    parser.add_argument(
        "--db", metavar="PATH", help="review database (default: TREK_DB, else your data folder)"
    )
    parser.add_argument(
        "--as",
        dest="kind",
        choices=list(FORMATS_BY_NAME),
        help="the kind of file, where its name does not say it: "
        + "; ".join(f"{each.name}: {each.what}" for each in FORMATS),
    )
    parser.add_argument("--round", metavar="NAME", help="only this round (not --as trektrace)")
    parser.add_argument(
        "--for-annotators",
        action="store_true",
        help="a workbook with only what annotators fill in, with a row for each who has not begun",
    )
    parser.add_argument(
        "--annotator", metavar="NAME", help="only this person's judgements (not --as trektrace)"
    )
    parser.add_argument(
        "--pages",
        action="store_true",
        help="add the text of pages fetched or pasted here (.jsonl; a case that is imported "
        "again with them counts as changed)",
    )
    parser.add_argument("--force", action="store_true", help="replace FILE where it is there")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    parser.set_defaults(run=run, usage_error=parser.error)


def run(args: argparse.Namespace) -> int:
    """Write the file; returns the exit code.

    An earlier file is replaced only with `--force`, and then whole or not at all.
    """
    from review_db.location import existing_database_path
    from review_db.store import ReviewStore, WorkbookChoice
    from review_db.workbook_export import ExportOrder, find_rounds_told, say_told

    kind = find_format(args)
    if args.to.is_file() and not args.force:
        raise TrekError(
            f"{args.to} is there already: choose another name, or replace it with --force."
        )
    store = ReviewStore(existing_database_path(args.db))
    choice = WorkbookChoice(
        round=args.round, annotator=args.annotator, with_seats=args.for_annotators
    )
    order = ExportOrder(
        choice,
        for_annotators=args.for_annotators,
        with_texts=args.to.suffix == ZIP,
        with_pages=args.pages,
    )
    counts = kind.write(store, args.to, order)
    told = find_rounds_told(store, kind, choice)
    if told:
        show(say_told(told), file=sys.stderr)
    if args.json:
        show_json({"file": str(args.to), **counts})
    else:
        what, count = next(iter(counts.items()))
        show(f"Wrote {count} {what} to {args.to}")
    if counts.get("shortened_cells") and not order.with_texts:
        show(
            f"{counts['shortened_cells']} cells hold only the start of their text, because "
            "Excel takes no more; a .zip or .jsonl export has all of it.",
            file=sys.stderr,
        )
    return 0


def find_format(args: argparse.Namespace) -> ExportFormat:
    """The kind of file that is wanted; leaves with wrong usage where the options do not fit it."""
    kind = FORMATS_BY_NAME[args.kind] if args.kind else DEFAULTS.get(args.to.suffix)
    if kind is not None:
        check_options(args, kind)
        return kind
    args.usage_error(
        f"{str(args.to)!r} ends in none of {', '.join(DEFAULTS)}; say the kind of file with --as"
    )
    raise AssertionError("a usage error leaves the program")


def check_options(args: argparse.Namespace, kind: ExportFormat) -> None:
    """Leave with wrong usage where the target or an option does not go with the kind of file."""
    if args.to.suffix not in kind.suffixes:
        places = " or ".join(f"FILE{each}" if each else "a folder" for each in kind.suffixes)
        args.usage_error(f"--as {kind.name} is written --to {places}")
    for name, written in OPTIONS.items():
        if getattr(args, name) and name not in kind.takes:
            others = ", ".join(each.name for each in FORMATS if name in each.takes)
            args.usage_error(f"{written} goes with --as {others}, not with {kind.name}")

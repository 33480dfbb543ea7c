"""`trek import`: take files of cases, or of what other systems record, into the database."""

import argparse
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from review_db.cli.mapping_options import add_mapping_options
from review_db.cli.printable import show, show_json
from trek_core.errors import StoreError, TrekError

if TYPE_CHECKING:
    from review_db.store import ImportReport, ReviewStore
    from trek_core.sources import ReadAs, Tally

COUNTS = ("added", "unchanged", "changed", "rejected", "repaired")


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `trek import` to the command line."""
    parser = subparsers.add_parser(
        "import",
        help="take files of cases into the database",
        description=(
            "Take TrekTrace files, or what other systems record of their answers, into the review "
            "database (JSON, JSONL, .gz too; docs/sources.md lists the shapes). Good records go "
            "in, every other is named; importing a file again adds nothing."
        ),
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="file to read")
    parser.add_argument(
        "--as", dest="shape", metavar="SHAPE", help="read every record as this shape"
    )
    add_mapping_options(parser)
    parser.add_argument(
        "--save-mapping",
        metavar="NAME",
        help="keep how the rows were read under a name, for --mapping and the Import page",
    )
    parser.add_argument("--question", help="the question of answers that record none")
    parser.add_argument(
        "--dry-run", action="store_true", help="only say what is in the files and what it lacks"
    )
    parser.add_argument(
        "--db", metavar="PATH", help="review database (default: TREK_DB, else your data folder)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Import every file; returns 0 when any record was taken or was there already, else 1."""
    from review_db.cli.import_mapping import save_mapping, tell_fitting
    from review_db.cli.mapping_options import check_fits, write_mapping
    from review_db.location import database_path
    from review_db.store import ReviewStore

    told = read_as(args)
    check_fits(args, args.files, told.columns)
    if args.dry_run:
        from review_db.cli.import_preview import run_preview

        return run_preview(args, told, write_mapping(args))
    store = ReviewStore(database_path(args.db))
    if args.save_mapping is not None:
        save_mapping(store, args, told)
    by_file = {
        name: report for name in args.files if (report := import_one(store, name, told)) is not None
    }
    reports = list(by_file.values())
    for name, report in by_file.items():
        tell_fitting(args.db, name, told, report.tally)
    result = summarise(reports)
    if args.json:
        show_json(result)
    else:
        show(
            "\n".join(
                [
                    *(
                        describe_found(tally, name, write_mapping(args))
                        for name, tally in tallies_of(by_file).items()
                    ),
                    describe(result, store.path),
                ]
            )
        )
    return 0 if any(report.taken for report in reports) else 1


def read_as(args: argparse.Namespace) -> "ReadAs":
    """What the options say of the files; raise `TrekError` for a shape that is none."""
    from review_db.cli.mapping_options import read_mapping
    from trek_core.sources import SHAPE_NAMES, ReadAs

    if args.save_mapping is not None:
        from review_db.row_mappings import clean_mapping_name

        clean_mapping_name(args.save_mapping)
        if args.dry_run:
            raise TrekError("--save-mapping writes to the database: leave --dry-run out.")
    if args.shape is not None and args.shape not in SHAPE_NAMES:
        raise TrekError(f"There is no shape {args.shape}; there are {', '.join(SHAPE_NAMES)}.")
    return ReadAs(args.shape, read_mapping(args), args.question)


def import_one(store: "ReviewStore", name: str, told: "ReadAs") -> "ImportReport | None":
    """Import one file and name on stderr what was not taken; None where it cannot be read."""
    from review_db.access import OWNER

    try:
        report = store.import_file(Path(name), name, told, by=OWNER)
    except StoreError:
        raise  # Nothing else will go in either.
    except TrekError as error:
        show(f"trek import: {error}", file=sys.stderr)
        return None
    for rejection in report.rejections:
        show(str(rejection), file=sys.stderr)
    for repair in report.repairs:
        show(
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
    unread = {
        "unread_verdicts": sum(report.tally.unread_verdicts.cases for report in reports),
        "unread_urls": sum(report.tally.unread_urls.cases for report in reports),
    }
    return {
        **counts,
        "judgements_added": judgements,
        **unread,
        "rejections": rejections,
    }


def tallies_of(by_file: "Mapping[str, ImportReport]") -> "dict[str, Tally]":
    """The tallies of files that hold something else than cases in their own form."""
    from trek_core.sources import TREKTRACE

    return {
        name: report.tally
        for name, report in by_file.items()
        if (set(report.tally.shapes) | set(report.tally.without_question)) - {TREKTRACE}
    }


def describe_found(tally: "Tally", name: str, options: str = "") -> str:
    """Which shapes were read, which verdicts were not, and a line for everything missing.

    `options` are those by which other commands read the file like this.
    """
    from trek_core.sources import say_shapes

    told = [f"  {unread}" for unread in tally.list_unread()]
    missing = [f"  missing in {each.count}: {each}" for each in tally.list_lacks(name, options)]
    return "\n".join([say_shapes(tally), *told, *missing])


def describe(result: dict[str, Any], path: Path) -> str:
    """What changed, where anything did, and the counts as one line of text."""
    from review_db.changed_cases import say_changed
    from trek_core.counted import count_of

    counts = ", ".join(f"{result[name]} {name}" for name in COUNTS)
    judgements = count_of(result["judgements_added"], "judgement")
    end = f"{counts}; {judgements} added. Reviews are kept in {path}"
    return "\n".join(filter(None, [say_changed(result["changed"], is_done=True), end]))

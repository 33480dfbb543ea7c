"""`trek merge`: bring together what people did in two databases while they worked apart."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from review_db.cli.printable import show, show_json

if TYPE_CHECKING:
    from review_db.merge_report import Conflict, MergeReport


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `trek merge` to the command line."""
    parser = subparsers.add_parser(
        "merge",
        help="bring two databases together",
        description=(
            "Take into the database A what people did in B: cases, people, rounds, judgements, "
            "comments, decisions, probe runs and saved mappings. Where both went on differently, A "
            "stays as it is and the conflict is listed. B is only read. Merging it again adds "
            "nothing."
        ),
    )
    parser.add_argument("ours", type=Path, metavar="A.db", help="review database to add to")
    parser.add_argument("theirs", type=Path, metavar="B.db", help="review database to take from")
    parser.add_argument("--dry-run", action="store_true", help="only say what would be done")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Merge and report; returns 0 when there was no conflict, else 1."""
    from review_db.merge import merge

    report = merge(args.ours, args.theirs, dry_run=args.dry_run)
    if args.json:
        show_json(report.to_json())
    else:
        show(describe(report))
    return 1 if report.conflicts else 0


def describe(report: "MergeReport") -> str:
    """The report as text: a line for each conflict, then notes, then the counts."""
    verb = "Took" if report.written else "Would take"
    conflicts = len(report.conflicts)
    end = f"{verb} {report.say_taken()}; {conflicts} conflict{'' if conflicts == 1 else 's'}"
    return "\n".join([*map(_describe_conflict, report.conflicts), *report.notes, end])


def _describe_conflict(conflict: "Conflict") -> str:
    place = ", ".join(
        f"{name} {value}"
        for name, value in (
            ("case", conflict.case_id),
            ("annotator", conflict.annotator),
            ("round", conflict.round),
            ("mapping", conflict.ours.get("mapping")),
        )
        if value
    )
    sides = f"here {_say(conflict.ours)}; there {_say(conflict.theirs)}"
    return f"conflict: {conflict.what}: {place}: {conflict.why}: {sides}"


def _say(side: dict[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in side.items()) or "nothing"

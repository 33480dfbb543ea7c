"""`trek restore`: make a backup the review database again."""

import argparse
from pathlib import Path

from review_db.cli.printable import show


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `trek restore` to the command line."""
    parser = subparsers.add_parser(
        "restore",
        help="put a backup back",
        description=(
            "Make a review database of a file that `trek backup` wrote. With --force the database "
            "that is there is first kept beside it, with the date in its name. Stop the app first."
        ),
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="backup to put back")
    parser.add_argument(
        "--db", required=True, type=Path, metavar="PATH", help="review database to write"
    )
    parser.add_argument(
        "--force", action="store_true", help="replace the database that is there, and keep it"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Put the file back; returns the exit code."""
    from review_db.copies import put_back

    kept = put_back(args.file, args.db, force=args.force)
    show(f"Restored {args.db} from {args.file}")
    if kept is not None:
        show(f"The database that was there is kept as {kept}")
    return 0

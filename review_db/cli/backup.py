"""`trek backup`: write the review database to one file while others go on working."""

import argparse
from pathlib import Path

from review_db.cli.printable import show


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `trek backup` to the command line."""
    parser = subparsers.add_parser(
        "backup",
        help="keep the whole database as one file",
        description=(
            "Write the review database to one file, as it is at one moment, and check it. The app "
            "may go on running. `trek restore` puts it back."
        ),
    )
    parser.add_argument("--to", required=True, type=Path, metavar="FILE", help="file to write")
    parser.add_argument(
        "--db", metavar="PATH", help="review database (default: TREK_DB, else your data folder)"
    )
    parser.add_argument("--force", action="store_true", help="replace FILE where it is there")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the file; returns the exit code."""
    from review_db.copies import back_up
    from review_db.location import existing_database_path

    path = existing_database_path(args.db)
    back_up(path, args.to, force=args.force)
    show(f"Wrote {path} to {args.to}")
    return 0

"""The `trek` command: one module a subcommand, each imported only as far as its options.

What a command needs to do its work is imported when it runs, so that `trek --help` is quick.
"""

import argparse
import os
import sys
from collections.abc import Sequence

from review_db.cli import (
    agreement,
    answer,
    attribute,
    backup,
    case,
    cases,
    export,
    import_,
    import_reviews,
    join,
    judge,
    judges,
    merge,
    probe,
    restore,
    run,
    select,
    serve,
    stats,
    users,
)
from review_db.cli.printable import escape_what_cannot_be_written, show, show_json
from trek_core.errors import TrekError

COMMANDS = (
    select, answer, join, judge, judges, import_, attribute, run, probe, cases, case, agreement,
    stats, export, import_reviews, backup, restore, merge, users, serve,
)  # fmt: skip

FAILED = 1
INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code: 0 done, 1 not done, 2 wrong usage.

    Wrong usage leaves through argparse's own exit. With --json, what went wrong is an object too.
    """
    escape_what_cannot_be_written()
    parser = build_parser()
    args = parser.parse_args(argv)
    try:
        return int(args.run(args))
    except TrekError as error:
        show(f"trek {args.command}: {error}", file=sys.stderr)
        if getattr(args, "json", False):
            show_json({"error": str(error)})
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has gone; nothing more can be said to it, at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED


def build_parser() -> argparse.ArgumentParser:
    """The command line with all its subcommands."""
    parser = argparse.ArgumentParser(
        prog="trek",
        description="TrekTrace and its review: ask probes, import, check, compare, export.",
    )
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in COMMANDS:
        command.add_parser(subparsers)
    return parser

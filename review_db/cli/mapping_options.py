"""Options that say which column of plain rows is which field: said, saved, or in a file."""

import argparse
from collections.abc import Iterable, Mapping
from pathlib import Path
from shlex import quote

from trek_core.errors import CaseFormatError, TrekError, say_unreadable


def add_mapping_options(parser: argparse.ArgumentParser) -> None:
    """Add `--map` and `--mapping` to a command that reads files of any shape."""
    parser.add_argument(
        "--map",
        dest="columns",
        action="append",
        metavar="FIELD=COLUMN",
        help="read plain rows: which column is which field of a case",
    )
    parser.add_argument(
        "--mapping",
        metavar="NAME|FILE.json",
        help="read plain rows by a saved mapping, or one in a file; --map goes before it",
    )


def read_mapping(args: argparse.Namespace) -> dict[str, str] | None:
    """The mapping that the options give, `--map` before `--mapping`; None where they give none.

    Raises `TrekError` for a name or a file that is none.
    """
    from trek_core.sources import parse_mapping

    kept = _load_mapping(args) if args.mapping else {}
    said = parse_mapping(args.columns) if args.columns else {}
    return {**kept, **said} or None


def write_mapping(args: argparse.Namespace) -> str:
    """The mapping options as they were given, for another command that reads the same files."""
    said = [f" --map {quote(text)}" for text in args.columns or ()]
    if not args.mapping:
        return "".join(said)
    db = f" --db {quote(args.db)}" if args.db and not args.mapping.endswith(".json") else ""
    return "".join([*said, f" --mapping {quote(args.mapping)}", db])


def check_fits(
    args: argparse.Namespace, files: Iterable[str], mapping: Mapping[str, str] | None
) -> None:
    """Raise `TrekError` where a mapping names columns that a file does not have."""
    from trek_core.sources import check_fit, load_columns

    if mapping is None:
        return
    name = f"The mapping {args.mapping}" if args.mapping else "--map"
    for file in files:
        try:
            columns = load_columns(file)
        except OSError:
            continue  # Reading it says so in its turn.
        check_fit(name, file, mapping, columns)


def _load_mapping(args: argparse.Namespace) -> dict[str, str]:
    from trek_core.sources import parse_mapping_json

    if not args.mapping.endswith(".json"):
        return _load_saved(args.mapping, getattr(args, "db", None))
    path = Path(args.mapping)
    try:
        return parse_mapping_json(path.read_bytes())
    except OSError as error:
        raise TrekError(say_unreadable(path, error)) from None
    except CaseFormatError as error:
        raise TrekError(f"{path}: {error}") from None


def _load_saved(name: str, db: str | None) -> dict[str, str]:
    from review_db.location import existing_database_path
    from review_db.store import ReviewStore

    return dict(ReviewStore(existing_database_path(db)).load_mapping(name).columns)

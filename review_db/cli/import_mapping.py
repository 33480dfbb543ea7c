"""How `trek import` learns which column of plain rows is which field: said, saved, or in a file."""

import argparse
import sys
from pathlib import Path

from review_db.location import existing_database_path
from review_db.store import OWNER, ReviewStore
from trek_core.errors import CaseFormatError, TrekError
from trek_core.sources import (
    ReadAs,
    check_fit,
    load_columns,
    parse_mapping,
    parse_mapping_json,
    propose_columns,
)


def read_mapping(args: argparse.Namespace) -> dict[str, str] | None:
    """The mapping that the options give, `--map` before `--mapping`; None where they give none.

    Raises `TrekError` for a name or a file that is none.
    """
    if args.dry_run and args.save_mapping:
        raise TrekError("--save-mapping writes to the database: leave --dry-run out.")
    kept = _load_mapping(args) if args.mapping else {}
    said = parse_mapping(args.columns) if args.columns else {}
    return {**kept, **said} or None


def check_fits(args: argparse.Namespace, told: ReadAs) -> None:
    """Raise `TrekError` where a mapping names columns that a file does not have."""
    if told.columns is None:
        return
    name = f"The mapping {args.mapping}" if args.mapping else "--map"
    for file in args.files:
        try:
            columns = load_columns(file)
        except OSError:
            continue  # Reading it says so in its turn.
        check_fit(name, file, told.columns, columns)


def save_mapping(store: ReviewStore, args: argparse.Namespace, told: ReadAs) -> None:
    """Keep the mapping that was given, else the one proposed for the first file."""
    columns = told.columns
    if columns is None:
        try:
            columns = propose_columns(load_columns(args.files[0]))
        except OSError:
            return  # Reading it says so in its turn.
    saved = store.save_mapping(args.save_mapping, columns, by=OWNER)
    told_of = ", ".join(f"{field}={column}" for field, column in saved.columns.items())
    print(f"trek import: mapping {saved.name} is saved: {told_of}", file=sys.stderr)


def _load_mapping(args: argparse.Namespace) -> dict[str, str]:
    if not args.mapping.endswith(".json"):
        return dict(ReviewStore(existing_database_path(args.db)).load_mapping(args.mapping).columns)
    path = Path(args.mapping)
    try:
        return parse_mapping_json(path.read_bytes())
    except OSError as error:
        raise TrekError(f"{path} cannot be read: {error.strerror or error}.") from None
    except CaseFormatError as error:
        raise TrekError(f"{path}: {error}") from None

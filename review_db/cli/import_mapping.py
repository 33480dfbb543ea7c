"""Keeping how `trek import` reads plain rows."""

import argparse
import sys
from shlex import quote

from review_db.cli.printable import show
from review_db.location import database_path
from review_db.store import OWNER, ReviewStore
from trek_core.errors import TrekError
from trek_core.jsonl.strict_json import cut_short
from trek_core.sources import (
    ROWS,
    ReadAs,
    Tally,
    find_fitting,
    guess_columns,
    load_columns,
    propose_columns,
)


def tell_fitting(db: str | None, file: str, told: ReadAs, tally: Tally) -> None:
    """Name on stderr the saved mapping that fits a file of rows which was read without one."""
    path = database_path(db)
    is_told = told.columns is not None or told.shape is not None
    if is_told or set(tally.shapes) - {ROWS} or not path.is_file():
        return
    try:
        saved = {each.name: each.columns for each in ReviewStore(path).load_mappings()}
    except TrekError:
        return  # Who uses this database is told; a file is read without one.
    columns = load_columns(file) if saved else ()
    name = find_fitting(saved, columns)
    if name is not None and guess_columns(columns) != saved[name]:
        show(
            f"trek import: the saved mapping {name} fits {file}: --mapping {quote(name)}",
            file=sys.stderr,
        )


def save_mapping(store: ReviewStore, args: argparse.Namespace, told: ReadAs) -> None:
    """Keep the mapping that was given, else the one proposed for the first file."""
    columns = told.columns
    if columns is None:
        try:
            columns = propose_columns(load_columns(args.files[0]))
        except OSError:
            return  # Reading it says so in its turn.
    saved = store.save_mapping(args.save_mapping, columns, by=OWNER)
    told_of = ", ".join(f"{field}={cut_short(column)}" for field, column in saved.columns.items())
    show(f"trek import: mapping {saved.name} is saved: {told_of}", file=sys.stderr)

"""Keeping how `trek import` reads plain rows."""

import argparse
import sys

from review_db.store import OWNER, ReviewStore
from trek_core.jsonl.strict_json import cut_short
from trek_core.sources import ReadAs, load_columns, propose_columns


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
    print(f"trek import: mapping {saved.name} is saved: {told_of}", file=sys.stderr)

"""Bringing a database up to date: numbered steps (`schema.py`) that only ever add."""

import sqlite3
from pathlib import Path
from typing import Literal

from sqlite_utils import Database, Migrations

from review_db.connection import (
    open_database,
    prepare_file,
    use_write_ahead_log,
    write_transaction,
)
from review_db.schema import APPLICATION_ID, SCHEMA_VERSION, STEPS
from trek_core.errors import StoreError

MIGRATIONS = Migrations("review_db")
for step in STEPS:
    MIGRATIONS()(step)


def migrate(path: Path) -> None:
    """Create the database, or bring an older one up to date.

    Raises `StoreError` for a file that is something else, was written by a newer version, or
    cannot be created.
    """
    prepare_file(path)
    with open_database(path) as db:
        _check_file(db, path)
        has_log = db.execute("pragma journal_mode").fetchone()[0] == "wal"
        ready = has_log and not MIGRATIONS.pending(db)
    if ready:
        return
    use_write_ahead_log(path)
    with write_transaction(path) as db:
        _check_file(db, path)  # Another program may have come first.
        MIGRATIONS.apply(db)
        db.execute(f"pragma user_version = {SCHEMA_VERSION}")


FileKind = Literal["empty", "foreign", "newer", "known"]


def identify(db: Database) -> FileKind:
    """Whose file this is: nobody's yet, another program's, a newer version's, or one we read."""
    if db.execute("select count(*) from sqlite_master").fetchone()[0] == 0:
        return "empty"
    if db.execute("pragma application_id").fetchone()[0] != APPLICATION_ID:
        return "foreign"
    known = {step.__name__ for step in STEPS}
    return "known" if all(each.name in known for each in MIGRATIONS.applied(db)) else "newer"


def find_lost_tables(db: Database) -> list[str]:
    """The tables that the steps applied to a database made, and that are not there any more."""
    applied = {each.name for each in MIGRATIONS.applied(db)}
    whole = Database(memory=True)
    whole.conn.row_factory = sqlite3.Row
    for step in STEPS:
        if step.__name__ in applied:
            step(whole)
    wanted = {MIGRATIONS.migrations_table, *whole.table_names()}
    whole.close()
    return sorted(wanted.difference(db.table_names()))


_REFUSALS: dict[FileKind, str] = {
    "foreign": (
        "{path} is a database of another program: choose another file with --db or TREK_DB."
    ),
    "newer": (
        "{path} was written by a newer version of this program: update the program, or "
        "choose another file with --db or TREK_DB."
    ),
}


def _check_file(db: Database, path: Path) -> None:
    refusal = _REFUSALS.get(identify(db))
    if refusal is not None:
        raise StoreError(refusal.format(path=path))

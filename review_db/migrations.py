"""Bringing a database up to date: numbered steps (`schema.py`) that only ever add."""

from pathlib import Path

from sqlite_utils import Database, Migrations

from review_db.connection import (
    open_database,
    prepare_file,
    use_write_ahead_log,
    write_transaction,
)
from review_db.schema import APPLICATION_ID, STEPS
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
        ready = not MIGRATIONS.pending(db)
    if ready:
        return
    use_write_ahead_log(path)
    with write_transaction(path) as db:
        _check_file(db, path)  # Another program may have come first.
        MIGRATIONS.apply(db)


def _check_file(db: Database, path: Path) -> None:
    is_ours = db.execute("pragma application_id").fetchone()[0] == APPLICATION_ID
    is_empty = db.execute("select count(*) from sqlite_master").fetchone()[0] == 0
    if not (is_ours or is_empty):
        raise StoreError(
            f"{path} is a database of another program: choose another file with --db or TREK_DB."
        )
    known = {step.__name__ for step in STEPS}
    if any(applied.name not in known for applied in MIGRATIONS.applied(db)):
        raise StoreError(
            f"{path} was written by a newer version of this program: update the program, or "
            "choose another file with --db or TREK_DB."
        )

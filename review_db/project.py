"""The one row about the database itself."""

from sqlite_utils import Database

from trek_core.errors import StoreError


def load_revision(db: Database) -> int:
    """The count that every write raises."""
    return int(db.execute("select revision from project").fetchone()["revision"])


def load_stamp(db: Database) -> str:
    """The word that every write draws anew, in hexadecimal."""
    return bytes(db.execute("select stamp from project").fetchone()["stamp"]).hex()


def load_sample_hash(db: Database) -> str | None:
    """The hash of the sample file in the database, '' while it is filled; None for real cases."""
    hashed = db.execute("select sample_hash from project").fetchone()["sample_hash"]
    return None if hashed is None else str(hashed)


def mark_as_sample(db: Database, sample_hash: str) -> None:
    """Say that this is the sample project; raise `StoreError` where it holds other cases."""
    holds_cases = db.execute("select 1 from cases limit 1").fetchone() is not None
    if holds_cases and load_sample_hash(db) is None:
        raise StoreError(
            "This database holds cases of its own: the sample project needs a file for itself."
        )
    db.execute("update project set sample_hash = ?", [sample_hash])


def check_takes_cases(db: Database) -> None:
    """Raise `StoreError` for the sample project, which never mixes with real cases."""
    if load_sample_hash(db) is not None:
        raise StoreError(
            "This is the sample project, which takes no other cases: open a database of your own "
            "(start with trek serve, or choose one with --db) and import there."
        )

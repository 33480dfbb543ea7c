"""The only place that opens the database or a transaction.

One short-lived connection for each operation: connections shared between threads lose writes.
"""

import os
import random
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlite_utils import Database

from review_db.case_changes import refresh_changed_cases
from review_db.schema import SCHEMA_VERSION
from trek_core.errors import StoreError

BUSY_SECONDS = 30
"""How long a writer waits for others before it gives up."""

_TRY_AGAIN_SECONDS = (0.002, 0.02)

_SENTENCES = {
    "file is not a database": (
        "{path} is not a review database: choose another file with --db or TREK_DB."
    ),
    "unable to open database file": (
        "The review database {path} cannot be opened: check that the file and its folder exist "
        "and may be written, or choose another place with --db or TREK_DB."
    ),
    "readonly database": (
        "The review database {path} cannot be written: check the permissions of the file and of "
        "its folder."
    ),
    "database is locked": (
        "The review database {path} is busy: another program kept it for more than "
        f"{BUSY_SECONDS} seconds. Nothing was saved; try again."
    ),
    "disk is full": (
        "The disk that holds {path} is full. What was being written is not saved; make room, "
        "try again."
    ),
    "malformed": "The review database {path} is damaged: go back to a copy of it.",
}
"""What SQLite says -> what a person can act on."""

_OUTDATED = (
    "Nothing was saved: a newer version of this program has brought {path} up to date. Stop this "
    "one and start the newer one."
)

_BUGS = (
    sqlite3.IntegrityError,
    sqlite3.ProgrammingError,
    sqlite3.InternalError,
    sqlite3.DataError,
    sqlite3.NotSupportedError,
)


@contextmanager
def open_database(path: Path) -> Iterator[Database]:
    """Read from the database: everything inside sees one and the same moment.

    Raises `StoreError` where the database cannot be used.
    """
    with _connected(path) as db:
        db.conn.execute("pragma query_only = on")
        db.conn.execute("begin")
        yield db


@contextmanager
def write_transaction(path: Path, *, raises_revision: bool = True) -> Iterator[Database]:
    """Write to the database: all of it is on the disk when this ends, or none of it is.

    Begins with the write lock in hand (BEGIN IMMEDIATE): a lock asked for after a read fails at
    once when somebody else wrote in between. Raises the revision counter when anything changed, but
    for signs of life (`raises_revision`), which would empty every cache many times a minute.
    Raises `StoreError` where a newer version upgraded the file while this program had it open: what
    is written here would be missing from what the newer one derives.
    """
    with _connected(path) as db:
        _begin_to_write(db.conn)
        before = db.conn.total_changes
        try:
            if db.conn.execute("pragma user_version").fetchone()[0] > SCHEMA_VERSION:
                raise StoreError(_OUTDATED.format(path=path))
            yield db
            refresh_changed_cases(db)
            if raises_revision and db.conn.total_changes != before:
                db.conn.execute("update project set revision = revision + 1")
            db.conn.execute("commit")
        except BaseException:
            if db.conn.in_transaction:
                db.conn.rollback()
            raise


def _begin_to_write(connection: sqlite3.Connection) -> None:
    """Take the write lock, waiting for it at most `BUSY_SECONDS`.

    SQLite's own waiting asks ten times a second in the end, while whoever has just come asks at
    once: among many writers one can lose every time. Here all ask equally often.
    """
    deadline = time.monotonic() + BUSY_SECONDS
    connection.execute("pragma busy_timeout = 0")
    while True:
        try:
            connection.execute("begin immediate")
            break
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(random.uniform(*_TRY_AGAIN_SECONDS))  # noqa: S311 - no secret
    connection.execute(f"pragma busy_timeout = {BUSY_SECONDS * 1000}")


@contextmanager
def keep_open(path: Path) -> Iterator[None]:
    """Keep the database open while many short transactions are made.

    SQLite tidies the file up whenever its last connection closes, which doubles their cost.
    """
    with open_database(path) as db:
        db.conn.execute("commit")  # Open, but in no moment of the database.
        yield


def prepare_file(path: Path) -> None:
    """Make the folder and an empty file where they are missing; an existing file is not touched."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.touch()
    except OSError as error:
        raise StoreError(
            f"The review database {path} cannot be made ({error.strerror}): choose another place "
            "with --db or TREK_DB."
        ) from error
    if not path.is_file():
        raise StoreError(
            f"{path} is a folder: name a file for the review database with --db or TREK_DB."
        )


def use_write_ahead_log(path: Path) -> None:
    """Let readers and a writer work at the same time; the file remembers it."""
    deadline = time.monotonic() + BUSY_SECONDS
    with _connected(path) as db:
        while True:
            try:
                db.conn.execute("pragma journal_mode = wal")
                return
            except sqlite3.OperationalError as error:
                # SQLite does not wait here when several programs open a new file at once.
                if "locked" not in str(error) or time.monotonic() > deadline:
                    raise
                time.sleep(0.02)


@contextmanager
def open_untouched(path: Path) -> Iterator[Database]:
    """Read a file that stays as it is byte for byte, and that gets no file beside it.

    A connection that may write tidies up after itself, but writes a log that is there into the
    file; one that may only read leaves both alone.
    """
    mode = "mode=rw" if os.access(path.parent, os.W_OK) else "immutable=1"
    if Path(f"{path}-wal").exists():
        mode = "mode=ro"
    with _connected(path, mode) as db:
        db.conn.execute("pragma query_only = on")
        db.conn.execute("begin")
        yield db


@contextmanager
def hold_alone(path: Path) -> Iterator[Database]:
    """Keep everybody else out of the database, with all that its log held in the file itself.

    Raises `StoreError` where another program has it open.
    """
    with _connected(path) as db:
        db.conn.execute("pragma busy_timeout = 1000")
        db.conn.execute("pragma journal_mode = delete")
        db.conn.execute("pragma locking_mode = exclusive")
        db.conn.execute("begin exclusive")
        db.conn.execute("commit")  # The lock stays.
        yield db


def copy_database(db: Database, target: Path) -> None:
    """Write the database as it is at one moment to a file of its own, which needs no log."""
    try:
        with closing(sqlite3.connect(target, isolation_level=None)) as copy:
            db.conn.backup(copy)
            copy.execute("pragma journal_mode = delete")
    except sqlite3.OperationalError as error:  # Others are about what is read.
        raise _as_store_error(error, target) from error


@contextmanager
def _connected(path: Path, mode: str = "mode=rw") -> Iterator[Database]:
    address = f"{path.absolute().as_uri()}?{mode}"
    try:
        connection = sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS, isolation_level=None)
        with closing(connection):
            connection.row_factory = sqlite3.Row
            connection.execute("pragma foreign_keys = on")
            connection.execute("pragma synchronous = full")
            yield Database(connection, execute_plugins=False)
    except sqlite3.DatabaseError as error:
        if isinstance(error, _BUGS):
            raise
        raise _as_store_error(error, path) from error
    except (UnicodeEncodeError, OverflowError) as error:
        # From a hand-made link, say: text with half a character in it, a number beyond 64 bits.
        raise StoreError(f"The database cannot hold or look for this: {error}.") from error


def _as_store_error(error: sqlite3.DatabaseError, path: Path) -> StoreError:
    said = str(error)
    for part, sentence in _SENTENCES.items():
        if part in said:
            return StoreError(sentence.format(path=path))
    return StoreError(f"The review database {path} could not be used: {said}.")

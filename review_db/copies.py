"""A review database kept as one file, and put back from one: whole, or not at all.

Every file is written beside its place and gets its name once it is checked. What a kill leaves
behind ends in `.part` and may be deleted.
"""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from sqlite_utils import Database

from review_db.connection import (
    copy_database,
    hold_alone,
    open_database,
    open_untouched,
    write_transaction,
)
from review_db.migrations import FileKind, find_lost_tables, identify, migrate
from review_db.schema import SCHEMA_VERSION
from trek_core.errors import StoreError, say_unreadable, say_unwritable

_FIRST_BYTES = b"SQLite format 3\0"
_BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a database; it would take them for those of a new file of that name."""

_REFUSALS: dict[FileKind, str] = {
    "empty": "{path} is no review database: it is empty.",
    "foreign": "{path} is no review database: another program made it.",
    "newer": (
        "{path} was written by a newer version of this program: update the program, then try again."
    ),
}


def back_up(path: Path, target: Path, *, force: bool = False) -> None:
    """Write the database at `path` to one file, as it is at one moment, and check it.

    Others may go on writing meanwhile. Raises `StoreError` where `target` is there (but with
    `force`) or in use, cannot be written, or `path` is no sound review database.
    """
    check_is_database(path)
    target = target.resolve()
    _check_differ(path, target)
    if not force and target.exists():
        raise _exists(target)
    if beside := _list_beside(target):
        raise StoreError(f"{beside[0]} is there, so {target} is in use: choose another name.")
    with _writing(target) as staged:
        with open_database(path) as db:
            copy_database(db, staged)
        shutil.copymode(path, staged)
        check_copy(staged, path, allowed=("known", "newer"))
        _publish(staged, target, force=force)


def put_back(source: Path, path: Path, *, force: bool = False) -> Path | None:
    """Make `path` the database that `source` holds; returns where the former one is kept.

    Raises `StoreError` where `source` is no sound review database or a newer one, or `path` is
    there (but with `force`) or in use. `source` is not changed.
    """
    check_is_database(source)
    path = path.resolve()
    _check_differ(source, path)
    if path.is_dir():
        raise StoreError(f"{path} is a folder: name a file for the review database.")
    present = path.exists() or bool(_list_beside(path))
    if present and not force:
        raise _exists(path)
    if path.exists() and _is_foreign(path):
        raise StoreError(f"{path} is a database of another program: choose another place.")
    with _writing(path) as staged:
        with open_untouched(source) as db:
            copy_database(db, staged)
        shutil.copymode(path if path.exists() else source, staged)
        check_copy(staged, source)
        migrate(staged)  # An app that runs meanwhile takes it as it is.
        _forget_sessions(staged)
        if present:
            return _replace(staged, path)
        _publish(staged, path, force=False)
        return None


def _forget_sessions(staged: Path) -> None:
    """Leave nobody signed in: whoever has signed out since would be in again."""
    with write_transaction(staged, raises_revision=False) as db:
        if db.table("sessions").exists():
            db.execute("delete from sessions")


def check_is_database(path: Path) -> None:
    """Raise `StoreError` unless there is a file of SQLite's at `path`."""
    if not _is_database(path):
        raise StoreError(f"{path} is no review database.")


def check_copy(copy: Path, origin: Path, allowed: tuple[FileKind, ...] = ("known",)) -> None:
    """Raise `StoreError`, naming `origin`, unless its copy is a sound review database."""
    try:
        with open_database(copy) as db:
            kind = _find_kind(db)
            found = db.execute("pragma integrity_check(1)").fetchone()[0]
            astray = db.execute("pragma foreign_key_check").fetchone()
            lost = kind == "known" and find_lost_tables(db)
    except StoreError as error:
        raise _damaged(origin) from error
    if kind not in allowed:
        raise StoreError(_REFUSALS[kind].format(path=origin))
    if found != "ok" or astray is not None or lost:
        raise _damaged(origin)


def check_tables(path: Path) -> None:
    """Raise `StoreError` where a database is a newer one or has lost a table."""
    with open_untouched(path) as db:
        kind = _find_kind(db)
        lost = kind == "known" and find_lost_tables(db)
    if kind == "newer":
        raise StoreError(_REFUSALS[kind].format(path=path))
    if lost:
        raise _damaged(path)


def _find_kind(db: Database) -> FileKind:
    """Whose file this is; newer also by its number alone, for nothing may be written there."""
    kind = identify(db)
    later = db.execute("pragma user_version").fetchone()[0] > SCHEMA_VERSION
    return "newer" if kind == "known" and later else kind


def _replace(staged: Path, path: Path) -> Path:
    """Keep the present database under a dated name, then put the new one in its place."""
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H%M%S.%fZ")
    kept = path.with_name(f"{path.stem}.before-restore-{now}{path.suffix}")
    # SQLite throws a log away that does not go with its file: what it cannot read, it never opens.
    if not path.exists() or not _is_database(path):
        _keep_unreadable(path, kept)
        _publish(staged, path, force=True)
        return kept
    try:
        with hold_alone(path) as db:
            with _writing(kept) as copy:
                copy_database(db, copy)
                shutil.copymode(path, copy)
                _publish(copy, kept, force=False)
            # Nobody can have written since: they are kept out until the new file has the name.
            _publish(staged, path, force=True)
    except StoreError as error:
        cause = error.__cause__
        if isinstance(cause, sqlite3.OperationalError) and "locked" in str(cause):
            raise StoreError(
                f"{path} is in use: stop the app and every command that works with it, then try "
                "again. Nothing was changed."
            ) from error
        if isinstance(cause, sqlite3.OperationalError | OSError):
            raise
        _keep_unreadable(path, kept)
        _publish(staged, path, force=True)
    return kept


def _keep_unreadable(path: Path, kept: Path) -> None:
    """Keep a file that is no sound database as it is, with what lies beside it."""
    try:
        for suffix in ("", *_BESIDE):
            present = Path(f"{path}{suffix}")
            if present.exists():
                shutil.copy2(present, f"{kept}{suffix}")
        for present in _list_beside(path):
            present.unlink()
    except OSError as error:
        raise _cannot_write(kept, error) from error


@contextmanager
def _writing(target: Path) -> Iterator[Path]:
    """A file beside `target` to write to, gone afterwards unless it was given that name."""
    try:
        handle, name = tempfile.mkstemp(".part", f".{target.name}.", target.parent)
    except OSError as error:
        raise _cannot_write(target, error) from error
    os.close(handle)
    staged = Path(name)
    try:
        yield staged
    finally:
        for each in (staged, *_list_beside(staged)):
            each.unlink(missing_ok=True)


def _publish(staged: Path, target: Path, *, force: bool) -> None:
    """Give a finished file its name; the name stands for a whole file at every moment."""
    try:
        with staged.open("rb") as file:
            os.fsync(file.fileno())
        if force:
            staged.replace(target)
        else:
            _name_new(staged, target)
        _sync_folder(target.parent)
    except OSError as error:
        raise _cannot_write(target, error) from error


def _name_new(staged: Path, target: Path) -> None:
    try:
        target.hardlink_to(staged)  # Fails where somebody else took the name meanwhile.
    except FileExistsError:
        raise _exists(target) from None
    except OSError:  # A file system without links.
        if target.exists():
            raise _exists(target) from None
        staged.replace(target)


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _is_database(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(_FIRST_BYTES)) == _FIRST_BYTES
    except OSError as error:
        raise StoreError(say_unreadable(path, error)) from error


def _is_foreign(path: Path) -> bool:
    try:
        with open_untouched(path) as db:
            return identify(db) == "foreign"
    except StoreError:
        return False  # Damaged, perhaps: that is what a restore is for.


def _list_beside(path: Path) -> list[Path]:
    return [found for suffix in _BESIDE if (found := Path(f"{path}{suffix}")).exists()]


def _check_differ(source: Path, target: Path) -> None:
    if target.exists() and source.samefile(target):
        raise StoreError(f"{target} is that database itself: name another file.")


def _damaged(path: Path) -> StoreError:
    return StoreError(f"{path} is damaged: nothing was written.")


def _exists(path: Path) -> StoreError:
    return StoreError(f"{path} is there already: choose another name, or replace it with --force.")


def _cannot_write(path: Path, error: OSError) -> StoreError:
    return StoreError(say_unwritable(path, error))

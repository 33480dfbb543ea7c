"""A restore is whole, or nothing."""

import gzip
import multiprocessing
import os
import signal
import sqlite3
from contextlib import suppress
from pathlib import Path

import pytest

from review_db import copies
from review_db.connection import open_database, write_transaction
from review_db.copies import back_up, put_back
from review_db.schema import SCHEMA_VERSION
from review_db.store import ReviewStore
from tests.review_db.copy_steps import dump, names
from trek_core.errors import StoreError

STORED = Path(__file__).parents[1] / "data" / "databases" / "m002.db.gz"


def test_a_restored_database_is_the_backup_and_works(backup, tmp_path):
    path = tmp_path / "new" / "reviews.db"
    path.parent.mkdir()
    before = backup.read_bytes()
    assert put_back(backup, path) is None
    assert names(path.parent) == ["reviews.db"]
    assert dump(path) == dump(backup)
    store = ReviewStore(path)
    store.reopen("c1", "Ada")
    assert store.load_judgement("c1", "Ada").state == "draft"
    with open_database(path) as db:
        assert db.execute("pragma journal_mode").fetchone()[0] == "wal"
    assert backup.read_bytes() == before


def test_a_database_that_is_there_is_kept_under_a_dated_name(store, backup):
    store.add_annotator("Cy")
    present = dump(store.path)
    with pytest.raises(StoreError, match="is there already"):
        put_back(backup, store.path)
    assert dump(store.path) == present
    kept = put_back(backup, store.path, force=True)
    assert kept.name.startswith("reviews.before-restore-20")
    assert dump(kept) == present
    assert dump(store.path) == dump(backup)


@pytest.mark.parametrize("replace", [
    lambda source, path: put_back(source, path, force=True),
    lambda source, path: (path.unlink(), put_back(source, path)),
    lambda source, path: path.write_bytes(source.read_bytes()),
], ids=["restored", "deleted and restored", "copied over"])  # fmt: skip
def test_what_was_read_of_a_file_that_was_replaced_holds_no_more(store, backup, replace):
    at_backup = store.stamp()
    store.add_annotator("Cy")
    before, revision = store.stamp(), store.revision()
    replace(backup, store.path)
    assert store.stamp() == at_backup, "the same state"
    store.add_annotator("Di")
    assert store.revision() == revision, "as many writes"
    assert store.stamp() not in (before, at_backup)


def test_a_database_of_another_program_is_never_replaced(backup, tmp_path):
    path = tmp_path / "things.db"
    with sqlite3.connect(path) as connection:
        connection.execute("create table things (a)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"things.db is a database of another program"):
        put_back(backup, path, force=True)
    assert path.read_bytes() == before
    assert names(tmp_path) == ["kept", "reviews.db", "things.db"]


def test_a_database_whose_first_page_is_damaged_can_be_replaced(store, backup):
    content = bytearray(store.path.read_bytes())
    content[16:400] = bytes(384)
    store.path.write_bytes(content)
    kept = put_back(backup, store.path, force=True)
    assert kept.read_bytes() == content
    assert dump(store.path) == dump(backup)


def test_a_database_in_use_is_not_replaced(store, backup):
    with open_database(store.path) as db:
        db.execute("select * from cases").fetchall()
        with pytest.raises(StoreError, match="is in use: stop the app"):
            put_back(backup, store.path, force=True)
    store.add_annotator("Cy")
    assert "Cy" in store.load_annotators()
    assert not list(store.path.parent.glob("*before-restore*"))
    assert not list(store.path.parent.glob("*.part"))


def test_a_damaged_database_can_be_replaced_and_is_kept_as_it_is(store, backup):
    store.path.write_bytes(b"rubbish")
    Path(f"{store.path}-wal").write_bytes(b"old log")
    kept = put_back(backup, store.path, force=True)
    assert kept.read_bytes() == b"rubbish"
    assert Path(f"{kept}-wal").read_bytes() == b"old log"
    assert dump(store.path) == dump(backup)


def test_a_damaged_backup_is_refused(store, backup):
    content = bytearray(backup.read_bytes())
    content[4096 * 3 : 4096 * 12] = bytes(4096 * 9)
    backup.write_bytes(content)
    present = dump(store.path)
    with pytest.raises(StoreError, match=r"backup.db is damaged: nothing was written"):
        put_back(backup, store.path, force=True)
    assert dump(store.path) == present


def test_a_database_that_lost_a_table_is_neither_backed_up_nor_restored(backup, tmp_path):
    with sqlite3.connect(backup) as connection:
        connection.execute("drop table judgement_events")
    connection.close()
    for act in (back_up, put_back):
        with pytest.raises(StoreError, match=r"backup.db is damaged: nothing was written"):
            act(backup, tmp_path / "to.db")
    assert not (tmp_path / "to.db").exists()


def test_a_backup_of_a_later_schema_is_refused_by_its_name(backup, tmp_path):
    with sqlite3.connect(backup) as connection:
        connection.execute("pragma user_version = 999")
    connection.close()
    with pytest.raises(StoreError, match=r"backup.db was written by a newer version"):
        put_back(backup, tmp_path / "to.db")


def test_a_newer_backup_is_refused_and_an_older_one_opens(backup, tmp_path):
    old = tmp_path / "old.db"
    old.write_bytes(gzip.decompress(STORED.read_bytes()))
    put_back(old, tmp_path / "restored.db")
    with open_database(tmp_path / "restored.db") as db:  # An app may be running on it.
        assert db.execute("pragma user_version").fetchone()[0] == SCHEMA_VERSION
    assert ReviewStore(tmp_path / "restored.db").load_judgement("c1", "Ada").is_finished
    with write_transaction(backup) as db:
        db.execute(
            "insert into _sqlite_migrations (migration_set, name, applied_at) "
            "values ('review_db', 'm999_later', 'now')"
        )
    with pytest.raises(StoreError, match="written by a newer version of this program"):
        put_back(backup, tmp_path / "to.db")
    assert not (tmp_path / "to.db").exists()


def restore_and_die(backup, path, at):
    """Kill this process just before its nth change of the folder."""
    count = 0
    publish = copies._publish

    def dying(*given, **options):
        nonlocal count
        count += 1
        if count == at:
            os.kill(os.getpid(), signal.SIGKILL)
        publish(*given, **options)

    copies._publish = dying
    put_back(backup, path, force=True)


@pytest.mark.parametrize("at", [1, 2])
def test_a_kill_leaves_the_database_that_was_there(store, backup, at):
    store.add_annotator("Cy")
    present = dump(store.path)
    process = multiprocessing.get_context("spawn").Process(
        target=restore_and_die, args=(backup, store.path, at)
    )
    process.start()
    process.join(60)
    assert process.exitcode == -signal.SIGKILL
    assert dump(store.path) == present
    store.add_annotator("Di")
    put_back(backup, store.path, force=True)
    assert dump(store.path) == dump(backup)


def write_and_tell(path, told):
    """Write comments until the parent says stop; put each that was acknowledged on the queue."""
    writing = ReviewStore(path)
    for number in range(40):
        with suppress(StoreError):
            writing.add_comment("c1", "Ada", str(number))
            told.put(number)
    told.put(None)


def test_what_was_acknowledged_around_a_restore_is_in_one_of_the_two_files(store, backup):
    context = multiprocessing.get_context("spawn")
    told = context.Queue()
    process = context.Process(target=write_and_tell, args=(store.path, told))
    process.start()
    acknowledged, kept = [told.get(timeout=60)], []
    while (number := told.get(timeout=60)) is not None:
        acknowledged.append(number)
        if len(kept) < 3:
            with suppress(StoreError):
                kept.append(put_back(backup, store.path, force=True))
    process.join(60)
    assert kept
    found = []
    for path in (store.path, *kept):
        with open_database(path) as db:
            found += [int(row["text"]) for row in db.execute("select text from comments")]
    assert sorted(found) == acknowledged

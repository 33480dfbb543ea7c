"""A backup is the whole database at one moment; a restore is whole, or nothing."""

import gzip
import multiprocessing
import os
import signal
import sqlite3
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from review_db import copies
from review_db.connection import open_database, write_transaction
from review_db.copies import back_up, put_back
from review_db.store import ReviewStore
from tests.review_db.case_lines import RESPONSE_WRONG
from trek_core.errors import StoreError

STORED = Path(__file__).parents[1] / "data" / "databases" / "m002.db.gz"


def dump(path):
    """Everything but the revision counter."""
    with open_database(path) as db:
        return [line for line in db.conn.iterdump() if not line.startswith('INSERT INTO "project"')]


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def backup(store, tmp_path):
    store.save_answers("c1", "Ada", RESPONSE_WRONG)
    store.submit("c1", "Ada")
    path = tmp_path / "kept" / "backup.db"
    path.parent.mkdir()
    back_up(store.path, path)
    return path


def test_a_backup_is_one_file_with_everything_in_it(store, backup):
    assert names(backup.parent) == ["backup.db"]
    assert dump(backup) == dump(store.path)


def test_a_backup_holds_what_is_still_in_the_log(store, tmp_path):
    with open_database(store.path):
        store.save_answer("c1", "Ada", "reference_valid", "yes")
        back_up(store.path, tmp_path / "backup.db")
    assert ReviewStore(tmp_path / "backup.db").load_judgement("c1", "Ada").revision == 1


def test_a_backup_while_others_write_holds_every_step_up_to_one(store, tmp_path):
    stop = threading.Event()

    def go_on_writing():
        count = 0
        while not stop.is_set():
            count += 1
            store.save_answer("c1", "Ada", "notes_1", str(count))

    writer = threading.Thread(target=go_on_writing)
    writer.start()
    try:
        for number in range(5):
            back_up(store.path, tmp_path / f"{number}.db")
    finally:
        stop.set()
        writer.join()
    revisions = []
    for number in range(5):
        kept = ReviewStore(tmp_path / f"{number}.db")
        judgement = kept.load_judgement("c1", "Ada")
        assert judgement.revision == len(kept.load_judgement_events("c1", "Ada"))
        revisions.append(judgement.revision)
    assert revisions == sorted(revisions)


def test_a_file_that_is_there_is_replaced_only_when_told_to(store, backup):
    before = backup.read_bytes()
    store.add_annotator("Cy")
    with pytest.raises(StoreError, match="is there already: choose another name"):
        back_up(store.path, backup)
    assert backup.read_bytes() == before
    back_up(store.path, backup, force=True)
    assert dump(backup) == dump(store.path)


def test_a_backup_never_replaces_its_own_database_or_one_in_use(store, tmp_path):
    with pytest.raises(StoreError, match="is that database itself"):
        back_up(store.path, store.path, force=True)
    other = ReviewStore(tmp_path / "other.db")
    with open_database(other.path) as db:
        db.execute("select * from cases").fetchall()
        with pytest.raises(StoreError, match=r"other.db is in use"):
            back_up(store.path, other.path, force=True)


@pytest.mark.parametrize("make", ["text", "other program", "empty"])
def test_what_is_no_review_database_is_neither_backed_up_nor_restored(tmp_path, make):
    path = tmp_path / "odd.db"
    if make == "text":
        path.write_text("hello")
    else:
        with sqlite3.connect(path) as connection:
            connection.execute("pragma user_version = 3")
            if make == "other program":
                connection.execute("create table things (a)")
        connection.close()
    before = path.read_bytes()
    for act in (back_up, put_back):
        with pytest.raises(StoreError, match=r"odd.db is no review database"):
            act(path, tmp_path / "to.db")
    assert path.read_bytes() == before
    assert names(tmp_path) == ["odd.db"]


def test_a_place_that_cannot_be_written_is_one_sentence(store, tmp_path):
    with pytest.raises(StoreError, match="cannot be written: No such file or directory"):
        back_up(store.path, tmp_path / "nowhere" / "backup.db")


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


def test_what_was_read_before_a_restore_holds_no_more(store, backup):
    for _ in range(3):
        revision = store.revision()
        put_back(backup, store.path, force=True)
        assert store.revision() > revision


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

"""A backup is the whole database at one moment, or no file."""

import sqlite3
import threading

import pytest

from review_db.connection import open_database
from review_db.copies import back_up, put_back
from review_db.store import ReviewStore
from tests.review_db.copy_steps import dump, names
from trek_core.errors import StoreError


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

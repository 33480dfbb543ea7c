"""Which databases can be merged: older and newer ones, foreign ones, ones in use."""

import gzip
import re
import sqlite3
from pathlib import Path

import pytest

from review_db.connection import open_database, write_transaction
from review_db.merge import merge
from review_db.store import ReviewStore
from tests.review_db.apart import check_rows_follow_from_events
from tests.review_db.merge_steps import finish
from trek_core.errors import StoreError

STORED = Path(__file__).parents[1] / "data" / "databases" / "m002.db.gz"


def test_an_older_database_is_merged_and_stays_as_old_as_it_was(ours, tmp_path):
    old = tmp_path / "old.db"
    old.write_bytes(gzip.decompress(STORED.read_bytes()))
    before = old.read_bytes()
    report = merge(ours.path, old)
    assert report.taken["judgements"] > 0
    assert old.read_bytes() == before
    check_rows_follow_from_events(ours.path)
    assert ours.load_judgement("c4", "Cy", "earlier").is_finished


def test_an_older_database_takes_from_a_new_one(ours, tmp_path):
    old = tmp_path / "old.db"
    old.write_bytes(gzip.decompress(STORED.read_bytes()))
    finish(ours, "c3", "Ada")
    merge(old, ours.path)
    assert ReviewStore(old).load_judgement("c3", "Ada").is_finished
    check_rows_follow_from_events(old)


def test_a_newer_or_foreign_database_or_the_same_is_refused(ours, theirs, tmp_path):
    with pytest.raises(StoreError, match="are the same database"):
        merge(ours.path, ours.path)
    text = tmp_path / "text.db"
    text.write_text("hello")
    with pytest.raises(StoreError, match=r"text.db is no review database"):
        merge(ours.path, text)
    with pytest.raises(StoreError, match=r"gone.db cannot be read: No such file"):
        merge(tmp_path / "gone.db", ours.path)
    with write_transaction(theirs.path) as db:
        db.execute(
            "insert into _sqlite_migrations (migration_set, name, applied_at) "
            "values ('review_db', 'm999_later', 'now')"
        )
    with pytest.raises(StoreError, match=r"theirs.db was written by a newer version"):
        merge(ours.path, theirs.path)


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        ("pragma user_version = 999", "was written by a newer version"),
        ("drop table judgement_events", "is damaged: nothing was written"),
    ],
)
def test_of_two_databases_the_one_that_cannot_be_merged_is_named(ours, theirs, harm, said):
    with sqlite3.connect(theirs.path) as connection:
        connection.execute(harm)
    connection.close()
    for pair in ((ours.path, theirs.path), (theirs.path, ours.path)):
        for dry_run in (True, False):
            with pytest.raises(StoreError, match=rf"^{re.escape(str(theirs.path))} {said}"):
                merge(*pair, dry_run=dry_run)


def test_a_database_in_use_is_read_with_what_is_in_its_log(ours, theirs):
    with open_database(theirs.path) as db:
        db.execute("select * from cases").fetchall()
        finish(theirs, "c2", "Bo")
        merge(ours.path, theirs.path)
    assert ours.load_judgement("c2", "Bo").is_finished

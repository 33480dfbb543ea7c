"""Who is signed in, and until when."""

import sqlite3
from contextlib import closing

import pytest

from review_db.copies import back_up, put_back
from review_db.store import OWNER, ReviewStore
from trek_core.errors import StoreError


@pytest.fixture
def store(tmp_path):
    store = ReviewStore(tmp_path / "reviews.db")
    for name in ("Ada", "Bo"):
        store.add_annotator(name)
        store.set_roles(name, ["annotator"], by=OWNER)
    return store


def rows(store, statement):
    with closing(sqlite3.connect(store.path)) as db, db:
        return db.execute(statement).fetchall()


def test_a_session_outlives_the_server_and_its_token_is_kept_nowhere(store):
    token, before = store.start_session("Ada"), store.revision()
    assert ReviewStore(store.path).find_session(token) == "Ada"
    assert store.find_session("made up \udcff") is None
    kept = "".join(map(str, rows(store, "select * from sessions")))
    assert token not in kept
    store.end_session(token)
    assert store.find_session(token) is None
    # Nothing that a page keeps has changed.
    assert store.revision() == before
    with pytest.raises(StoreError):
        store.start_session("Nobody")


def test_a_session_runs_out_and_is_swept_away_by_the_next_sign_in(store):
    gone = store.start_session("Ada", hours=-1)
    assert store.find_session(gone) is None
    store.start_session("Bo")
    assert rows(store, "select annotator from sessions") == [("Bo",)]


def test_when_a_session_was_used_is_kept_to_a_few_minutes(store):
    token = store.start_session("Ada")
    seen = rows(store, "select seen_at from sessions")
    store.find_session(token)
    assert rows(store, "select seen_at from sessions") == seen
    rows(store, "update sessions set seen_at = '2020-01-01T00:00:00.000+00:00'")
    assert store.find_session(token) == "Ada"
    assert rows(store, "select seen_at from sessions") >= seen


@pytest.mark.parametrize(
    "end",
    [
        lambda store, _: store.end_sessions("Ada", by="Ada"),
        lambda store, _: store.set_roles("Ada", [], by=OWNER),
        lambda store, _: store.set_password("Ada", "a new password", by="Ada"),
    ],
)
def test_all_sessions_of_a_person_end_together_and_nobody_elses(store, end):
    mine, other = store.start_session("Ada"), store.start_session("Ada")
    bos = store.start_session("Bo")
    end(store, mine)
    assert [store.find_session(each) for each in (mine, other, bos)] == [None, None, "Bo"]


def test_a_new_password_leaves_the_session_it_was_set_in(store):
    mine, other = store.start_session("Ada"), store.start_session("Ada")
    store.set_password("Ada", "a new password", by="Ada", session=mine)
    assert [store.find_session(each) for each in (mine, other)] == ["Ada", None]


def test_a_restored_database_has_nobody_signed_in(store, tmp_path):
    token, copy = store.start_session("Ada"), tmp_path / "copy.db"
    back_up(store.path, copy)
    put_back(copy, store.path, force=True)
    assert store.find_session(token) is None

"""The file itself: its schema, its safety, and every way in which it can be the wrong file."""

import multiprocessing
import sqlite3
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

from review_db.connection import open_database, write_transaction
from review_db.migrations import MIGRATIONS
from review_db.schema import SCHEMA_VERSION
from review_db.store import ReviewStore
from trek_core.errors import StoreError


def tables(db):
    names = db.execute(
        "select name from pragma_table_list where type = 'table' and schema = 'main' "
        "and name not like '\\_%' escape '\\' and name not like 'sqlite\\_%' escape '\\'"
    )
    return [row[0] for row in names]


def test_every_table_is_strict(store):
    with open_database(store.path) as db:
        strict = {row["name"]: row["strict"] for row in db.execute("pragma table_list")}
        assert len(tables(db)) == 39
        assert all(strict[name] for name in tables(db))


def test_foreign_keys_are_on_and_refuse_what_points_nowhere(store):
    statement = "insert into case_versions values ('no such case', 1, 'hash', 'now', '{}')"
    with (
        pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"),
        write_transaction(store.path) as db,
    ):
        db.execute(statement)


def test_nothing_in_the_database_points_nowhere(store):
    store.save_answer("c1", "Ada", "reference_valid", "yes")
    with open_database(store.path) as db:
        assert db.execute("pragma foreign_key_check").fetchall() == []
        assert len(db.execute("pragma foreign_key_list('judgement_events')").fetchall()) == 4


def test_a_commit_waits_for_the_disk(store):
    with write_transaction(store.path) as db:
        assert db.execute("pragma journal_mode").fetchone()[0] == "wal"
        assert db.execute("pragma synchronous").fetchone()[0] == 2
        assert db.execute("pragma busy_timeout").fetchone()[0] == 30_000


@pytest.mark.parametrize(
    "statement",
    [
        "update judgement_events set new = '\"no\"'",
        "delete from judgement_events",
        "insert or replace into judgement_events select * from judgement_events",
    ],
)
def test_events_cannot_be_changed_deleted_or_replaced(store, statement):
    store.save_answer("c1", "Ada", "reference_valid", "yes")
    with (
        pytest.raises(sqlite3.IntegrityError, match="are never"),
        write_transaction(store.path) as db,
    ):
        db.execute(statement)
    assert [event.new for event in store.load_judgement_events("c1")] == ["yes"]


def test_reading_cannot_write(store):
    with pytest.raises(StoreError), open_database(store.path) as db:
        db.execute("update project set revision = 7")
    assert store.revision() < 7


def fail_halfway(path):
    with write_transaction(path) as db:
        db.execute("insert into annotators values ('Cy', 'now')")
        raise ZeroDivisionError


def test_what_fails_halfway_leaves_nothing(store):
    before = store.revision()
    with pytest.raises(ZeroDivisionError):
        fail_halfway(store.path)
    assert store.load_annotators() == ["Ada", "Bo"]
    assert store.revision() == before


def test_only_a_write_that_changes_something_raises_the_revision(store):
    before = store.revision()
    store.add_annotator("Ada")
    assert store.revision() == before
    store.add_annotator("Cy")
    assert store.revision() == before + 1


def test_opening_again_changes_nothing(store):
    before = store.path.read_bytes()
    again = ReviewStore(str(store.path))
    assert again.revision() == store.revision()
    assert store.path.read_bytes() == before


def test_the_folder_is_made(tmp_path):
    assert ReviewStore(tmp_path / "new" / "folder" / "reviews.db").load_annotators() == []


def test_an_empty_file_becomes_a_database(tmp_path):
    (tmp_path / "reviews.db").touch()
    assert ReviewStore(tmp_path / "reviews.db").load_annotators() == []


def test_a_name_with_signs_of_a_web_address_is_a_file_name(tmp_path):
    ReviewStore(tmp_path / "a?b#c%20d&mode=memory.db").add_annotator("Ada")
    assert ReviewStore(tmp_path / "a?b#c%20d&mode=memory.db").load_annotators() == ["Ada"]


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("Not a database, and long enough to have a header of one hundred bytes." * 3)
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"notes\.txt is not a review database"):
        ReviewStore(path)
    assert path.read_bytes() == before


def test_another_programs_database_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "places.sqlite"
    other = sqlite3.connect(path)
    other.execute("create table cases (title text)")
    other.commit()
    other.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="a database of another program"):
        ReviewStore(path)
    assert path.read_bytes() == before


def test_a_program_that_was_upgraded_past_while_it_waited_to_write_saves_nothing(store):
    newer = sqlite3.connect(store.path, isolation_level=None, check_same_thread=False)
    newer.execute("begin immediate")
    with ThreadPoolExecutor(1) as pool:
        saving = pool.submit(store.save_answer, "c1", "Ada", "reference_valid", "yes")
        newer.execute(f"pragma user_version = {SCHEMA_VERSION + 1}")
        newer.execute("commit")
        newer.close()
        with pytest.raises(StoreError, match=r"^A newer version .* stop it and start the"):
            saving.result()
    assert store.load_judgement("c1", "Ada").revision == 0
    with pytest.raises(StoreError, match="newer version"), write_transaction(store.path):
        pytest.fail("was let in")


def test_a_newer_schema_is_refused(store):
    with write_transaction(store.path) as db:
        db.execute(
            "insert into _sqlite_migrations (migration_set, name, applied_at) values (?, ?, ?)",
            [MIGRATIONS.name, "m999_of_next_year", "2027-01-01"],
        )
    with pytest.raises(StoreError, match="written by a newer version"):
        ReviewStore(store.path)


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(StoreError, match="is a folder"):
        ReviewStore(tmp_path)


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"reviews\.db cannot be made"):
        ReviewStore(tmp_path / "file" / "reviews.db")


def test_a_file_that_is_gone_is_named_and_not_made_anew(store):
    store.path.unlink()
    with pytest.raises(StoreError, match="cannot be opened"):
        store.revision()
    assert not store.path.exists()


def test_text_no_database_can_hold_is_one_sentence(store):
    with pytest.raises(StoreError, match="cannot hold or look for this"):
        store.load_case("half a character: \ud83d")
    with pytest.raises(StoreError, match="cannot hold or look for this"):
        store.list_cases(order="question", after=2**70)


def open_and_write(path):
    ReviewStore(path).add_annotator("Ada")
    return True


def test_many_programs_may_open_a_new_database_at_once(tmp_path):
    with ProcessPoolExecutor(6, mp_context=multiprocessing.get_context("spawn")) as pool:
        for number in range(4):
            done = pool.map(open_and_write, [tmp_path / f"{number}.db"] * 6)
            assert list(done) == [True] * 6

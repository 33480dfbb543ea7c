"""A file written by any earlier version opens, with everything that was in it."""

import gzip
import sqlite3
from pathlib import Path

import pytest
from sqlite_utils import Migrations

from review_db.case_list_schema import TRIGGERS
from review_db.connection import open_database, write_transaction
from review_db.judgement_events import replay_events
from review_db.judgements import new_judgement
from review_db.schema import SCHEMA_VERSION, STEPS
from review_db.store import CaseFilter, ReviewStore
from tests.review_db.apart import check_rows_follow_from_events
from tests.review_db.case_lines import as_file, make_case
from tests.review_db.round_steps import (
    INTERPRETATION,
    hand_in,
    make_round_store,
    start_round,
)

STORED = Path(__file__).parents[1] / "data" / "databases" / "m002.db.gz"


@pytest.fixture
def old_path(tmp_path):
    path = tmp_path / "old.db"
    path.write_bytes(gzip.decompress(STORED.read_bytes()))
    return path


def rows_of(path, table, columns):
    with sqlite3.connect(path) as connection:
        found = connection.execute(f"select {columns} from {table} order by 1, 2").fetchall()
    connection.close()
    return found


def columns_of(path, table):
    with sqlite3.connect(path) as connection:
        found = connection.execute(f"pragma table_info({table})").fetchall()
    connection.close()
    return ", ".join(row[1] for row in found)


@pytest.mark.parametrize(
    "table", ["judgement_events", "judgements", "cases", "case_versions", "annotators"]
)
def test_every_row_is_kept_as_it_was(old_path, table):
    columns = columns_of(old_path, table)
    before = rows_of(old_path, table, columns)
    ReviewStore(old_path)
    assert before
    assert rows_of(old_path, table, columns) == before


def test_judgements_are_still_what_their_events_add_up_to(old_path):
    store = ReviewStore(old_path)
    for case_id, name in (("c1", "Ada"), ("c1", "Bo"), ("c2", "Ada"), ("c3", "Bo")):
        judgement = store.load_judgement(case_id, name)
        blank = new_judgement(case_id, name, "default", 1)
        assert replay_events(blank, store.load_judgement_events(case_id, name)) == judgement
    assert store.load_judgement("c1", "Ada").state == "submitted"


def test_indexes_and_triggers_are_those_of_a_new_file(old_path, tmp_path):
    def schema(path):
        ReviewStore(path)
        with open_database(path) as db:
            return {
                (row["type"], row["name"], row["tbl_name"])
                for row in db.execute("select type, name, tbl_name from sqlite_master")
            }

    assert schema(old_path) == schema(tmp_path / "new.db")


@pytest.mark.parametrize("statement", ["update judgement_events set at = ''",
                                       "delete from judgement_events"])  # fmt: skip
def test_old_events_still_cannot_be_changed(old_path, statement):
    ReviewStore(old_path)
    with (
        pytest.raises(sqlite3.IntegrityError, match="are never"),
        write_transaction(old_path) as db,
    ):
        db.execute(statement)


def test_nothing_points_nowhere_afterwards(old_path):
    ReviewStore(old_path)
    with open_database(old_path) as db:
        assert db.execute("pragma foreign_key_check").fetchall() == []
        assert db.execute("pragma integrity_check").fetchone()[0] == "ok"
        references = db.execute("pragma foreign_key_list(judgement_events)").fetchall()
        assert {row["table"] for row in references} == {"judgement_events", "annotators", "cases"}


def test_a_round_that_was_only_a_name_is_a_round_now(old_path):
    store = ReviewStore(old_path)
    default, earlier = store.list_rounds()
    assert (default.name, default.mode, default.state, default.n) == (
        "default",
        "assisted",
        "open",
        4,
    )
    assert (earlier.name, earlier.mode, earlier.annotators, earlier.n) == (
        "earlier", "blind", ("Cy",), 1,
    )  # fmt: skip
    assert store.load_judgement("c4", "Cy", "earlier").is_finished


def test_work_goes_on_where_it_stopped(old_path):
    store = ReviewStore(old_path)
    assert store.count_progress("Ada").submitted == 1
    store.undo("c1", "Ada")
    assert store.load_judgement("c1", "Ada").state == "draft"
    store.skip("c2", "Ada", "later")
    assert store.load_judgement("c2", "Ada").state == "skipped"


@pytest.mark.parametrize("steps", range(1, len(STEPS)))
def test_a_database_of_every_earlier_schema_opens_and_takes_work(tmp_path, steps):
    path = tmp_path / "old.db"
    earlier = Migrations("review_db")
    for step in STEPS[:steps]:
        earlier()(step)
    path.touch()
    with write_transaction(path) as db:
        earlier.apply(db)
    store = ReviewStore(path)
    with open_database(path) as db:
        assert db.execute("pragma user_version").fetchone()[0] == SCHEMA_VERSION, "shuts older out"
    store.import_file(as_file(make_case("c1")), "cases")
    store.add_annotator("Ada")
    store.save_answer("c1", "Ada", "reference_valid", "yes")
    assert store.load_judgement("c1", "Ada").revision == 1


@pytest.fixture
def round_path(tmp_path):
    """A file written before event origins, with a round that was judged and decided."""
    path = tmp_path / "m003.db"
    path.write_bytes(gzip.decompress(STORED.with_name("m003.db.gz").read_bytes()))
    return path


def test_a_round_of_an_older_file_is_as_it_was_left(round_path):
    before = rows_of(round_path, "judgement_events", "*"), rows_of(round_path, "judgements", "*")
    store = ReviewStore(round_path)
    made = store.load_round("r1")
    assert (made.state, made.mode, made.annotators) == (
        "paused",
        "blind_then_reveal",
        ("Ada", "Bo"),
    )
    assert store.load_judgement("c0", "Ada", "r1").before_reveal is not None
    assert store.load_judgement("c2", "Bo", "r1").skipped == "hard"
    assert [decision.adopted for decision in store.load_decisions("r1")] == ["Ada"]
    assert [comment.text for comment in store.load_comments("c0", "Lea", round="r1")] == ["Why?"]
    after = rows_of(round_path, "judgement_events", "*"), rows_of(round_path, "judgements", "*")
    assert after == before
    check_rows_follow_from_events(round_path)
    states = {row.case_id: row.state for row in store.list_cases().rows}
    assert store.load_round_states("r1") == states
    assert len(set(states.values())) > 1


def test_a_round_of_an_older_file_goes_on(round_path):
    store = ReviewStore(round_path)
    store.open_round("r1", by="Lea")
    store.save_answer("c1", "Ada", "notes_1", "now", round="r1")
    assert store.load_judgement("c1", "Ada", "r1").revision == 2


def forget_asked_rounds(db):
    """Take back the step that notes in which rounds a question is asked."""
    db.execute("drop index round_cases_by_case")
    db.execute("drop trigger cases_question_is_noted")
    for trigger in TRIGGERS:
        if " on round_cases " in trigger:
            db.execute(f"drop trigger {trigger.split()[2]}")
            db.execute(trigger)
    db.execute("delete from case_sets where facet = 'asked_in'")
    db.execute("delete from _sqlite_migrations where name = 'm015_asked_rounds'")


def test_an_older_file_withholds_every_case_of_a_question_that_is_judged_blind(tmp_path):
    store = make_round_store(tmp_path / "reviews.db", n=3, question="Who chairs?")
    start_round(store, n=1)
    with write_transaction(store.path) as db:
        forget_asked_rounds(db)
    cases = ["c0", "c1", "c2"]
    assert ReviewStore(store.path).find_withheld(cases, "Ada") == set(cases)


def test_the_questions_of_an_older_file_are_known_in_every_wording(tmp_path):
    long = "Who " + "really " * 40 + "leads?"
    store = ReviewStore(tmp_path / "reviews.db")
    store.import_file(as_file(make_case("a"), make_case("b", question=long)), "cases")
    with write_transaction(store.path) as db:
        forget_asked_rounds(db)
        db.execute("drop index cases_by_question_key")
        db.execute("alter table cases drop column question_key")
        db.execute("delete from _sqlite_migrations where name = 'm014_question_keys'")
    store = ReviewStore(store.path)
    lines = [make_case("c", question=f"{long[:-6]}LEADS"), make_case("d", question=f"{long} Now?")]
    store.import_file(as_file(*lines), "more")
    assert [each.case_id for each in store.list_same_question("b")] == ["c"]
    assert store.list_same_question("a") == []


def test_a_cause_that_was_a_sentence_is_other_words_now(tmp_path):
    store = make_round_store(tmp_path / "reviews.db", n=1, verdict="incorrect")
    start_round(store, n=1)
    why = "It read the old page."
    hand_in(store, "c0", "Ada", INTERPRETATION | {
        "response_correct": "yes", "judge_error_reason": why})  # fmt: skip
    with write_transaction(store.path) as db:
        db.execute("update cases set cause = ?", [why])
        db.execute("update case_sets set value = ? where facet = 'cause'", [why])
        db.execute("delete from _sqlite_migrations where name = 'm012_fixed_causes'")
    store = ReviewStore(store.path)
    assert store.count_options(CaseFilter(), ["cause"]) == {"cause": {"other": 1}}
    assert store.load_judgement("c0", "Ada", "r1").answers["judge_error_reason"] == why


def test_lists_of_an_older_file_are_filled_and_kept_up_to_date(old_path):
    store = ReviewStore(old_path)
    everything = store.list_cases()
    assert everything.total == len(everything.rows) == 4
    counts = store.count_cases()
    for name in ("dataset", "system", "state", "outcome"):
        assert sum(counts[name].values()) == 4
    for row in everything.rows:
        found = store.list_cases(CaseFilter(search=f'"{row.question}"')).rows
        assert row.case_id in [each.case_id for each in found]
        record = store.load_case(row.case_id).record
        assert row.queries == (None if record.case.queries is None else len(record.case.queries))
    assert store.list_cases(CaseFilter(with_trektrace="")).total < 4, "c1 was judged"

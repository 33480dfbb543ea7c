"""What comes along with judgements: origins, known answers, what was read, time, history."""

import pytest

from review_db.access import OWNER
from review_db.connection import open_database, write_transaction
from review_db.merge import merge
from review_db.store import RoundPlan
from tests.review_db.apart import check_rows_follow_from_events, dump, part
from tests.review_db.workbook_steps import edit, export, fill, put


def rows(store, statement):
    with open_database(store.path) as db:
        return [tuple(row) for row in db.execute(statement)]


@pytest.fixture
def theirs(store, tmp_path):
    plan = RoundPlan("t1", ["c1", "c2"], annotators=("Ada",), kind="training")
    store.create_round(plan)
    return part(store, tmp_path / "theirs.db")


def test_the_cell_that_an_answer_came_from_stays_with_its_event(empty_store, tmp_path):
    fill(empty_store, 2)
    theirs = part(empty_store, tmp_path / "theirs.db")
    empty_store.reopen("007", "Bo")  # So that numbers differ.

    def change(book):
        put(book, "Checklist", "007", "Cy", "target_basis", "explicit")

    theirs.import_reviews(edit(export(theirs), change), "edited.xlsx", by=OWNER)
    merge(empty_store.path, theirs.path)
    check_rows_follow_from_events(empty_store.path)
    told = (
        "select e.case_id, e.annotator, e.field, e.new, o.file, o.sha256, o.sheet, o.row, "
        "o.column_name from event_origins o join judgement_events e on e.event_id = o.event_id"
    )
    assert len(rows(theirs, told)) == 1
    assert rows(empty_store, told) == rows(theirs, told)


def test_known_answers_come_unless_they_differ(store, theirs):
    for each, case_id, value in ((theirs, "c1", "yes"), (theirs, "c2", "yes"), (store, "c2", "no")):
        each.set_known_answers("t1", case_id, {"reference_valid": value}, by="Ada")
    (conflict,) = merge(store.path, theirs.path).conflicts
    assert (conflict.what, conflict.case_id) == ("known answers", "c2")
    assert store.load_known_answers("t1") == {
        "c1": {"reference_valid": "yes"},
        "c2": {"reference_valid": "no"},
    }


def test_people_added_to_a_round_and_what_they_read_come_along(store, theirs):
    theirs.change_round("t1", add_annotators=["Bo"], by="Ada")
    theirs.record_guideline_read("Bo", "1")
    report = merge(store.path, theirs.path)
    assert report.conflicts == []
    assert store.load_round("t1").annotators == ("Ada", "Bo")
    assert store.load_guideline_reads() == theirs.load_guideline_reads()
    assert [event.kind for event in store.load_round_events("t1")] == ["created", "changed"]
    before = dump(store.path)
    assert dict(merge(store.path, theirs.path).taken) == {}
    assert dump(store.path) == before


def test_a_pause_there_comes_along_and_two_pauses_are_a_conflict(store, theirs):
    theirs.pause_round("t1", "lunch", by="Ada")
    assert merge(store.path, theirs.path).conflicts == []
    assert store.load_round("t1").state == "paused"
    theirs.open_round("t1", by="Ada")
    store.open_round("t1", by="Bo")
    (conflict,) = merge(store.path, theirs.path).conflicts
    assert (conflict.what, conflict.round) == ("round", "t1")
    assert conflict.ours == {"history": ["paused", "opened"]}


def test_the_longer_time_of_work_counts(store, theirs):
    for each, seconds in ((store, 50), (theirs, 70)):
        each.save_answer("c1" if each is store else "c2", "Ada", "notes_1", "a")
        with write_transaction(each.path) as db:
            db.execute(
                "insert into active_time values ('default', 'c3', 'Ada', ?, '2026-01-01') ",
                [seconds],
            )
    merge(store.path, theirs.path)
    found = dict(rows(store, "select case_id, seconds from active_time"))
    assert found == {"c1": 0, "c2": 0, "c3": 70}

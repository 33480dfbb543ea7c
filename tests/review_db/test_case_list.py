"""Lists of cases: filters, pages, counts."""

import sqlite3

import pytest

from review_db.case_filter import FACETS, ORDERS
from review_db.case_list import CaseFilter, count_cases, list_cases
from review_db.case_queue import count_progress, find_neighbours, find_next_case
from review_db.connection import open_database
from review_db.filter_choices import CHOICES
from review_db.store import WorkbookChoice
from tests.review_db.case_lines import REFERENCE_WRONG, as_file, make_case

NOISE_FAILED = {
    "retrieved_urls": ["https://a.example"],
    "gold_urls": ["https://a.example"],
    "gold_only": {"correct": True},
    "gold_plus_noise": {"ran": True, "correct": False},
}
NOTHING_FOUND = {
    "retrieved_urls": [],
    "search_queries": ["who?"],
    "gold_urls": ["https://a.example"],
    "queries": {"query_reasonable": True},
    "gold_only": {"correct": False},
}


@pytest.fixture
def listed(empty_store):
    empty_store.import_file(
        as_file(
            make_case("c1", dataset="freshqa", system="model-a", **NOISE_FAILED),
            make_case("c2", dataset="freshqa", system="model-b", **NOTHING_FOUND),
            make_case("c3", dataset="sealqa_hard", system="model-b", effective_year=2025),
            make_case("c4", dataset="freshqa", system="model-a", verdict="correct"),
            make_case("c5", question="Wer führt STRASSE 7_%?", verdict=None),
        ),
        "cases",
    )
    empty_store.add_annotator("Ada")
    return empty_store


def find(store, **chosen):
    return [row.case_id for row in store.list_cases(CaseFilter(**chosen)).rows]


@pytest.mark.parametrize(
    ("chosen", "found"),
    [
        ({}, ["c1", "c2", "c3", "c4", "c5"]),
        ({"dataset": "freshqa"}, ["c1", "c2", "c4"]),
        ({"dataset": ""}, ["c5"]),
        ({"system": "model-b"}, ["c2", "c3"]),
        ({"dataset": "freshqa", "system": "model-b"}, ["c2"]),
        ({"label": "Retrieval"}, ["c2"]),
        ({"label": "Interpretation"}, ["c2"]),
        ({"label": "Retrieval + Interpretation"}, ["c2"]),
        ({"label": "Pre-retrieval"}, ["c3", "c5"]),
        ({"label": "Distraction"}, ["c1"]),
        ({"label": ""}, ["c4"]),
        ({"search": "WHO IS c3"}, ["c3"]),
        ({"search": " straße 7_% "}, ["c5"]),
        ({"search": "_%?"}, []),
        ({"search": "7 stras"}, ["c5"]),
        ({"search": "tras"}, []),
        ({"search": ""}, ["c1", "c2", "c3", "c4", "c5"]),
        ({"state": "submitted"}, []),
    ],
)
def test_a_filter_finds_its_cases(listed, chosen, found):
    assert find(listed, **chosen) == found


def test_a_row_says_what_a_list_shows(listed):
    listed.save_answer("c3", "Ada", "reference_valid", "yes")
    row = listed.list_cases(CaseFilter(search="c3"), "Ada").rows[0]
    assert (row.position, row.dataset, row.system) == (3, "sealqa_hard", "model-b")
    assert (row.question, row.effective_year, row.verdict) == ("Who is c3?", "2025", "incorrect")
    assert (row.labels, row.complete) == ("Pre-retrieval", False)
    assert (row.state, row.mine, row.outcome) == ("in_progress", "draft", None)
    unread = listed.list_cases(CaseFilter(search="c5"), "Ada").rows[0]
    assert (unread.verdict, unread.effective_year, unread.mine) == (None, None, None)
    assert listed.list_cases(CaseFilter(search="c4")).rows[0].complete is None


def test_long_questions_are_cut_for_lists_and_found_by_their_start(listed):
    listed.import_file(as_file(make_case("long", question="Ünder " + "x" * 5000)), "long")
    row = listed.list_cases(CaseFilter(search="ÜNDER x")).rows[0]
    assert len(row.question) == 200
    assert len(listed.load_case("long").record.case.question) == 5006


def test_pages_follow_one_another_without_a_gap(listed):
    seen, after = [], None
    while True:
        page = listed.list_cases(after=after, limit=2)
        assert page.total == 5
        seen += [row.case_id for row in page.rows]
        after = page.next_after
        if after is None:
            break
    assert seen == ["c1", "c2", "c3", "c4", "c5"]


def test_states_and_outcomes_follow_the_judgements(listed):
    listed.save_answers("c5", "Ada", {**REFERENCE_WRONG})
    listed.submit("c5", "Ada")
    assert find(listed, state="submitted") == ["c5"]
    assert find(listed, outcome="reference_answer_error") == ["c5"]
    listed.undo("c5", "Ada")
    assert find(listed, state="in_progress") == ["c5"]
    assert find(listed, outcome="") == ["c1", "c2", "c3", "c4", "c5"]


def test_counts_add_up_and_find_what_they_count(listed):
    counts = listed.count_cases()
    assert counts["dataset"] == {"": 1, "freshqa": 3, "sealqa_hard": 1}
    assert counts["label"] == {
        "": 1,
        "Distraction": 1,
        "Interpretation": 1,
        "Pre-retrieval": 2,
        "Retrieval": 1,
    }
    for part in ("dataset", "system", "state", "outcome"):
        assert sum(counts[part].values()) == 5
    for part, options in counts.items():
        for option, count in options.items():
            assert len(find(listed, **{part: option})) == count
    assert listed.count_cases(CaseFilter(system="model-b"))["dataset"] == {
        "freshqa": 1,
        "sealqa_hard": 1,
    }


def test_lists_never_touch_long_text(listed):
    read = set()

    def note(action, table, column, *_):
        if action == sqlite3.SQLITE_READ:
            read.add((table, column))
        return sqlite3.SQLITE_OK

    values = dict.fromkeys((each.name for each in FACETS), "1") | {"search": "f"}
    everything = CaseFilter(**values | {name: each[0] for name, each in CHOICES.items()})
    with open_database(listed.path) as db:
        db.conn.set_authorizer(note)
        for order in ORDERS:
            list_cases(db, everything, "Ada", None, 10, order=order.name)
        count_cases(db, everything)
        count_progress(db, "Ada")
        find_next_case(db, "Ada", "c1")
        find_neighbours(db, "c1")
    # The queue also looks for a run that somebody waits for; of a run it reads no settings.
    searched = ("case_search", "note_search", "sqlite_")
    assert not any(table.endswith("search_content") for table, _ in read), "the index alone"
    assert {table for table, _ in read if not table.startswith(searched)} == {
        "cases",
        "case_sets",
        "set_stamps",
        "json_each",
        "notes",
        "judgements",
        "probe_runs",
        "rounds",
        "round_annotators",
        "round_events",
        "leases",
    }
    assert not {"settings", "plan", "progress"} & {column for table, column in read
                                                   if table == "probe_runs"}  # fmt: skip
    from_judgements = {column for table, column in read if table == "judgements"}
    assert from_judgements == {
        "case_id",
        "annotator",
        "round",
        "state",
        "saved_at",
        "post_side",
        "sent_back",
    }


def test_judgements_are_counted_as_they_are_exported(listed):
    listed.save_answer("c1", "Ada", "reference_valid", "yes")
    listed.save_answer("c3", "Ada", "reference_valid", "yes")
    listed.undo("c3", "Ada")
    assert listed.count_workbook_rows(WorkbookChoice())[1] == 1
    elsewhere = WorkbookChoice(filter=CaseFilter(dataset="sealqa_hard"))
    assert listed.count_workbook_rows(elsewhere)[1] == 0

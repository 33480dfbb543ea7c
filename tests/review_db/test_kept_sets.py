"""Sets of cases kept from one look to the next: never older than what is stored."""

import shutil

import pytest

from review_db import case_sets
from review_db.case_sets import Sets, load_sets
from review_db.connection import open_database, write_transaction
from review_db.store import FACETS, CaseFilter, ReviewStore
from tests.review_db.case_lines import as_file, make_case


@pytest.fixture
def listed(empty_store):
    empty_store.import_file(as_file(*(make_case(f"c{n}") for n in range(3))), "cases")
    empty_store.add_annotator("Ada")
    return empty_store


def count_states(store):
    return store.count_cases()["state"]


def fail_after_a_look(path):
    with write_transaction(path) as db:
        db.execute("update case_sets set value = 'approved' where facet = 'state'")
        assert Sets(db)["state"].keys() == {"approved"}
        raise ZeroDivisionError


def test_a_second_look_reads_no_set_again(listed, monkeypatch):
    first = listed.count_cases()
    monkeypatch.setattr(case_sets, "load_sets", lambda *_: pytest.fail("read again"))
    assert listed.count_cases() == first


def test_a_change_by_another_program_is_seen(listed):
    assert count_states(listed) == {"not_started": 3}
    other = ReviewStore(listed.path)
    other.save_answers("c1", "Ada", {"notes_1": "x"})
    assert count_states(listed) == {"in_progress": 1, "not_started": 2}
    assert listed.list_cases(CaseFilter(state="in_progress"), options=["state"]).options == {
        "state": {"in_progress": 1, "not_started": 2}
    }


def test_what_was_looked_at_in_a_write_that_failed_is_not_taken_for_stored(listed):
    before = count_states(listed)
    with pytest.raises(ZeroDivisionError):
        fail_after_a_look(listed.path)
    assert count_states(listed) == before


def test_a_copy_that_goes_its_own_way_is_not_taken_for_the_first(listed, tmp_path):
    count_states(listed)
    with open_database(listed.path) as db:
        db.execute("pragma wal_checkpoint(truncate)")
    shutil.copy(listed.path, tmp_path / "copy.db")
    copy = ReviewStore(tmp_path / "copy.db")
    listed.save_answers("c0", "Ada", {"notes_1": "x"})
    for case_id in ("c1", "c2"):
        copy.save_answers(case_id, "Ada", {"notes_1": "x"})
    assert count_states(listed) == {"in_progress": 1, "not_started": 2}
    assert count_states(copy) == {"in_progress": 2, "not_started": 1}


def test_every_way_to_change_sets_is_noticed(listed):
    changes = (
        "update case_sets set bits = x'02' where facet = 'state'",
        "insert into case_sets values ('state', 'draft', 0, x'04')",
        "delete from case_sets where facet = 'state' and value = 'draft'",
        "delete from case_sets where facet = 'state'",
    )
    for change in changes:
        with write_transaction(listed.path) as db:
            Sets(db)["state"]
            db.execute(change)
            assert Sets(db)["state"] == load_sets(db, "state"), change


def test_what_is_kept_stays_few_whatever_is_looked_at(listed):
    names = [each.name for each in FACETS if each.kind != "list"]
    for n in range(case_sets.KEPT // len(names) + 2):
        listed.import_file(as_file(make_case(f"more{n}", system=f"s{n}")), "more")
        listed.count_options(CaseFilter(), names)
    assert len(case_sets._kept) <= case_sets.KEPT

"""What two people did apart comes together; where both went on differently nothing is touched."""

from collections import Counter

import pytest
from sqlite_utils import Database

from review_db.cli.merge import describe
from review_db.merge import merge
from review_db.merge_report import MergeReport
from review_db.store import CaseFilter
from tests.review_db.apart import dump
from tests.review_db.case_lines import REFERENCE_WRONG, as_file, make_case
from tests.review_db.merge_steps import bring, finish
from tests.trek_core.probes.test_results import make_call
from trek_core.probes.documents import FetchedDocument
from trek_core.probes.plan import Plan
from trek_core.settings import Settings


def test_judgements_that_only_they_have_come_with_their_times(ours, theirs):
    finish(theirs, "c2", "Bo")
    finish(ours, "c3", "Ada")
    events = theirs.load_judgement_events("c2", "Bo")
    report = bring(ours, theirs)
    assert (report.written, report.conflicts) == (True, [])
    assert report.taken["judgement_events"] == len(events)
    assert report.taken["judgements"] == 1
    assert ours.load_judgement("c2", "Bo") == theirs.load_judgement("c2", "Bo")
    taken = ours.load_judgement_events("c2", "Bo")
    assert [event.at for event in taken] == [event.at for event in events]
    assert ours.list_cases().rows[1].state == "submitted"


def test_a_history_that_goes_on_from_ours_is_appended(ours, theirs):
    finish(theirs, "c1", "Ada", REFERENCE_WRONG)
    bring(ours, theirs)
    assert ours.load_judgement("c1", "Ada") == theirs.load_judgement("c1", "Ada")


def test_a_history_that_ours_goes_on_from_changes_nothing(ours, theirs):
    finish(ours, "c1", "Ada", REFERENCE_WRONG)
    before = dump(ours.path)
    report = bring(ours, theirs)
    assert dict(report.taken) == {}
    assert dump(ours.path) == before


def test_both_going_on_is_a_conflict_and_overwrites_nothing(ours, theirs):
    finish(ours, "c1", "Ada", REFERENCE_WRONG)
    theirs.save_answer("c1", "Ada", "notes_1", "mine")
    finish(theirs, "c2", "Ada")
    mine = ours.load_judgement("c1", "Ada")
    (conflict,) = bring(ours, theirs).conflicts
    assert (conflict.what, conflict.case_id, conflict.annotator, conflict.round) == (
        "judgement", "c1", "Ada", "default",
    )  # fmt: skip
    assert conflict.ours == {"state": "submitted", "revision": mine.revision}
    assert conflict.theirs == {"state": "draft", "revision": 2}
    assert ours.load_judgement("c1", "Ada") == mine
    assert ours.load_judgement("c2", "Ada").is_finished


def test_steps_and_undoings_refer_to_one_another_under_their_new_numbers(ours, theirs):
    finish(ours, "c3", "Bo")
    finish(theirs, "c2", "Ada")
    theirs.undo("c2", "Ada")
    theirs.undo("c2", "Ada")
    theirs.undo("c1", "Ada")
    bring(ours, theirs)
    for case_id in ("c1", "c2"):
        events = ours.load_judgement_events(case_id, "Ada")
        known = {event.event_id for event in events}
        assert all(event.batch in known for event in events)
        undone = [event.undoes for event in events if event.undoes is not None]
        assert undone
        assert set(undone) <= known
    assert ours.load_judgement("c1", "Ada").state == "not_started"
    assert ours.undo("c1", "Ada") is None


def test_merging_twice_is_merging_once(ours, theirs):
    finish(theirs, "c2", "Bo")
    theirs.add_comment("c1", "Bo", "why?")
    theirs.import_file(as_file(make_case("c9"), make_case("c1", prediction="new")), "more")
    bring(ours, theirs)
    before = dump(ours.path)
    report = bring(ours, theirs)
    assert (dict(report.taken), report.conflicts) == ({}, [])
    assert dump(ours.path) == before


@pytest.mark.parametrize("count", [1, 2])
def test_what_was_taken_is_counted_in_words_whatever_its_table(ours, count):
    tables = Database(ours.path).table_names()
    said = MergeReport(taken=Counter(dict.fromkeys(tables, count))).say_taken()
    assert "_" not in said
    few = Counter(annotators=count, rounds=count, round_cases=count, active_time=count)
    assert MergeReport(taken=few).say_taken() == (
        "1 person, 1 round, 1 case in a round, 1 record of working time" if count == 1
        else "2 people, 2 rounds, 2 cases in rounds, 2 records of working time"
    )  # fmt: skip


def test_a_dry_run_says_the_same_and_writes_nothing(ours, theirs):
    finish(theirs, "c2", "Bo")
    before = dump(ours.path)
    dry = bring(ours, theirs, dry_run=True)
    assert dump(ours.path) == before
    wet = bring(ours, theirs)
    assert (dry.taken, dry.written, wet.written) == (wet.taken, False, True)


def test_what_stops_half_way_leaves_nothing(ours, theirs, monkeypatch):
    def fail(_merging):
        raise ZeroDivisionError

    finish(theirs, "c2", "Bo")
    before = dump(ours.path)
    monkeypatch.setattr("review_db.merge.STEPS", (*merge.__globals__["STEPS"], fail))
    with pytest.raises(ZeroDivisionError):
        merge(ours.path, theirs.path)
    assert dump(ours.path) == before


def test_new_people_and_cases_come_along_without_roles(ours, theirs):
    theirs.add_annotator("Cy")
    theirs.import_file(as_file(make_case("c4")), "more")
    finish(theirs, "c4", "Cy")
    report = bring(ours, theirs)
    assert report.taken["cases"] == report.taken["case_versions"] == 1
    assert ours.load_case("c4") == theirs.load_case("c4")
    assert ours.load_judgement("c4", "Cy").is_finished
    assert ours.list_cases().rows[3].state == "submitted"
    assert [row.case_id for row in ours.list_cases(CaseFilter(search="c4")).rows] == ["c4"]
    assert ours.count_cases() == theirs.count_cases()


def test_a_newer_version_of_a_case_follows_on_ours(ours, theirs):
    theirs.import_file(as_file(make_case("c1", prediction="Ada, now")), "newer")
    theirs.save_answer("c1", "Ada", "notes_1", "seen anew")
    bring(ours, theirs)
    assert ours.load_case("c1").version == 2
    for words in ("now", '"seen anew"'):
        assert [row.case_id for row in ours.list_cases(CaseFilter(search=words)).rows] == ["c1"]
    assert ours.load_case("c1").record == theirs.load_case("c1").record
    assert [event.case_version for event in ours.load_judgement_events("c1")] == [1, 2]


def test_an_older_version_of_a_case_and_what_was_judged_on_it_is_no_conflict(ours, theirs):
    ours.import_file(as_file(make_case("c1", prediction="Ada, now")), "newer")
    theirs.save_answer("c1", "Ada", "notes_1", "on the first")
    before = ours.load_case("c1")
    assert bring(ours, theirs).conflicts == []
    assert ours.load_case("c1") == before
    assert [event.case_version for event in ours.load_judgement_events("c1")] == [1, 1]


def test_a_case_changed_on_both_sides_is_a_conflict_with_what_was_judged_on_it(ours, theirs):
    ours.import_file(as_file(make_case("c1", prediction="one")), "ours")
    theirs.import_file(as_file(make_case("c1", prediction="two")), "theirs")
    theirs.save_answer("c1", "Ada", "notes_1", "about two")
    before = ours.load_case("c1")
    conflicts = bring(ours, theirs).conflicts
    assert [conflict.what for conflict in conflicts] == ["case", "judgement"]
    assert "version of the case that is not here" in conflicts[1].why
    assert ours.load_case("c1") == before


def test_probe_runs_calls_and_pages_come_once(ours, theirs):
    plan = Plan(probes=("gold_only",), repeats=1)
    ours.start_probe_run(plan, Settings(), ["c3"], asked_by=None)
    run_id = theirs.start_probe_run(plan, Settings(), ["c1"], asked_by="Ada")
    theirs.probe_log(run_id).store(make_call("gold_only", {}), make_call("gold_only", {}))
    page = FetchedDocument(
        url="https://a.example", fetched_at="2026-01-01T00:00:00+00:00", status="ok", text="A"
    )
    theirs.document_cache().store(page)
    report = bring(ours, theirs)
    assert (report.taken["probe_runs"], report.taken["probe_calls"]) == (1, 2)
    assert report.taken["documents"] == 1
    assert [run.case_ids for run in ours.list_probe_runs()] == [("c1",), ("c3",)]
    assert dict(bring(ours, theirs).taken) == {}
    theirs.probe_log(run_id).store(make_call("gold_only", {}))
    assert dict(bring(ours, theirs).taken) == {"probe_calls": 1}


def test_saved_mappings_come_and_of_one_name_ours_stays(ours, theirs):
    ours.save_mapping("both", {"question": "Q"})
    ours.save_mapping("same", {"question": "Q"})
    theirs.save_mapping("same", {"question": "Q"})
    theirs.save_mapping("both", {"question": "Frage"})
    theirs.save_mapping("new", {"question": "Prompt", "verdict": ""})
    report = bring(ours, theirs)
    assert dict(report.taken) == {"row_mappings": 1}
    (conflict,) = report.conflicts
    assert (conflict.what, conflict.theirs) == ("mapping", {"mapping": "both", "question": "Frage"})
    assert "conflict: mapping: mapping both: " in describe(report)
    assert {each.name: each.columns["question"] for each in ours.load_mappings()} == {
        "both": "Q", "new": "Prompt", "same": "Q"
    }  # fmt: skip

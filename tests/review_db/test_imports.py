"""Files into the database and out again."""

import io
import json

import pytest

from review_db.store import ReviewStore
from tests.review_db.case_lines import (
    REFERENCE_WRONG,
    RESPONSE_WRONG,
    UNSURE,
    as_file,
    make_case,
    make_judgement,
)
from trek_core.errors import CaseNotFoundError, TrekError
from trek_core.jsonl import write_jsonl


def counts(report):
    return (report.added, report.unchanged, report.changed, report.rejected)


def import_lines(store, *lines):
    return store.import_file(as_file(*lines), "cases.jsonl")


def export(store):
    target = io.BytesIO()
    write_jsonl(target, store.load_records())
    return target.getvalue()


def test_the_same_file_twice_adds_nothing(empty_store):
    lines = [make_case("c1", judgements=[make_judgement(REFERENCE_WRONG)]), make_case("c2")]
    first = import_lines(empty_store, *lines)
    assert (counts(first), first.judgements_added) == ((2, 0, 0, 0), 1)
    revision = empty_store.revision()
    second = import_lines(empty_store, *lines)
    assert (counts(second), second.judgements_added) == ((0, 2, 0, 0), 0)
    assert second.rejections == []
    assert empty_store.revision() == revision


def test_a_case_is_loaded_as_it_was_recorded(empty_store):
    import_lines(empty_store, make_case("c1", retrieved_urls=[], search_queries=None, own_field=7))
    stored = empty_store.load_case("c1")
    assert (stored.version, stored.record.case.retrieved) == (1, ())
    assert stored.record.case.queries is None
    assert stored.record.case.model_extra == {"own_field": 7}
    assert str(stored.attribution.label_set) == "Pre-retrieval"
    assert not stored.attribution.complete
    with pytest.raises(CaseNotFoundError, match="no case 'c9'"):
        empty_store.load_case("c9")


def test_an_accepted_answer_has_no_attribution(empty_store):
    import_lines(empty_store, make_case("c1", verdict="correct"))
    assert empty_store.load_case("c1").attribution is None
    assert empty_store.list_cases().rows[0].labels == ""


def test_a_changed_case_becomes_a_new_version_in_its_old_place(store):
    report = import_lines(store, make_case("c4"), make_case("c1", verdict="correct"))
    assert counts(report) == (1, 0, 1, 0)
    stored = store.load_case("c1")
    assert (stored.version, stored.record.case.verdict, stored.attribution) == (2, "correct", None)
    assert [row.case_id for row in store.list_cases().rows] == ["c1", "c2", "c3", "c4"]
    assert counts(import_lines(store, make_case("c1"))) == (0, 0, 1, 0)
    assert store.load_case("c1").version == 3


def test_a_bad_line_is_named_and_the_good_ones_go_in(empty_store):
    source = io.BytesIO(
        as_file(make_case("c1")).getvalue() + b'{"case_id": "c2"}\n\n' + b"nonsense\n"
    )
    report = empty_store.import_file(source, "mixed.jsonl")
    assert counts(report) == (1, 0, 0, 2)
    places = [(each.file, each.line, each.field, each.case_id) for each in report.rejections]
    assert places == [("mixed.jsonl", 2, "question", "c2"), ("mixed.jsonl", 4, "line", None)]


def test_mended_characters_are_reported_with_their_line(empty_store):
    source = io.BytesIO(b'{"case_id":"c1","question":"Who \\ud83d?","prediction":"\\u0000"}\n')
    report = empty_store.import_file(source, "half.jsonl")
    assert (report.repaired, counts(report)) == (1, (1, 0, 0, 0))
    assert [(each.line, each.field, each.count) for each in report.repairs] == [
        (1, "question", 1),
        (1, "prediction", 1),
    ]


def test_a_file_that_cannot_be_read_is_one_sentence(store, tmp_path):
    with pytest.raises(TrekError, match=r"gone\.jsonl cannot be read: No such file"):
        store.import_file(tmp_path / "gone.jsonl", "gone.jsonl")


@pytest.mark.parametrize(
    ("answers", "state", "outcome"),
    [
        (REFERENCE_WRONG, "submitted", "reference_answer_error"),
        (RESPONSE_WRONG, "submitted", "system_related"),
        (UNSURE, "needs_discussion", "undecided"),
        # Handed in before its target time was asked for.
        ({**REFERENCE_WRONG, "target_basis": "explicit"}, "submitted", "reference_answer_error"),
    ],
)
def test_an_imported_judgement_is_evaluated_not_believed(empty_store, answers, state, outcome):
    claim = {"outcome": "judge_error", "labels": ["Randomness"], "revision": 7}
    import_lines(empty_store, make_case("c1", judgements=[make_judgement(answers, **claim)]))
    judgement = empty_store.load_judgement("c1", "Ada")
    assert (judgement.state, judgement.outcome, judgement.labels) == (state, outcome, ())
    assert (judgement.answers, judgement.revision) == (answers, 7)
    assert judgement.submitted_at == "2026-02-03T10:00:00Z"
    assert empty_store.load_annotators() == ["Ada"]
    assert [event.kind for event in empty_store.load_judgement_events("c1")] == ["import"]


@pytest.mark.parametrize(
    ("block", "field", "found"),
    [
        (make_judgement({"reference_valid": "maybe"}), "judgements[0].answers", "reference_valid"),
        (make_judgement({"target_basis": "none"}), "judgements[0]", "Not finished."),
        (make_judgement(REFERENCE_WRONG, "x" * 81), "judgements[0].annotator", "xxx"),
        (
            make_judgement(REFERENCE_WRONG, submitted_at="last week"),
            "judgements[0].submitted_at",
            "last week",
        ),
        (make_judgement(REFERENCE_WRONG, revision=-3), "judgements[0].revision", "-3"),
    ],
)
def test_a_judgement_the_checklist_refuses_is_named_and_its_case_goes_in(
    empty_store, block, field, found
):
    report = import_lines(empty_store, make_case("c1", judgements=[block]))
    assert (counts(report), report.judgements_added) == ((1, 0, 0, 0), 0)
    (rejection,) = report.rejections
    assert (rejection.line, rejection.field, rejection.case_id) == (1, field, "c1")
    assert found in rejection.found
    assert empty_store.load_judgement_events("c1") == []


def test_a_judgement_that_differs_from_the_stored_one_is_not_taken(store):
    store.save_answer("c1", "Ada", "reference_valid", "yes")
    block = make_judgement(REFERENCE_WRONG)
    both = [block, make_judgement(REFERENCE_WRONG, "Bo")]
    report = import_lines(store, make_case("c1", judgements=both))
    assert (counts(report), report.judgements_added) == ((0, 1, 0, 0), 1)
    assert [each.field for each in report.rejections] == ["judgements[0]"]
    assert "by Ada that differs" in report.rejections[0].found
    assert store.load_judgement("c1", "Ada").answers == {"reference_valid": "yes"}
    assert store.load_judgement("c1", "Bo").answers == REFERENCE_WRONG


def test_judgements_of_different_rounds_stand_side_by_side(empty_store):
    blocks = [make_judgement(REFERENCE_WRONG), make_judgement(UNSURE, round="second", mode="blind")]
    assert import_lines(empty_store, make_case("c1", judgements=blocks)).judgements_added == 2
    second = empty_store.load_judgement("c1", "Ada", "second")
    assert (second.mode, second.outcome) == ("blind", "undecided")


def test_an_imported_judgement_is_reopened_but_never_undone(empty_store):
    import_lines(empty_store, make_case("c1", judgements=[make_judgement(REFERENCE_WRONG)]))
    assert empty_store.undo("c1", "Ada") is None
    empty_store.reopen("c1", "Ada")
    empty_store.save_answer("c1", "Ada", "notes_1", "added here")
    assert empty_store.undo("c1", "Ada").field == "notes_1"
    assert empty_store.undo("c1", "Ada").what == "The case is submitted again."
    assert empty_store.undo("c1", "Ada") is None


def test_what_is_exported_and_imported_again_is_the_same(store, tmp_path):
    store.save_answers("c1", "Ada", REFERENCE_WRONG)
    store.save_answer("c1", "Ada", "notes_1", "A line\u2028and another\u0085one 🙂")
    store.submit("c1", "Ada")
    store.save_answers("c1", "Bo", UNSURE)
    store.submit("c1", "Bo")
    store.save_answer("c2", "Bo", "gold_pages", "supports", part="https://a.example")
    store.save_answer("c3", "Bo", "notes_1", "gone")
    store.undo("c3", "Bo")
    extra = make_judgement(RESPONSE_WRONG, "Cy", guideline_version=None, tool="another")
    import_lines(store, make_case("c4", documents=[{"url": "u"}], judgements=[extra]))

    exported = export(store)
    again = ReviewStore(tmp_path / "again.db")
    report = again.import_file(io.BytesIO(exported), "exported")
    assert (counts(report), report.judgements_added, report.rejections) == ((4, 0, 0, 0), 4, [])
    assert export(again) == exported
    lines = [json.loads(line) for line in exported.decode().strip().split("\n")]
    assert [len(line.get("judgements", ())) for line in lines] == [2, 1, 0, 1]
    assert lines[0]["judgements"][0]["revision"] == 8
    assert lines[3]["judgements"][0]["tool"] == "another"


def test_records_are_read_as_of_one_moment(store):
    records = store.load_records()
    first = next(records)
    store.save_answer("c3", "Ada", "reference_valid", "yes")
    assert first.case.case_id == "c1"
    assert [len(record.judgements) for record in records] == [0, 0]

"""Who has read which guideline, and what was judged under an older meaning."""

import pytest

from review_db.connection import open_database
from review_db.guideline_reads import load_outdated_judgements
from tests.review_db.case_lines import REFERENCE_WRONG, as_file, make_case, make_judgement
from trek_core.checklist.versions import GuidelineChange, find_changed_fields
from trek_core.errors import StoreError

LATER = (
    GuidelineChange("1", "first", frozenset()),
    GuidelineChange("2", "wording only", frozenset()),
    GuidelineChange("3", "a later change counts", frozenset({"reference_valid"})),
)


def outdated(store, round_name=None):
    with open_database(store.path) as db:
        return load_outdated_judgements(db, round_name, LATER)


def test_answers_given_before_a_rule_changed_its_meaning_are_marked(store):
    store.save_answer("c1", "Ada", "reference_valid", "yes")
    store.save_answer("c1", "Bo", "notes_1", "nothing that changed")
    (found,) = outdated(store)
    assert (found.case_id, found.annotator, found.fields) == ("c1", "Ada", ("reference_valid",))
    assert outdated(store, "default") == [found]
    assert outdated(store, "other") == []


def test_an_answer_that_was_taken_back_is_not_marked(store):
    store.save_answer("c1", "Ada", "reference_valid", "yes")
    store.undo("c1", "Ada")
    assert outdated(store) == []


def test_an_imported_judgement_is_as_old_as_its_own_version(empty_store):
    old = make_judgement(REFERENCE_WRONG, guideline_version="2")
    new = make_judgement(REFERENCE_WRONG, annotator="Bo", guideline_version="3")
    unknown = make_judgement(REFERENCE_WRONG, annotator="Cy")
    empty_store.import_file(as_file(make_case("c1", judgements=[old, new, unknown])), "x")
    assert {each.annotator for each in outdated(empty_store)} == {"Ada", "Cy"}


def test_nothing_is_outdated_under_the_first_version(store):
    store.save_answer("c1", "Ada", "reference_valid", "yes")
    assert store.load_outdated_judgements() == []


@pytest.mark.parametrize(
    ("since", "fields"), [("3", set()), ("2", {"reference_valid"}), (None, {"reference_valid"})]
)
def test_changes_after_a_version_are_those_that_count(since, fields):
    assert find_changed_fields(since, LATER) == fields


def test_reading_a_version_is_kept_once(store):
    store.record_guideline_read("Ada", "1")
    first = store.load_guideline_reads()
    store.record_guideline_read("Ada", "1")
    assert store.load_guideline_reads() == first
    assert list(first) == ["Ada"]
    with pytest.raises(StoreError, match="no guideline version '9'"):
        store.record_guideline_read("Ada", "9")

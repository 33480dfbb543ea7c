"""Answers from the first to the submission, as one person gives them."""

import pytest

from tests.review_db.case_lines import REFERENCE_WRONG, RESPONSE_WRONG, UNSURE, as_file, make_case
from trek_core.errors import AnswerError, CaseNotFoundError, StaleRevisionError, StoreError

PAGE, OTHER_PAGE = "https://a.example/1", "https://a.example/2"


def answers(store, case_id="c1", annotator="Ada"):
    return store.load_judgement(case_id, annotator).answers


def test_a_judgement_begins_with_nothing(store):
    judgement = store.load_judgement("c1", "Ada")
    assert (judgement.state, judgement.answers) == ("not_started", {})
    assert (judgement.revision, judgement.epoch, judgement.saved_at) == (0, 0, None)
    assert judgement.case_version == 1


def test_a_saved_answer_is_there_for_the_next_reader(store):
    saved = store.save_answer("c1", "Ada", "reference_valid", "unsure")
    judgement = store.load_judgement("c1", "Ada")
    assert judgement.answers == {"reference_valid": "unsure"}
    assert (judgement.state, judgement.mode) == ("draft", "assisted")
    assert (
        (judgement.revision, judgement.saved_at)
        == (saved.revision, saved.saved_at)
        == (
            1,
            saved.saved_at,
        )
    )
    assert store.load_judgement("c1", "Bo").state == "not_started"
    assert store.load_judgement("c2", "Ada").state == "not_started"


def test_the_same_value_again_writes_nothing(store):
    first = store.save_answer("c1", "Ada", "reference_valid", "yes")
    revision = store.revision()
    assert store.save_answer("c1", "Ada", "reference_valid", "yes", seen=None) == first
    assert store.revision() == revision


def test_pages_are_marked_one_by_one(store):
    store.save_answer("c1", "Ada", "gold_pages", "supports", part=PAGE)
    store.save_answer("c1", "Ada", "gold_pages", "unavailable", part=OTHER_PAGE)
    store.save_answer("c1", "Ada", "gold_pages", None, part=PAGE)
    assert answers(store) == {"gold_pages": {OTHER_PAGE: "unavailable"}}
    store.save_answer("c1", "Ada", "gold_pages", None, part=OTHER_PAGE)
    assert answers(store) == {}


def test_emptied_is_the_same_as_cleared(store):
    store.save_answer("c1", "Ada", "notes_1", "a thought")
    store.save_answer("c1", "Ada", "notes_1", "")
    assert store.load_judgement("c1", "Ada").state == "not_started"
    assert store.save_answer("c1", "Ada", "reference_evidence", []).revision == 2


@pytest.mark.parametrize(
    ("field", "value", "part"),
    [
        ("no_such_field", "yes", None),
        ("reference_valid", "maybe", None),
        ("reference_valid", "yes", PAGE),
        ("gold_pages", "carries_all", PAGE),
        ("gold_pages", "supports", "half \ud83d"),
        ("notes_1", "half a character \ud83d", None),
    ],
)
def test_what_the_checklist_does_not_take_is_refused(store, field, value, part):
    with pytest.raises(AnswerError):
        store.save_answer("c1", "Ada", field, value, part=part)
    assert answers(store) == {}


def test_an_unknown_person_or_case_is_refused(store):
    with pytest.raises(StoreError, match="Nobody called 'Cy'"):
        store.save_answer("c1", "Cy", "reference_valid", "yes")
    with pytest.raises(CaseNotFoundError, match="no case 'c9'"):
        store.save_answer("c9", "Ada", "reference_valid", "yes")
    with pytest.raises(CaseNotFoundError):
        store.load_judgement("c9", "Ada")


def test_a_second_tab_does_not_overwrite_what_it_has_not_seen(store):
    store.save_answer("c1", "Ada", "reference_valid", "yes", seen=None)
    with pytest.raises(StaleRevisionError, match="changed elsewhere") as refused:
        store.save_answer("c1", "Ada", "reference_valid", "no", seen=None)
    assert refused.value.revision == 1
    assert answers(store) == {"reference_valid": "yes"}
    store.save_answer("c1", "Ada", "reference_valid", "no", seen="yes")
    assert answers(store) == {"reference_valid": "no"}


def test_tabs_that_mark_different_pages_do_not_collide(store):
    store.save_answer("c1", "Ada", "gold_pages", "supports", part=PAGE, seen=None)
    store.save_answer("c1", "Ada", "gold_pages", "supports", part=OTHER_PAGE, seen=None)
    with pytest.raises(StaleRevisionError):
        store.save_answer("c1", "Ada", "gold_pages", "unavailable", part=PAGE, seen=None)


def test_widgets_are_born_anew_after_what_no_widget_did(store):
    def epoch():
        return store.load_judgement("c1", "Ada").epoch

    store.save_answer("c1", "Ada", "reference_valid", "yes")
    store.save_answer("c1", "Ada", "notes_1", "typed")
    store.save_answer("c1", "Ada", "notes_1", None)
    assert epoch() == 0
    store.save_answer("c1", "Ada", "reference_valid", None)
    assert epoch() == 1
    store.undo("c1", "Ada")
    assert epoch() == 2
    store.save_answers("c1", "Ada", {"target_basis": "none"})
    assert epoch() == 3


def test_submitting_names_what_is_missing(store):
    store.save_answer("c1", "Ada", "target_basis", "none")
    with pytest.raises(AnswerError, match=r"^Not finished\. Not answered: Is the reference right"):
        store.submit("c1", "Ada")
    assert store.load_judgement("c1", "Ada").state == "draft"


@pytest.mark.parametrize(
    ("given", "state", "outcome", "sides"),
    [
        (REFERENCE_WRONG, "submitted", "reference_answer_error", (None, None)),
        (RESPONSE_WRONG, "submitted", "system_related", ("undetermined", "undetermined")),
        (UNSURE, "needs_discussion", "undecided", ("undetermined", "undetermined")),
    ],
)
def test_a_submission_keeps_what_follows_from_the_answers(store, given, state, outcome, sides):
    store.save_answers("c1", "Ada", given)
    saved = store.submit("c1", "Ada")
    judgement = store.load_judgement("c1", "Ada")
    assert (judgement.state, judgement.outcome) == (state, outcome)
    assert (judgement.retrieval_side, judgement.post_side) == sides
    assert judgement.labels == ()
    assert judgement.submitted_at is not None
    assert store.submit("c1", "Ada") == saved
    assert store.list_cases().rows[0].state == state


def test_a_submitted_judgement_is_reopened_before_it_changes(store):
    store.save_answers("c1", "Ada", REFERENCE_WRONG)
    saved = store.submit("c1", "Ada")
    with pytest.raises(StoreError, match="reopen it"):
        store.save_answer("c1", "Ada", "notes_1", "late thought")
    # A browser that sends its old values again is no change.
    assert store.save_answer("c1", "Ada", "reference_valid", "no") == saved
    store.reopen("c1", "Ada")
    judgement = store.load_judgement("c1", "Ada")
    assert (judgement.state, judgement.outcome, judgement.submitted_at) == ("draft", None, None)
    assert judgement.answers == REFERENCE_WRONG
    store.save_answer("c1", "Ada", "notes_1", "late thought")


def test_every_step_is_in_the_history(store):
    store.save_answer("c1", "Ada", "gold_pages", "supports", part=PAGE, client=41)
    store.save_answers("c1", "Ada", REFERENCE_WRONG)
    store.save_answer("c1", "Bo", "notes_2", "mine")
    events = store.load_judgement_events("c1", "Ada")
    first = events[0]
    assert (first.kind, first.field, first.part) == ("answer", "gold_pages", PAGE)
    assert (first.old, first.new, first.step, first.client) == (None, "supports", 1, "41")
    assert (first.case_version, first.guideline_version, first.mode) == (1, "1", "assisted")
    assert {event.batch for event in events[1:]} == {events[1].event_id}
    assert len(store.load_judgement_events("c1")) == len(events) + 1


def test_a_changed_case_marks_judgements_as_made_on_the_old_one(store):
    store.save_answer("c1", "Ada", "reference_valid", "yes")
    store.import_file(as_file(make_case("c1", prediction="now recorded")), "cases")
    assert store.load_judgement("c1", "Ada").case_version == 1
    assert store.load_case("c1").version == 2
    store.save_answer("c1", "Ada", "notes_1", "seen again")
    assert store.load_judgement("c1", "Ada").case_version == 2

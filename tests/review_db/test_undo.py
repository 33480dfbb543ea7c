"""Undo walks back through a person's own steps and never loses one."""

import pytest

from tests.review_db.case_lines import REFERENCE_WRONG


def answers(store, case_id="c1"):
    return store.load_judgement(case_id, "Ada").answers


def test_undo_takes_back_the_latest_answer_of_this_person_on_this_case(store):
    store.save_answer("c1", "Ada", "reference_valid", "yes")
    store.save_answer("c1", "Ada", "reference_valid", "no")
    store.save_answer("c1", "Bo", "reference_valid", "unsure")
    store.save_answer("c2", "Ada", "reference_valid", "unsure")
    undone = store.undo("c1", "Ada")
    assert (undone.case_id, undone.field) == ("c1", "reference_valid")
    assert undone.what == "Took back: Is the reference right at the target time?"
    assert answers(store) == {"reference_valid": "yes"}
    assert store.load_judgement("c1", "Bo").answers == {"reference_valid": "unsure"}
    assert answers(store, "c2") == {"reference_valid": "unsure"}


def test_undo_again_goes_further_back_until_nothing_is_left(store):
    for value in ("yes", "no", "unsure"):
        store.save_answer("c1", "Ada", "reference_valid", value)
    seen = []
    while store.undo("c1", "Ada"):
        seen.append(answers(store).get("reference_valid"))
    assert seen == ["no", "yes", None]
    assert store.load_judgement("c1", "Ada").state == "not_started"


def test_an_answer_after_an_undo_is_undone_first(store):
    store.save_answer("c1", "Ada", "reference_valid", "yes")
    store.save_answer("c1", "Ada", "notes_1", "first")
    store.undo("c1", "Ada")
    store.save_answer("c1", "Ada", "notes_1", "second")
    store.undo("c1", "Ada")
    assert answers(store) == {"reference_valid": "yes"}
    store.undo("c1", "Ada")
    assert answers(store) == {}


def test_several_answers_given_at_once_are_taken_back_at_once(store):
    store.save_answer("c1", "Ada", "notes_1", "before")
    store.save_answers("c1", "Ada", REFERENCE_WRONG)
    undone = store.undo("c1", "Ada")
    assert (undone.field, undone.what) == (None, "Took back 6 answers.")
    assert answers(store) == {"notes_1": "before"}


def test_a_mark_on_one_page_is_taken_back_alone(store):
    store.save_answer("c1", "Ada", "gold_pages", "supports", part="https://a.example/1")
    store.save_answer("c1", "Ada", "gold_pages", "supports", part="https://a.example/2")
    store.undo("c1", "Ada")
    assert answers(store) == {"gold_pages": {"https://a.example/1": "supports"}}


def test_undoing_a_submission_makes_a_draft_with_all_answers(store):
    store.save_answers("c1", "Ada", REFERENCE_WRONG)
    store.submit("c1", "Ada")
    assert store.undo("c1", "Ada").what == "The case is a draft again."
    judgement = store.load_judgement("c1", "Ada")
    assert (judgement.state, judgement.answers) == ("draft", REFERENCE_WRONG)


def test_undoing_a_reopening_restores_the_submission_as_it_was(store):
    store.save_answers("c1", "Ada", REFERENCE_WRONG)
    store.submit("c1", "Ada")
    before = store.load_judgement("c1", "Ada").submission
    store.reopen("c1", "Ada")
    assert store.undo("c1", "Ada").what == "The case is submitted again."
    assert store.load_judgement("c1", "Ada").submission == before


def test_right_after_save_and_next_undo_reopens_the_case_just_submitted(store):
    store.save_answers("c1", "Ada", REFERENCE_WRONG)
    store.submit("c1", "Ada")
    undone = store.undo("c2", "Ada")
    assert (undone.case_id, undone.what) == ("c1", "The case is a draft again.")
    assert store.load_judgement("c1", "Ada").state == "draft"
    assert store.undo("c2", "Ada") is None


@pytest.mark.parametrize("leave", ["submit", "skip"])
def test_undo_goes_back_where_one_came_from_though_the_next_case_has_an_old_draft(store, leave):
    store.save_answer("c2", "Ada", "reference_valid", "yes")
    store.save_answers("c1", "Ada", REFERENCE_WRONG)
    getattr(store, leave)("c1", "Ada")
    assert store.undo("c2", "Ada", came_from="c1").case_id == "c1"
    assert answers(store) == REFERENCE_WRONG
    assert answers(store, "c2") == {"reference_valid": "yes"}
    # Once back there, or with an answer since, it is the case's own step that goes.
    assert store.undo("c2", "Ada", came_from="c1").case_id == "c2"


def test_undo_stays_here_where_something_was_done_since_or_one_came_otherwise(store):
    store.save_answer("c2", "Ada", "reference_valid", "yes")
    store.save_answers("c1", "Ada", REFERENCE_WRONG)
    store.submit("c1", "Ada")
    assert store.undo("c2", "Ada").case_id == "c2"
    store.save_answer("c2", "Ada", "reference_valid", "no")
    assert store.undo("c2", "Ada", came_from="c1").case_id == "c2"
    assert store.load_judgement("c1", "Ada").state == "submitted"


def test_once_something_was_answered_here_undo_stays_here(store):
    store.save_answers("c1", "Ada", REFERENCE_WRONG)
    store.submit("c1", "Ada")
    store.save_answer("c2", "Ada", "reference_valid", "yes")
    assert store.undo("c2", "Ada").case_id == "c2"
    assert store.undo("c2", "Ada") is None
    assert store.load_judgement("c1", "Ada").state == "submitted"


def test_undo_deletes_nothing(store):
    store.save_answer("c1", "Ada", "reference_valid", "yes")
    store.undo("c1", "Ada")
    answer, inverse = store.load_judgement_events("c1")
    assert (inverse.undoes, inverse.old, inverse.new) == (answer.event_id, "yes", None)
    assert store.load_judgement("c1", "Ada").revision == 2

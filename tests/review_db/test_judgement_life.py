"""Skips, flags, comments, restored revisions, collisions."""

import sqlite3

import pytest

from review_db.connection import write_transaction
from tests.review_db.case_lines import REFERENCE_WRONG
from trek_core.errors import AnswerError, StaleRevisionError, StoreError


def test_a_flag_stands_beside_any_state_and_can_be_undone(store):
    store.flag("c1", "Ada", "odd question")
    assert store.load_judgement("c1", "Ada").state == "not_started"
    store.save_answers("c1", "Ada", REFERENCE_WRONG)
    store.submit("c1", "Ada")
    assert store.load_judgement("c1", "Ada").flag == "odd question"
    store.flag("c1", "Ada", None)
    assert store.load_judgement("c1", "Ada").flag is None
    assert store.undo("c1", "Ada").what == "The flag is as it was before."
    judgement = store.load_judgement("c1", "Ada")
    assert (judgement.flag, judgement.state) == ("odd question", "submitted")


def test_the_same_flag_again_writes_nothing(store):
    assert store.flag("c1", "Ada", "") == store.flag("c1", "Ada", "")
    assert store.load_judgement("c1", "Ada").revision == 1


def test_a_skip_keeps_the_answers_and_can_be_undone_from_the_next_case(store):
    store.save_answer("c1", "Ada", "notes_1", "begun")
    store.skip("c1", "Ada", "no Dutch")
    skipped = store.load_judgement("c1", "Ada")
    assert (skipped.state, skipped.skipped) == ("skipped", "no Dutch")
    assert skipped.answers == {"notes_1": "begun"}
    undone = store.undo("c2", "Ada")
    assert (undone.case_id, undone.what) == ("c1", "The case is skipped no more.")
    assert store.load_judgement("c1", "Ada").state == "draft"


def test_what_is_submitted_is_not_skipped(store):
    store.save_answers("c1", "Ada", REFERENCE_WRONG)
    store.submit("c1", "Ada")
    with pytest.raises(StoreError, match="reopen it before you skip"):
        store.skip("c1", "Ada")


def test_a_skipped_case_waits_behind_all_others(store):
    store.skip("c1", "Ada")
    assert [store.next_case("Ada").case_id, store.next_case("Ada", "c2").case_id] == ["c2", "c3"]
    for case_id in ("c2", "c3"):
        store.save_answers(case_id, "Ada", REFERENCE_WRONG)
        store.submit(case_id, "Ada")
    assert store.next_case("Ada").case_id == "c1"


def test_an_earlier_revision_comes_back_as_one_step(store):
    store.save_answer("c1", "Ada", "reference_valid", "yes")
    store.save_answer("c1", "Ada", "notes_1", "first")
    store.save_answer("c1", "Ada", "reference_valid", "no")
    store.save_answer("c1", "Ada", "notes_2", "second")
    before = store.load_judgement("c1", "Ada")
    store.restore("c1", "Ada", "default", 2)
    restored = store.load_judgement("c1", "Ada")
    assert restored.answers == {"reference_valid": "yes", "notes_1": "first"}
    assert restored.epoch > before.epoch
    assert store.undo("c1", "Ada").what == "Took back 2 answers."
    assert store.load_judgement("c1", "Ada").answers == before.answers


def test_restoring_what_stands_writes_nothing(store):
    store.save_answer("c1", "Ada", "reference_valid", "yes")
    assert store.restore("c1", "Ada", "default", 1).revision == 1


@pytest.mark.parametrize("revision", [0, 2, -1])
def test_a_revision_that_never_was_is_refused(store, revision):
    store.save_answer("c1", "Ada", "reference_valid", "yes")
    with pytest.raises(StoreError, match="no revision"):
        store.restore("c1", "Ada", "default", revision)


def test_what_is_submitted_is_reopened_before_it_is_restored(store):
    store.save_answers("c1", "Ada", REFERENCE_WRONG)
    store.submit("c1", "Ada")
    with pytest.raises(StoreError, match="reopen it before"):
        store.restore("c1", "Ada", "default", 1)


def test_a_collision_carries_what_was_seen_chosen_and_stored(store):
    store.save_answer("c1", "Ada", "reference_valid", "yes")
    store.save_answer("c1", "Ada", "reference_valid", "no", seen="yes")
    with pytest.raises(StaleRevisionError) as refused:
        store.save_answer("c1", "Ada", "reference_valid", "unsure", seen="yes")
    error = refused.value
    assert (error.base, error.mine, error.theirs, error.revision) == ("yes", "unsure", "no", 2)


def test_comments_are_a_thread_that_nobody_changes(store):
    store.add_comment("c1", "Ada", "Which year?")
    store.add_comment("c1", "Bo", "2024, see page 2.")
    thread = store.load_comments("c1", "Ada")
    assert [(each.annotator, each.text) for each in thread] == [
        ("Ada", "Which year?"), ("Bo", "2024, see page 2."),
    ]  # fmt: skip
    with pytest.raises(AnswerError, match="empty"):
        store.add_comment("c1", "Ada", "  ")
    with (
        pytest.raises(sqlite3.IntegrityError, match="comments are never changed"),
        write_transaction(store.path) as db,
    ):
        db.execute("update comments set text = ''")

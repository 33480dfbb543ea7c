"""What comes next, what is beside it, and how far somebody is."""

import pytest

from review_db.case_queue import Progress
from tests.review_db.case_lines import REFERENCE_WRONG, UNSURE, as_file, make_case
from trek_core.errors import CaseNotFoundError


def finish(store, case_id, answers=REFERENCE_WRONG, annotator="Ada"):
    store.save_answers(case_id, annotator, answers)
    store.submit(case_id, annotator)


def test_the_first_case_in_order_comes_first(store):
    found = store.next_case("Ada", None)
    assert (found.case_id, found.reason) == ("c1", "Next in order; 3 not begun.")


def test_the_case_after_the_one_at_hand_comes_next_and_the_order_wraps_round(store):
    assert store.next_case("Ada", "c1").case_id == "c2"
    assert store.next_case("Ada", "c3").case_id == "c1"
    finish(store, "c1")
    assert store.next_case("Ada", "c3").case_id == "c2"


def test_own_drafts_come_before_new_cases(store):
    store.save_answer("c3", "Ada", "reference_valid", "yes")
    found = store.next_case("Ada", "c1")
    assert (found.case_id, found.reason) == (
        "c3",
        "You began this case and have not submitted it.",
    )
    assert store.next_case("Ada", "c3").case_id == "c1"
    assert store.next_case("Bo", "c1").case_id == "c2"


def test_an_empty_queue_says_why(store):
    finish(store, "c1")
    finish(store, "c2", UNSURE)
    last = store.next_case("Ada", "c3")
    assert last.case_id is None
    assert last.reason == (
        "This is the last open case; 2 of 3 cases submitted, 1 of them to be discussed."
    )
    finish(store, "c3")
    done = store.next_case("Ada", "c3")
    assert done.reason == "All done: 3 of 3 cases submitted, 1 of them to be discussed."
    assert done.is_done


def test_without_cases_the_queue_says_what_to_do(empty_store):
    empty_store.add_annotator("Ada")
    assert empty_store.next_case("Ada").reason == "There are no cases yet: import a file first."
    empty_store.import_file(as_file(make_case("c1", verdict="correct")), "cases")
    found = empty_store.next_case("Ada")
    assert found.reason == "Nothing to review: the one answer was judged correct."


def test_accepted_answers_are_passed_over(store):
    store.import_file(as_file(make_case("c2", verdict="correct")), "cases")
    assert store.next_case("Ada", "c1").case_id == "c3"
    assert store.neighbours("c1") == (None, "c3")
    assert store.neighbours("c2") == ("c1", "c3")
    assert store.count_progress("Ada").total == 2


def test_neighbours_end_where_the_cases_end(store):
    assert store.neighbours("c2") == ("c1", "c3")
    assert store.neighbours("c3") == ("c2", None)
    with pytest.raises(CaseNotFoundError):
        store.neighbours("c9")


def test_progress_counts_each_case_once(store):
    finish(store, "c1")
    finish(store, "c2", UNSURE)
    store.save_answer("c3", "Ada", "reference_valid", "yes")
    progress = store.count_progress("Ada")
    assert progress == Progress(3, submitted=1, draft=1, needs_discussion=1, not_started=0)
    assert progress.done == 2
    store.undo("c3", "Ada")
    assert store.count_progress("Ada").not_started == 1
    assert store.count_progress("Bo").not_started == 3

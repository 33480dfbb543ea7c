"""Cases of one question, looked at side by side."""

import pytest

from review_db.store import CaseFilter
from tests.review_db.case_lines import REFERENCE_WRONG, as_file, make_case, make_judgement

LONG = "Who was there? " * 20


@pytest.fixture
def store(empty_store):
    empty_store.import_file(
        as_file(
            make_case("a1", question="WHO?", dataset="d", system={"model": "one"}),
            make_case(
                "a2", question="Who?", dataset="d", system={"model": "two"}, verdict="correct",
            ),
            make_case("elsewhere", question="Who?", dataset="e"),
            make_case("l1", question=LONG + "Then?", dataset="d",
                      judgements=[make_judgement(REFERENCE_WRONG)]),
            make_case("l2", question=LONG + "Now?", dataset="d"),
            make_case("l3", question=LONG + "Then?", dataset="d"),
        ),
        "cases",
    )  # fmt: skip
    return empty_store


def test_compared_cases_come_in_the_order_asked_for_with_what_people_concluded(store):
    first, second = store.load_compared(["l3", "l1"])
    assert (first.case_id, first.reviewed) == ("l3", None)
    assert second.reviewed.outcome == "reference_answer_error"


def test_repeated_questions_whose_cases_differ_most_come_first(store):
    found = store.list_repeated_questions()
    assert found[0].case_id == "a1"
    assert (found[0].cases, found[0].systems, found[0].datasets) == (3, 3, 2)
    assert [each.case_id for each in store.list_repeated_questions("was there")] == ["l1"]
    assert store.list_repeated_questions("100%_") == []
    for words in ("there WAS then", "wás"):
        assert [each.case_id for each in store.list_repeated_questions(words)] == ["l1"], words
    # Words of an answer or of a note are none of the question.
    assert store.list_repeated_questions("otherwise") == []
    (of_one,) = store.list_repeated_questions("who", case_filter=CaseFilter(dataset="d"))[:1]
    assert (of_one.cases, of_one.datasets) == (2, 1)
    # Two runs of one system: the long question was put to a system without a name twice.
    (again,) = store.list_repeated_questions(of_several_runs=True)
    assert (again.case_id, again.cases, again.systems) == ("l1", 2, 1)

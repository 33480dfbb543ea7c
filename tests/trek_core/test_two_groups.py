"""Two groups of cases compared: by Fisher's test, and on the questions of both."""

import pytest

from tests.trek_core.figure_samples import BOTH, DISTRACTION, case
from trek_core.figures.runs import COUNTING, group_runs
from trek_core.figures.two_groups import compare_on_questions, compare_shares


def test_two_groups_of_different_cases_are_compared_by_fisher_s_test():
    # The lady tasting tea: 3 of 4 against 1 of 4 comes to 34 / 70.
    shares = [(f"x{n}", "x", n < 3) for n in range(4)] + [(f"y{n}", "y", n < 1) for n in range(4)]
    cases = [case(name, DISTRACTION if has else BOTH, dataset=of) for name, of, has in shares]
    labels = {each.case_id: each.recorded for each in cases}
    rows = compare_shares(cases, labels, "dataset", ("x", "y"))
    row = next(each for each in rows if each.place["view"] == "label:Distraction")
    assert row.value == pytest.approx(34 / 70)
    assert row.case_ids == {"first": ("x0", "x1", "x2"), "second": ("y0",)}
    assert (row.details["first"]["value"], row.details["second"]["n"]) == (0.75, 4)
    assert row.details["family_size"] == 5
    never = next(each for each in rows if each.place["view"] == "label:Randomness")
    assert (never.value, never.details["p_holm"]) == (1.0, 1.0)
    (nobody, *_) = compare_shares(cases, labels, "dataset", ("x", "gone"))
    assert (nobody.value, nobody.reason) == (None, "empty_group")


def test_two_systems_are_compared_on_the_questions_that_both_failed():
    cases = [
        case("a1", system="a"), case("b1", BOTH, system="b"),
        case("a2", system="a"), case("b2", system="b"),
        case("a3", system="a"), case("b-other", system="b"),
    ]  # fmt: skip
    keys = {"a1": "1", "b1": "1", "a2": "2", "b2": "2", "a3": "3", "b-other": "4"}
    questions = {case_id: ("2025", key) for case_id, key in keys.items()}
    labels = {each.case_id: each.recorded for each in cases}
    rows = compare_on_questions(cases, labels, questions, ("a", "b"))
    row = next(each for each in rows if each.place["view"] == "label:Distraction")
    assert (row.n, row.case_ids["first_only"], row.case_ids["both"]) == (2, ("a1",), ("a2",))
    assert compare_on_questions(cases, labels, {}, ("a", "b")) == []


def test_of_a_question_that_a_system_was_asked_twice_the_case_imported_last_or_first_counts():
    cases = [case(name, system=name[0]) for name in ("a1", "b1", "a2", "a3", "c1", "c2")]
    questions = {
        "a1": ("2025", "1"), "b1": ("2025", "1"), "a2": ("2025", "1"), "a3": ("2026", "1"),
    }  # fmt: skip
    runs = group_runs(cases, questions)
    counting = {name: {run[place].case_id for run in runs} for name, place in COUNTING.items()}
    assert counting["latest"] == {"a2", "a3", "b1", "c1", "c2"}
    assert counting["first"] == {"a1", "a3", "b1", "c1", "c2"}
    # Where the question is not known, cases are not taken for runs of one.
    assert len(group_runs(cases, {})) == len(cases)

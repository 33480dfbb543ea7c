"""Two judges on the same answers: their table, kappa, and verdicts that references part."""

import pytest

from tests.trek_core.probes.running import make_record
from trek_core.case_facets import compute_case_facets
from trek_core.cases import Judge
from trek_core.other_reference import (
    OtherReference,
    add_other_reference,
    compute_drift,
    read_other_reference,
)
from trek_core.recorded_probes import Probes
from trek_core.two_judges import compare_judges, note_drift, pair_cases, pair_with_earlier


def make(case_id, verdict, answers=("Ann",), **judge):
    told = None if verdict is None else {"verdict": verdict, **judge}
    return make_record(case_id, judge=told, reference_answers=list(answers)).case


def files(table):
    """Two files of cases whose verdicts fill a table of counts."""
    verdicts = ("correct", "incorrect", "not_attempted")
    first, second = [], []
    for row, counts in zip(verdicts, table, strict=True):
        for column, count in zip(verdicts, counts, strict=True):
            for _ in range(count):
                case_id = f"c{len(first)}"
                first.append(make(case_id, row))
                second.append(make(case_id, column))
    return first, second


def test_kappa_of_two_judges_is_that_of_the_table():
    """By hand: p_o = 35/50 = .7, p_e = (25 * 30 + 25 * 20) / 2500 = .5, kappa = .4."""
    compared = compare_judges(pair_cases(*files([[20, 5, 0], [10, 15, 0], [0, 0, 0]]))[0])
    assert compared.table.tolist() == [[20, 5, 0], [10, 15, 0], [0, 0, 0]]
    assert (compared.agreement.n, compared.agreement.p_o) == (50, 0.7)
    assert compared.agreement.value == pytest.approx(0.4)
    low, high = compared.agreement.ci
    assert low < 0.4 < high
    assert len(compared.disagreements) == 15


def test_not_attempted_and_incorrect_are_one_where_only_correct_counts():
    compared = compare_judges(pair_cases(*files([[5, 0, 0], [0, 3, 2], [1, 2, 2]]))[0])
    assert compared.agreement.p_o == pytest.approx(10 / 15)
    assert compared.correct.p_o == pytest.approx(14 / 15)


def test_cases_that_cannot_be_compared_are_counted_by_cause():
    first = [make("a", "correct"), make("b", None), make("c", "correct"), make("d", "incorrect")]
    second = [make("b", "correct"), make("c", "unparseable"), make("d", "incorrect", ["Bea"]),
              make("e", "correct")]  # fmt: skip
    compared = compare_judges(*pair_cases(first, second))
    assert compared.left_out == {
        "only_in_first": 1, "only_in_second": 1, "no_first_verdict": 1, "no_second_verdict": 1,
        "other_reference": 1,
    }  # fmt: skip
    assert (compared.agreement.n, compared.agreement.reason) == (0, "no_pairs")
    assert (compared.drifted, compared.same_under_other) == ((), 1)


def test_a_verdict_that_another_reference_turns_is_no_disagreement_of_judges():
    first = [make("a", "incorrect"), make("b", "correct"), make("c", "incorrect", ["  ann. "])]
    second = [make("a", "correct", ["Bea"]), make("b", "incorrect", ["Bea"]), make("c", "correct")]
    compared = compare_judges(pair_cases(first, second)[0])
    assert [(each.case.case_id, each.drift) for each in compared.drifted] == [
        ("a", "now correct"), ("b", "now wrong"),
    ]  # fmt: skip
    assert [each.case.case_id for each in compared.disagreements] == ["c"]
    case = note_drift(compared.drifted[0], "release.csv")
    assert (case.verdict, case.reference_answers) == ("incorrect", ("Ann",))
    assert read_other_reference(case) == OtherReference(
        "release.csv", ("Bea",), Judge(verdict="correct")
    )


def test_the_verdict_that_was_there_before_is_the_first_judges():
    again = make("a", "correct", model="new", earlier={"verdict": "incorrect", "model": "old"})
    odd = make("c", "correct", earlier={"verdict": "maybe"})
    compared = compare_judges(pair_with_earlier([again, make("b", "correct"), odd]))
    assert [(e.case.verdict, e.second_verdict) for e in compared.disagreements] == [
        ("incorrect", "correct")
    ]
    assert compared.left_out == {"no_first_verdict": 2}


@pytest.mark.parametrize(
    ("verdict", "other", "drift"),
    [
        ("incorrect", "correct", "now correct"),
        ("not_attempted", "correct", "now correct"),
        ("correct", "incorrect", "now wrong"),
        ("incorrect", "not_attempted", "unchanged"),
        ("incorrect", "unparseable", ""),
        (None, "correct", ""),
    ],
)
def test_a_case_says_what_the_other_reference_does_to_its_verdict(verdict, other, drift):
    case = add_other_reference(
        make("a", verdict), OtherReference("release.csv", ("Bea",), Judge(verdict=other))
    )
    assert compute_drift(case) == drift
    assert compute_case_facets(case, Probes()).drift == drift


@pytest.mark.parametrize(
    "told",
    [
        None,
        [],
        {},
        {"reference_answers": "x", "judge": {}},
        {"reference_answers": ["x"], "judge": {"verdict": "maybe"}},
    ],
)
def test_what_is_no_other_reference_says_nothing(told):
    case = make("a", "incorrect").model_copy(update={"other_reference": told})
    assert (read_other_reference(case), compute_drift(case)) == (None, "")

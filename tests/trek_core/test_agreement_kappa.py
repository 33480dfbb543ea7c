"""Kappa, its error and interval: against published examples, other programs, and its own laws."""

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import cohens_kappa

from trek_core.agreement import (
    AgreementResult,
    compute_agreement,
    compute_percent_agreement,
    compute_wilson,
)

DATA = Path(__file__).parents[1] / "data" / "statistics"
Z = 1.959963984540054  # the 97.5 % point of the normal distribution

square_tables = st.integers(2, 5).flatmap(
    lambda size: arrays(np.int64, (size, size), elements=st.integers(0, 12))
)


def read_examples(name, *statistics):
    """The worked examples of one file that are about `statistics`, each with its name as id."""
    examples = json.loads((DATA / f"{name}.json").read_text("utf-8"))
    return [
        pytest.param(example, id=example["name"])
        for example in examples
        if example["statistic"] in statistics
    ]


@pytest.mark.parametrize("example", read_examples("cohen_kappa", "cohen_kappa"))
def test_kappa_comes_out_as_published(example):
    result = compute_agreement(example["input"]["table"])
    assert result.value == pytest.approx(example["expected"], abs=example["tolerance"])


@pytest.mark.parametrize("example", read_examples("cohen_kappa_se_ci", "kappa_ase"))
def test_the_standard_error_comes_out_as_published(example):
    result = compute_agreement(example["input"]["table"])
    assert result.se == pytest.approx(example["expected"], abs=example["tolerance"])


@pytest.mark.parametrize("example", read_examples("cohen_kappa_se_ci", "kappa_ci95_wald"))
def test_value_and_error_give_the_published_wald_interval(example):
    result = compute_agreement(example["input"]["table"])
    ends = [result.value - Z * result.se, result.value + Z * result.se]
    assert ends == pytest.approx(example["expected"], abs=example["tolerance"])


@pytest.mark.parametrize("example", read_examples("wilson", "wilson_ci"))
def test_the_wilson_interval_comes_out_as_published(example):
    k, n, confidence = (example["input"][key] for key in ("k", "n", "confidence"))
    interval = compute_wilson(k, n, confidence)
    assert interval == pytest.approx(example["expected"], abs=example["tolerance"])


def test_a_wilson_interval_ends_exactly_at_none_and_at_all():
    assert compute_wilson(0, 20)[0] == 0.0
    assert compute_wilson(10, 10)[1] == 1.0


@pytest.mark.parametrize(("k", "n"), [(-1, 3), (4, 3), (0, 0)])
def test_a_proportion_that_is_none_is_refused(k, n):
    with pytest.raises(ValueError, match=f"found {k} of {n}"):
        compute_wilson(k, n)


@pytest.mark.parametrize("seed", range(40))
def test_scikit_learn_and_statsmodels_agree_on_random_tables(seed):
    random = np.random.default_rng(seed)
    size = int(random.integers(2, 10))
    table = random.integers(0, 12, (size, size)) + np.diag(random.integers(1, 40, size))
    rows, columns = np.indices(table.shape)
    first, second = np.repeat(rows, table.ravel()), np.repeat(columns, table.ravel())
    result = compute_agreement(table)
    assert result.value == pytest.approx(cohen_kappa_score(first, second), abs=1e-12)
    assert result.se == pytest.approx(cohens_kappa(table).std_kappa, abs=1e-12)


def test_the_interval_is_wilsons_carried_over_with_chance_agreement_held_fixed():
    # By hand: p_o = 70/100, rows and columns 50/50, so p_e = .5 and kappa = .4.
    # Wilson for 70 of 100 is [.6042, .7811]; (p - .5) / .5 gives [.2083, .5621].
    result = compute_agreement([[35, 15], [15, 35]])
    assert (result.p_o, result.p_e) == (0.7, 0.5)
    assert result.value == pytest.approx(0.4)
    assert result.p_o_ci == pytest.approx((0.6042, 0.7811), abs=5e-5)
    assert result.ci == pytest.approx((0.2083, 0.5621), abs=1e-4)
    assert result.ci_method == "Wilson score on p_o, p_e held fixed"


def test_without_a_case_nothing_is_defined():
    for compute in (compute_agreement, compute_percent_agreement):
        result = compute(np.zeros((9, 9), dtype=int), excluded={"human_pending": 3})
        assert (result.value, result.n, result.reason) == (None, 0, "no_pairs")
        assert (result.p_o, result.p_o_ci, result.p_e, result.se, result.ci) == (None,) * 5
        assert result.ci_method is None
        assert result.excluded == {"human_pending": 3}


def test_one_category_for_both_raters_keeps_the_agreement_but_has_no_kappa():
    result = compute_agreement([[0, 0], [0, 40]])
    assert (result.value, result.reason, result.se, result.ci) == (
        None,
        "single_category",
        None,
        None,
    )
    assert (result.p_o, result.p_e, result.n) == (1.0, 1.0, 40)
    assert result.p_o_ci == compute_wilson(40, 40)


def test_two_raters_constant_on_different_categories_have_kappa_zero():
    result = compute_agreement([[0, 40], [0, 0]])
    assert (result.value, result.p_o, result.p_e) == (0.0, 0.0, 0.0)
    assert "one_rater_constant" in result.warnings


def test_a_constant_rater_keeps_its_zero_and_is_warned_of():
    result = compute_agreement([[0, 0], [10, 30]])
    assert result.value == 0.0
    assert result.warnings == ("one_rater_constant", "rare_label")


def test_perfect_agreement_has_error_zero_and_an_interval_all_the_same():
    result = compute_agreement([[20, 0], [0, 20]])
    assert (result.value, result.se, result.ci[1]) == (1.0, 0.0, 1.0)
    assert result.ci[0] < 0.9
    assert result.warnings == ("perfect_agreement_se_zero",)


@given(st.lists(st.integers(1, 200), min_size=2, max_size=9))
def test_perfect_agreement_is_never_nan(diagonal):
    result = compute_agreement(np.diag(diagonal))
    assert (result.value, result.se) == (1.0, pytest.approx(0.0, abs=1e-7))


@pytest.mark.parametrize(("n", "warned"), [(29, True), (30, False)])
def test_a_figure_from_under_thirty_cases_is_marked_small(n, warned):
    table = [[n - 15, 0], [1, 14]]
    for compute in (compute_agreement, compute_percent_agreement):
        assert ("small_n" in compute(table).warnings) is warned


@pytest.mark.parametrize(
    ("table", "warned"),
    [
        ([[40, 1], [0, 4]], True),  # the first rater used the second category four times
        ([[40, 0], [1, 4]], True),  # the second rater did
        ([[40, 0], [0, 5]], False),
        ([[40, 0, 0], [0, 5, 0], [0, 0, 0]], False),  # nobody used the third
        ([[40, 5, 0], [0, 5, 0], [0, 9, 0]], True),  # one rater never used the third
    ],
)
def test_a_label_that_occurs_but_under_five_times_for_a_rater_is_rare(table, warned):
    assert ("rare_label" in compute_agreement(table).warnings) is warned


@pytest.mark.parametrize(
    ("table", "offender"),
    [
        ([[1, -2], [0, 3]], r"table\[0\]\[1\]: found .*-2"),
        ([[1, 2], [math.nan, 3]], r"table\[1\]\[0\]: found .*nan"),
        ([[1, 2], [0, math.inf]], r"table\[1\]\[1\]: found .*inf"),
        ([[1, 2], [0.5, 3]], r"table\[1\]\[0\]: found .*0.5"),
        ([[1, 2], [0, 10**30]], r"table\[1\]\[1\]: found .*10{30}"),
        ([[1, None], [0, 3]], r"table\[0\]\[1\]: found None"),
        ([["1", "2"], ["0", "3"]], r"table\[0\]\[0\]: found .*1"),
        ([[True, False], [False, True]], r"table\[0\]\[0\]: found .*True"),
        ([[1, 2, 3], [4, 5, 6]], r"shape \(2, 3\)"),
        ([1, 2], r"shape \(2,\)"),
        ([[1, 2], [3]], "different lengths"),
    ],
)
def test_a_malformed_table_is_refused_by_naming_the_offender(table, offender):
    for compute in (compute_agreement, compute_percent_agreement):
        with pytest.raises(ValueError, match=offender):
            compute(table)


def test_whole_numbers_written_as_floats_are_counts():
    assert compute_agreement([[3.0, 1.0], [0.0, 4.0]]) == compute_agreement([[3, 1], [0, 4]])


def figures(result: AgreementResult):
    """Everything of a result that does not depend on the order of categories or raters."""
    numbers = [result.value, result.p_o, result.p_e, result.se, *(result.ci or ())]
    return (
        [None if number is None else pytest.approx(number, abs=1e-7) for number in numbers],
        result.n,
        result.reason,
        result.warnings,
    )


@given(square_tables)
def test_swapping_the_raters_changes_nothing(table):
    assert figures(compute_agreement(table.T)) == figures(compute_agreement(table))


@given(square_tables, st.randoms(use_true_random=False))
def test_reordering_the_categories_changes_nothing(table, random):
    order = random.sample(range(len(table)), len(table))
    assert figures(compute_agreement(table[np.ix_(order, order)])) == figures(
        compute_agreement(table)
    )


@given(square_tables)
def test_a_category_that_nobody_used_changes_nothing(table):
    assert figures(compute_agreement(np.pad(table, (0, 1)))) == figures(compute_agreement(table))


@given(square_tables)
def test_a_value_lies_inside_its_interval_or_has_a_reason(table):
    for compute in (compute_agreement, compute_percent_agreement):
        result = compute(table)
        assert (result.value is None) == (result.reason is not None)
        if result.value is not None:
            low, high = result.ci
            assert -1 <= low <= result.value <= high <= 1
        numbers = [result.value, result.p_o, result.p_e, result.se, *(result.ci or ())]
        assert all(math.isfinite(number) for number in numbers if number is not None)

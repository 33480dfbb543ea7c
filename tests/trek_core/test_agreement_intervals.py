"""Intervals of proportions and of kappa, plain, modified and by bootstrap."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.proportion import proportion_confint

from trek_core.agreement import (
    VIEW_CATEGORIES,
    Resampling,
    compute_agreement,
    compute_bootstrap,
    compute_bootstrap_by_question,
    compute_modified_wilson,
    compute_share,
    compute_view,
    compute_wilson,
    plain_reading,
)
from trek_core.agreement.statistics.bootstrap import compute_kappas


@given(st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_is_that_of_statsmodels_and_the_modified_one_never_narrower(part):
    k, n = part
    plain = compute_wilson(k, n)
    other = proportion_confint(k, n, method="wilson")
    assert plain == pytest.approx(other, abs=1e-12)
    low, high = compute_modified_wilson(k, n)
    assert 0 <= low <= plain[0] <= k / n <= plain[1] <= high <= 1


def test_two_disagreements_in_twenty_end_where_the_poisson_limit_does():
    # Two events or more have the probability .05 at mean .3554: exp(-m) (1 + m) = .95.
    mean = 0.35536
    assert math.exp(-mean) * (1 + mean) == pytest.approx(0.95, abs=1e-5)
    assert compute_modified_wilson(18, 20)[1] == pytest.approx(1 - mean / 20, abs=1e-5)
    assert compute_modified_wilson(18, 20)[0] == compute_wilson(18, 20)[0]
    assert compute_modified_wilson(2, 20)[0] == pytest.approx(mean / 20, abs=1e-5)


@pytest.mark.parametrize(
    ("agreeing", "n", "is_modified"),
    [(20, 20, False), (19, 20, True), (18, 20, True), (17, 20, False), (50, 53, True),
     (49, 53, False), (0, 20, False), (2, 20, True)],
)  # fmt: skip
def test_the_method_says_where_the_interval_departs_from_wilson(agreeing, n, is_modified):
    half = agreeing // 2
    result = compute_agreement([[half, n - agreeing], [0, agreeing - half]])
    expected = "modified Wilson score on p_o, p_e held fixed"
    assert (result.ci_method == expected) is is_modified
    assert is_modified or result.ci_method == "Wilson score on p_o, p_e held fixed"
    assert ", score)" in plain_reading(result)
    # The interval shown for agreement itself stays Wilson's.
    assert result.p_o_ci == compute_wilson(agreeing, n)


def test_a_share_of_repeated_runs_has_its_wilson_interval():
    # By hand: 4 of 5 runs fail again.
    share = compute_share(4, 5)
    assert share.value == 0.8
    assert share.details["ci"] == compute_wilson(4, 5)


def draw_joint(seed, n=200):
    random = np.random.default_rng(seed)
    shares = random.dirichlet(np.ones(9))
    true = 0.8 * np.diag(shares) + 0.2 * np.outer(shares, shares)
    return random.multinomial(n, true.ravel()).reshape(9, 9)


def test_kappas_of_many_tables_are_those_of_each():
    tables = np.array([draw_joint(seed, 40) for seed in range(20)], dtype=float)
    expected = [compute_agreement(table.astype(int)).value for table in tables]
    assert compute_kappas(tables).tolist() == pytest.approx(expected, abs=1e-12)


def test_the_bootstrap_is_a_slow_loop_over_cases_up_to_chance():
    table = draw_joint(1)
    rows, columns = np.indices(table.shape)
    first, second = np.repeat(rows, table.ravel()), np.repeat(columns, table.ravel())
    random = np.random.default_rng(5)
    kappas = []
    for _ in range(1500):
        drawn = random.integers(0, len(first), len(first))
        kappas.append(cohen_kappa_score(first[drawn], second[drawn]))
    joint = compute_bootstrap(table)[0]
    assert joint.ci == pytest.approx(np.quantile(kappas, [0.025, 0.975]), abs=0.015)
    assert (joint.view, joint.drawn, joint.resamples) == ("joint", "cases", 2000)


def test_one_seed_gives_one_interval_and_every_view_has_one():
    table = draw_joint(2)
    intervals = compute_bootstrap(table)
    assert intervals == compute_bootstrap(table)
    assert intervals != compute_bootstrap(table, Resampling(seed=7))
    assert [each.view for each in intervals] == list(VIEW_CATEGORIES)
    for each in intervals:
        assert each.value == compute_agreement(compute_view(table, each.view)).value
        assert each.ci[0] <= each.value <= each.ci[1]
        assert each.to_json()["ci_method"] == "percentile bootstrap"


def test_questions_put_to_several_systems_widen_the_interval():
    tables = [draw_joint(seed, 1) * 6 for seed in range(60)]
    by_case = compute_bootstrap(sum(tables))[0]
    by_question = compute_bootstrap_by_question(tables)[0]
    assert by_question.drawn == "questions"
    assert by_question.value == by_case.value
    width = [each.ci[1] - each.ci[0] for each in (by_case, by_question)]
    # Six cases that always go together carry the information of one: sqrt(6) = 2.4.
    assert width[1] / width[0] == pytest.approx(math.sqrt(6), rel=0.15)


def test_drawing_questions_of_one_case_is_drawing_cases():
    tables = [draw_joint(seed, 1) for seed in range(80)]
    by_question = compute_bootstrap_by_question(tables, Resampling(4000))[0]
    by_case = compute_bootstrap(sum(tables), Resampling(4000))[0]
    assert by_question.ci == pytest.approx(by_case.ci, abs=0.02)


def test_resamples_without_a_kappa_are_left_out_and_told():
    table = np.zeros((9, 9), dtype=int)
    table[0, 0], table[1, 1] = 9, 1
    joint = compute_bootstrap(table)[0]
    # No draw of the single case: .9^10 = .349.
    assert joint.undefined_share == pytest.approx(0.9**10, abs=0.04)
    assert joint.warnings == ("bootstrap_undefined_share",)
    assert joint.ci == (1.0, 1.0)


def test_a_view_without_a_kappa_has_no_interval_but_its_reason():
    table = np.zeros((9, 9), dtype=int)
    table[0, 0], table[1, 1] = 9, 5
    retrieval = compute_bootstrap(table)[1]
    assert (retrieval.view, retrieval.value, retrieval.ci) == ("retrieval", None, None)
    assert (retrieval.reason, retrieval.warnings) == ("single_category", ())


def test_what_cannot_be_resampled_is_refused():
    with pytest.raises(ValueError, match="resamples: found 0"):
        Resampling(0)
    with pytest.raises(ValueError, match="confidence: found 95"):
        Resampling(confidence=95)
    with pytest.raises(ValueError, match=r"question 1: table: found shape \(2, 2\)"):
        compute_bootstrap_by_question([draw_joint(1), [[1, 2], [3, 4]]])


@settings(max_examples=20)
@given(st.integers(0, 1000), st.integers(1, 40))
def test_a_bootstrap_interval_is_never_nan(seed, n):
    for each in compute_bootstrap(draw_joint(seed, n), Resampling(60)):
        assert (each.value is None) == (each.reason is not None)
        assert each.ci is None or all(map(math.isfinite, each.ci))

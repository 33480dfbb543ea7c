"""Each statistic against an independent implementation on random data."""

from fractions import Fraction
from itertools import permutations, product
from math import comb

import numpy as np
import pytest
import scipy.stats
import sklearn.metrics
from statsmodels.stats import contingency_tables, inter_rater

from trek_core.agreement import (
    JACCARD,
    MASI,
    NOMINAL,
    Discordance,
    adjust_holm,
    compute_agreement,
    compute_alpha_of_coders,
    compute_alpha_of_table,
    compute_bennett_s,
    compute_cochran_p,
    compute_cochran_q,
    compute_dkpro_masi_distance,
    compute_fleiss_category,
    compute_fleiss_kappa,
    compute_gwet_ac1,
    compute_jaccard_distance,
    compute_kappa_error,
    compute_kappa_max,
    compute_kappa_null_error,
    compute_kappa_p,
    compute_kappa_wald,
    compute_kappa_z,
    compute_masi_distance,
    compute_mcnemar_chi2,
    compute_mcnemar_exact,
    compute_mcnemar_midp,
    compute_one_vs_rest,
    compute_phi,
    compute_phi_stars,
    compute_randolph_kappa,
    compute_scott_pi,
    count_ratings,
)

SEEDS = range(25)


def draw_table(seed, size=None):
    random = np.random.default_rng(seed)
    size = size or int(random.integers(2, 7))
    return random.integers(0, 12, (size, size)) + np.diag(random.integers(1, 30, size))


def list_answers(table):
    """Each rater's answers, one a case."""
    rows, columns = np.indices(table.shape)
    return np.repeat(rows, table.ravel()), np.repeat(columns, table.ravel())


def near(value):
    return pytest.approx(value, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_errors_z_p_and_wald_interval_are_those_of_statsmodels(seed):
    table = draw_table(seed)
    other = inter_rater.cohens_kappa(table)
    assert compute_kappa_error(table).value == near(other.std_kappa)
    assert compute_kappa_null_error(table).value == near(other.std_kappa0)
    assert compute_kappa_z(table).value == near(other.z_value)
    assert compute_kappa_p(table).value == near(other.pvalue_two_sided)
    assert compute_kappa_wald(table).value == near((other.kappa_low, other.kappa_upp))
    assert compute_kappa_max(table).value == near(other.kappa_max)


@pytest.mark.parametrize("seed", SEEDS)
def test_one_category_against_the_others_is_scikit_learns_kappa_of_yes_and_no(seed):
    table = draw_table(seed)
    first, second = list_answers(table)
    for category in range(len(table)):
        expected = sklearn.metrics.cohen_kappa_score(first == category, second == category)
        assert compute_one_vs_rest(table, category).value == near(expected)


def chance_by_hand(table, share_of_pair):
    """(p_o - p_e) / (1 - p_e) in exact fractions, p_e summed over categories."""
    n = int(table.sum())
    shares = [Fraction(int(table[k].sum() + table[:, k].sum()), 2 * n) for k in range(len(table))]
    p_e = sum(map(share_of_pair, shares))
    p_o = Fraction(int(table.trace()), n)
    return float((p_o - p_e) / (1 - p_e))


@pytest.mark.parametrize("seed", SEEDS)
def test_scotts_pi_bennetts_s_and_ac1_are_their_formulas_in_exact_fractions(seed):
    table = draw_table(seed)
    for q in (len(table), 9):
        ac1 = chance_by_hand(table, lambda share, q=q: share * (1 - share) / (q - 1))
        assert compute_gwet_ac1(table, categories=q).value == near(ac1)
        evenly = Fraction(1, q) / len(table)
        s = chance_by_hand(table, lambda _, evenly=evenly: evenly)
        assert compute_bennett_s(table, categories=q).value == near(s)
    assert compute_scott_pi(table).value == near(chance_by_hand(table, lambda share: share**2))


@pytest.mark.parametrize("seed", SEEDS)
def test_fleiss_and_randolph_are_those_of_statsmodels(seed):
    random = np.random.default_rng(seed)
    units = random.integers(0, 4, (12, int(random.integers(2, 6)))).tolist()
    ratings = count_ratings(units, range(4))
    counts, _ = inter_rater.aggregate_raters(np.array(units), 4)
    assert compute_fleiss_kappa(ratings).value == near(inter_rater.fleiss_kappa(counts))
    randolph = inter_rater.fleiss_kappa(counts, method="randolph")
    assert compute_randolph_kappa(ratings).value == near(randolph)
    for category in range(4):
        yes_or_no = np.stack([counts[:, category], counts.sum(axis=1) - counts[:, category]], 1)
        expected = inter_rater.fleiss_kappa(yes_or_no)
        assert compute_fleiss_category(ratings, category).value == near(expected)


def alpha_by_pairs(coders, distance):
    """Krippendorff's alpha by looking at every two answers, in plain loops."""
    units = [
        [answer for answer in unit if answer is not None] for unit in zip(*coders, strict=True)
    ]
    units = [unit for unit in units if len(unit) > 1]
    answers = [answer for unit in units for answer in unit]
    observed = sum(
        distance(a, b) / (len(unit) - 1) for unit in units for a, b in permutations(unit, 2)
    ) / len(answers)
    expected = sum(distance(a, b) for a, b in permutations(answers, 2))
    return 1 - observed / (expected / (len(answers) * (len(answers) - 1)))


@pytest.mark.parametrize("seed", SEEDS)
def test_nominal_alpha_with_missing_answers_is_the_slow_loop_over_pairs(seed):
    random = np.random.default_rng(seed)
    coders = [
        [None if random.random() < 0.3 else "abcd"[random.integers(4)] for _ in range(15)]
        for _ in range(int(random.integers(2, 5)))
    ]
    expected = alpha_by_pairs(coders, lambda a, b: float(a != b))
    assert compute_alpha_of_coders(coders, NOMINAL).value == near(expected)


def masi_by_cases(a, b):
    """1 - J * M with M looked up case by case."""
    if a == b:
        return 0.0
    monotonicity = 2 / 3 if a < b or b < a else 1 / 3 if a & b else 0
    return 1 - len(a & b) / len(a | b) * monotonicity


@pytest.mark.parametrize("seed", SEEDS)
def test_alpha_of_sets_is_the_slow_loop_over_pairs(seed):
    random = np.random.default_rng(seed)
    sets = [frozenset(chosen) for chosen in ("", "a", "b", "ab", "abc", "cd")]
    coders = [
        [None if random.random() < 0.2 else sets[random.integers(6)] for _ in range(12)]
        for _ in range(3)
    ]
    assert compute_alpha_of_coders(coders, MASI).value == near(
        alpha_by_pairs(coders, masi_by_cases)
    )
    jaccard = alpha_by_pairs(coders, compute_jaccard_distance)
    assert compute_alpha_of_coders(coders, JACCARD).value == near(jaccard)


def test_the_two_masi_formulas_differ_and_empty_sets_are_equal():
    pairs = list(product(map(frozenset, ("", "a", "ab", "bc")), repeat=2))
    for a, b in pairs:
        assert compute_masi_distance(a, b) == near(masi_by_cases(a, b))
        assert compute_dkpro_masi_distance(a, b) == compute_dkpro_masi_distance(b, a)
    assert compute_dkpro_masi_distance(frozenset("a"), frozenset("ab")) == near(1 / 2 * 1 / 3)
    assert compute_masi_distance(frozenset("a"), frozenset("ab")) == near(1 - 1 / 2 * 2 / 3)
    assert compute_masi_distance(frozenset(), frozenset()) == 0


def test_alpha_of_a_table_is_that_of_its_answers():
    table = draw_table(3)
    first, second = list_answers(table)
    by_answers = compute_alpha_of_coders([first.tolist(), second.tolist()])
    assert compute_alpha_of_table(table).value == near(by_answers.value)


@pytest.mark.parametrize("seed", SEEDS)
def test_mcnemar_is_that_of_statsmodels(seed):
    random = np.random.default_rng(seed)
    b, c = (int(count) for count in random.integers(1, 40, 2))
    table, cases = [[5, b], [c, 7]], Discordance(b, c, b + c + 12)
    exact = contingency_tables.mcnemar(table, exact=True).pvalue
    assert compute_mcnemar_exact(cases).value == near(exact)
    for continuity in (False, True):
        other = contingency_tables.mcnemar(table, exact=False, correction=continuity)
        ours = compute_mcnemar_chi2(cases, continuity=continuity)
        assert (ours.value, ours.details["p"]) == (near(other.statistic), near(other.pvalue))


@pytest.mark.parametrize(("b", "c"), [(1, 7), (4, 2), (3, 3), (0, 5)])
def test_midp_counts_what_is_more_extreme_and_half_of_what_is_as_extreme(b, c):
    n = b + c
    weights = [Fraction(comb(n, k), 2**n) for k in range(n + 1)]
    more = sum(w for k, w in enumerate(weights) if abs(2 * k - n) > abs(b - c))
    equal = sum(w for k, w in enumerate(weights) if abs(2 * k - n) == abs(b - c))
    assert compute_mcnemar_midp(Discordance(b, c)).value == near(float(more + equal / 2))


@pytest.mark.parametrize("seed", SEEDS)
def test_cochrans_q_is_that_of_statsmodels(seed):
    answers = np.random.default_rng(seed).integers(0, 2, (20, 4))
    other = contingency_tables.cochrans_q(answers)
    assert compute_cochran_q(answers.tolist()).value == near(other.statistic)
    assert compute_cochran_p(answers.tolist()).value == near(other.pvalue)


@pytest.mark.parametrize("seed", SEEDS)
def test_phi_is_matthews_correlation_and_its_p_that_of_chi_square(seed):
    table = draw_table(seed, 2)
    first, second = list_answers(table)
    phi = compute_phi(table)
    assert phi.value == near(sklearn.metrics.matthews_corrcoef(first, second))
    p = float(scipy.stats.chi2_contingency(table, correction=False).pvalue)
    stars = compute_phi_stars(phi.value, phi.n)
    assert stars.details["p"] == near(p)
    assert stars.value == (p < 0.05) + (p < 0.01) + (p < 0.001)


@pytest.mark.parametrize("seed", SEEDS)
def test_holm_is_its_definition_step_by_step(seed):
    p_values = np.random.default_rng(seed).random(6).round(2).tolist()
    expected, highest = [0.0] * 6, 0.0
    for step, position in enumerate(sorted(range(6), key=lambda place: p_values[place])):
        highest = max(highest, min(1.0, (6 - step) * p_values[position]))
        expected[position] = highest
    result = adjust_holm(p_values)
    assert result.value == near(tuple(expected))
    assert result.details["family"] == 6


def test_two_raters_alpha_pi_and_kappa_lie_near_each_other_on_many_cases():
    table = draw_table(1, 3) * 1000
    values = [compute(table).value for compute in (compute_agreement, compute_scott_pi)] + [
        compute_alpha_of_table(table).value
    ]
    assert max(values) - min(values) < 0.02

"""Laws that every statistic of a table keeps, and the figures of the paper."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from trek_core.agreement import compute_statistic

DATA = Path(__file__).parents[1] / "data" / "statistics"

square_tables = st.integers(2, 4).flatmap(
    lambda size: arrays(np.int64, (size, size), elements=st.integers(0, 9))
)
matrices = arrays(
    np.int64, st.tuples(st.integers(1, 8), st.integers(2, 4)), elements=st.integers(0, 1)
)
OF_ANY_TABLE = (
    "percent_agreement",
    "cohen_kappa",
    "kappa_ase",
    "kappa_ase0",
    "kappa_z0",
    "kappa_p_two_sided",
    "kappa_max",
    "scott_pi",
    "bennett_s_brennan_prediger",
    "gwet_ac1",
    "fleiss_kappa",
    "krippendorff_alpha_nominal",
)
OVER_DECLARED = ("bennett_s_brennan_prediger", "gwet_ac1")

statistics = st.sampled_from(OF_ANY_TABLE)


def compute(name, table):
    result = compute_statistic(name, {"table": table.tolist()})
    value = result["value"]
    return None if value is None else pytest.approx(value, abs=1e-7), result["reason"]


@given(statistics, square_tables)
def test_swapping_the_raters_changes_nothing(name, table):
    assert compute(name, table.T) == compute(name, table)


@given(statistics, square_tables, st.randoms(use_true_random=False))
def test_reordering_the_categories_changes_nothing(name, table, random):
    order = random.sample(range(len(table)), len(table))
    assert compute(name, table[np.ix_(order, order)]) == compute(name, table)


@given(statistics.filter(lambda name: name not in OVER_DECLARED), square_tables)
def test_a_category_that_nobody_used_changes_nothing(name, table):
    assert compute(name, np.pad(table, (0, 1))) == compute(name, table)


@pytest.mark.parametrize("name", OVER_DECLARED)
def test_a_declared_category_that_nobody_used_counts_in_ac1_and_s(name):
    table = [[20, 4], [6, 10]]
    padded = np.pad(table, (0, 1)).tolist()
    declared = compute_statistic(name, {"table": table, "q": 3})["value"]
    assert declared == compute_statistic(name, {"table": padded})["value"]
    assert declared != compute_statistic(name, {"table": table})["value"]


@given(st.sampled_from(("cohen_kappa", "scott_pi", *OVER_DECLARED)), square_tables)
def test_a_value_lies_inside_its_interval(name, table):
    result = compute_statistic(name, {"table": table.tolist()})
    if result["value"] is not None:
        low, high = result["ci"]
        assert -1 <= low <= result["value"] <= high <= 1


@given(square_tables)
def test_kappa_never_passes_its_ceiling(table):
    highest = compute_statistic("kappa_max", {"table": table.tolist()})
    assert highest["value"] is None or highest["kappa"] <= highest["value"] <= 1


@settings(max_examples=25)
@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), max_size=25))
def test_a_table_built_pair_by_pair_equals_the_table_built_at_once(pairs):
    table = np.zeros((3, 3), dtype=int)
    for first, second in pairs:
        table["abc".index(first), "abc".index(second)] += 1
    for name in OF_ANY_TABLE:
        at_once = compute_statistic(name, {"pairs": pairs_of(pairs), "categories": list("abc")})
        assert at_once == compute_statistic(name, {"table": table.tolist()})


def pairs_of(pairs):
    return [list(pair) for pair in pairs]


@given(matrices)
def test_two_conditions_make_cochrans_q_mcnemars_chi_square(matrix):
    first, second = matrix[:, 0], matrix[:, 1]
    b, c = int((first > second).sum()), int((first < second).sum())
    q = compute_statistic("cochran_q", {"matrix": matrix[:, :2].tolist()})
    chi2 = compute_statistic("mcnemar_chi2", {"b": b, "c": c})
    assert q["reason"] == chi2["reason"]
    assert q["value"] == (None if chi2["value"] is None else pytest.approx(chi2["value"]))


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_holm_keeps_the_order_and_only_raises(p_values):
    adjusted = compute_statistic("holm_adjusted", {"p": p_values})["value"]
    ordered = [each for _, each in sorted(zip(p_values, adjusted, strict=True))]
    assert ordered == sorted(ordered)
    assert all(p <= each <= 1 for p, each in zip(p_values, adjusted, strict=True))


@given(st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_a_printed_percentage_is_within_half_a_decimal(part):
    k, n = part
    [printed] = compute_statistic("percent_one_decimal", [{"k": k, "n": n}])["value"]
    tenths = int(printed.replace(".", ""))
    assert abs(tenths * n - 1000 * k) * 2 <= n


def find_example(file, name):
    examples = json.loads((DATA / file).read_text("utf-8"))
    return next(each for each in examples if each["name"] == name)


def test_the_papers_mcnemar_figures_come_out():
    # TrekTrace A.4.2: p = .0074 and p = 3.81e-6 after Holm.
    example = find_example("trek_paper.json", "trek_a42_full")
    value = compute_statistic("holm_mcnemar_exact", example["input"])["value"]
    assert value["p_holm_printed"] == ["0.0074", "3.81e-06"]


def test_the_papers_cochran_figures_come_out():
    # TrekTrace A.3: Q(3) = 2.19, p = .534 over 64 questions and four numbers of distractors.
    example = find_example("cochran_q.json", "trek_a3_distractor_count_p")
    q = compute_statistic("cochran_q", example["input"])
    assert (f"{q['value']:.2f}", q["df"], f"{q['p']:.3f}", q["n"]) == ("2.19", 3, "0.534", 64)


def test_the_papers_kappa_comes_out_on_a_table_of_94_cases():
    # TrekTrace B.7.
    example = find_example("multilabel_trek.json", "trek94_joint_kappa_930")
    value = compute_statistic("multilabel_views", example["input"])["value"]
    assert (value["n"], f"{value['kappa_joint']:.3f}") == (94, "0.930")

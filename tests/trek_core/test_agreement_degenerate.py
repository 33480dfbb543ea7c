"""Where a statistic does not exist it says why; where it only looks odd it keeps its value."""

import numpy as np
import pytest

from trek_core.agreement import (
    Figure,
    Resampling,
    compute_bootstrap,
    compute_bootstrap_by_question,
    compute_statistic,
)
from trek_core.taxonomy import LABEL_SETS

NOBODY = {"table": [[0, 0], [0, 0]]}
ONE_LABEL = {"table": [[9, 0], [0, 0]]}
CONSTANT = {"table": [[6, 0], [3, 0]]}
PERFECT = {"table": [[6, 0], [0, 3]]}
NO_DISCORDANT = {"table": [[5, 0], [0, 3]]}
OF_A_TABLE = [
    "cohen_kappa",
    "kappa_ase",
    "kappa_ase0",
    "kappa_z0",
    "kappa_p_two_sided",
    "kappa_ci95_wald",
    "kappa_max",
    "scott_pi",
    "fleiss_kappa",
    "krippendorff_alpha_nominal",
]

UNDEFINED = [
    *((name, NOBODY, "no_pairs") for name in OF_A_TABLE),
    *((name, ONE_LABEL, "single_category") for name in OF_A_TABLE),
    *((name, NOBODY, "no_pairs") for name in ("percent_agreement", "pabak", "gwet_ac1", "phi")),
    *((name, NOBODY, "no_pairs") for name in ("bennett_s_brennan_prediger", "mcnemar_exact_p")),
    *((name, NOBODY, "no_pairs") for name in ("mcnemar_midp", "mcnemar_chi2", "mcnemar_chi2_cc")),
    ("gwet_ac1", {"table": [[4]]}, "single_category"),
    ("bennett_s_brennan_prediger", {"table": [[4]], "q": 1}, "single_category"),
    ("kappa_one_vs_rest", {"table": [[3, 0, 0], [1, 2, 0], [0, 0, 0]], "category": 2},
     "single_category"),
    ("kappa_z0", CONSTANT, "zero_margin"),
    ("kappa_p_two_sided", CONSTANT, "zero_margin"),
    ("kappa_z0", {"table": [[0, 7], [0, 0]]}, "zero_margin"),
    ("phi", CONSTANT, "zero_margin"),
    ("phi", ONE_LABEL, "zero_margin"),
    ("phi_significance_stars", {"phi": 0.0, "n": 0}, "no_pairs"),
    ("mcnemar_chi2", NO_DISCORDANT, "all_rows_concordant"),
    ("mcnemar_chi2_cc", NO_DISCORDANT, "all_rows_concordant"),
    ("mcnemar_chi2", {"b": 0, "c": 0}, "all_rows_concordant"),
    ("cochran_q", {"matrix": []}, "no_pairs"),
    ("cochran_q", {"matrix": [[1], [0]]}, "fewer_than_two_raters"),
    ("cochran_q", {"matrix": [[1, 1], [0, 0]]}, "all_rows_concordant"),
    ("cochran_q_p", {"matrix": [[1, 1], [0, 0]]}, "all_rows_concordant"),
    ("fleiss_kappa", {"ratings_items_x_raters": []}, "no_pairs"),
    ("fleiss_kappa", {"ratings_items_x_raters": [[None, None]]}, "no_pairs"),
    ("fleiss_kappa", {"ratings_items_x_raters": [[1], [2]]}, "fewer_than_two_raters"),
    ("fleiss_kappa", {"ratings_items_x_raters": [[1, 2], [1, None]]}, "unequal_ratings"),
    ("fleiss_kappa", {"counts_items_x_categories": [[2, 1], [2, 2]]}, "unequal_ratings"),
    ("fleiss_kappa", {"counts_items_x_categories": [[3, 0], [3, 0]]}, "single_category"),
    ("fleiss_kappa_category", {"counts_items_x_categories": [[3, 0], [3, 0]], "category": 1},
     "single_category"),
    ("randolph_free_kappa", {"ratings_items_x_raters": [[1, 1]], "q": 1}, "single_category"),
    ("krippendorff_alpha_nominal", {"coders_x_units": []}, "no_pairs"),
    ("krippendorff_alpha_nominal", {"coders_x_units": [[], []]}, "no_pairs"),
    ("krippendorff_alpha_nominal", {"coders_x_units": [[1, 2]]}, "fewer_than_two_raters"),
    ("krippendorff_alpha_nominal", {"coders_x_units": [[1, None], [None, 1]]},
     "no_unit_with_two_ratings"),
    ("krippendorff_alpha_nominal", {"coders_x_units": [[1, 1, 2], [1, 1, None]]},
     "single_category"),
    ("krippendorff_alpha_masi", {"coders_x_units_sets": [[["a"]], [["a"]]]}, "single_category"),
    ("krippendorff_alpha_jaccard", {"coders_x_units_sets": [[None], [["a"]]]},
     "no_unit_with_two_ratings"),
    ("holm_adjusted", {"p": []}, "empty_group"),
    ("holm_mcnemar_exact", {"tests": []}, "empty_group"),
    ("wilson_ci", {"k": 0, "n": 0}, "empty_group"),
    ("percent_one_decimal", [{"k": 0, "n": 0}], "empty_group"),
    ("adt_score", {"answerable": [{"acc": 5, "n": 3}], "unanswerable": []}, "empty_group"),
    ("adt_score", {"answerable": [{"acc": 5, "n": 0}], "unanswerable": [{"acc": 5, "n": 3}]},
     "empty_group"),
]  # fmt: skip

ODD = [
    ("cohen_kappa", CONSTANT, 0.0, "one_rater_constant"),
    ("kappa_ase", PERFECT, 0.0, "perfect_agreement_se_zero"),
    ("kappa_ci95_wald", PERFECT, [1.0, 1.0], "perfect_agreement_se_zero"),
    ("mcnemar_exact_p", NO_DISCORDANT, 1.0, "no_discordant_pairs"),
    ("mcnemar_exact_p", {"b": 0, "c": 0}, 1.0, "no_discordant_pairs"),
    ("mcnemar_midp", NO_DISCORDANT, 1.0, "no_discordant_pairs"),
    ("wilson_ci", {"k": 3, "n": 3, "confidence": 0.5}, [0.8683, 1.0], "small_n"),
]

DEFINED = [
    ("gwet_ac1", ONE_LABEL, 1.0),
    ("bennett_s_brennan_prediger", ONE_LABEL, 1.0),
    ("pabak", ONE_LABEL, 1.0),
    ("randolph_free_kappa", {"ratings_items_x_raters": [[1, 1]], "q": 2}, 1.0),
    ("fleiss_kappa", {"ratings_items_x_raters": [[1, 1, None], [None, 2, 2]]}, 1.0),
    ("adt_score", {"answerable": [{"acc": 0, "n": 3}], "unanswerable": [{"acc": 0, "n": 1}]}, 0.0),
    ("masi_distance", {"a": [], "b": []}, 0.0),
    ("percent_one_decimal", [{"k": 0, "n": 0}, {"k": 1, "n": 3}], [None, "33.3"]),
    ("multilabel_views", {"cells": []}, {"n": 0}),
]


@pytest.mark.parametrize(("name", "given", "reason"), UNDEFINED)
def test_a_statistic_that_does_not_exist_has_no_value_and_one_reason(name, given, reason):
    result = compute_statistic(name, given)
    assert (result["value"], result["reason"]) == (None, reason)


@pytest.mark.parametrize(("name", "given", "value", "warning"), ODD)
def test_a_warning_keeps_the_value(name, given, value, warning):
    result = compute_statistic(name, given)
    assert result["value"] == pytest.approx(value, abs=1e-4)
    assert warning in result["warnings"]
    assert result["reason"] is None


@pytest.mark.parametrize(("name", "given", "value"), DEFINED)
def test_what_is_defined_at_the_edge_has_its_value(name, given, value):
    assert compute_statistic(name, given)["value"] == value


def test_one_system_without_a_case_leaves_the_others_their_family():
    tests = [
        {"model": "A", "both": 3, "post_only": 13, "upstream_only": 2, "neither": 0},
        {"model": "B", "both": 0, "post_only": 0, "upstream_only": 0, "neither": 0},
    ]
    result = compute_statistic("holm_mcnemar_exact", {"tests": tests})
    assert (result["family"], result["empty_groups"]) == (1, ["B"])
    assert result["value"]["p_holm"] == [pytest.approx(0.00738525390625), None]
    assert result["value"]["post_pct"] == [88.9, None]


def test_percentages_name_their_ties_and_empty_groups():
    parts = [{"k": 36, "n": 64}, {"k": 9, "n": 144}, {"k": 1, "n": 3}, {"k": 0, "n": 0}]
    result = compute_statistic("percent_one_decimal", parts)
    assert result["value"] == ["56.2", "6.3", "33.3", None]
    assert (result["ties"], result["empty_groups"]) == ([0, 1], [3])


def test_the_same_question_in_another_shape_has_the_same_answer():
    pairs = [["a", "a"]] * 6 + [["b", "a"]] * 2 + [["b", "b"]] * 3
    as_table = {"table": [[6, 0], [2, 3]]}
    for name in ("cohen_kappa", "scott_pi", "fleiss_kappa", "krippendorff_alpha_nominal"):
        by_pairs = compute_statistic(name, {"pairs": pairs})
        assert by_pairs["value"] == pytest.approx(compute_statistic(name, as_table)["value"])
    coders = {"coders_x_units": [list(answers) for answers in zip(*pairs, strict=True)]}
    units = {"ratings_items_x_raters": pairs}
    counts = {"counts_items_x_categories": [[2, 0]] * 6 + [[1, 1]] * 2 + [[0, 2]] * 3}
    for name in ("fleiss_kappa", "krippendorff_alpha_nominal"):
        expected = pytest.approx(compute_statistic(name, as_table)["value"])
        for shape in (coders, units, counts):
            assert compute_statistic(name, shape)["value"] == expected


def test_a_figure_is_either_a_finite_value_or_a_reason():
    for value in (float("nan"), (1.0, float("inf")), {"p": float("nan")}):
        with pytest.raises(ValueError, match="expected a finite number"):
            Figure("phi", value, 3)
    with pytest.raises(ValueError, match="either a value or a reason"):
        Figure("phi", None, 3)
    with pytest.raises(ValueError, match="either a value or a reason"):
        Figure("phi", 0.5, 3, "no_pairs")


def test_an_empty_table_has_no_bootstrap_interval():
    for interval in compute_bootstrap([[0] * 9] * 9, Resampling(50)):
        assert (interval.ci, interval.reason) == (None, "no_pairs")


def test_a_joint_table_may_come_whole_and_in_another_order():
    order = [[label_set.retrieval, label_set.post] for label_set in LABEL_SETS]
    table = np.arange(81).reshape(9, 9)
    expected = compute_statistic("multilabel_views", {"table": table.tolist()})["value"]
    turned = {"table": table[::-1, ::-1].tolist(), "label_sets_order": order[::-1]}
    assert compute_statistic("multilabel_views", turned)["value"] == expected
    with pytest.raises(ValueError, match="label_sets_order: expected each of the nine"):
        compute_statistic("multilabel_views", turned | {"label_sets_order": order[1:]})


def test_cells_of_the_same_label_sets_add_up():
    sides = {"retrieval": "none", "post": "Distraction"}
    cell = {"system": sides, "human": sides, "count": 2}
    assert compute_statistic("multilabel_views", {"cells": [cell, cell]})["value"]["n"] == 4


def test_no_question_has_no_bootstrap_interval():
    for interval in compute_bootstrap_by_question([], Resampling(50)):
        assert (interval.ci, interval.reason) == (None, "no_pairs")

"""The 9 x 9 table and its views."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trek_core.agreement import (
    VIEW_CATEGORIES,
    agreement_table,
    compute_agreement,
    compute_percent_agreement,
    compute_view,
    compute_views,
)
from trek_core.errors import UnknownLabelError
from trek_core.taxonomy import LABEL_SETS, Label, LabelSet, parse_label_set

DATA = Path(__file__).parents[1] / "data" / "statistics"
EXAMPLES = json.loads((DATA / "multilabel_trek.json").read_text("utf-8"))
NINE = st.sampled_from(LABEL_SETS)
PAIRS = st.lists(st.tuples(NINE, NINE), max_size=40)

KAPPA_KEYS = {
    "kappa_joint": "joint",
    "kappa_retrieval": "retrieval",
    "kappa_post": "post",
    **{f"kappa_label_{label}": f"label:{label}" for label in Label},
}
ERROR_KEYS = {"kappa_joint_ase": "joint", "kappa_retrieval_ase": "retrieval"}


def build_table(example):
    """The table of a worked example, built pair by pair."""
    return agreement_table(
        (LabelSet(**cell["system"]), LabelSet(**cell["human"]))
        for cell in example["input"]["cells"]
        for _ in range(cell["count"])
    )


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["name"])
def test_every_view_of_a_worked_example_comes_out(example):
    table, expected = build_table(example), example["expected"]
    order = [[s.retrieval, s.post] for s in LABEL_SETS]
    assert example["input"]["label_sets_order"] == order
    assert table.sum() == expected["n"]

    def near(key):
        value = expected[key]
        return None if value is None else pytest.approx(value, abs=example["tolerance"])

    for key in KAPPA_KEYS.keys() & expected.keys():
        view = KAPPA_KEYS[key]
        assert compute_agreement(compute_view(table, view), view).value == near(key), key
    for key in ERROR_KEYS.keys() & expected.keys():
        view = ERROR_KEYS[key]
        assert compute_agreement(compute_view(table, view), view).se == near(key), key
    if expected["n"]:
        joint = compute_percent_agreement(table)
        assert joint.value == near("percent_agreement")
        low, high = joint.ci
        assert (low, high) == (
            near("percent_agreement_wilson_low"),
            near("percent_agreement_wilson_high"),
        )
        assert joint.n - joint.agreeing == expected["n_disagree"]


def test_the_papers_930_comes_out_on_a_table_of_94_cases():
    # TrekTrace appendix B.7: kappa 0.930 over the 94 system-related cases.
    example = next(one for one in EXAMPLES if one["name"] == "trek94_joint_kappa_930")
    joint = compute_views(build_table(example))[0]
    assert (joint.statistic, joint.view, joint.n, f"{joint.value:.3f}") == (
        "cohen_kappa",
        "joint",
        94,
        "0.930",
    )


def test_rows_are_the_first_rater_and_columns_the_second():
    first, second = parse_label_set(["Retrieval"]), parse_label_set(["Distraction"])
    table = agreement_table([(first, second)])
    assert table.shape == (9, 9)
    assert np.argwhere(table).tolist() == [[LABEL_SETS.index(first), LABEL_SETS.index(second)]]


def test_a_label_set_outside_the_nine_is_refused_by_name():
    with pytest.raises(UnknownLabelError, match="Sideways"):
        agreement_table([(LabelSet("Sideways", "none"), LABEL_SETS[0])])


def test_the_views_are_those_of_the_design_headline_first():
    assert list(VIEW_CATEGORIES) == [
        "joint",
        "retrieval",
        "post",
        "label:Pre-retrieval",
        "label:Retrieval",
        "label:Interpretation",
        "label:Distraction",
        "label:Randomness",
    ]
    assert {view: len(categories) for view, categories in VIEW_CATEGORIES.items()} == {
        "joint": 9,
        "retrieval": 3,
        "post": 3,
        **{f"label:{label}": 2 for label in Label},
    }


def test_the_axes_of_one_pair_are_read_apart():
    # TrekTrace: Retrieval and Distraction; a person: Distraction alone.
    table = agreement_table(
        [(LabelSet("Retrieval", "Distraction"), LabelSet("none", "Distraction"))]
    )
    assert compute_view(table, "retrieval").tolist() == [[0, 0, 0], [0, 0, 0], [1, 0, 0]]
    assert compute_view(table, "post").tolist() == [[0, 0, 0], [0, 0, 0], [0, 0, 1]]
    assert compute_view(table, "label:Retrieval").tolist() == [[0, 0], [1, 0]]
    assert compute_view(table, "label:Distraction").tolist() == [[0, 0], [0, 1]]
    assert compute_view(table, "label:Interpretation").tolist() == [[1, 0], [0, 0]]


def test_randomness_is_the_set_without_a_failure_on_either_side():
    table = agreement_table([(LabelSet("none", "none"), LabelSet("none", "Distraction"))])
    assert compute_view(table, "label:Randomness").tolist() == [[0, 0], [1, 0]]


def test_an_unknown_view_or_a_smaller_table_is_refused():
    with pytest.raises(ValueError, match="'label:Bad luck'"):
        compute_view(np.zeros((9, 9), dtype=int), "label:Bad luck")
    with pytest.raises(ValueError, match=r"shape \(3, 3\)"):
        compute_view(np.zeros((3, 3), dtype=int), "joint")


@given(PAIRS)
def test_a_table_built_step_by_step_equals_the_table_built_at_once(pairs):
    stepwise = sum((agreement_table([pair]) for pair in pairs), np.zeros((9, 9), dtype=np.int64))
    assert np.array_equal(stepwise, agreement_table(pairs))


@given(PAIRS, st.sampled_from(list(VIEW_CATEGORIES)))
def test_a_view_counts_every_case_and_agrees_wherever_the_sets_agree(pairs, view):
    table = agreement_table(pairs)
    seen = compute_view(table, view)
    assert seen.sum() == len(pairs)
    assert seen.trace() >= table.trace()


@given(PAIRS)
def test_swapping_the_raters_turns_every_view_over(pairs):
    turned = agreement_table((second, first) for first, second in pairs)
    for view in VIEW_CATEGORIES:
        expected = compute_view(agreement_table(pairs), view).T
        assert np.array_equal(compute_view(turned, view), expected)


def test_all_figures_come_kappas_first_and_carry_what_was_excluded():
    results = compute_views(agreement_table([]), {"disputed": 2})
    assert [(one.statistic, one.view) for one in results] == [
        (statistic, view)
        for statistic in ("cohen_kappa", "percent_agreement")
        for view in VIEW_CATEGORIES
    ]
    assert all(one.excluded == {"disputed": 2} for one in results)

"""The report of all comparisons, as typed object, as JSON and in words."""

import json
import math
from dataclasses import replace
from typing import get_args

import numpy as np
import pytest

from trek_core.agreement import (
    CAUSE_TITLES,
    CAUSES,
    REASON_SENTENCES,
    VIEW_CATEGORIES,
    VIEW_TITLES,
    WARNING_SENTENCES,
    CaseAttribution,
    Caution,
    Conclusion,
    HumanJudgement,
    Reason,
    compute_agreement,
    compute_percent_agreement,
    compute_report,
    explain,
    plain_reading,
    read_kappa,
    read_kappa_interval,
)
from trek_core.taxonomy import LABEL_SETS, LabelSet

DISTRACTION = LabelSet("none", "Distraction")
CASES = [
    CaseAttribution("c1", DISTRACTION, complete=True),
    CaseAttribution("c2", LabelSet("Retrieval", "none"), complete=True),
    CaseAttribution("c3", DISTRACTION, complete=False),
    CaseAttribution("c4", None, complete=False),
]


def judge(annotator, case_id, retrieval="none", post="none", **others):
    made = HumanJudgement(
        case_id, annotator, "default", "assisted", "submitted", "system_related", retrieval, post
    )
    return replace(made, **others)


JUDGEMENTS = [
    judge("Ada", "c1", post="Distraction"),
    judge("Ada", "c2", retrieval="Retrieval"),
    judge("Ada", "c3", post="Distraction"),
    judge("Bo", "c1", post="Distraction"),
    judge("Bo", "c2", retrieval="Pre-retrieval"),
]


def read_names(report):
    return [(each.name, each.within.round, each.within.mode) for each in report.comparisons]


def test_the_headline_comes_first_then_incomplete_ones_then_pairs_of_people():
    report = compute_report(CASES, JUDGEMENTS)
    assert read_names(report) == [
        ("trektrace_vs_human", "default", "assisted"),
        ("trektrace_vs_human_with_incomplete", "default", "assisted"),
        ("Ada_vs_Bo", "default", "assisted"),
    ]
    headline, with_incomplete, people = report.comparisons
    assert headline.population.excluded == {
        "no_attribution": 1, "disputed": 1, "attribution_incomplete": 1
    }  # fmt: skip
    assert with_incomplete.population.excluded == {"no_attribution": 1, "disputed": 1}
    assert people.population.excluded == {"human_pending": 2}
    assert [each.population.n for each in report.comparisons] == [1, 2, 2]
    assert report.annotators == ("Ada", "Bo")


def test_the_json_says_population_results_and_confusion_of_the_headline():
    report = compute_report(CASES, JUDGEMENTS).to_json()
    assert list(report) == ["population", "results", "confusion"]
    assert report["population"] == {
        "cases": 4,
        "n": 1,
        "excluded": {"no_attribution": 1, "disputed": 1, "attribution_incomplete": 1},
    }
    assert report["confusion"]["labels"] == [str(label_set) for label_set in LABEL_SETS]
    expected = np.zeros((9, 9), dtype=int)
    expected[LABEL_SETS.index(DISTRACTION), LABEL_SETS.index(DISTRACTION)] = 1
    assert report["confusion"]["counts"] == expected.tolist()
    first = report["results"][0]
    assert list(first) == [
        "comparison", "round", "mode", "statistic", "view", "value", "n", "p_o", "p_o_ci", "p_e",
        "se", "ci", "ci_method", "reason", "warnings", "excluded",
    ]  # fmt: skip
    assert (first["comparison"], first["statistic"], first["view"]) == (
        "trektrace_vs_human", "cohen_kappa", "joint"
    )  # fmt: skip
    assert (first["value"], first["reason"], first["p_o"]) == (None, "single_category", 1.0)
    assert json.loads(json.dumps(report, allow_nan=False)) == report


def test_each_comparison_has_kappa_and_agreement_in_every_view():
    results = compute_report(CASES, JUDGEMENTS).to_json()["results"]
    keys = [(one["comparison"], one["statistic"], one["view"]) for one in results]
    assert len(set(keys)) == len(keys) == 3 * 2 * len(VIEW_CATEGORIES)


def test_before_any_judgement_there_is_a_headline_that_says_so():
    report = compute_report(CASES, [judge("Ada", "c1", state="draft")]).to_json()
    assert report["population"] == {
        "cases": 4, "n": 0, "excluded": {"no_attribution": 1, "human_pending": 3}
    }  # fmt: skip
    assert {one["reason"] for one in report["results"]} == {"no_pairs"}
    assert {(one["round"], one["mode"]) for one in report["results"]} == {("default", "assisted")}
    empty = compute_report([], []).to_json()
    assert empty["population"] == {"cases": 0, "n": 0, "excluded": {}}


def test_each_round_and_mode_has_figures_of_its_own_the_fullest_first():
    later = [judge("Cleo", f"c{number}", round="later", mode="blind") for number in (1, 2, 3)]
    few = [judge("Ada", "c1"), judge("Bo", "c2", mode="blind")]
    report = compute_report(CASES, few + later)
    assert [name for name in read_names(report) if name[0] == "trektrace_vs_human"] == [
        ("trektrace_vs_human", "later", "blind"),
        ("trektrace_vs_human", "default", "assisted"),
        ("trektrace_vs_human", "default", "blind"),
    ]


def test_people_who_share_no_case_are_not_a_pair():
    report = compute_report(CASES, [judge("Ada", "c1"), judge("Bo", "c2")])
    assert not [name for name in read_names(report) if name[0] == "Ada_vs_Bo"]


def test_a_second_figure_appears_only_where_an_attribution_is_incomplete():
    report = compute_report(CASES[:2], JUDGEMENTS)
    assert [name for name, _, _ in read_names(report)] == ["trektrace_vs_human", "Ada_vs_Bo"]


def test_with_an_annotator_that_person_is_the_human_side_and_in_every_pair():
    judgements = [*JUDGEMENTS, judge("Cleo", "c1"), judge("Cleo", "c2")]
    report = compute_report(CASES, judgements, annotator="Bo")
    assert report.headline.population.n == 2
    assert report.headline.second == "Bo"
    assert [name for name, _, _ in read_names(report)] == [
        "trektrace_vs_human", "Ada_vs_Bo", "Bo_vs_Cleo"
    ]  # fmt: skip


def test_a_decision_counts_in_its_own_round_alone():
    judgements = [*JUDGEMENTS, *(replace(one, round="later") for one in JUDGEMENTS)]
    decided = {("later", "c2"): Conclusion("system_related", "Retrieval", "none")}
    report = compute_report(CASES, judgements, decisions=decided)
    assert {
        each.within.round: each.population.n
        for each in report.comparisons
        if each.name == "trektrace_vs_human"
    } == {"default": 1, "later": 2}


PAPER = [[0] * 9 for _ in range(9)]
"""A table of 94 cases with joint kappa .930, cell by cell (row, column): count."""
for (row, column), count in {
    (1, 1): 13, (2, 2): 54, (3, 3): 4, (4, 4): 1, (5, 5): 4, (7, 1): 1, (7, 7): 3, (8, 2): 3,
    (8, 8): 11,
}.items():  # fmt: skip
    PAPER[row][column] = count


def test_a_figure_reads_as_one_line_with_view_interval_n_and_exclusions():
    excluded = {"human_pending": 9, "disputed": 3}
    assert plain_reading(compute_agreement(PAPER, "joint", excluded=excluded)) == (
        "kappa .930 (95 % CI .83–.97, score) – joint label set, n = 94, "
        "agreement 90/94 = 95.7 % [89.6, 98.3], excluded 12"
    )
    assert plain_reading(compute_percent_agreement(PAPER, "joint", excluded=excluded)) == (
        "agreement 90/94 = 95.7 % [89.6, 98.3] – joint label set, n = 94, excluded 12"
    )


def test_a_figure_that_does_not_exist_reads_as_undefined_with_its_reason():
    constant = compute_agreement([[40, 0], [0, 0]], "label:Retrieval")
    assert plain_reading(constant) == (
        "kappa undefined – Retrieval or not, n = 40, agreement 40/40 = 100.0 % [91.2, 100.0], "
        "excluded 0"
    )
    assert explain(constant) == (REASON_SENTENCES["single_category"],)
    empty = compute_agreement([[0, 0], [0, 0]], "post")
    assert plain_reading(empty) == "kappa undefined – post-retrieval side, n = 0, excluded 0"
    assert explain(empty) == (REASON_SENTENCES["no_pairs"],)


def test_warnings_read_as_sentences_in_their_order():
    result = compute_agreement([[3, 0], [0, 4]])
    assert explain(result) == tuple(WARNING_SENTENCES[warning] for warning in result.warnings)
    assert len(explain(result)) == 3


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0.93007, ".930"), (1.0, "1.000"), (-0.0923, "-.092"), (-1.0, "-1.000"), (0.0, ".000"),
     (-0.0001, ".000"), (0.9999, "1.000"), (None, "undefined")],
)  # fmt: skip
def test_a_kappa_is_written_as_papers_print_it(value, shown):
    assert read_kappa(value) == shown


def test_an_interval_that_goes_below_zero_is_written_with_a_word_between():
    assert read_kappa_interval((0.826, 0.9724)) == ".83–.97"
    assert read_kappa_interval((-0.1, 0.5)) == "-.10 to .50"
    assert read_kappa_interval(None) == "no interval"


def test_every_reason_warning_cause_and_view_has_its_words():
    assert set(REASON_SENTENCES) == set(get_args(Reason))
    assert set(WARNING_SENTENCES) == set(get_args(Caution))
    assert set(CAUSE_TITLES) == set(CAUSES)
    assert set(VIEW_TITLES) == set(VIEW_CATEGORIES)


def test_no_figure_is_ever_nan():
    for result in compute_report(CASES, JUDGEMENTS).to_json()["results"]:
        numbers = [result[key] for key in ("value", "p_o", "p_e", "se")]
        numbers += [*(result["ci"] or []), *(result["p_o_ci"] or [])]
        assert all(number is None or math.isfinite(number) for number in numbers)

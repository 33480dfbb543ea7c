"""Which cases a comparison counts, and the first cause that leaves out each other one."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trek_core.agreement import (
    CAUSES,
    VIEW_CATEGORIES,
    CaseAttribution,
    Conclusion,
    HumanJudgement,
    RoundMode,
    compare_annotators,
    compare_trektrace_with_humans,
    compute_report,
    compute_view,
)
from trek_core.agreement.comparisons.handed_in import HandedIn, group_by_case
from trek_core.agreement.comparisons.population import group_cells, pair_readings, pair_two_people
from trek_core.agreement.comparisons.sides import FINISHED
from trek_core.taxonomy import LABEL_SETS, LabelSet

WITHIN = RoundMode("default", "assisted")
DISTRACTION = LabelSet("none", "Distraction")
CASE = CaseAttribution("c1", DISTRACTION, complete=True)
ADA = HumanJudgement(
    "c1", "Ada", "default", "assisted", "submitted", "system_related", "none", "Distraction"
)
BO = replace(ADA, annotator="Bo")


def compare(*judgements, case=CASE, **options):
    return compare_trektrace_with_humans([case], judgements, WITHIN, **options)


def test_a_case_that_both_sides_decide_is_a_pair_trektrace_first():
    population = compare(replace(ADA, retrieval_side="Retrieval"))
    assert [(pair.case_id, pair.first, pair.second) for pair in population.pairs] == [
        ("c1", DISTRACTION, LabelSet("Retrieval", "Distraction"))
    ]
    assert (population.n, population.cases, population.excluded) == (1, 1, {})


INCOMPLETE = replace(CASE, complete=False)
CAUSED = {
    "no_attribution": (replace(CASE, label_set=None), [ADA]),
    "other_mode": (CASE, [replace(ADA, mode="blind")]),
    "human_pending": (CASE, [replace(ADA, state="draft")]),
    "needs_discussion": (CASE, [ADA, replace(BO, state="needs_discussion")]),
    "disputed": (CASE, [ADA, replace(BO, post_side="Interpretation")]),
    "not_a_failure": (CASE, [replace(ADA, outcome="not_a_failure")]),
    "system_independent": (CASE, [replace(ADA, outcome="judge_error")]),
    "human_undetermined": (CASE, [replace(ADA, post_side="undetermined")]),
    "attribution_incomplete": (INCOMPLETE, [ADA]),
}


@pytest.mark.parametrize("cause", CAUSES)
def test_each_cause_leaves_a_case_out_and_names_it(cause):
    case, judgements = CAUSED[cause]
    population = compare(*judgements, case=case)
    assert population.left_out == {cause: ("c1",)}
    assert population.excluded == {cause: 1}


@pytest.mark.parametrize(
    ("case", "judgements", "first"),
    [
        (replace(CASE, label_set=None), [replace(ADA, mode="blind")], "no_attribution"),
        (INCOMPLETE, [replace(ADA, mode="blind")], "other_mode"),
        (INCOMPLETE, [], "human_pending"),
        (
            CASE,
            [replace(ADA, state="needs_discussion"), replace(BO, post_side="none")],
            "needs_discussion",
        ),
        (INCOMPLETE, [ADA, replace(BO, outcome="not_a_failure")], "disputed"),
        (INCOMPLETE, [replace(ADA, outcome="not_a_failure")], "not_a_failure"),
        (INCOMPLETE, [replace(ADA, outcome="reference_answer_error")], "system_independent"),
        (INCOMPLETE, [replace(ADA, retrieval_side="undetermined")], "human_undetermined"),
    ],
)
def test_where_several_causes_hold_the_first_in_the_order_counts(case, judgements, first):
    assert compare(*judgements, case=case).excluded == {first: 1}


@pytest.mark.parametrize("state", ["assigned", "draft", "skipped"])
def test_a_judgement_not_handed_in_counts_for_nothing(state):
    assert compare(ADA, replace(BO, state=state, post_side="none")).n == 1
    assert compare(replace(ADA, state=state)).excluded == {"human_pending": 1}


def test_an_unsure_judgement_alone_needs_discussion_and_is_not_pending():
    assert compare(replace(ADA, state="needs_discussion")).excluded == {"needs_discussion": 1}


def test_people_agree_only_on_outcome_and_both_sides():
    assert compare(ADA, BO).n == 1
    assert compare(ADA, replace(BO, retrieval_side="Retrieval")).excluded == {"disputed": 1}
    assert compare(ADA, replace(BO, post_side="undetermined")).excluded == {"disputed": 1}


def test_sides_left_from_an_outcome_that_blames_nobody_are_no_dispute():
    ada = replace(ADA, outcome="judge_error", retrieval_side=None, post_side=None)
    bo = replace(BO, outcome="judge_error")
    assert compare(ada, bo).excluded == {"system_independent": 1}


@pytest.mark.parametrize("outcome", ["undecided", None])
def test_an_outcome_still_open_is_undetermined_whatever_the_sides_say(outcome):
    assert compare(replace(ADA, outcome=outcome)).excluded == {"human_undetermined": 1}


def test_incomplete_attributions_are_counted_only_where_asked():
    assert compare(ADA, case=INCOMPLETE, include_incomplete=True).n == 1
    missing = replace(CASE, label_set=None, complete=False)
    assert compare(ADA, case=missing, include_incomplete=True).excluded == {"no_attribution": 1}


def test_a_decision_stands_for_all_judgements():
    decided = {"c1": Conclusion("system_related", "Retrieval", "none")}
    for judgements in ([], [ADA, replace(BO, state="needs_discussion")]):
        (pair,) = compare(*judgements, decisions=decided).pairs
        assert pair.second == LabelSet("Retrieval", "none")
    not_a_failure = {"c1": Conclusion("not_a_failure")}
    assert compare(ADA, decisions=not_a_failure).excluded == {"not_a_failure": 1}


def test_one_chosen_annotator_is_the_human_side_alone():
    judgements = [ADA, replace(BO, post_side="none")]
    decided = {"c1": Conclusion("system_related", "Retrieval", "none")}
    (pair,) = compare(*judgements, annotator="Bo", decisions=decided).pairs
    assert pair.second == LabelSet("none", "none")
    assert compare(*judgements, annotator="Cleo").excluded == {"human_pending": 1}


def test_rounds_and_modes_are_never_pooled():
    blind, later = replace(BO, mode="blind", post_side="none"), replace(BO, round="later")
    (pair,) = compare(ADA, blind, later).pairs
    assert pair.second == DISTRACTION
    assert compare(later).excluded == {"human_pending": 1}


def test_judgements_on_other_cases_are_outside_the_population():
    assert compare(ADA, replace(BO, case_id="elsewhere")).cases == 1


def test_a_second_judgement_by_one_person_is_refused_by_name():
    with pytest.raises(ValueError, match="'Ada' judges case 'c1' twice"):
        compare(ADA, ADA)


def test_a_case_given_twice_is_refused_by_name():
    with pytest.raises(ValueError, match="case 'c1' is given twice"):
        compare_trektrace_with_humans([CASE, CASE], [], WITHIN)


def test_a_side_outside_the_taxonomy_is_refused_by_name():
    with pytest.raises(ValueError, match="post_side: found 'Retrieval'"):
        compare(replace(ADA, post_side="Retrieval"))


def compare_people(*judgements):
    return compare_annotators(["c1"], judgements, "Ada", "Bo", WITHIN)


def test_two_people_are_paired_in_the_order_asked():
    (pair,) = compare_people(replace(BO, post_side="none"), ADA).pairs
    assert (pair.first, pair.second) == (DISTRACTION, LabelSet("none", "none"))


@pytest.mark.parametrize(
    ("judgements", "cause"),
    [
        ([ADA], "human_pending"),
        ([ADA, replace(BO, mode="blind")], "other_mode"),
        ([replace(ADA, state="needs_discussion"), replace(BO, outcome="judge_error")],
         "needs_discussion"),
        ([replace(ADA, outcome="judge_error"), replace(BO, outcome="not_a_failure")],
         "not_a_failure"),
        ([ADA, replace(BO, outcome="reference_answer_error")], "system_independent"),
        ([ADA, replace(BO, post_side="undetermined")], "human_undetermined"),
    ],
)  # fmt: skip
def test_two_people_need_a_label_set_each(judgements, cause):
    assert compare_people(*judgements).left_out == {cause: ("c1",)}


CASES = st.lists(
    st.builds(
        CaseAttribution,
        case_id=st.sampled_from([f"c{number}" for number in range(6)]),
        label_set=st.none() | st.sampled_from(LABEL_SETS),
        complete=st.booleans(),
    ),
    unique_by=lambda case: case.case_id,
)
JUDGEMENTS = st.lists(
    st.builds(
        HumanJudgement,
        case_id=st.sampled_from([f"c{number}" for number in range(6)]),
        annotator=st.sampled_from(["Ada", "Bo", "Cleo"]),
        round=st.sampled_from(["default", "later"]),
        mode=st.sampled_from(["assisted", "blind"]),
        state=st.sampled_from(["draft", "submitted", "submitted", "needs_discussion"]),
        outcome=st.sampled_from(
            ["system_related", "system_related", "judge_error", "not_a_failure", "undecided", None]
        ),
        retrieval_side=st.sampled_from(
            ["none", "Pre-retrieval", "Retrieval", "undetermined", None]
        ),
        post_side=st.sampled_from(["none", "Interpretation", "Distraction", "undetermined", None]),
    ),
    max_size=25,
    unique_by=lambda one: (one.case_id, one.annotator, one.round, one.mode),
)


@given(CASES, JUDGEMENTS, st.none() | st.sampled_from(["Ada", "Bo"]))
def test_every_case_counts_exactly_once_in_every_comparison(cases, judgements, annotator):
    report = compute_report(cases, judgements, annotator=annotator)
    for comparison in report.comparisons:
        population = comparison.population
        assert population.n + sum(population.excluded.values()) == len(cases)
        named = [pair.case_id for pair in population.pairs]
        for case_ids in population.left_out.values():
            named.extend(case_ids)
        assert sorted(named) == sorted(case.case_id for case in cases)
        assert comparison.table.sum() == population.n
        assert all(result.n == population.n for result in comparison.results)


def read_alone(judgements, case_id, name):
    """What one person says of one case, found among all judgements."""
    own = [each for each in judgements if (each.case_id, each.annotator) == (case_id, name)]
    handed_in = [each for each in own if each.round == WITHIN.round and each.state in FINISHED]
    of_mode = [each for each in handed_in if each.mode == WITHIN.mode]
    if not of_mode:
        return "other_mode" if handed_in else "human_pending"
    if of_mode[0].state == "needs_discussion":
        return "needs_discussion"
    return of_mode[0].conclusion.read_label_set()


@given(CASES, JUDGEMENTS)
def test_two_people_are_compared_as_if_each_case_were_read_by_itself(cases, judgements):
    case_ids = [case.case_id for case in cases]
    handed_in = HandedIn(WITHIN, group_by_case(judgements, WITHIN.round))
    found = pair_two_people(case_ids, handed_in, "Ada", "Bo")
    assert found == pair_readings(
        (each, *(read_alone(judgements, each, name) for name in ("Ada", "Bo"))) for each in case_ids
    )
    assert list(found.left_out) == [cause for cause in CAUSES if cause in found.left_out]


def test_two_people_are_not_compared_on_a_case_given_twice():
    with pytest.raises(ValueError, match="case 'c1' is given twice"):
        compare_annotators(["c1", "c1"], [], "Ada", "Bo", WITHIN)


@given(CASES, JUDGEMENTS, st.sampled_from(list(VIEW_CATEGORIES)))
def test_the_cases_in_each_cell_of_each_view_are_those_its_table_counts(cases, judgements, view):
    for comparison in compute_report(cases, judgements).comparisons:
        table = compute_view(comparison.table, view)
        cells = group_cells(comparison.population, view)
        assert {cell: len(case_ids) for cell, case_ids in cells.items()} == {
            cell: count for cell, count in np.ndenumerate(table) if count
        }


def test_a_cell_names_its_cases_by_row_and_column():
    other = replace(CASE, case_id="c2")
    judged = [ADA, replace(ADA, case_id="c2", retrieval_side="Retrieval")]
    population = compare_trektrace_with_humans([CASE, other], judged, WITHIN)
    assert group_cells(population, "retrieval") == {(0, 0): ("c1",), (0, 2): ("c2",)}
    assert group_cells(population, "label:Distraction") == {(1, 1): ("c1", "c2")}

"""What first parts people from TrekTrace, on cases worked out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trek_core.agreement_samples import WITHIN, blames, case, clears, find, material
from trek_core.agreement import Conclusion
from trek_core.agreement.comparisons.disagreements import (
    PATH,
    compute_disagreements,
    find_disagreements,
    read_path,
)
from trek_core.attribution import compute_label_set
from trek_core.taxonomy import LABEL_SETS


def causes(cases, judgements, **options):
    found = find_disagreements(material(cases, judgements, **options), WITHIN)
    return {each.case_id: (each.field, *each.others) for each in found}


@pytest.mark.parametrize(
    ("trektrace", "people", "fields"),
    [
        (["Distraction"], ["Retrieval", "Distraction"], ["evidence_retrieved"]),
        (["Randomness"], ["Pre-retrieval"], ["evidence_retrieved"]),
        (["Retrieval"], ["Pre-retrieval"], ["queries_adequate"]),
        (["Interpretation"], ["Distraction"], ["gold_only_correct"]),
        (["Interpretation"], ["Randomness"], ["gold_only_correct"]),
        (["Distraction"], ["Randomness"], ["noise_correct"]),
        (["Retrieval", "Distraction"], ["Pre-retrieval", "Interpretation"],
         ["queries_adequate", "gold_only_correct"]),
        (["Retrieval", "Distraction"], ["Randomness"], ["evidence_retrieved", "noise_correct"]),
    ],
)  # fmt: skip
def test_the_first_differing_judgement_on_either_side_is_the_cause(trektrace, people, fields):
    found = causes([case("c1", *trektrace)], [blames("Ada", "c1", *people)])
    assert found == {"c1": tuple(fields)}


@pytest.mark.parametrize(
    ("outcome", "field"),
    [
        ("reference_answer_error", "reference_valid"),
        ("judge_error", "response_correct"),
        ("not_a_failure", "response_correct"),
    ],
)
def test_a_case_that_people_take_off_the_system_is_a_disagreement_of_its_first_steps(
    outcome, field
):
    assert causes([case("c1", "Retrieval")], [clears("Ada", "c1", outcome)]) == {"c1": (field,)}


def test_labels_that_the_answers_do_not_give_were_overridden():
    own = {"evidence_retrieved": "yes"}
    judgement = blames("Ada", "c1", "Retrieval", answers=own)
    assert causes([case("c1", "Pre-retrieval")], [judgement]) == {"c1": ("override_labels",)}


def test_a_decision_is_read_by_its_labels_alone():
    decided = {("default", "c1"): Conclusion("system_related", "Retrieval", "none")}
    judgement = blames("Ada", "c1", "Randomness")
    found = causes([case("c1", "Pre-retrieval")], [judgement], decisions=decided)
    assert found == {"c1": ("queries_adequate",)}


def test_undecided_disputed_and_incomplete_cases_are_no_disagreement():
    cases = [case("c1", "Retrieval"), case("c2", "Retrieval"),
             case("c3", "Retrieval", complete=False), case("c4")]  # fmt: skip
    judgements = [
        clears("Ada", "c1", "undecided"),
        blames("Ada", "c2", "Randomness"), clears("Bo", "c2", "judge_error"),
        blames("Ada", "c3", "Randomness"), clears("Ada", "c4", "judge_error"),
    ]  # fmt: skip
    assert causes(cases, judgements) == {}


def test_the_causes_share_out_all_disagreements_and_name_their_cases():
    cases = [case(f"c{n}", "Retrieval", "Distraction") for n in range(1, 6)]
    judgements = [
        blames("Ada", "c1", "Retrieval", "Distraction"),
        blames("Ada", "c2", "Distraction"),
        blames("Ada", "c3", "Randomness"),
        clears("Ada", "c4", "judge_error"),
    ]
    rows = compute_disagreements(material(cases, judgements))
    # Four decided, c1 agrees; c2 and c3 differ first in E, c3 in N as well; c4 in the response.
    whole = find(rows, view="any")
    assert (whole.value, whole.n, whole.case_ids["differing"]) == (3 / 4, 4, ("c2", "c3", "c4"))
    evidence = find(rows, view="step:evidence_retrieved")
    assert (evidence.value, evidence.n) == (2 / 3, 3)
    assert evidence.case_ids == {"differing": ("c2", "c3"), "also": ()}
    noise = find(rows, view="step:noise_correct")
    assert (noise.value, noise.details["also"], noise.case_ids["also"]) == (0.0, 1, ("c3",))
    assert sum(row.value for row in rows if row is not whole) == pytest.approx(1)


def test_without_a_disagreement_the_causes_do_not_exist():
    rows = compute_disagreements(material([case("c1", "Retrieval")], []))
    assert {(row.value, row.reason) for row in rows} == {(None, "empty_group")}


@given(st.sampled_from(LABEL_SETS))
def test_a_path_gives_back_its_label_set_by_the_rule(label_set):
    known = {"yes": True, "no": False, None: None}
    judged = [known[read_path(label_set).get(field)] for field in PATH[2:6]]
    assert compute_label_set(*judged) == label_set


@given(st.sampled_from(LABEL_SETS), st.sampled_from(LABEL_SETS))
def test_two_label_sets_disagree_exactly_where_a_judgement_on_the_path_does(first, second):
    found = causes([case("c1", *first.labels)], [blames("Ada", "c1", *second.labels)])
    assert bool(found) == (read_path(first) != read_path(second)) == (first != second)

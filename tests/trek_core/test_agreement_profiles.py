"""Cases grouped by who says what: the same figures as reading every case by itself."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.trek_core.agreement_samples import WITHIN, blames, case, clears, material
from trek_core.agreement.comparisons.all_answers import gather_answers
from trek_core.agreement.comparisons.people import answer_together, compare_pair
from trek_core.agreement.comparisons.questions import (
    ANSWER_CAUSES,
    LABEL_QUESTIONS,
    OPEN_QUESTIONS,
    OUTCOME_QUESTIONS,
    STEP_QUESTIONS,
)
from trek_core.taxonomy import LABEL_SETS

QUESTIONS = st.sampled_from(
    [*LABEL_QUESTIONS, *OPEN_QUESTIONS, *OUTCOME_QUESTIONS, *STEP_QUESTIONS]
)
CASE_IDS = [f"c{n}" for n in range(5)]


@st.composite
def a_judgement(draw):
    who = (draw(st.sampled_from(["Ada", "Bo", "Cleo"])), draw(st.sampled_from(CASE_IDS)))
    where = {
        "mode": draw(st.sampled_from(["assisted", "assisted", "blind"])),
        "state": draw(st.sampled_from(["submitted", "submitted", "needs_discussion", "draft"])),
    }
    outcomes = ["reference_answer_error", "judge_error", "not_a_failure", "undecided"]
    outcome = draw(st.none() | st.sampled_from(outcomes))
    if outcome:
        return clears(*who, outcome, **where)
    return blames(*who, *draw(st.sampled_from(LABEL_SETS)).labels, **where)


JUDGEMENTS = st.lists(
    a_judgement(), max_size=12, unique_by=lambda one: (one.case_id, one.annotator, one.mode)
)


def say(one_material, question, case_id, annotator):
    """One person's answer on one case, read by itself."""
    handed_in = one_material.find_handed_in(WITHIN)
    judgement = handed_in.own.get(case_id, {}).get(annotator)
    if judgement is None:
        return handed_in.say_why_missing(case_id, annotator)
    return question.read(judgement)


@settings(deadline=None)
@given(JUDGEMENTS, QUESTIONS)
def test_a_pair_grouped_is_the_pair_read_case_by_case(judgements, question):
    given_material = material([case(case_id) for case_id in CASE_IDS], judgements)
    found = compare_pair(question, given_material.find_profiles(WITHIN), "Ada", "Bo")
    cells, left_out = {}, {}
    for case_id in CASE_IDS:
        both = [say(given_material, question, case_id, name) for name in ("Ada", "Bo")]
        if all(answer in question.categories for answer in both):
            cell = tuple(map(question.categories.index, both))
            cells[cell] = (*cells.get(cell, ()), case_id)
        else:
            causes = [answer for answer in both if answer not in question.categories]
            cause = min(causes, key=ANSWER_CAUSES.index)
            left_out[cause] = (*left_out.get(cause, ()), case_id)
    assert (found.cells, dict(found.left_out)) == (cells, left_out)
    assert found.cases == len(CASE_IDS)


@settings(deadline=None)
@given(JUDGEMENTS, QUESTIONS)
def test_everybodys_answers_grouped_are_those_read_case_by_case(judgements, question):
    given_material = material([case(case_id) for case_id in CASE_IDS], judgements)
    profiles = given_material.find_profiles(WITHIN)
    found = gather_answers(question, profiles)
    expected = [
        [
            answer
            for name in profiles.annotators
            if (answer := say(given_material, question, case_id, name)) in question.categories
        ]
        for case_id in CASE_IDS
    ]
    compared = [
        (case_id, answers)
        for case_id, answers in zip(CASE_IDS, expected, strict=True)
        if len(answers) >= 2
    ]
    assert found.groups["compared"] == tuple(case_id for case_id, _ in compared)
    assert found.groups["differing"] == tuple(
        case_id for case_id, answers in compared if len(set(answers)) > 1
    )
    assert (found.compared, found.split) == tuple(map(len, found.groups.values()))[::-1]
    assert found.times @ found.counts.sum(axis=1) == sum(map(len, expected))


@settings(deadline=None)
@given(JUDGEMENTS)
def test_groups_of_all_people_hold_every_case_once(judgements):
    given_material = material([case(case_id) for case_id in CASE_IDS], judgements)
    groups = list(given_material.find_profiles(WITHIN).group_together())
    places = sorted(place for found, _ in groups for place in found.tolist())
    assert places == list(range(len(CASE_IDS)))


def test_people_agree_together_only_where_each_has_an_answer():
    question = next(q for q in STEP_QUESTIONS if q.view == "step:queries_adequate")
    adequate, not_asked = blames("Ada", "c1", "Retrieval"), blames("Bo", "c1", "Randomness")
    inadequate = blames("Cleo", "c1", "Pre-retrieval")
    assert answer_together(question, [adequate, adequate]) == "yes"
    assert answer_together(question, [adequate, inadequate]) == "disputed"
    assert answer_together(question, [adequate, inadequate, not_asked]) == "not_asked"
    assert answer_together(question, "human_pending") == "human_pending"

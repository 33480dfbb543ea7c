"""Closed answers read from a judgement alone say what the checklist says with the case at hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trek_core.checklist_samples import (
    FACTS,
    NOTHING_RECORDED,
    POST_ANSWERS,
    RETRIEVAL_ANSWERS,
    WRONG_REFERENCE,
    stage_answers,
)
from tests.trek_core.checklist_strategies import facts
from trek_core.agreement.comparisons.closed_answers import (
    CATEGORIES,
    CLOSED_FIELDS,
    NO_ANSWER,
    read_closed_answers,
)
from trek_core.checklist import Kind, Status, compute_options
from trek_core.checklist.gating import compute_status


def read_with_case(answers, case_facts):
    """The same reading by the checklist itself, which knows the case."""
    status, live = compute_status(answers, case_facts)
    found = {}
    for field in CLOSED_FIELDS:
        answer = live.get(field.name)
        if field.name == "response_rule" and answer is not None:
            answer = f"{live['response_correct']}: {answer}"
        found[field.name] = answer or str(status[field.name])
    return found


@pytest.mark.parametrize("retrieval", RETRIEVAL_ANSWERS)
@pytest.mark.parametrize("post", POST_ANSWERS)
def test_a_finished_path_reads_as_the_checklist_reads_it(retrieval, post):
    answers = stage_answers(retrieval, post)
    assert read_closed_answers(answers) == {
        **read_with_case(answers, FACTS), "false_premise_verified": "unanswered"
    }  # fmt: skip


def test_what_follows_a_wrong_reference_was_not_asked():
    found = read_closed_answers({**WRONG_REFERENCE, "response_correct": "no"})
    assert found["reference_issue"] == "answer_changed"
    assert found["evidence_retrieved"] == found["gold_only_correct"] == "not_asked"


def test_a_moot_answer_reads_as_not_asked():
    answers = {**stage_answers("none", "none"), "queries_adequate": "no"}
    assert read_closed_answers(answers)["queries_adequate"] == "not_asked"


def test_the_same_rule_under_another_response_is_another_answer():
    answers = stage_answers("none", "none") | {"response_rule": "plain"}
    wrong = read_closed_answers(answers)
    right = read_closed_answers({**answers, "response_correct": "yes"})
    assert (wrong["response_rule"], right["response_rule"]) == ("no: plain", "yes: plain")


def test_every_reading_is_an_answer_of_its_field_or_a_known_gap():
    for answers in ({}, stage_answers("Retrieval", "Distraction"), WRONG_REFERENCE):
        for field, reading in read_closed_answers(answers).items():
            assert reading in (*CATEGORIES[field], *NO_ANSWER)


@given(facts, st.data())
def test_a_judgement_finished_on_any_case_reads_without_it_as_with_it(case_facts, data):
    answers = {}
    while True:
        status, live = compute_status(answers, case_facts)
        open_fields = [
            field
            for field in CLOSED_FIELDS
            if status[field.name] is Status.UNANSWERED and field.required(live, case_facts)
        ]
        if not open_fields:
            break
        field = open_fields[0]
        options = [option.value for option in compute_options(field, live)]
        answers[field.name] = data.draw(st.sampled_from(options), label=field.name)
    expected = read_with_case(answers, case_facts)
    assert read_closed_answers(answers) == expected


def test_only_questions_with_fixed_answers_are_closed():
    assert {field.kind for field in CLOSED_FIELDS} == {Kind.YES_NO, Kind.CHOICE}
    assert read_with_case({}, NOTHING_RECORDED).keys() == CATEGORIES.keys()

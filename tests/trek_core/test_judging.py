"""Judging by protocol: what needs no judge, who judges the rest, what a reply comes to."""

import pytest

from trek_core.cases import Case
from trek_core.judging import (
    choose_protocol,
    compute_macro_accuracy,
    count_verdicts,
    judge_by_equality,
    read_judge,
    sum_verdicts,
)
from trek_core.probes.calls import ProbeCall, ProbeRequest
from trek_core.probes.steps import choose_judge


def make_case(**fields):
    return Case.model_validate(
        {"question": "Who?", "reference_answers": ["Ann Lee", "5%"], **fields}
    )


def make_call(answer=None, raw=None, outcome="answered"):
    request = ProbeRequest(
        case_id="c", probe="judge_sealqa", role="analysis_judge", model="m", prompt_sha256="0",
        input_text="x",
    )  # fmt: skip
    return ProbeCall(
        request=request, outcome=outcome, answer=answer, raw=raw, asked_at="1", answered_at="2"
    )


@pytest.mark.parametrize("answer", ["Ann Lee", " ann  LEE. ", "“Ann Lee”", "5%"])
def test_an_answer_that_equals_a_reference_needs_no_judge(answer):
    judge = judge_by_equality(make_case(prediction=answer), "freshqa")
    assert (judge.verdict, judge.protocol, judge.model) == ("correct", "freshqa", None)


@pytest.mark.parametrize("answer", ["Ann", "5", "-5%", "not Ann Lee", "", " .", None])
def test_an_answer_that_only_comes_close_is_left_to_a_judge(answer):
    assert judge_by_equality(make_case(prediction=answer), "freshqa") is None


def test_equality_is_a_step_of_freshqa_alone():
    assert judge_by_equality(make_case(prediction="Ann Lee"), "sealqa") is None


def test_the_protocol_is_the_one_given_then_recorded_then_the_datasets():
    case = make_case(dataset="sealqa_hard", judge={"protocol": "freshqa"})
    assert choose_protocol(case, "infodeepseek") == "infodeepseek"
    assert choose_protocol(case) == "freshqa"
    assert choose_protocol(make_case(dataset="SealQA_hard")) == "sealqa"
    assert choose_protocol(make_case(dataset="other", judge={"protocol": "own"})) is None


def test_only_a_marked_false_premise_goes_to_the_judge_of_false_premises():
    judges = [
        choose_judge(make_case(judge={"protocol": "infodeepseek"}, false_premise=premise))
        for premise in (True, False, None)
    ]
    assert judges == ["judge_infodeepseek_premise", "judge_infodeepseek", "judge_infodeepseek"]
    assert (
        choose_judge(make_case(judge={"protocol": "sealqa"}, false_premise=True)) == "judge_sealqa"
    )
    assert choose_judge(make_case()) is None


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ({"grade": "A", "reason": "x"}, "correct"),
        ({"grade": "B", "reason": "x"}, "incorrect"),
        ({"grade": "C", "reason": "x"}, "not_attempted"),
        ({"evaluation": "correct", "reason": "x"}, "correct"),
        ({"evaluation": "incorrect", "reason": "x"}, "incorrect"),
        ({"answers_correctly": "Yes", "reason": "x"}, "correct"),
        ({"answers_correctly": "No", "reason": "x"}, "incorrect"),
    ],
)
def test_each_protocols_answer_is_a_verdict(answer, verdict):
    judge = read_judge(make_call(answer), "sealqa")
    assert (judge.verdict, judge.model) == (verdict, "m")
    assert '"reason": "x"' in judge.raw


def test_a_reply_that_is_no_verdict_keeps_its_text_and_is_none():
    judge = read_judge(make_call(raw="NOT_ATTEMPTED, not CORRECT", outcome="unparseable"), "sealqa")
    assert (judge.verdict, judge.raw) == ("unparseable", "NOT_ATTEMPTED, not CORRECT")


def test_accuracy_weights_cases_or_datasets_the_same():
    def judged(dataset, *verdicts):
        return [make_case(dataset=dataset, judge={"verdict": each}) for each in verdicts]

    cases = [
        *judged("a", "correct", "correct", "correct", "incorrect"),
        *judged("b", "not_attempted", "unparseable"),
        make_case(dataset="c"),
    ]
    by_dataset = count_verdicts(cases)
    assert by_dataset["b"].counts == {"not_attempted": 1, "unparseable": 1}
    assert [each.accuracy for each in by_dataset.values()] == [0.75, 0.0, None]
    micro = sum_verdicts(by_dataset)
    assert (micro.accuracy, micro.judged) == (3 / 5, 5)
    # Wilson (1927) for 3 of 5.
    assert micro.interval == pytest.approx((0.2307, 0.8824), abs=1e-4)
    assert compute_macro_accuracy(by_dataset) == (0.75 + 0.0) / 2
    assert compute_macro_accuracy({}) is None
    assert by_dataset["c"].to_json() == {"none": 1, "accuracy": None, "ci": None}

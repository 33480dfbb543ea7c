"""Answers that a later change makes moot: kept, read as not asked, back when the path returns."""

import copy

import pytest

from tests.trek_core.checklist_samples import (
    CLAIMED,
    ENTRY,
    FACTS,
    GOLD_ONLY_HOLDS,
    OTHER,
    stage_answers,
    without,
)
from trek_core.checklist import FIELDS, Status, evaluate

FULL = {
    **stage_answers("Retrieval", "Distraction"),
    "target_time": "2024",
    "reference_evidence": [ENTRY],
    "misleading_urls": {OTHER: "outdated"},
    "override_labels": ["Pre-retrieval"],
    "override_reason": "The queries never named the council.",
}

# What a changed answer takes out of the reading of FULL.
TURNS = [
    ({"target_basis": "none"}, {"target_time"}),
    ({"evidence_retrieved": "yes"}, {"queries_adequate"}),
    ({"evidence_retrieved": None}, {"evidence_retrieved", "queries_adequate"}),
    ({"noise_correct": "yes"}, {"misleading_urls"}),
    ({"noise_context_ok": "no"}, {"noise_correct", "misleading_urls"}),
    (
        {"gold_only_correct": "no"},
        {
            "noise_model_ok",
            "noise_temporal_ok",
            "noise_context_ok",
            "noise_page_content_ok",
            "noise_correct",
            "misleading_urls",
        },
    ),
    ({"override_labels": None}, {"override_labels", "override_reason"}),
    ({"response_correct": "yes"}, {"response_rule", "override_reason"}),
    ({"reference_valid": "no"}, {"evidence_retrieved", "noise_correct", "override_labels"}),
]


def answered(answers):
    status = evaluate(answers, FACTS).status
    return {name for name, found in status.items() if found is Status.ANSWERED}


@pytest.mark.parametrize(("change", "gone"), TURNS)
def test_a_moot_answer_reads_as_not_asked_and_comes_back_with_its_path(change, gone):
    before = evaluate(FULL, FACTS)
    turned = {**FULL, **change}
    assert gone <= answered(FULL)
    assert not gone & answered(turned)
    (name,) = change
    assert evaluate({**turned, name: FULL[name]}, FACTS) == before


def test_an_answer_that_does_not_count_opens_no_question():
    answers = {**FULL, "gold_only_context_ok": "no"}
    status = evaluate(answers, FACTS).status
    assert status["gold_only_correct"] is Status.NOT_ASKED
    assert status["noise_correct"] is Status.NOT_ASKED
    assert status["misleading_urls"] is Status.NOT_ASKED


def test_a_verified_answer_counts_only_while_the_reference_is_wrong():
    answers = {
        **FULL,
        "verified_answer_status": "cannot_be_established",
        "reference_issue": "other",
    }
    found = evaluate(answers, FACTS)
    assert found.status["reference_issue"] is Status.NOT_ASKED
    assert found.status["response_correct"] is Status.ANSWERED
    assert found == evaluate(FULL, FACTS)


def test_evaluating_changes_no_answer():
    answers = {**FULL, "gold_only_correct": "no"}
    kept = copy.deepcopy(answers)
    evaluate(answers, FACTS)
    assert answers == kept


@pytest.mark.parametrize(
    "name",
    [
        "false_premise_verified",
        "reference_valid",
        "response_correct",
        "key_evidence_ok",
        "evidence_retrieved",
        "queries_adequate",
        *GOLD_ONLY_HOLDS,
        "gold_only_correct",
        "noise_page_content_ok",
        "noise_correct",
    ],
)
def test_any_unsure_answer_asks_for_a_discussion(name):
    found = evaluate({**FULL, name: "unsure"}, FACTS)
    assert found.unsure == (name,)
    assert found.state_on_submission == "needs_discussion"


def test_a_moot_unsure_answer_asks_for_none():
    answers = {**FULL, "evidence_retrieved": "yes", "queries_adequate": "unsure"}
    found = evaluate(answers, FACTS)
    assert (found.unsure, found.state_on_submission) == ((), "submitted")


@pytest.mark.parametrize("name", [field.name for field in FIELDS if field.kind == "text"])
def test_a_text_that_says_unsure_is_a_text(name):
    assert evaluate({**FULL, name: "unsure"}, FACTS).state_on_submission == "submitted"


def test_blank_text_and_empty_lists_answer_nothing():
    answers = {
        **FULL,
        "target_time": " \t\n",
        "reference_evidence": [],
        "page_marks": {},
        "override_labels": [],
    }
    gone = {"target_time", "reference_evidence", "page_marks", "override_labels"}
    assert answered(FULL) - answered(answers) == gone | {"override_reason"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("reference_valid", ["yes"]),
        ("reference_valid", True),
        ("reference_valid", "Yes"),
        ("evidence_retrieved", {"yes": 1}),
        ("gold_pages", "supports"),
        ("gold_pages", [CLAIMED]),
        ("page_marks", {CLAIMED: "superb"}),
        ("page_marks", {CLAIMED: ["carries_all"]}),
        ("reference_evidence", {"url": "u"}),
        ("reference_evidence", [{"url": "u"}]),
        ("override_labels", "Retrieval"),
        ("override_labels", [["Retrieval"]]),
        ("override_reason", 3),
        ("target_time", {"year": 2024}),
    ],
)
def test_a_value_of_the_wrong_shape_reads_as_no_answer(name, value):
    assert evaluate({**FULL, name: value}, FACTS) == evaluate(without(FULL, name), FACTS)

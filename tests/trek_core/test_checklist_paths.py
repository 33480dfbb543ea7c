"""The ways through the six steps: what opens when, along each path to its end."""

from dataclasses import replace

import pytest

from tests.trek_core.checklist_samples import (
    CLAIMED,
    ENTRY,
    FACTS,
    GOLD,
    GOLD_ONLY_HOLDS,
    NOISE_HOLDS,
    NOTHING_RECORDED,
    OTHER,
    STEP_1,
    WRONG_REFERENCE,
    fields_with,
    stage_answers,
    without,
)
from trek_core.checklist import FIELDS_BY_NAME, Status, evaluate

GOLD_PAGES = {"gold_pages": {GOLD: "supports"}}
REFERENCE_GIVEN = {"reference_evidence": [ENTRY]}
WHY = "It read a nickname as another person."
COMPLETE = (6, "complete")

# Each path as its turns: an answer, then the step that is open after it; COMPLETE at its end.
PATHS = {
    "a failure of the system, every probe there": (
        FACTS,
        [
            ({}, 1),
            ({"target_basis": "explicit", "target_time": "2024"}, 1),
            (GOLD_PAGES, 1),
            ({"reference_valid": "yes"}, 2),
            ({"response_correct": "no"}, 2),
            ({"response_rule": "missing_component"}, 4),
            ({"page_marks": {CLAIMED: "carries_all"}}, 4),
            ({"key_evidence_ok": "yes"}, 4),
            ({"evidence_retrieved": "no"}, 4),
            ({"queries_adequate": "yes"}, 5),
            (GOLD_ONLY_HOLDS, 5),
            ({"gold_only_correct": "yes"}, 5),
            (NOISE_HOLDS, 5),
            ({"noise_correct": "no"}, COMPLETE),
        ],
    ),
    "evidence seen and gold-only wrong: the short way": (
        FACTS,
        [
            ({**STEP_1, "response_correct": "no", "response_rule": "plain"}, 4),
            ({"page_marks": {CLAIMED: "carries_all"}, "key_evidence_ok": "yes"}, 4),
            ({"evidence_retrieved": "yes"}, 5),
            (GOLD_ONLY_HOLDS, 5),
            ({"gold_only_correct": "no"}, COMPLETE),
        ],
    ),
    "a probe with a condition that does not hold": (
        FACTS,
        [
            (without(stage_answers("none", "none"), "gold_only_correct", *GOLD_ONLY_HOLDS), 5),
            ({**GOLD_ONLY_HOLDS, "gold_only_model_ok": "no"}, COMPLETE),
        ],
    ),
    "a wrong reference whose right answer is known": (
        FACTS,
        [
            ({"target_basis": "none", "gold_pages": {GOLD: "does_not_support"}}, 1),
            ({"reference_valid": "no"}, 1),
            ({"reference_issue": "never_supported"}, 1),
            ({"verified_answer_status": "established"}, 1),
            ({"verified_answer": "Ada"}, 1),
            (REFERENCE_GIVEN, 2),
            ({"response_correct": "no"}, 2),
            ({"response_rule": "plain"}, COMPLETE),
        ],
    ),
    "a wrong reference and no right answer to be had": (
        FACTS,
        [
            (without(WRONG_REFERENCE, "verified_answer_status", "verified_answer"), 1),
            ({"verified_answer_status": "cannot_be_established"}, COMPLETE),
        ],
    ),
    "a judge error": (
        FACTS,
        [
            ({**STEP_1, "response_correct": "yes"}, 2),
            ({"response_rule": "equivalent_wording"}, 3),
            ({"judge_error_reason": WHY}, COMPLETE),
        ],
    ),
    "not a failure": (
        replace(FACTS, verdict="unparseable"),
        [({**STEP_1, "response_correct": "yes", "response_rule": "plain"}, COMPLETE)],
    ),
    "undecided: the reference": (
        FACTS,
        [
            ({"target_basis": "none", **GOLD_PAGES, "reference_valid": "unsure"}, 2),
            ({"response_correct": "yes", "response_rule": "plain"}, 4),
            ({"page_marks": {CLAIMED: "not_opened"}, "key_evidence_ok": "unsure"}, 4),
            ({"evidence_retrieved": "unsure"}, 4),
            ({"queries_adequate": "unsure"}, 5),
            ({**GOLD_ONLY_HOLDS, "gold_only_correct": "unsure"}, COMPLETE),
        ],
    ),
    "undecided: the response": (
        FACTS,
        [({**STEP_1, "response_correct": "unsure"}, 4)],
    ),
    "nothing recorded but question and reference": (
        NOTHING_RECORDED,
        [
            ({}, 1),
            ({"target_basis": "none"}, 1),
            ({"reference_valid": "yes"}, 1),
            (REFERENCE_GIVEN, 2),
            ({"response_correct": "no", "response_rule": "plain"}, COMPLETE),
        ],
    ),
    "retrieved pages without queries or probes": (
        replace(NOTHING_RECORDED, retrieved_urls=(OTHER,)),
        [
            ({"target_basis": "none", **REFERENCE_GIVEN, "reference_valid": "yes"}, 2),
            ({"response_correct": "no", "response_rule": "plain"}, 4),
            ({"evidence_retrieved": "no"}, COMPLETE),
        ],
    ),
    "several references": (
        replace(NOTHING_RECORDED, reference_count=2),
        [
            ({"target_basis": "none", **REFERENCE_GIVEN, "reference_valid": "yes"}, 1),
            ({"answers_are": "all_required"}, 2),
        ],
    ),
    "a question marked as resting on a false premise": (
        replace(NOTHING_RECORDED, false_premise=True),
        [
            ({"target_basis": "none", **REFERENCE_GIVEN, "reference_valid": "yes"}, 1),
            ({"false_premise_verified": "no"}, 2),
        ],
    ),
}


@pytest.mark.parametrize("path", PATHS)
def test_steps_open_in_order_along(path):
    facts, turns = PATHS[path]
    answers: dict = {}
    for given, expected in turns:
        answers |= given
        found = evaluate(answers, facts)
        step, complete = expected if expected == COMPLETE else (expected, "incomplete")
        assert (found.open_step, not found.problems) == (step, complete == "complete"), given


@pytest.mark.parametrize(
    ("path", "state"),
    [
        ("a failure of the system, every probe there", "submitted"),
        ("a wrong reference and no right answer to be had", "submitted"),
        ("a judge error", "submitted"),
        ("not a failure", "submitted"),
        ("nothing recorded but question and reference", "submitted"),
        ("undecided: the reference", "needs_discussion"),
    ],
)
def test_of_the_finished_paths_only_the_unsure_one_asks_for_a_discussion(path, state):
    facts, turns = PATHS[path]
    answers = {name: value for given, _ in turns for name, value in given.items()}
    found = evaluate(answers, facts)
    assert found.problems == ()
    assert found.state_on_submission == state


@pytest.mark.parametrize(
    "path",
    ["a wrong reference whose right answer is known", "a judge error", "not a failure"],
)
def test_stages_are_not_asked_about_where_none_is_to_blame(path):
    facts, turns = PATHS[path]
    answers = {name: value for given, _ in turns for name, value in given.items()}
    # Answers of a path left earlier are there still.
    answers = {**stage_answers("Retrieval", "Distraction"), **answers}
    found = evaluate(answers, facts)
    stages = {name for name, field in FIELDS_BY_NAME.items() if field.step in (4, 5)}
    assert fields_with(Status.NOT_ASKED, found) >= stages - {"notes_4", "notes_5"}
    assert (found.retrieval_side, found.post_side, found.labels) == (None, None, ())

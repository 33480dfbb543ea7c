"""Steps 1 to 3: whose failure it is, and whether the judge was right (appendix B.6, items 1-7)."""

import pytest

from tests.trek_core.checklist_samples import (
    FACTS,
    RIGHT_RESPONSE,
    WRONG_REFERENCE,
    WRONG_RESPONSE,
    missing_fields,
    without,
)
from trek_core.checklist import Status, evaluate
from trek_core.checklist.facts import CaseFacts

# Written out by hand. Rows: reference_valid, response_correct. Columns: the recorded verdict.
# Outcome: S system-related, R reference-answer error, J judge error, N not a failure,
# U undecided, - none yet. Then whether the judge agrees: = yes, x no, . nothing to compare.
OUTCOMES = """
reference  response   | correct incorrect not_attempted unparseable unknown none
yes        yes        | N=      Jx        Jx            N.          N.      N.
yes        no         | Sx      S=        S=            S.          S.      S.
yes        unsure     | U.      U.        U.            U.          U.      U.
yes        unanswered | -.      -.        -.            -.          -.      -.
no         yes        | R=      Rx        Rx            R.          R.      R.
no         no         | Rx      R=        R=            R.          R.      R.
no         unsure     | R.      R.        R.            R.          R.      R.
no         unanswered | R.      R.        R.            R.          R.      R.
unsure     yes        | U=      Ux        Ux            U.          U.      U.
unsure     no         | Ux      U=        U=            U.          U.      U.
unsure     unsure     | U.      U.        U.            U.          U.      U.
unsure     unanswered | -.      -.        -.            -.          -.      -.
unanswered yes        | -=      -x        -x            -.          -.      -.
unanswered no         | -x      -=        -=            -.          -.      -.
unanswered unsure     | -.      -.        -.            -.          -.      -.
unanswered unanswered | -.      -.        -.            -.          -.      -.
"""
OUTCOME_LETTERS = {
    "S": "system_related",
    "R": "reference_answer_error",
    "J": "judge_error",
    "N": "not_a_failure",
    "U": "undecided",
    "-": None,
}
AGREES = {"=": True, "x": False, ".": None}
HEAD, *ROWS = OUTCOMES.strip().splitlines()
VERDICTS = HEAD.partition("|")[2].split()
CELLS = [
    (*row.partition("|")[0].split(), verdict, cell)
    for row in ROWS
    for verdict, cell in zip(VERDICTS, row.partition("|")[2].split(), strict=True)
]


def given(**answers):
    return {name: value for name, value in answers.items() if value != "unanswered"}


def test_the_table_has_every_combination_once():
    assert len(CELLS) == len({cell[:3] for cell in CELLS}) == 4 * 4 * 6


@pytest.mark.parametrize(("reference", "response", "verdict", "expected"), CELLS)
def test_outcome_and_judge_are_those_of_the_hand_written_table(
    reference, response, verdict, expected
):
    facts = CaseFacts(verdict=None if verdict == "none" else verdict)
    found = evaluate(given(reference_valid=reference, response_correct=response), facts)
    assert found.outcome == OUTCOME_LETTERS[expected[0]]
    assert found.judge_agrees is AGREES[expected[1]]


@pytest.mark.parametrize(
    ("outcome", "goes_on"),
    [("S", True), ("U", True), ("R", False), ("J", False), ("N", False), ("-", False)],
)
def test_only_system_related_and_undecided_cases_go_on_to_the_stages(outcome, goes_on):
    cells = [cell for cell in CELLS if cell[3].startswith(outcome)]
    assert cells
    for reference, response, verdict, _ in cells:
        facts = CaseFacts(verdict=None if verdict == "none" else verdict, has_gold_only_answer=True)
        found = evaluate(given(reference_valid=reference, response_correct=response), facts)
        asked = found.status["gold_only_correct"] is not Status.NOT_ASKED
        assert asked is goes_on
        assert found.computed_retrieval == ("undetermined" if goes_on else None)
        assert found.computed_post == ("undetermined" if goes_on else None)
        assert found.labels == ()


def test_a_wrong_reference_without_a_right_answer_leaves_the_response_unjudged():
    answers = {
        **without(WRONG_REFERENCE, "verified_answer"),
        "verified_answer_status": "cannot_be_established",
        "response_correct": "no",
        "response_rule": "wrong_time",
    }
    found = evaluate(answers, FACTS)
    assert found.status["response_correct"] is Status.NOT_ASKED
    assert found.status["response_rule"] is Status.NOT_ASKED
    assert found.status["verified_answer"] is Status.NOT_ASKED
    assert found.judge_agrees is None
    assert (found.outcome, found.problems) == ("reference_answer_error", ())


def test_a_wrong_reference_with_a_right_answer_has_the_response_judged_against_it():
    assert missing_fields(WRONG_REFERENCE) == ["response_correct"]
    answers = {**WRONG_REFERENCE, "response_correct": "yes", "response_rule": "plain"}
    found = evaluate(answers, FACTS)
    assert (found.outcome, found.judge_agrees) == ("reference_answer_error", False)
    assert found.problems == ()


@pytest.mark.parametrize(
    ("dropped", "missing"),
    [
        ("reference_issue", ["reference_issue"]),
        ("verified_answer_status", ["verified_answer_status"]),
        ("verified_answer", ["verified_answer"]),
        ("reference_evidence", ["reference_evidence"]),
        ("gold_pages", ["gold_pages"]),
        ("target_basis", ["target_basis"]),
    ],
)
def test_a_wrong_reference_needs_its_issue_its_right_answer_and_evidence(dropped, missing):
    answers = {**WRONG_REFERENCE, "response_correct": "no", "response_rule": "plain"}
    assert missing_fields(without(answers, dropped)) == missing


def test_a_judge_error_needs_its_reason():
    assert missing_fields(RIGHT_RESPONSE) == ["judge_error_reason"]
    answers = {**RIGHT_RESPONSE, "judge_error_reason": "It took a nickname for another person."}
    assert missing_fields(answers) == []


def test_a_wrong_response_that_the_judge_accepted_is_a_failure_all_the_same():
    found = evaluate(WRONG_RESPONSE, CaseFacts(verdict="correct", gold_urls=FACTS.gold_urls))
    assert (found.outcome, found.judge_agrees) == ("system_related", False)


@pytest.mark.parametrize(
    ("correct", "rule", "answered"),
    [
        ("yes", "plain", True),
        ("yes", "equivalent_wording", True),
        ("yes", "valid_alternative", True),
        ("yes", "missing_component", False),
        ("yes", "not_attempted", False),
        ("no", "plain", True),
        ("no", "missing_component", True),
        ("no", "wrong_entity", True),
        ("no", "wrong_quantity", True),
        ("no", "wrong_time", True),
        ("no", "contradiction_or_mixed_guess", True),
        ("no", "premise_missed", True),
        ("no", "wrong_premise_named", True),
        ("no", "further_answer_missing", True),
        ("no", "not_attempted", True),
        ("no", "valid_alternative", False),
        ("no", "equivalent_wording", False),
    ],
)
def test_the_rule_must_be_one_that_can_decide_so(correct, rule, answered):
    answers = {**WRONG_RESPONSE, "response_correct": correct, "response_rule": rule}
    found = evaluate(answers, FACTS).status["response_rule"]
    assert found is (Status.ANSWERED if answered else Status.UNANSWERED)


def test_no_rule_is_asked_for_where_the_person_is_unsure():
    found = evaluate({**WRONG_RESPONSE, "response_correct": "unsure"}, FACTS)
    assert found.status["response_rule"] is Status.NOT_ASKED

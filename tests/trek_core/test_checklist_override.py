"""Overrides: which sets may stand, which the rule forbids, and what they need."""

import pytest

from tests.trek_core.checklist_samples import (
    FACTS,
    RIGHT_RESPONSE,
    WRONG_REFERENCE,
    missing_fields,
    stage_answers,
)
from trek_core.checklist import Status, evaluate
from trek_core.taxonomy import Label

SHORT = {
    "P": "Pre-retrieval",
    "R": "Retrieval",
    "I": "Interpretation",
    "D": "Distraction",
    "X": "Randomness",
}
# Written out by hand: every set of labels there is | the sides it puts, or the rule it breaks.
SETS = """
P     | Pre-retrieval none
R     | Retrieval none
I     | none Interpretation
D     | none Distraction
X     | none none
PR    | Pre-retrieval and Retrieval exclude each other
PI    | Pre-retrieval Interpretation
PD    | Pre-retrieval Distraction
PX    | Randomness stands alone
RI    | Retrieval Interpretation
RD    | Retrieval Distraction
RX    | Randomness stands alone
ID    | Interpretation and Distraction exclude each other
IX    | Randomness stands alone
DX    | Randomness stands alone
PRI   | Pre-retrieval and Retrieval exclude each other
PRD   | Pre-retrieval and Retrieval exclude each other
PRX   | Pre-retrieval and Retrieval exclude each other
PID   | Interpretation and Distraction exclude each other
PIX   | Randomness stands alone
PDX   | Randomness stands alone
RID   | Interpretation and Distraction exclude each other
RIX   | Randomness stands alone
RDX   | Randomness stands alone
IDX   | Interpretation and Distraction exclude each other
PRID  | Pre-retrieval and Retrieval exclude each other
PRIX  | Pre-retrieval and Retrieval exclude each other
PRDX  | Pre-retrieval and Retrieval exclude each other
PIDX  | Interpretation and Distraction exclude each other
RIDX  | Interpretation and Distraction exclude each other
PRIDX | Pre-retrieval and Retrieval exclude each other
"""
READ = [tuple(part.strip() for part in row.split("|")) for row in SETS.strip().splitlines()]
VALID = [(letters, *said.split()) for letters, said in READ if len(said.split()) == 2]
FORBIDDEN = [(letters, said) for letters, said in READ if len(said.split()) > 2]
REASON = {"override_reason": "Page 3 states the same figure for the same year."}


def override(letters):
    return {"override_labels": [SHORT[letter] for letter in letters]}


def test_every_set_of_labels_is_in_the_table_once():
    assert len({letters for letters, _ in READ}) == len(READ) == 2**5 - 1
    assert (len(VALID), len(FORBIDDEN)) == (9, 22)
    assert list(SHORT.values()) == list(Label)


@pytest.mark.parametrize(("letters", "retrieval", "post"), VALID)
def test_an_allowed_override_decides_both_sides(letters, retrieval, post):
    answers = {**stage_answers("undetermined", "undetermined"), **override(letters), **REASON}
    found = evaluate(answers, FACTS)
    assert (found.retrieval_side, found.post_side) == (retrieval, post)
    assert (found.computed_retrieval, found.computed_post) == ("undetermined", "undetermined")
    assert found.computed is None
    assert list(found.labels) == [SHORT[letter] for letter in letters]
    assert found.problems == ()


@pytest.mark.parametrize(("letters", "rule"), FORBIDDEN)
@pytest.mark.parametrize("turned", [False, True])
def test_a_forbidden_override_names_the_broken_rule_and_changes_nothing(letters, rule, turned):
    letters = letters[::-1] if turned else letters
    answers = {**stage_answers("Retrieval", "none"), **override(letters), **REASON}
    found = evaluate(answers, FACTS)
    (problem,) = found.problems
    assert (problem.step, problem.field) == (6, "override_labels")
    assert problem.message.startswith(rule)
    assert problem.message.endswith(".")
    assert found.labels == ("Retrieval",)


@pytest.mark.parametrize(("letters", "retrieval", "post"), VALID)
def test_an_override_to_what_the_answers_say_already_is_refused(letters, retrieval, post):
    answers = {**stage_answers(retrieval, post), **override(letters), **REASON}
    (problem,) = evaluate(answers, FACTS).problems
    assert problem.field == "override_labels"
    assert "already" in problem.message


@pytest.mark.parametrize(
    ("letters", "retrieval", "post"),
    [("R", "Retrieval", "undetermined"), ("I", "undetermined", "Interpretation")],
)
def test_an_override_may_decide_the_side_the_answers_leave_open(letters, retrieval, post):
    answers = {**stage_answers(retrieval, post), **override(letters), **REASON}
    found = evaluate(answers, FACTS)
    assert found.problems == ()
    assert found.computed is None
    assert len(found.labels) == 1


def test_an_override_needs_its_reason():
    answers = {**stage_answers("Retrieval", "none"), **override("P")}
    assert missing_fields(answers) == ["override_reason"]
    assert missing_fields({**answers, "override_reason": " \n"}) == ["override_reason"]
    assert missing_fields({**answers, **REASON}) == []


def test_no_reason_is_asked_for_without_an_override():
    found = evaluate({**stage_answers("Retrieval", "none"), "override_labels": []}, FACTS)
    assert found.status["override_labels"] is Status.UNANSWERED
    assert found.status["override_reason"] is Status.NOT_ASKED
    assert found.problems == ()


@pytest.mark.parametrize("start", [RIGHT_RESPONSE, WRONG_REFERENCE])
def test_a_case_blamed_on_no_stage_cannot_be_overridden(start):
    found = evaluate({**start, **override("R"), **REASON}, FACTS)
    assert found.status["override_labels"] is Status.NOT_ASKED
    assert found.status["override_reason"] is Status.NOT_ASKED
    assert (found.retrieval_side, found.post_side, found.labels) == (None, None, ())

"""Where a person departs from TrekTrace, and which reasons that asks for."""

from dataclasses import replace

import pytest

from tests.trek_core.checklist_samples import (
    FACTS,
    NOTHING_RECORDED,
    RIGHT_RESPONSE,
    WRONG_REFERENCE,
    fields_with,
    stage_answers,
)
from trek_core.checklist import Difference, Status, evaluate

REASONS = {"disagreement_retrieval", "disagreement_post", "disagreement_outcome"}
WHY = "Page 3 is from the season before."

# Written out by hand. TrekTrace's sides (? where a judgement of its own is unknown), the person's,
# and what has to be explained: r retrieval side, p post-retrieval side.
DIFFERENCES = """
Retrieval     none           | Retrieval     none           | -
Retrieval     none           | Pre-retrieval none           | r
Retrieval     none           | none          none           | r
Retrieval     none           | Retrieval     Distraction    | p
Retrieval     none           | none          Interpretation | rp
Retrieval     none           | undetermined  none           | -
Retrieval     none           | undetermined  Distraction    | p
Retrieval     none           | Pre-retrieval undetermined   | r
Retrieval     none           | undetermined  undetermined   | -
none          none           | none          none           | -
none          none           | Retrieval     none           | r
none          Interpretation | none          Distraction    | p
none          Interpretation | none          none           | p
none          Distraction    | none          Distraction    | -
Pre-retrieval Distraction    | Retrieval     Interpretation | rp
?             Distraction    | Retrieval     Distraction    | -
?             Distraction    | Retrieval     none           | p
Retrieval     ?              | Retrieval     Interpretation | -
Retrieval     ?              | none          none           | r
?             ?              | Pre-retrieval Distraction    | -
"""
FIELDS_OF = {"r": "disagreement_retrieval", "p": "disagreement_post", "-": None}


def assisted(retrieval, post, labels="Retrieval + Distraction"):
    """The facts with TrekTrace's side visible; None on a side where its own is unknown."""
    return replace(
        FACTS, trektrace_retrieval=retrieval, trektrace_post=post, trektrace_labels=labels
    )


def read(row):
    recorded, mine, explained = (part.split() for part in row.split("|"))
    sides = [None if side == "?" else side for side in recorded]
    return assisted(*sides), mine, [FIELDS_OF[letter] for letter in explained[0] if letter != "-"]


@pytest.mark.parametrize("row", DIFFERENCES.strip().splitlines())
def test_each_side_on_which_both_decided_and_differ_needs_a_reason(row):
    facts, mine, explained = read(row)
    found = evaluate(stage_answers(*mine), facts)
    assert [difference.reason_field for difference in found.differences] == explained
    assert [problem.field for problem in found.problems] == explained
    assert fields_with(Status.UNANSWERED, found) & REASONS == set(explained)
    assert fields_with(Status.NOT_ASKED, found) & REASONS == REASONS - set(explained)


@pytest.mark.parametrize("row", DIFFERENCES.strip().splitlines())
def test_nothing_has_to_be_explained_where_trektrace_is_withheld(row):
    _, mine, _ = read(row)
    found = evaluate(stage_answers(*mine), FACTS)
    assert found.differences == ()
    assert found.problems == ()
    assert fields_with(Status.NOT_ASKED, found) >= REASONS


def test_a_difference_shows_what_was_recorded_and_what_the_person_says():
    found = evaluate(stage_answers("none", "Distraction"), assisted("Retrieval", "none"))
    assert found.differences == (
        Difference("retrieval side", "Retrieval", "none", "disagreement_retrieval"),
        Difference("post-retrieval side", "none", "Distraction", "disagreement_post"),
    )
    assert [problem.message for problem in found.problems] == [
        "Say why you differ on the retrieval side.",
        "Say why you differ on the post-retrieval side.",
    ]


def test_each_side_has_a_reason_of_its_own():
    answers = stage_answers("none", "Distraction")
    facts = assisted("Retrieval", "none")
    one = evaluate({**answers, "disagreement_retrieval": WHY}, facts)
    assert [problem.field for problem in one.problems] == ["disagreement_post"]
    both = {**answers, "disagreement_retrieval": WHY, "disagreement_post": WHY}
    assert evaluate(both, facts).problems == ()


def test_the_reason_of_an_override_serves_for_the_differences_too():
    answers = {**stage_answers("none", "none"), "override_labels": ["Pre-retrieval", "Distraction"]}
    facts = assisted("Retrieval", "none")
    found = evaluate(answers, facts)
    assert [problem.field for problem in found.problems] == ["override_reason"]
    assert fields_with(Status.NOT_ASKED, found) >= REASONS, "nobody is asked twice"
    found = evaluate({**answers, "override_reason": WHY}, facts)
    assert found.problems == ()
    assert len(found.differences) == 2
    assert fields_with(Status.NOT_ASKED, found) >= REASONS


def test_a_reason_for_differing_that_was_given_stands_beside_that_of_an_override():
    answers = {
        **stage_answers("none", "none"),
        "override_labels": ["Pre-retrieval", "Distraction"],
        "override_reason": WHY,
        "disagreement_post": WHY,
    }
    found = evaluate(answers, assisted("Retrieval", "none"))
    assert found.status["disagreement_post"] is Status.ANSWERED
    assert found.status["disagreement_retrieval"] is Status.NOT_ASKED


def test_reasons_for_differing_do_not_serve_for_an_override():
    answers = {
        **stage_answers("none", "none"),
        "override_labels": ["Pre-retrieval"],
        "disagreement_retrieval": WHY,
    }
    found = evaluate(answers, assisted("Retrieval", "none"))
    assert [problem.field for problem in found.problems] == ["override_reason"]


def test_an_override_back_to_trektraces_labels_leaves_nothing_to_explain_but_itself():
    answers = {**stage_answers("none", "none"), "override_labels": ["Retrieval"]}
    found = evaluate(answers, assisted("Retrieval", "none"))
    assert found.differences == ()
    assert [problem.field for problem in found.problems] == ["override_reason"]


def test_a_forbidden_override_is_compared_as_if_it_were_not_there():
    answers = {
        **stage_answers("Retrieval", "none"),
        "override_labels": ["Retrieval", "Randomness"],
        "override_reason": WHY,
    }
    found = evaluate(answers, assisted("Retrieval", "none"))
    assert found.differences == ()
    assert [problem.field for problem in found.problems] == ["override_labels"]


@pytest.mark.parametrize("sides", [("Retrieval", "Distraction"), (None, None), ("Retrieval", None)])
def test_a_reference_error_differs_as_a_whole_however_complete_trektrace_is(sides):
    answers = {**WRONG_REFERENCE, "response_correct": "no", "response_rule": "plain"}
    found = evaluate(answers, assisted(*sides, labels="Retrieval + Distraction"))
    assert found.differences == (
        Difference(
            "outcome", "Retrieval + Distraction", "Reference-answer error", "disagreement_outcome"
        ),
    )
    assert [problem.field for problem in found.problems] == ["disagreement_outcome"]
    assert evaluate({**answers, "disagreement_outcome": WHY}, assisted(*sides)).problems == ()
    assert fields_with(Status.NOT_ASKED, found) >= {"disagreement_retrieval", "disagreement_post"}


def test_the_reason_of_a_judge_error_serves_for_the_difference_too():
    facts = assisted("Retrieval", "none", labels="Retrieval")
    found = evaluate(RIGHT_RESPONSE, facts)
    assert [problem.field for problem in found.problems] == ["judge_error_reason"]
    assert fields_with(Status.NOT_ASKED, found) >= REASONS
    found = evaluate({**RIGHT_RESPONSE, "judge_error_reason": WHY}, facts)
    assert found.problems == ()
    assert [difference.mine for difference in found.differences] == ["Judge error"]


def test_a_moot_reason_for_an_override_explains_no_reference_error():
    answers = {
        **WRONG_REFERENCE,
        "response_correct": "no",
        "response_rule": "plain",
        "override_labels": ["Retrieval"],
        "override_reason": WHY,
        "judge_error_reason": WHY,
    }
    found = evaluate(answers, assisted("Retrieval", "none"))
    assert [problem.field for problem in found.problems] == ["disagreement_outcome"]


@pytest.mark.parametrize("verdict", ["unparseable", "unknown", "correct", None])
def test_neither_no_failure_nor_an_undecided_case_is_a_difference(verdict):
    facts = replace(assisted("Retrieval", "none"), verdict=verdict)
    right = evaluate(RIGHT_RESPONSE, facts)
    assert (right.outcome, right.differences, right.problems) == ("not_a_failure", (), ())
    unsure = evaluate({**stage_answers("none", "none"), "response_correct": "unsure"}, facts)
    assert (unsure.outcome, unsure.differences, unsure.problems) == ("undecided", (), ())


def test_nothing_differs_before_the_outcome_is_known():
    facts = replace(NOTHING_RECORDED, trektrace_labels="Randomness")
    found = evaluate({"reference_valid": "yes"}, facts)
    assert found.differences == ()
    assert fields_with(Status.NOT_ASKED, found) >= REASONS

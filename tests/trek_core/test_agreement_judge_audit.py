"""People against the LLM judge on the response, on cases worked out by hand."""

from dataclasses import replace

import pytest

from tests.trek_core.agreement_samples import WITHIN, blames, case, clears, find, material
from trek_core.agreement.comparisons.judge_audit import audit_judge, compute_judge_audit


def accepted(annotator, case_id):
    """A judgement of an accepted answer that is right."""
    return clears(annotator, case_id, "not_a_failure")


CASES = [
    case("c1", verdict="correct", system="one"),
    case("c2", verdict="correct", system="one"),
    case("c3", "Retrieval", verdict="incorrect", system="one"),
    case("c4", "Retrieval", verdict="not_attempted", system="two"),
    case("c5", "Retrieval", verdict="incorrect", system="two"),
    case("c6", "Retrieval", verdict="unparseable"),
    case("c7", "Retrieval"),
    case("c8", verdict="correct"),
]
JUDGEMENTS = [
    accepted("Ada", "c1"),
    blames("Ada", "c2", "Retrieval"),  # A lenient judge.
    blames("Ada", "c3", "Retrieval"),
    blames("Ada", "c4", "Retrieval"),
    clears("Ada", "c5", "judge_error"),
    accepted("Ada", "c6"),
]


def test_accepted_answers_count_and_not_attempted_is_not_correct():
    found = audit_judge(material(CASES, JUDGEMENTS), WITHIN)
    assert found.cells == {(0, 0): ("c1",), (0, 1): ("c2",), (1, 1): ("c3", "c4"), (1, 0): ("c5",)}
    assert found.left_out == {"no_verdict": ("c6", "c7"), "human_pending": ("c8",)}


def test_the_figures_say_how_often_judge_and_people_agree_and_who_is_lenient():
    rows = compute_judge_audit(material(CASES, JUDGEMENTS))
    kappa = find(rows, view="response_correct", by="all", statistic="cohen_kappa")
    # p_o = 3/5, p_e = (2 x 2 + 3 x 3) / 25 = 13/25, kappa = (2/25) / (12/25) = 1/6.
    assert (kappa.n, kappa.value) == (5, pytest.approx(1 / 6))
    lenient = find(rows, view="response_correct", by="all", statistic="mcnemar_exact_p")
    assert (lenient.value, lenient.n) == (1.0, 5)
    assert (lenient.case_ids["first_only"], lenient.case_ids["second_only"]) == (("c2",), ("c5",))
    one = find(rows, view="response_correct", by="system", of="one", statistic="percent_agreement")
    assert (one.n, one.value) == (3, pytest.approx(2 / 3))
    unnamed = find(rows, view="response_correct", by="system", of=None, statistic="cohen_kappa")
    assert unnamed.details["excluded"] == {"no_verdict": 2, "human_pending": 1}


def test_people_must_agree_on_the_response_and_be_sure_of_it():
    cases = [case(f"c{n}", verdict="incorrect") for n in (1, 2, 3, 4)]
    found = audit_judge(material(cases, [
        blames("Ada", "c1", "Retrieval"), clears("Bo", "c1", "judge_error"),
        blames("Ada", "c2", "Retrieval", answers={"response_correct": "unsure"}),
        clears("Ada", "c3", "reference_answer_error",
               {"verified_answer_status": "cannot_be_established"}),
        blames("Ada", "c4", "Retrieval"), blames("Bo", "c4", "Distraction"),
    ]), WITHIN)  # fmt: skip
    assert found.left_out == {"disputed": ("c1",), "unsure": ("c2",), "not_asked": ("c3",)}
    # They differ on the labels; on the response they agree.
    assert found.cells == {(1, 1): ("c4",)}


def test_cases_with_a_wrong_reference_are_left_out_of_the_second_figure():
    answers = {"verified_answer_status": "established", "response_correct": "yes"}
    cases = [case("c1", "Retrieval", verdict="incorrect"), case("c2", verdict="correct")]
    given = material(cases, [
        clears("Ada", "c1", "reference_answer_error", answers), accepted("Ada", "c2")
    ])  # fmt: skip
    assert audit_judge(given, WITHIN).cells == {(1, 0): ("c1",), (0, 0): ("c2",)}
    valid = audit_judge(given, WITHIN, valid_reference_only=True)
    assert (valid.cells, valid.left_out) == (
        {(0, 0): ("c2",)}, {"reference_not_valid": ("c1",)}
    )  # fmt: skip


def test_a_chosen_annotator_is_the_human_side_alone():
    given = [blames("Ada", "c3", "Retrieval"), clears("Bo", "c3", "judge_error")]
    assert audit_judge(material(CASES, given, annotator="Bo"), WITHIN).cells == {(1, 0): ("c3",)}


def test_answers_that_were_not_read_are_named_not_guessed():
    unread = replace(blames("Ada", "c3", "Retrieval"), answers=None)
    found = audit_judge(material(CASES[2:3], [unread]), WITHIN)
    assert found.left_out == {"answers_not_read": ("c3",)}

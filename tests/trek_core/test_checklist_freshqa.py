"""Real cases that come without logs, probes or verdicts can be reviewed to the end."""

from pathlib import Path

import pytest

from tests.trek_core.checklist_samples import ENTRY
from trek_core.attribution import attribute
from trek_core.checklist import compute_facts, evaluate
from trek_core.jsonl import read_jsonl

DRIFT = Path(__file__).parent.parent / "data" / "freshqa_drift.jsonl"
RECORDS = {entry.record.case.case_id: entry.record for entry in read_jsonl(DRIFT)}


def facts_of(found):
    return compute_facts(found, attribute(found.case, found.probes))


def answer(facts, evidence):
    return {
        "target_basis": "effective_year",
        "false_premise_verified": "yes",
        "answers_are": "alternatives",
        "gold_pages": dict.fromkeys(facts.gold_urls, "supports"),
        "reference_evidence": [ENTRY],
        "reference_valid": "yes",
        "response_correct": "no",
        "response_rule": "wrong_time",
        "page_marks": dict.fromkeys(facts.claimed_urls, "wrong_time"),
        "evidence_retrieved": evidence,
    }


def test_there_are_as_many_cases_as_the_file_says():
    assert len(RECORDS) == 156


@pytest.mark.parametrize("record", RECORDS.values(), ids=list(RECORDS))
def test_a_case_is_finished_with_its_missing_sides_left_open(record):
    facts = facts_of(record)
    found = evaluate(answer(facts, "yes"), facts)
    assert found.problems == ()
    assert (found.outcome, found.judge_agrees) == ("system_related", None)
    assert (found.retrieval_side, found.post_side) == ("none", "undetermined")
    assert (found.labels, found.state_on_submission) == ((), "submitted")


@pytest.mark.parametrize("record", RECORDS.values(), ids=list(RECORDS))
def test_a_case_takes_an_override_and_its_reason_explains_any_difference(record):
    facts = facts_of(record)
    answers = {
        **answer(facts, "no"),
        "override_labels": ["Retrieval", "Distraction"],
        "override_reason": "The page retrieved is an earlier state of the one cited.",
    }
    found = evaluate(answers, facts)
    assert found.problems == ()
    assert found.retrieval_side == "Retrieval"
    assert found.computed_retrieval == "undetermined"
    assert found.labels == ("Retrieval", "Distraction")
    differs = [difference.part for difference in found.differences]
    assert differs == (["retrieval side"] if facts.trektrace_retrieval else [])


@pytest.mark.parametrize("record", RECORDS.values(), ids=list(RECORDS))
def test_a_case_whose_reference_is_wrong_ends_without_stages(record):
    facts = facts_of(record)
    answers = {
        **answer(facts, "no"),
        "reference_valid": "no",
        "reference_issue": "answer_changed",
        "verified_answer_status": "cannot_be_established",
        "disagreement_outcome": "The reference was out of date at the target time.",
    }
    found = evaluate(answers, facts)
    assert found.problems == ()
    assert (found.outcome, found.labels) == ("reference_answer_error", ())


def test_the_real_cases_hold_what_their_source_says_of_them():
    found = [facts_of(record) for record in RECORDS.values()]
    assert {facts.has_queries or facts.has_gold_only_answer for facts in found} == {False}
    assert {facts.verdict for facts in found} == {None}
    assert {facts.retrieved_urls is None for facts in found} == {False}
    # Both roads through the comparison with TrekTrace are travelled.
    assert {facts.trektrace_retrieval for facts in found} == {None, "none"}
    assert {facts.trektrace_post for facts in found} == {None}
    assert {facts.false_premise for facts in found} == {True, False}

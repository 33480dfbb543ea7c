"""Which answers about a reference carry over to another case of its question."""

import pytest

from trek_core.carried_findings import compute_carried, has_same_reference
from trek_core.cases import Case
from trek_core.checklist import CaseFacts

BASE = {"question": "Who leads?", "dataset": "d", "effective_year": 2025}
GOLD, OTHER = "https://gold.example", "https://other.example"
ENTRY = {"url": GOLD, "quote": "q"}


@pytest.mark.parametrize(
    ("change", "same"),
    [
        ({"system": "m2", "prediction": "B", "case_id": "x"}, True),
        ({"reference_answers": ["B", "A"]}, True),
        ({"effective_year": "2025"}, True),
        ({"gold_urls": [GOLD]}, True),
        ({"question": "Who led?"}, False),
        ({"dataset": None}, False),
        ({"effective_year": None}, False),
        ({"false_premise": True}, False),
        ({"reference_answers": ["A"]}, False),
    ],
)
def test_two_cases_have_the_same_reference_by_what_is_recorded_of_it(change, same):
    base = BASE | {"reference_answers": ["A", "B"]}
    assert has_same_reference(Case(**base), Case(**base | change)) is same


def test_references_that_are_not_recorded_are_not_known_to_be_the_same():
    case = Case(**BASE | {"reference_answers": None})
    assert not has_same_reference(case, case)


def test_what_is_moot_or_about_a_response_or_one_s_own_note_does_not_carry():
    found = {
        "target_basis": "none",
        "target_time": "2024",
        "answers_are": "alternatives",
        "reference_valid": "no",
        "verified_answer_status": "cannot_be_established",
        "verified_answer": "Cy",
        "notes_1": "Mine.",
        "response_correct": "yes",
        "judge_error_reason": "x",
    }
    carried = compute_carried(found, {"target_basis": "none"}, CaseFacts(reference_count=1))
    assert carried == {"reference_valid": "no", "verified_answer_status": "cannot_be_established"}


def test_marks_and_evidence_join_those_that_are_there():
    found = {"gold_pages": {GOLD: "supports", OTHER: "supports"}, "reference_evidence": [ENTRY]}
    mine = {"gold_pages": {GOLD: "not_opened"}, "reference_evidence": [ENTRY]}
    facts = CaseFacts(gold_urls=(GOLD,))
    assert compute_carried(found, mine, facts) == {"gold_pages": {GOLD: "supports"}}
    other_gold = CaseFacts(gold_urls=("https://new.example",))
    assert compute_carried(found, {}, other_gold) == {"reference_evidence": [ENTRY]}

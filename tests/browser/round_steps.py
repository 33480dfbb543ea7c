"""A round to drive: cases with everything recorded, and people who answer without a browser."""

from typing import Any

from review_db.store import ReviewStore, RoundPlan
from tests.review_db.case_lines import as_file, make_case
from trek_core.checklist import (
    FIELDS_BY_NAME,
    GUIDELINE_VERSION,
    CaseFacts,
    Kind,
    compute_options,
    evaluate,
)

GOLD = "https://gold.example/page"
_FIRST = {"response_correct": "no", "noise_correct": "no", "target_basis": "none"}
"""What people answer where the first option is not it."""


def make_whole_case(case_id: str, *, gold_only: bool = True) -> dict[str, Any]:
    """A failed case with both probes; where gold-only was graded incorrect, noise never ran."""
    noise = {"ran": True, "context_urls": [GOLD], "answer": "Lund", "correct": False}
    grade = {"correct": gold_only, "grade_reason": "It is." if gold_only else "It is not."}
    return make_case(
        case_id,
        question="Where is the archive?",
        reference_answers=["Oslo"],
        gold_urls=[GOLD],
        prediction="Lund",
        retrieved_urls=[GOLD],
        search_queries=["archive"],
        gold_only={"context_urls": [GOLD], "rag_answer": "Oslo", **grade},
        gold_plus_noise=noise if gold_only else {"ran": False},
    )


def make_round(
    store: ReviewStore, name: str, cases: list[dict[str, Any]], people: tuple[str, ...], **plan: Any
) -> list[str]:
    """Import cases, add people and a lead, make a round of all of it; returns its case ids."""
    store.import_file(as_file(*cases), "cases")
    for each in (*people, "Lea"):
        store.add_annotator(each)
        store.record_guideline_read(each, GUIDELINE_VERSION)
    ids = [case["case_id"] for case in cases]
    plan = {"mode": "blind_then_reveal", "overlap": len(people), "order": "imported", **plan}
    store.create_round(RoundPlan(name, ids, people, **plan), by="Lea")
    return ids


def draft(store: ReviewStore, round_name: str, case_id: str, annotator: str, **chosen: Any) -> None:
    """Answer all that is asked of somebody, the first option unless chosen otherwise."""
    for _ in range(3):  # What is shown of a case grows with what was answered of it.
        facts = store.load_case_for(case_id, annotator, round_name).facts
        answers = dict(store.load_judgement(case_id, annotator, round_name).answers)
        if not evaluate(answers, facts).problems:
            return
        _answer_all(answers, facts, chosen)
        store.save_answers(case_id, annotator, answers, round=round_name)
    raise AssertionError(f"{case_id} stays unanswered")


def _answer_all(answers: dict[str, Any], facts: CaseFacts, chosen: dict[str, Any]) -> None:
    while problems := evaluate(answers, facts).problems:
        field = FIELDS_BY_NAME[problems[0].field]
        if field.name in chosen:
            value = chosen[field.name]
        elif field.kind is Kind.PAGES:
            value = dict.fromkeys(field.pages_to_mark(facts), field.options[0].value)
        elif field.kind is Kind.TEXT:
            value = "The page says so."
        elif field.kind is Kind.ENTRIES:
            value = [{"url": GOLD, "quote": "It is in Oslo."}]
        else:
            value = _FIRST.get(field.name, compute_options(field, answers)[0].value)
        assert answers.get(field.name) != value, f"{problems[0]} stays"
        answers[field.name] = value


def hand_in(
    store: ReviewStore, round_name: str, case_id: str, annotator: str, **chosen: Any
) -> None:
    """Answer all that is asked and hand it in."""
    draft(store, round_name, case_id, annotator, **chosen)
    store.submit(case_id, annotator, round=round_name)

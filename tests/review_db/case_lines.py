"""Small cases and finished checklists for the tests of the review database."""

import io
import json
from typing import Any

EVIDENCE = [{"url": "https://a.example", "quote": "q"}]

REFERENCE_WRONG = {
    "target_basis": "none",
    "reference_evidence": EVIDENCE,
    "reference_valid": "no",
    "reference_issue": "other",
    "verified_answer_status": "cannot_be_established",
    "disagreement_outcome": "The page says otherwise.",
}
"""Everything asked of a bare case whose reference is wrong: a reference-answer error."""

RESPONSE_WRONG = {
    "target_basis": "none",
    "reference_evidence": EVIDENCE,
    "reference_valid": "yes",
    "response_correct": "no",
    "response_rule": "plain",
}
"""Everything asked of a bare case whose response is wrong: system-related."""

UNSURE = {**RESPONSE_WRONG, "reference_valid": "unsure", "response_correct": "unsure"}
UNSURE.pop("response_rule")
"""Everything asked of a bare case where the person cannot tell: to be discussed."""


def make_case(case_id: str = "c1", **fields: Any) -> dict[str, Any]:
    """A bare failed case as a line's object: nothing recorded but the question and the verdict."""
    return {"case_id": case_id, "question": f"Who is {case_id}?", "verdict": "incorrect", **fields}


def make_judgement(
    answers: dict[str, Any], annotator: str = "Ada", **fields: Any
) -> dict[str, Any]:
    """A judgement as a line's block."""
    reasons = {
        part: answers[f"disagreement_{part}"]
        for part in ("outcome",)
        if f"disagreement_{part}" in answers
    }
    rest = {name: value for name, value in answers.items() if name != "disagreement_outcome"}
    block = {"annotator": annotator, "answers": rest, "disagreement_reason": reasons or None}
    return {**block, "submitted_at": "2026-02-03T10:00:00Z", **fields}


def as_file(*lines: dict[str, Any]) -> io.BytesIO:
    """Lines as a file to import."""
    return io.BytesIO(b"".join(json.dumps(line).encode() + b"\n" for line in lines))

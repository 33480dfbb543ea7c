"""What a judgement answers to each closed question, read without the case it is about.

A judgement is handed in only once all that its case can ask is answered. So its own answers tell
what was asked and recorded, and the case's record, which may be large, need not be opened.
"""

from collections.abc import Mapping
from typing import Any

from trek_core.checklist import (
    FIELDS,
    FIELDS_BY_NAME,
    Answers,
    CaseFacts,
    Field,
    Kind,
    Status,
)
from trek_core.checklist.gating import compute_status
from trek_core.checklist.options import RESPONSE_RULES

CLOSED_FIELDS: tuple[Field, ...] = tuple(
    field for field in FIELDS if field.kind in (Kind.YES_NO, Kind.CHOICE)
)
"""The questions with a fixed set of answers, in checklist order."""

NO_ANSWER: tuple[str, ...] = ("not_asked", "not_recorded", "unanswered")
"""Why a closed question has no answer: not on the path, its evidence is not in the case, or it was
left open where that is allowed."""

CATEGORIES: dict[str, tuple[str, ...]] = {
    field.name: tuple(option.value for option in field.options) for field in CLOSED_FIELDS
} | {
    "response_rule": tuple(
        f"{response}: {option.value}"
        for response, options in RESPONSE_RULES.items()
        for option in options
    )
}
"""The answers each closed question may have. A rule is named with the response it rests on, for
the same rule under another response is no agreement."""


def read_closed_answers(answers: Answers) -> dict[str, str]:
    """Each closed field with its answer, or why it has none; the answers are a finished set.

    An answer that a later one made moot reads `not_asked`, as everywhere. A question that is on
    the path, must be answered and has no answer was `not_recorded` in its case.
    """
    facts = _assume_facts(answers)
    status, live = compute_status(answers, facts)
    return {field.name: _read(field, status[field.name], live, facts) for field in CLOSED_FIELDS}


def _assume_facts(answers: Answers) -> CaseFacts:
    """Facts under which every question may be asked, but for those only some cases ask."""
    return CaseFacts(
        reference_count=2 if answers.get("answers_are") else 1,
        retrieved_urls=(),
        has_key_evidence=True,
        has_queries=True,
        has_gold_only_answer=True,
        has_noise_answer=True,
    )


def _read(field: Field, status: Status, live: Mapping[str, Any], facts: CaseFacts) -> str:
    if status is Status.ANSWERED:
        answer = str(live[field.name])
        return f"{live['response_correct']}: {answer}" if field.name == "response_rule" else answer
    if status is Status.UNANSWERED:
        needed = FIELDS_BY_NAME[field.name].required(live, facts)
        return "not_recorded" if needed else "unanswered"
    return str(status)

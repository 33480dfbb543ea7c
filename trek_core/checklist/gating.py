"""Which questions stand: the status of every field, and the answers that count."""

from enum import StrEnum
from typing import Any

from trek_core.checklist.answers import find_fault
from trek_core.checklist.facts import Answers, CaseFacts
from trek_core.checklist.fields import FIELDS, Field, Kind, compute_options


class Status(StrEnum):
    """How a field stands."""

    NOT_ASKED = "not_asked"
    NOT_RECORDED = "not_recorded"
    WITHHELD = "withheld"
    UNANSWERED = "unanswered"
    ANSWERED = "answered"


def compute_status(answers: Answers, facts: CaseFacts) -> tuple[dict[str, Status], dict[str, Any]]:
    """The status of every field and the answers that count, read in checklist order.

    A condition sees only answers that count themselves, so a moot answer cannot open a question.
    """
    status: dict[str, Status] = {}
    live: dict[str, Any] = {}
    for field in FIELDS:
        if not field.asked(live, facts):
            status[field.name] = Status.NOT_ASKED
        elif field.withheld and facts.trektrace_side == "withheld":
            status[field.name] = Status.WITHHELD
        elif not field.recorded(live, facts):
            status[field.name] = Status.NOT_RECORDED
        elif _is_answered(field, answers.get(field.name), live):
            status[field.name] = Status.ANSWERED
            live[field.name] = answers[field.name]
        else:
            status[field.name] = Status.UNANSWERED
    return status, live


def _is_answered(field: Field, value: Any, live: Answers) -> bool:
    """Whether a value answers its field: blank text, or an option not offered now, does not."""
    if value is None or find_fault(field, value):
        return False
    if field.kind is Kind.TEXT:
        return bool(value.strip())
    if field.kind in (Kind.CHOICE, Kind.YES_NO):
        return value in {option.value for option in compute_options(field, live)}
    return bool(value)

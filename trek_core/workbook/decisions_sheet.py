"""The Decisions sheet: what each case comes to in each round, and what is wrong with a reference.

A case comes to what was decided at adjudication, else to what all who handed it in agree on.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from trek_core.judgements import Decision
from trek_core.taxonomy import Outcome
from trek_core.workbook.answer_text import show_answer
from trek_core.workbook.cells import Value
from trek_core.workbook.columns import CASE_COLUMNS, MIDDLE, NARROW, WIDE, Column, Table
from trek_core.workbook.reviewed import ReviewedCase, ReviewedJudgement
from trek_core.workbook.row_keys import CELL_DIGESTS

SYSTEM_INDEPENDENT = (Outcome.REFERENCE_ANSWER_ERROR, Outcome.JUDGE_ERROR)


@dataclass(frozen=True)
class DecisionRow:
    """One case in one round: `decided_by` is who adjudicated, `agreement`, or None while open."""

    case: ReviewedCase
    round: str
    annotators: tuple[str, ...]
    outcome: str | None = None
    retrieval_side: str | None = None
    post_side: str | None = None
    labels: tuple[str, ...] = ()
    reason: str | None = None
    adopted: str | None = None
    decided_by: str | None = None
    decided_at: str | None = None
    answers: Mapping[str, Any] = field(default_factory=dict)
    person: None = None


def compute_rows(case: ReviewedCase) -> Iterator[DecisionRow]:
    """One row per round in which somebody handed the case in or decided on it."""
    in_time = sorted(case.record.decisions, key=lambda decision: decision.decided_at)
    latest = {decision.round: decision for decision in in_time}
    finished: dict[str, list[ReviewedJudgement]] = {name: [] for name in latest}
    for person in case.judgements:
        if person.has_begun and person.judgement.state in ("submitted", "needs_discussion"):
            finished.setdefault(person.judgement.round, []).append(person)
    for name, people in finished.items():
        decision = latest.get(name)
        yield _decided(case, decision, people) if decision else _agreed(case, name, people)


def _decided(
    case: ReviewedCase, decision: Decision, people: list[ReviewedJudgement]
) -> DecisionRow:
    return DecisionRow(
        case,
        decision.round,
        _names(people),
        decision.outcome,
        decision.retrieval_side,
        decision.post_side,
        tuple(map(str, decision.labels)),
        decision.reason,
        decision.adopted,
        decision.decided_by,
        decision.decided_at,
        decision.answers,
    )


def _agreed(case: ReviewedCase, name: str, people: list[ReviewedJudgement]) -> DecisionRow:
    first = people[0].evaluation
    conclusions = {
        (each.evaluation.outcome, each.evaluation.retrieval_side, each.evaluation.post_side)
        for each in people
    }
    to_discuss = any(each.judgement.state == "needs_discussion" for each in people)
    if len(conclusions) > 1 or to_discuss:
        return DecisionRow(case, name, _names(people))
    return DecisionRow(
        case,
        name,
        _names(people),
        first.outcome,
        first.retrieval_side,
        first.post_side,
        tuple(map(str, first.labels)),
        decided_by="agreement",
        answers=people[0].answers,
    )


def _names(people: list[ReviewedJudgement]) -> tuple[str, ...]:
    return tuple(person.judgement.annotator for person in people)


def _group(row: DecisionRow) -> Value:
    """The two outcomes that no system caused stand apart from every count of failures."""
    if row.outcome is None:
        return "open"
    if row.outcome in SYSTEM_INDEPENDENT:
        return "system-independent"
    return row.outcome


def _of(name: str, width: int, read: Callable[[DecisionRow], Value]) -> Column[DecisionRow]:
    return Column(name, width, read, "people")


def _of_correction(name: str, width: int) -> Column[DecisionRow]:
    def value(row: DecisionRow) -> Value:
        answer = row.answers.get(name)
        is_wrong = row.outcome == Outcome.REFERENCE_ANSWER_ERROR
        return show_answer(name, answer) if is_wrong and answer is not None else None

    return _of(name, width, value)


DECISIONS = Table(
    "Decisions",
    (
        *CASE_COLUMNS,
        Column("question", WIDE, lambda row: row.case.record.case.question),
        Column("reference_answers", WIDE, lambda row: row.case.record.case.reference_answers),
        _of("round", NARROW, lambda row: row.round),
        _of("group", MIDDLE, _group),
        _of("outcome", MIDDLE, lambda row: row.outcome),
        _of("labels", MIDDLE, lambda row: row.labels),
        _of("retrieval_side", MIDDLE, lambda row: row.retrieval_side),
        _of("post_side", MIDDLE, lambda row: row.post_side),
        _of("annotators", MIDDLE, lambda row: row.annotators),
        _of("decided_by", MIDDLE, lambda row: row.decided_by),
        _of("adopted", MIDDLE, lambda row: row.adopted),
        _of("reason", WIDE, lambda row: row.reason),
        _of("decided_at", MIDDLE, lambda row: row.decided_at),
        _of_correction("reference_issue", MIDDLE),
        _of_correction("verified_answer_status", MIDDLE),
        _of_correction("verified_answer", WIDE),
        _of_correction("reference_evidence", WIDE),
    ),
    compute_rows,
    hidden=CELL_DIGESTS,
)

"""A record as the sheets read it: the case, TrekTrace's side unless withheld, people's answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from trek_core.attribution import Attribution, attribute
from trek_core.checklist import (
    FIELDS_BY_NAME,
    CaseFacts,
    Evaluation,
    Kind,
    Status,
    compute_claims,
    compute_facts,
    evaluate,
    join_answers,
)
from trek_core.errors import AnswerError
from trek_core.judgements import Judgement
from trek_core.records import Record
from trek_core.workbook.cells import Value

NOT_RECORDED = "not recorded"

_TIMES = {
    "event_at": "event",
    "published_at": "published",
    "updated_at": "updated",
    "accessed_at": "accessed",
}
"""Part of an evidence entry -> the word before its time."""


@dataclass(frozen=True)
class ReviewedJudgement:
    """One annotator's judgement with its reading; `claims` says what the marks make of a page."""

    judgement: Judgement
    answers: Mapping[str, Any]
    evaluation: Evaluation
    claims: Mapping[str, str]

    def show(self, name: str) -> Value:
        """The answer to one checklist field as a cell shows it; None when it does not count."""
        status = self.evaluation.status[name]
        if status is Status.NOT_RECORDED:
            return NOT_RECORDED
        return _show_answer(name, self.answers[name]) if status is Status.ANSWERED else None

    def show_mark(self, name: str, url: str) -> str | None:
        """The mark of one page in a field of page marks; None without one."""
        if self.evaluation.status[name] is not Status.ANSWERED:
            return None
        mark: str | None = self.answers[name].get(url)
        return mark


@dataclass(frozen=True)
class ReviewedCase:
    """A record with its attribution (None when withheld, or when the case is no failure)."""

    record: Record
    attribution: Attribution | None
    with_trektrace: bool
    judgements: tuple[ReviewedJudgement, ...]

    @property
    def people(self) -> tuple[ReviewedJudgement | None, ...]:
        """The judgements, or one None: a case that nobody judged still has its row."""
        return self.judgements or (None,)


def read_record(record: Record, with_trektrace: bool) -> ReviewedCase:
    """Attribute a record and evaluate its judgements.

    Raises `AnswerError`, naming case and annotator, for answers the checklist does not know.
    """
    shown = with_trektrace and record.case.is_failure
    attribution = attribute(record.case, record.probes) if shown else None
    facts = compute_facts(record, attribution)
    judgements = tuple(
        _read_judgement(record.case.case_id, judgement, facts) for judgement in record.judgements
    )
    return ReviewedCase(record, attribution, with_trektrace, judgements)


def _read_judgement(case_id: str, judgement: Judgement, facts: CaseFacts) -> ReviewedJudgement:
    try:
        answers = join_answers(judgement.model_dump())
    except AnswerError as error:
        raise AnswerError(f"case {case_id}, judged by {judgement.annotator}: {error}") from None
    evaluation = evaluate(answers, facts)
    counts = evaluation.status["page_marks"] is Status.ANSWERED
    claims = compute_claims(answers, facts) if counts else {}
    return ReviewedJudgement(judgement, answers, evaluation, claims)


def _show_answer(name: str, value: Any) -> Value:
    kind = FIELDS_BY_NAME[name].kind
    if kind is Kind.PAGES:
        return tuple(f"{url} — {mark}" for url, mark in value.items())
    if kind is Kind.ENTRIES:
        return tuple(_show_entry(entry) for entry in value)
    shown: str | list[str] = value
    return shown


def _show_entry(entry: Mapping[str, str]) -> str:
    """`url — quote (published 2025-01-31; accessed 2025-02-03)`."""
    times = "; ".join(f"{word} {entry[part]}" for part, word in _TIMES.items() if entry.get(part))
    line = f"{entry['url']} — {entry['quote']}"
    return f"{line} ({times})" if times else line

"""A record as the sheets read it: the case, TrekTrace's side unless withheld, people's answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from trek_core.attribution import Attribution, attribute
from trek_core.blind import SHOWN_PROBE_CALLS, may_see_noise, withhold
from trek_core.checklist import (
    CaseFacts,
    Evaluation,
    Status,
    compute_claims,
    compute_facts,
    compute_side,
    evaluate,
    join_answers,
)
from trek_core.errors import AnswerError
from trek_core.judgements import Judgement, Mode
from trek_core.records import Record
from trek_core.workbook.answer_text import show_answer
from trek_core.workbook.cells import Value

NOT_RECORDED = "not recorded"


@dataclass(frozen=True)
class Revision:
    """One event in the history of a judgement, as the Judgements sheet lists it."""

    annotator: str
    round: str
    mode: str
    revision: int
    event: str
    step: int | None
    field: str | None
    page_url: str | None
    old: str | None
    new: str | None
    by: str | None
    origin: str | None
    case_version: int | None
    guideline_version: str | None
    at: str


@dataclass(frozen=True)
class Seat:
    """Somebody who is to judge a case in a round and has not begun."""

    annotator: str
    round: str = "default"
    mode: Mode = "assisted"


@dataclass(frozen=True)
class WorkbookCase:
    """What a workbook holds of one case: its record, the history, and who has yet to judge it.

    `probes_run` names the probes that were run again; `version` is that of the record, which
    counts its imports.
    """

    record: Record
    revisions: tuple[Revision, ...] = ()
    seats: tuple[Seat, ...] = ()
    probes_run: frozenset[str] = frozenset()
    version: int | None = None


@dataclass(frozen=True)
class ReviewedJudgement:
    """One annotator's judgement with its reading; `claims` says what the marks make of a page."""

    judgement: Judgement
    answers: Mapping[str, Any]
    evaluation: Evaluation
    claims: Mapping[str, str]
    has_begun: bool = True

    @property
    def state(self) -> str:
        """The state as a cell shows it."""
        return self.judgement.state if self.has_begun else "not_started"

    @property
    def revision(self) -> int:
        """Which revision this is; 0 before the first."""
        return (self.judgement.revision or 1) if self.has_begun else 0

    def show(self, name: str) -> Value:
        """The answer to one checklist field as a cell shows it; None when it does not count."""
        status = self.evaluation.status[name]
        if status is Status.NOT_RECORDED:
            return NOT_RECORDED
        return show_answer(name, self.answers[name]) if status is Status.ANSWERED else None

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
    revisions: tuple[Revision, ...] = ()
    version: int | None = None

    @property
    def people(self) -> tuple[ReviewedJudgement | None, ...]:
        """The judgements, or one None: a case that nobody judged still has its row."""
        return self.judgements or (None,)


def read_case(case: WorkbookCase, with_trektrace: bool) -> ReviewedCase:
    """Attribute a record and evaluate its judgements.

    Withheld, the record is what a blind reviewer sees of it. Raises `AnswerError`, naming case and
    annotator, for answers the checklist does not know.
    """
    record = case.record
    shown = with_trektrace and record.case.is_failure
    attribution = attribute(record.case, record.probes) if shown else None

    def read(judgement: Judgement, has_begun: bool) -> ReviewedJudgement:
        answers = _join(record.case.case_id, judgement)
        if with_trektrace:
            side = compute_side(judgement.mode, is_withheld=False)
            facts = compute_facts(record, attribution, case.probes_run, side)
        else:
            runs = _shown_runs(case, answers)
            facts = compute_facts(withhold(record, answers), None, runs, "withheld")
        return _read_judgement(judgement, answers, facts, has_begun)

    judgements = (
        *(read(judgement, True) for judgement in record.judgements),
        *(read(_make_empty(seat), False) for seat in case.seats),
    )
    if not with_trektrace:
        people = {"judgements": record.judgements, "decisions": record.decisions}
        record = withhold(record, {}).model_copy(update=people)
    return ReviewedCase(
        record, attribution, with_trektrace, judgements, case.revisions, case.version
    )


def _shown_runs(case: WorkbookCase, answers: Mapping[str, Any]) -> frozenset[str]:
    shown = set(SHOWN_PROBE_CALLS)
    if not may_see_noise(answers):
        shown.discard("gold_plus_noise")
    return case.probes_run & shown


def _make_empty(seat: Seat) -> Judgement:
    return Judgement(
        annotator=seat.annotator, round=seat.round, mode=seat.mode, state="draft", revision=0
    )


def _join(case_id: str, judgement: Judgement) -> Mapping[str, Any]:
    try:
        return join_answers(judgement.model_dump())
    except AnswerError as error:
        raise AnswerError(f"case {case_id}, judged by {judgement.annotator}: {error}") from None


def _read_judgement(
    judgement: Judgement, answers: Mapping[str, Any], facts: CaseFacts, has_begun: bool
) -> ReviewedJudgement:
    evaluation = evaluate(answers, facts)
    counts = evaluation.status["page_marks"] is Status.ANSWERED
    claims = compute_claims(answers, facts) if counts else {}
    return ReviewedJudgement(judgement, answers, evaluation, claims, has_begun)

"""A judgement as its history: what an event is, and how events add up to where it stands.

Pure: no database here. `replay_events` is the meaning of the `judgements` table.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, Literal

from trek_core.checklist import GUIDELINE_VERSION
from trek_core.judgements import Mode, State

DEFAULT_ROUND = "default"

JudgementState = Literal["not_started"] | State
EventKind = Literal[
    "answer", "submit", "reopen", "import", "skip", "unskip", "flag", "reveal", "send_back"
]

INVERSE: dict[EventKind, EventKind] = {
    "answer": "answer",
    "submit": "reopen",
    "reopen": "submit",
    "skip": "unskip",
    "unskip": "skip",
    "flag": "flag",
}
"""What undoes an event. An import and what is sent back were no steps of the person's, and what
was revealed cannot be unseen: these are not undone."""

FINISHED = ("submitted", "needs_discussion")
"""The states of what a person has handed in."""

HOLDING = ("draft", "submitted", "needs_discussion")
"""The states that take one of the places a round has for judgements of a case."""


@dataclass(frozen=True)
class Submission:
    """What a submission settles, as computed when it was made."""

    state: JudgementState
    outcome: str | None
    retrieval_side: str | None
    post_side: str | None
    labels: tuple[str, ...]
    submitted_at: str | None


@dataclass(frozen=True)
class StoredJudgement:
    """One annotator's judgement on one case as it stands.

    `revision` counts its events; `epoch` counts those that changed answers other than through the
    widget that shows them, after which widgets must be drawn anew. `case_version` is the version
    of the case that the latest event was made on. `extras` are unknown fields of an imported file.
    `skipped` and `flag` are the person's words ('' for none), `sent_back` the `by` and `why` of a
    lead until it is handed in again. `before_reveal` is what was handed in when TrekTrace's side
    was shown at `revealed_at`: a `Submission` and its `answers`.
    """

    case_id: str
    annotator: str
    round: str
    mode: Mode
    state: JudgementState
    answers: dict[str, Any]
    revision: int
    epoch: int
    saved_at: str | None
    submitted_at: str | None
    case_version: int
    guideline_version: str | None
    outcome: str | None
    retrieval_side: str | None
    post_side: str | None
    labels: tuple[str, ...] | None
    extras: dict[str, Any]
    skipped: str | None = None
    flag: str | None = None
    sent_back: dict[str, Any] | None = None
    revealed_at: str | None = None
    before_reveal: dict[str, Any] | None = None

    @property
    def is_finished(self) -> bool:
        """Whether the person has handed it in."""
        return self.state in FINISHED

    @property
    def submission(self) -> Submission:
        """What its submission settled; meaningful only once finished."""
        return Submission(
            self.state,
            self.outcome,
            self.retrieval_side,
            self.post_side,
            self.labels or (),
            self.submitted_at,
        )


@dataclass(frozen=True)
class JudgementEvent:
    """One thing that happened to a judgement.

    `part` is a URL inside a field of pages. `old` and `new` are values of the field or part (None
    for unanswered), a `Submission` as a dict for `submit` (new) and `reopen` (old), an `Imported`
    as a dict for `import`, text for `skip` and `flag`, and what it did to `sent_back` or
    `before_reveal`. Events of one step share `batch`, the id of the first. `by` is who did it
    where that is not the annotator.
    """

    event_id: int
    case_id: str
    annotator: str
    round: str
    mode: Mode
    kind: EventKind
    batch: int
    undoes: int | None
    by_widget: bool
    step: int | None
    field: str | None
    part: str | None
    old: Any
    new: Any
    case_version: int
    guideline_version: str | None
    client: str | None
    by: str | None
    at: str


@dataclass(frozen=True)
class Imported:
    """A judgement that came with a file: its answers and, once handed in, its submission.

    `earlier_revisions` were made where the file comes from, before this one.
    """

    answers: dict[str, Any]
    submission: dict[str, Any] | None
    earlier_revisions: int
    extras: dict[str, Any]
    skipped: str | None = None
    flag: str | None = None
    revealed_at: str | None = None
    before_reveal: dict[str, Any] | None = None


def new_judgement(
    case_id: str, annotator: str, round_name: str, case_version: int, mode: Mode = "assisted"
) -> StoredJudgement:
    """A judgement before its first event."""
    return StoredJudgement(
        case_id=case_id,
        annotator=annotator,
        round=round_name,
        mode=mode,
        state="not_started",
        answers={},
        revision=0,
        epoch=0,
        saved_at=None,
        submitted_at=None,
        case_version=case_version,
        guideline_version=GUIDELINE_VERSION,
        outcome=None,
        retrieval_side=None,
        post_side=None,
        labels=None,
        extras={},
    )


def replay_events(before: StoredJudgement, events: Iterable[JudgementEvent]) -> StoredJudgement:
    """Where a judgement stands after its events, in order."""
    return reduce(apply_event, events, before)


def apply_event(judgement: StoredJudgement, event: JudgementEvent) -> StoredJudgement:
    """Where a judgement stands after one more event."""
    changed = _APPLY[event.kind](judgement, event)
    return replace(
        changed,
        mode=event.mode,
        revision=changed.revision + 1,
        epoch=changed.epoch + (not event.by_widget),
        saved_at=event.at,
        case_version=event.case_version,
        guideline_version=event.guideline_version,
    )


def read_answer(answers: dict[str, Any], field: str, part: str | None) -> Any:
    """The value of a field, or of a page inside it; None where unanswered."""
    value = answers.get(field)
    return value if part is None else (value or {}).get(part)


def _apply_answer(judgement: StoredJudgement, event: JudgementEvent) -> StoredJudgement:
    field, value = str(event.field), event.new
    if event.part is not None:
        marks = {**judgement.answers.get(field, {}), event.part: event.new}
        value = {url: mark for url, mark in marks.items() if mark is not None} or None
    answers = {**judgement.answers, field: value}
    return _as_draft(
        judgement, {name: given for name, given in answers.items() if given is not None}
    )


def _apply_submit(judgement: StoredJudgement, event: JudgementEvent) -> StoredJudgement:
    return _as_submitted(judgement, event.new)


def _apply_reopen(judgement: StoredJudgement, _event: JudgementEvent) -> StoredJudgement:
    return _as_draft(judgement, judgement.answers)


def _apply_import(judgement: StoredJudgement, event: JudgementEvent) -> StoredJudgement:
    imported = Imported(**event.new)
    revision = judgement.revision + imported.earlier_revisions
    drafted = _as_draft(judgement, imported.answers)
    drafted = replace(
        drafted,
        revision=revision,
        extras=imported.extras,
        flag=imported.flag,
        revealed_at=imported.revealed_at,
        before_reveal=imported.before_reveal,
    )
    if imported.skipped is not None:
        return replace(drafted, state="skipped", skipped=imported.skipped)
    return _as_submitted(drafted, imported.submission) if imported.submission else drafted


def _apply_skip(judgement: StoredJudgement, event: JudgementEvent) -> StoredJudgement:
    return replace(judgement, state="skipped", skipped=event.new or "")


def _apply_flag(judgement: StoredJudgement, event: JudgementEvent) -> StoredJudgement:
    return replace(judgement, flag=event.new)


def _apply_reveal(judgement: StoredJudgement, event: JudgementEvent) -> StoredJudgement:
    return replace(judgement, revealed_at=event.at, before_reveal=event.new)


def _apply_send_back(judgement: StoredJudgement, event: JudgementEvent) -> StoredJudgement:
    return replace(_as_draft(judgement, judgement.answers), sent_back=event.new)


_APPLY: dict[EventKind, Callable[[StoredJudgement, JudgementEvent], StoredJudgement]] = {
    "answer": _apply_answer,
    "submit": _apply_submit,
    "reopen": _apply_reopen,
    "import": _apply_import,
    "skip": _apply_skip,
    "unskip": _apply_reopen,
    "flag": _apply_flag,
    "reveal": _apply_reveal,
    "send_back": _apply_send_back,
}


def _as_draft(judgement: StoredJudgement, answers: dict[str, Any]) -> StoredJudgement:
    return replace(
        judgement,
        answers=answers,
        state="draft" if answers else "not_started",
        outcome=None,
        retrieval_side=None,
        post_side=None,
        labels=None,
        submitted_at=None,
        skipped=None,
    )


def _as_submitted(judgement: StoredJudgement, submission: dict[str, Any]) -> StoredJudgement:
    settled = {**submission, "labels": tuple(submission["labels"])}
    return replace(judgement, skipped=None, sent_back=None, **settled)

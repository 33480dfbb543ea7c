"""Answering a case: saving answers, submitting, reopening."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from sqlite_utils import Database

from review_db.blind_cases import check_is_shown, is_withheld
from review_db.cases import load_case
from review_db.claims import check_may_judge, check_member
from review_db.clock import now_text
from review_db.json_text import dump_json
from review_db.judgement_events import StoredJudgement, Submission, read_answer
from review_db.judgements import Happening, append_events, load_judgement
from review_db.visibility import read_case
from trek_core.checklist import (
    FIELDS_BY_NAME,
    Evaluation,
    Kind,
    check_answer,
    evaluate,
)
from trek_core.errors import AnswerError, StaleRevisionError, StoreError

UNSEEN: Final = object()
"""For `seen`: save whatever is stored by now."""

_PROBLEMS_NAMED = 3
_CLEARED_BY_A_BUTTON = (Kind.YES_NO, Kind.CHOICE, Kind.PAGES)
"""Kinds whose widget cannot clear itself: something else did it, so the widget is drawn anew."""


@dataclass(frozen=True)
class Saved:
    """That a judgement is on the disk: its revision, and when it was last written (UTC)."""

    revision: int
    saved_at: str | None


@dataclass(frozen=True)
class Change:
    """A new value for a field, or for a page (`part`, a URL) inside it; None clears it."""

    field: str
    part: str | None
    value: Any

    @classmethod
    def read(cls, field: str, part: str | None, value: Any) -> "Change":
        """Check a value as its field takes it; emptied is the same as cleared."""
        if part is None:
            check_answer(field, value)
        elif field not in FIELDS_BY_NAME or FIELDS_BY_NAME[field].kind is not Kind.PAGES:
            raise AnswerError(f"{field}: found a page, expected a field that marks pages")
        elif value is not None:
            check_answer(field, {part: value})
        return cls(field, as_stored(part), as_stored(value))


def as_stored(value: Any) -> Any:
    """A value as it reads after a round trip through the database; emptied text is no answer."""
    return None if value in (None, "", [], {}, ()) else json.loads(dump_json(value))


def save_answer(
    db: Database,
    judgement: StoredJudgement,
    change: Change,
    *,
    seen: Any = UNSEEN,
    client: str | None = None,
) -> Saved:
    """Store one answer; a value that is stored already changes nothing.

    Raises `StaleRevisionError` where the stored value is neither what the person saw nor what they
    chose, `StoreError` once the judgement is submitted.
    """
    stored = read_answer(judgement.answers, change.field, change.part)
    if stored == change.value:
        return saved(judgement)
    _check_open(judgement)
    if seen is not UNSEEN:
        _check_seen(judgement, change, seen)
    cleared = change.value is None and FIELDS_BY_NAME[change.field].kind in _CLEARED_BY_A_BUTTON
    return _append(db, judgement, [change], by_widget=not cleared, client=client)


def save_answers(
    db: Database,
    judgement: StoredJudgement,
    answers: Mapping[str, Any],
    *,
    seen: Mapping[str, Any] | None = None,
) -> Saved:
    """Store several answers as one step; those stored already change nothing.

    Raises `StaleRevisionError` as `save_answer` does where `seen`, all that the person saw, is
    given, `StoreError` once the judgement is submitted.
    """
    changes = [Change.read(field, None, value) for field, value in answers.items()]
    changes = [each for each in changes if judgement.answers.get(each.field) != each.value]
    if not changes:
        return saved(judgement)
    _check_open(judgement)
    for change in changes if seen is not None else ():
        _check_seen(judgement, change, (seen or {}).get(change.field))
    return _append(db, judgement, changes, by_widget=False)


def submit(db: Database, judgement: StoredJudgement) -> Saved:
    """Hand a judgement in, with its outcome and labels as they follow from the answers.

    Raises `AnswerError` naming what is missing. Handing in twice changes nothing.
    """
    if judgement.is_finished:
        return saved(judgement)
    case = load_case(db, judgement.case_id)
    _, facts = read_case(db, case, judgement, is_blind=is_withheld(db, judgement))
    evaluation = evaluate(judgement.answers, facts)
    if evaluation.problems:
        raise AnswerError(say_problems(evaluation))
    submission = asdict(settle(evaluation, now_text()))
    happening = Happening("submit", by_widget=True, new=submission)
    return saved(append_events(db, judgement, [happening]))


def reopen(db: Database, judgement: StoredJudgement) -> Saved:
    """Make a judgement that was handed in a draft again; a draft stays as it is."""
    if not judgement.is_finished:
        return saved(judgement)
    happening = Happening("reopen", by_widget=False, old=asdict(judgement.submission))
    return saved(append_events(db, judgement, [happening]))


def settle(evaluation: Evaluation, submitted_at: str | None) -> Submission:
    """What handing in settles, from the reading of the answers."""
    return Submission(
        state=evaluation.state_on_submission,
        outcome=evaluation.outcome,
        retrieval_side=evaluation.retrieval_side,
        post_side=evaluation.post_side,
        labels=tuple(str(label) for label in evaluation.labels),
        submitted_at=submitted_at,
    )


def say_problems(evaluation: Evaluation) -> str:
    """The first few things that are missing, in one sentence or two."""
    named = [problem.message for problem in evaluation.problems[:_PROBLEMS_NAMED]]
    others = len(evaluation.problems) - len(named)
    more = [f"And {others} more."] if others else []
    return " ".join(["Not finished.", *named, *more])


def load_own(db: Database, case_id: str, annotator: str, round_name: str) -> StoredJudgement:
    """The judgement somebody is about to change; raise `StoreError` where they may not now."""
    check_may_judge(db, annotator, round_name)
    check_member(db, case_id, round_name)
    judgement = load_judgement(db, case_id, annotator, round_name)
    check_is_shown(db, judgement)
    return judgement


def _check_open(judgement: StoredJudgement) -> None:
    if judgement.is_finished:
        raise StoreError("This case is submitted: reopen it to change an answer.")


def _check_seen(judgement: StoredJudgement, change: Change, seen: Any) -> None:
    stored = read_answer(judgement.answers, change.field, change.part)
    if as_stored(seen) != stored:
        question = FIELDS_BY_NAME[change.field].question
        raise StaleRevisionError(
            f"“{question}” was changed elsewhere under your name (another tab, perhaps). Nothing "
            "was overwritten: look at what is there now, then choose.",
            judgement.revision,
            base=as_stored(seen),
            mine=change.value,
            theirs=stored,
        )


def _append(
    db: Database,
    judgement: StoredJudgement,
    changes: list[Change],
    *,
    by_widget: bool,
    client: str | None = None,
) -> Saved:
    happenings = [
        Happening(
            "answer",
            by_widget=by_widget,
            field=change.field,
            part=change.part,
            old=read_answer(judgement.answers, change.field, change.part),
            new=change.value,
            client=client,
        )
        for change in changes
    ]
    return saved(append_events(db, judgement, happenings))


def saved(judgement: StoredJudgement) -> Saved:
    """That this judgement is on the disk."""
    return Saved(judgement.revision, judgement.saved_at)

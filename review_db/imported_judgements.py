"""A judgement that came with a file: taken as it is, or refused with the reason."""

from dataclasses import asdict
from datetime import datetime

from sqlite_utils import Database

from review_db.annotators import add_annotator
from review_db.answering import as_stored, say_problems, settle
from review_db.cases import PreparedCase
from review_db.judgement_events import Imported, StoredJudgement
from review_db.judgements import Happening, append_events, load_judgement
from review_db.round_making import ensure_round
from review_db.rounds import load_rules
from trek_core.blind import withhold
from trek_core.checklist import (
    Answers,
    CaseFacts,
    compute_facts,
    compute_side,
    evaluate,
    join_answers,
)
from trek_core.errors import AnswerError, CaseFormatError, StoreError
from trek_core.judgements import BeforeReveal, Judgement

MOST_REVISIONS = 1_000_000_000


def import_judgement(db: Database, prepared: PreparedCase, judgement: Judgement) -> bool:
    """Store a file's judgement where its annotator has none yet; whether it was added.

    Outcome and labels follow from the answers, whatever the file says. Raises `CaseFormatError`
    with the field inside the judgement for one that differs from what is stored, or that the
    checklist refuses.
    """
    answers = _read_answers(judgement)
    if not answers and not _is_begun(judgement):
        return False
    imported = Imported(
        answers=answers,
        submission=_read_submission(prepared, judgement, answers),
        earlier_revisions=_read_revision(judgement) - 1,
        extras=dict(judgement.model_extra or {}),
        skipped=(judgement.skipped or "") if judgement.state == "skipped" else None,
        flag=judgement.flag,
        revealed_at=_read_time(judgement.revealed_at),
        before_reveal=_read_before(judgement),
    )
    stored = _load_stored(db, prepared.record.case.case_id, judgement)
    if stored.revision:
        _check_same(stored, judgement, imported)
        return False
    if load_rules(db, judgement.round).state == "closed":
        raise CaseFormatError(".round", "a round that is closed here", "a round that is open")
    happening = Happening(
        "import",
        by_widget=False,
        new=asdict(imported),
        guideline_version=judgement.guideline_version,
    )
    append_events(db, stored, [happening], mode=judgement.mode)
    return True


def _is_begun(judgement: Judgement) -> bool:
    """Whether a judgement without an answer says something all the same."""
    if judgement.state == "skipped":
        return True
    return judgement.state == "draft" and judgement.revision is not None


def _read_answers(judgement: Judgement) -> dict[str, object]:
    try:
        joined = join_answers(judgement.model_dump(mode="json"))
    except AnswerError as error:
        raise CaseFormatError(".answers", str(error), "answers the checklist takes") from None
    kept = {name: as_stored(value) for name, value in joined.items()}
    return {name: value for name, value in kept.items() if value is not None}


def _read_submission(
    prepared: PreparedCase, judgement: Judgement, answers: Answers
) -> dict[str, object] | None:
    if judgement.state in ("draft", "skipped"):
        return None
    facts = _compute_facts(prepared, judgement, answers)
    evaluation = evaluate(answers, facts, was_handed_in=True)
    if evaluation.problems:
        expected = "a finished checklist, or the state draft"
        raise CaseFormatError("", say_problems(evaluation), expected)
    return asdict(settle(evaluation, _read_time(judgement.submitted_at)))


def _compute_facts(prepared: PreparedCase, judgement: Judgement, answers: Answers) -> CaseFacts:
    """The facts that the judgement's annotator was asked from."""
    before = judgement.before_reveal
    was_revised = before is not None and before.submitted_at != judgement.submitted_at
    if judgement.mode == "assisted" or was_revised:
        side = compute_side(judgement.mode, is_withheld=False)
        return compute_facts(prepared.record, prepared.attribution, trektrace_side=side)
    return compute_facts(withhold(prepared.record, answers), None, trektrace_side="withheld")


def _read_time(text: str | None) -> str | None:
    try:
        if text is not None:
            datetime.fromisoformat(text)
    except ValueError:
        raise CaseFormatError(".submitted_at", repr(text), "an ISO 8601 time, or null") from None
    return text


def _read_revision(judgement: Judgement) -> int:
    revision = judgement.revision or 1
    if not 1 <= revision <= MOST_REVISIONS:
        raise CaseFormatError(".revision", str(revision), "a count of 1 or more")
    return revision


def _load_stored(db: Database, case_id: str, judgement: Judgement) -> StoredJudgement:
    try:
        annotator = add_annotator(db, judgement.annotator)
    except StoreError:
        raise CaseFormatError(".annotator", repr(judgement.annotator), "a name") from None
    _ensure_open(db, case_id, annotator, judgement)
    return load_judgement(db, case_id, annotator, judgement.round)


def _ensure_open(db: Database, case_id: str, annotator: str, judgement: Judgement) -> None:
    try:
        ensure_round(db, judgement.round, judgement.mode, annotator, case_id)
    except StoreError:
        raise CaseFormatError(".round", repr(judgement.round), "a round's name") from None


def _read_before(judgement: Judgement) -> dict[str, object] | None:
    before = judgement.before_reveal
    return None if before is None else BeforeReveal(**before.model_dump()).model_dump(mode="json")


def _check_same(stored: StoredJudgement, judgement: Judgement, imported: Imported) -> None:
    theirs = (judgement.mode, imported.answers, imported.submission is not None)
    marks = (imported.skipped, imported.flag, imported.before_reveal)
    same_marks = marks == (stored.skipped, stored.flag, stored.before_reveal)
    if theirs != (stored.mode, stored.answers, stored.is_finished) or not same_marks:
        raise CaseFormatError(
            "",
            f"a judgement by {stored.annotator} that differs from the one stored here",
            "the same judgement, or none here yet; the stored one was kept",
        )

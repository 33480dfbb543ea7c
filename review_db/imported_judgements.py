"""A judgement that came with a file: taken as it is, or refused with the reason."""

from dataclasses import asdict
from datetime import datetime

from sqlite_utils import Database

from review_db.annotators import add_annotator
from review_db.answering import as_stored, say_problems, settle, visible_attribution
from review_db.cases import PreparedCase
from review_db.judgement_events import Imported, StoredJudgement
from review_db.judgements import Happening, append_events, load_judgement
from trek_core.checklist import Answers, compute_facts, evaluate, join_answers
from trek_core.errors import AnswerError, CaseFormatError, StoreError
from trek_core.judgements import Judgement

MOST_REVISIONS = 1_000_000_000


def import_judgement(db: Database, prepared: PreparedCase, judgement: Judgement) -> bool:
    """Store a file's judgement where its annotator has none yet; whether it was added.

    Outcome and labels follow from the answers, whatever the file says. Raises `CaseFormatError`
    with the field inside the judgement for one that differs from what is stored, or that the
    checklist refuses.
    """
    answers = _read_answers(judgement)
    if not answers:
        return False
    imported = Imported(
        answers=answers,
        submission=_read_submission(prepared, judgement, answers),
        earlier_revisions=_read_revision(judgement) - 1,
        extras=dict(judgement.model_extra or {}),
    )
    stored = _load_stored(db, prepared.record.case.case_id, judgement)
    if stored.revision:
        _check_same(stored, judgement, imported)
        return False
    happening = Happening(
        "import",
        by_widget=False,
        new=asdict(imported),
        guideline_version=judgement.guideline_version,
    )
    append_events(db, stored, [happening], mode=judgement.mode)
    return True


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
    if judgement.state == "draft":
        return None
    attribution = visible_attribution(prepared.attribution, judgement.mode)
    evaluation = evaluate(answers, compute_facts(prepared.record, attribution))
    if evaluation.problems:
        expected = "a finished checklist, or the state draft"
        raise CaseFormatError("", say_problems(evaluation), expected)
    return asdict(settle(evaluation, _read_time(judgement.submitted_at)))


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
    return load_judgement(db, case_id, annotator, judgement.round)


def _check_same(stored: StoredJudgement, judgement: Judgement, imported: Imported) -> None:
    theirs = (judgement.mode, imported.answers, imported.submission is not None)
    if theirs != (stored.mode, stored.answers, stored.is_finished):
        raise CaseFormatError(
            "",
            f"a judgement by {stored.annotator} that differs from the one stored here",
            "the same judgement, or none here yet; the stored one was kept",
        )

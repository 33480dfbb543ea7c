"""What a person, or a lead, does to a judgement other than answering: skip, flag, send back."""

from dataclasses import asdict

from sqlite_utils import Database

from review_db.answering import Saved, saved
from review_db.claims import release
from review_db.judgement_events import StoredJudgement
from review_db.judgements import Happening, append_events, load_judgement
from trek_core.checklist.answers import LONGEST_TEXT
from trek_core.errors import AnswerError, StoreError


def skip(db: Database, judgement: StoredJudgement, reason: str) -> Saved:
    """Put a case at the end of this person's queue; its answers so far are kept."""
    if judgement.is_finished:
        raise StoreError("This case is submitted: reopen it before you skip it.")
    if judgement.state == "skipped" and judgement.skipped == reason:
        return saved(judgement)
    happening = Happening("skip", by_widget=True, new=check_text(reason), old=judgement.skipped)
    skipped = append_events(db, judgement, [happening])
    release(db, judgement.case_id, judgement.annotator, judgement.round)
    return saved(skipped)


def flag(db: Database, judgement: StoredJudgement, text: str | None) -> Saved:
    """Mark a judgement, in whatever state, with a text ('' for none); None takes the mark away."""
    if judgement.flag == text:
        return saved(judgement)
    new = None if text is None else check_text(text)
    happening = Happening("flag", by_widget=True, old=judgement.flag, new=new)
    return saved(append_events(db, judgement, [happening]))


def send_back(
    db: Database, case_id: str, annotator: str, round_name: str, by: str | None, why: str
) -> Saved:
    """Make a judgement that was handed in a draft again, first in its annotator's queue."""
    judgement = load_judgement(db, case_id, annotator, round_name)
    if not judgement.is_finished:
        raise StoreError(f"{annotator} has not handed this case in: there is nothing to send back.")
    new = {"by": by, "why": check_text(why), "was": asdict(judgement.submission)}
    happening = Happening("send_back", by_widget=False, new=new, by=by)
    return saved(append_events(db, judgement, [happening]))


def check_text(text: str) -> str:
    """Raise `AnswerError` for text nobody would type by hand."""
    if len(text) > LONGEST_TEXT:
        raise AnswerError(f"The text is longer than {LONGEST_TEXT:,} characters: shorten it.")
    return text

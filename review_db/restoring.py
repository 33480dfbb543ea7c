"""Going back to an earlier revision of one's judgement: its answers are given again."""

from sqlite_utils import Database

from review_db.answering import Saved, saved
from review_db.judgement_events import StoredJudgement, apply_event, new_judgement
from review_db.judgements import Happening, append_events, load_judgement_events
from trek_core.errors import StoreError


def load_at_revision(db: Database, judgement: StoredJudgement, revision: int) -> StoredJudgement:
    """A judgement as it stood at one of its revisions; raise `StoreError` where there is none."""
    earlier = new_judgement(
        judgement.case_id,
        judgement.annotator,
        judgement.round,
        judgement.case_version,
        judgement.mode,
    )
    events = load_judgement_events(db, judgement.case_id, judgement.annotator, judgement.round)
    for event in events:
        earlier = apply_event(earlier, event)
        if earlier.revision == revision:
            return earlier
    raise StoreError(
        f"There is no revision {revision} of this judgement here: it is at {judgement.revision}."
    )


def restore(db: Database, judgement: StoredJudgement, revision: int) -> Saved:
    """Give the answers of an earlier revision again, as one step that can be undone.

    Only answers come back: a judgement that is handed in is reopened first.
    """
    if judgement.is_finished:
        raise StoreError("This case is submitted: reopen it before you restore an earlier answer.")
    earlier = load_at_revision(db, judgement, revision).answers
    names = [*earlier, *(name for name in judgement.answers if name not in earlier)]
    happenings = [
        Happening(
            "answer",
            by_widget=False,
            field=name,
            old=judgement.answers.get(name),
            new=earlier.get(name),
        )
        for name in names
        if judgement.answers.get(name) != earlier.get(name)
    ]
    return saved(append_events(db, judgement, happenings) if happenings else judgement)

"""The part of `ReviewStore` about a judgement's life beside its answers: skips, flags, reveals."""

from pathlib import Path

from review_db import answering, blind_cases, comments, marks, restoring, reveals
from review_db.access import By, by_name, check_may, check_own
from review_db.answering import Saved
from review_db.comments import Comment
from review_db.connection import open_database, write_transaction
from review_db.judgement_events import DEFAULT_ROUND
from review_db.reveals import Flips, Revealed


class MarkMethods:
    """What may be asked of a review database about judgements beside answering them."""

    path: Path

    def skip(
        self,
        case_id: str,
        annotator: str,
        reason: str = "",
        *,
        round: str = DEFAULT_ROUND,
        by: By = None,
    ) -> Saved:
        """Put a case at the end of this person's queue; answering it again takes it up."""
        with write_transaction(self.path) as db:
            check_own(db, "skip", annotator, by)
            return marks.skip(db, answering.load_own(db, case_id, annotator, round), reason)

    def flag(
        self,
        case_id: str,
        annotator: str,
        text: str | None,
        *,
        round: str = DEFAULT_ROUND,
        by: By = None,
    ) -> Saved:
        """Mark one's judgement, whatever its state, with a text ('' for none); None unmarks it."""
        with write_transaction(self.path) as db:
            check_own(db, "flag", annotator, by)
            return marks.flag(db, answering.load_own(db, case_id, annotator, round), text)

    def restore(
        self,
        case_id: str,
        annotator: str,
        round: str,
        revision: int,
        *,
        by: By = None,
    ) -> Saved:
        """Give the answers of an earlier revision again, as one step; `StoreError` if submitted."""
        with write_transaction(self.path) as db:
            check_own(db, "restore", annotator, by)
            own = answering.load_own(db, case_id, annotator, round)
            return restoring.restore(db, own, revision)

    def send_back(
        self,
        case_id: str,
        annotator: str,
        round: str,
        why: str,
        *,
        by: By = None,
    ) -> Saved:
        """Make what somebody handed in a draft again, first in their queue, with a reason."""
        with write_transaction(self.path) as db:
            check_may(db, "send_back", by)
            return marks.send_back(db, case_id, annotator, round, by_name(by), why)

    # Blind then reveal

    def reveal(
        self,
        case_id: str,
        annotator: str,
        round: str,
        *,
        by: By = None,
    ) -> Saved:
        """Show TrekTrace's side from now on; `StoreError` before the own answer is handed in.

        The judgement stays handed in: reopen it to revise it. What it was is kept.
        """
        with write_transaction(self.path) as db:
            check_own(db, "reveal", annotator, by)
            return reveals.reveal(db, answering.load_own(db, case_id, annotator, round))

    def load_reveals(self, round: str) -> list[Revealed]:
        """Every revealed judgement of a round with its conclusion before and after."""
        with open_database(self.path) as db:
            return reveals.load_reveals(db, round)

    def count_flips(self, round: str) -> Flips:
        """The flip-to-model rate's numerator and denominator, and what is left out of it."""
        return reveals.count_flips(self.load_reveals(round))

    # Comments

    def add_comment(
        self,
        case_id: str,
        annotator: str,
        text: str,
        *,
        round: str = DEFAULT_ROUND,
        by: By = None,
    ) -> Comment:
        """Add a remark on a case; nothing changes or removes it afterwards."""
        with write_transaction(self.path) as db:
            check_own(db, "add_comment", annotator, by)
            return comments.add_comment(db, case_id, annotator, round, text)

    def load_comments(
        self,
        case_id: str,
        annotator: str,
        *,
        round: str | None = DEFAULT_ROUND,
    ) -> list[Comment]:
        """The remarks on a case in a round, None for any, oldest first.

        While the case is withheld from this person, only their own.
        """
        with open_database(self.path) as db:
            only_by = annotator if blind_cases.judges_blind(db, case_id, annotator) else None
            return comments.load_comments(db, case_id, round, only_by)

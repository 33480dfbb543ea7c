"""The part of `ReviewStore` about one person's judging: the way through the cases, the answers."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from review_db import (
    answering,
    blind_cases,
    case_queue,
    judgements,
    undo,
    visibility,
)
from review_db.access import By, check_own
from review_db.answering import UNSEEN, Change, Saved
from review_db.blind_cases import BlindRound
from review_db.case_queue import NextCase, Progress
from review_db.connection import open_database, write_transaction
from review_db.judgement_events import DEFAULT_ROUND, JudgementEvent, StoredJudgement
from review_db.probe_calls import StoredCall
from review_db.probe_runs import ProbeResult
from review_db.undo import Undone
from review_db.visibility import CaseView


class JudgingMethods:
    """What may be asked of a review database about judging cases."""

    path: Path

    # The way through the cases

    def count_progress(self, annotator: str, round: str = DEFAULT_ROUND) -> Progress:
        """How far somebody is with the cases of a round."""
        with open_database(self.path) as db:
            return case_queue.count_progress(db, annotator, round)

    def load_states_of(self, annotator: str, round: str = DEFAULT_ROUND) -> dict[str, str]:
        """Case id -> the state of one person's judgement, for every case of a round, in order."""
        with open_database(self.path) as db:
            return case_queue.load_states_of(db, annotator, round)

    def next_case(
        self,
        annotator: str,
        after_case_id: str | None = None,
        round: str = DEFAULT_ROUND,
    ) -> NextCase:
        """The case to go on with, and why, without claiming it; with no case, why there is none."""
        with open_database(self.path) as db:
            return case_queue.find_next_case(db, annotator, after_case_id, round)

    def neighbours(
        self,
        case_id: str,
        round: str = DEFAULT_ROUND,
    ) -> tuple[str | None, str | None]:
        """The cases of a round before and after a case, None at either end."""
        with open_database(self.path) as db:
            return case_queue.find_neighbours(db, case_id, round)

    # What may be seen

    def load_case_for(
        self,
        case_id: str,
        annotator: str,
        round: str | None = None,
    ) -> CaseView:
        """A case as this person may see it in a round now; all else is not in what is returned.

        Without a round (a page outside the review) it is withheld while any round has this person
        judge the case, or another of its question, blind.
        """
        with open_database(self.path) as db:
            return visibility.load_case_for(db, case_id, annotator, round)

    def find_withheld(self, case_ids: Iterable[str], annotator: str) -> set[str]:
        """Those of some cases of which TrekTrace's side is withheld from this person now."""
        with open_database(self.path) as db:
            return blind_cases.find_withheld(db, case_ids, annotator)

    def list_blind_rounds(self, annotator: str) -> list[BlindRound]:
        """The rounds for the sake of which anything is withheld from this person now."""
        with open_database(self.path) as db:
            return blind_cases.list_blind_rounds(db, annotator)

    def load_probe_calls_for(
        self,
        case_id: str,
        annotator: str,
        round: str | None = None,
    ) -> list[StoredCall]:
        """The probe calls about a case that this person may see: while blind, no grades."""
        with open_database(self.path) as db:
            return visibility.load_calls_for(db, case_id, annotator, round)

    def load_probe_results_for(
        self, case_id: str, annotator: str, round: str | None = None
    ) -> list[ProbeResult]:
        """What probe runs made of a case, as far as this person may see it: blind, no grades."""
        with open_database(self.path) as db:
            return visibility.load_results_for(db, case_id, annotator, round)

    # Judgements

    def load_judgement(
        self,
        case_id: str,
        annotator: str,
        round: str = DEFAULT_ROUND,
    ) -> StoredJudgement:
        """One person's judgement as it stands, `not_started` before their first answer."""
        with open_database(self.path) as db:
            return judgements.load_judgement(db, case_id, annotator, round)

    def load_judgement_events(
        self,
        case_id: str,
        annotator: str | None = None,
        round: str | None = None,
    ) -> list[JudgementEvent]:
        """The history of a case's judgements, oldest first."""
        with open_database(self.path) as db:
            return judgements.load_judgement_events(db, case_id, annotator, round)

    def save_answer(  # noqa: PLR0913 - each says one thing about the answer
        self,
        case_id: str,
        annotator: str,
        field: str,
        value: Any,
        *,
        part: str | None = None,
        seen: Any = UNSEEN,
        round: str = DEFAULT_ROUND,
        client: str | int | None = None,
        by: By = None,
    ) -> Saved:
        """Store one answer: on the disk when this returns.

        `part` is a page's URL inside a field of pages; None as value clears. `seen` is the value
        the person was shown: `StaleRevisionError` where it is not what is stored any more, with
        `base`, `mine` and `theirs`. Raises `AnswerError` for a value the field does not take,
        `StoreError` once submitted, where others took the case, or while the round is not open.
        """
        change = Change.read(field, part, value)
        sequence = None if client is None else str(client)
        with write_transaction(self.path) as db:
            check_own(db, "save_answer", annotator, by)
            own = answering.load_own(db, case_id, annotator, round)
            return answering.save_answer(db, own, change, seen=seen, client=sequence)

    def save_answers(
        self,
        case_id: str,
        annotator: str,
        answers: Mapping[str, Any],
        *,
        round: str = DEFAULT_ROUND,
        by: By = None,
    ) -> Saved:
        """Store several answers as one step, which one undo takes back."""
        with write_transaction(self.path) as db:
            check_own(db, "save_answers", annotator, by)
            own = answering.load_own(db, case_id, annotator, round)
            return answering.save_answers(db, own, answers)

    def submit(
        self,
        case_id: str,
        annotator: str,
        *,
        round: str = DEFAULT_ROUND,
        by: By = None,
    ) -> Saved:
        """Hand a judgement in; raise `AnswerError` naming what is missing."""
        with write_transaction(self.path) as db:
            check_own(db, "submit", annotator, by)
            return answering.submit(db, answering.load_own(db, case_id, annotator, round))

    def reopen(
        self,
        case_id: str,
        annotator: str,
        *,
        round: str = DEFAULT_ROUND,
        by: By = None,
    ) -> Saved:
        """Make a judgement that was handed in a draft again."""
        with write_transaction(self.path) as db:
            check_own(db, "reopen", annotator, by)
            return answering.reopen(db, answering.load_own(db, case_id, annotator, round))

    def undo(
        self,
        case_id: str,
        annotator: str,
        *,
        round: str = DEFAULT_ROUND,
        by: By = None,
        came_from: str | None = None,
    ) -> Undone | None:
        """Undo this person's latest step on a case; None where there is nothing to undo.

        The submission or skip they have just made elsewhere, where they `came_from` there or have
        no step on this case.
        What was revealed or sent back is a bound that undo does not cross.
        """
        with write_transaction(self.path) as db:
            check_own(db, "undo", annotator, by)
            answering.load_own(db, case_id, annotator, round)
            return undo.undo(db, case_id, annotator, round, came_from)

"""The part of `ReviewStore` about adjudication: where people differ, and what is decided."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from review_db import (
    decision_drafts,
    decisions,
    disagreements,
    guideline_reads,
    shown_decisions,
    visibility,
)
from review_db.access import By, check_may, check_own
from review_db.connection import open_database, write_transaction
from review_db.decision_drafts import Change, DecisionDraft
from review_db.decisions import StoredDecision, Verdict
from review_db.disagreements import Correction, Disagreement
from review_db.guideline_reads import OutdatedJudgement
from review_db.judgement_events import DEFAULT_ROUND, StoredJudgement
from trek_core.agreement import Conclusion
from trek_core.errors import AccessError


class AdjudicationMethods:
    """What may be asked of a review database about several people's judgements on one case."""

    path: Path

    def list_disagreements(
        self,
        round: str = DEFAULT_ROUND,
        *,
        with_decided: bool = False,
    ) -> list[Disagreement]:
        """The cases that annotators conclude differently or want to discuss, least agreement first.

        Decided ones are left out unless asked for.
        """
        with open_database(self.path) as db:
            return disagreements.list_disagreements(db, round, with_decided=with_decided)

    def load_case_judgements(
        self,
        case_id: str,
        round: str = DEFAULT_ROUND,
        *,
        by: By = None,
    ) -> list[StoredJudgement]:
        """The judgements on a case in a round that `by` may see, by name.

        Everybody's for a lead or researcher, and what was handed in for all once the round is
        closed; one's own alone before that, and while blind on the case.
        """
        with open_database(self.path) as db:
            return visibility.load_judgements_for(db, case_id, round, by)

    def decide(
        self,
        case_id: str,
        round: str,
        *,
        reason: str,
        by: By,
        adopt: str | None = None,
        answers: Mapping[str, Any] | None = None,
        flag_for_guideline: bool = False,
    ) -> StoredDecision:
        """Adjudicate a case: adopt one annotator's judgement, or answer anew; needs a reason.

        Reasons for differing from TrekTrace that `answers` lack are this one. An earlier decision
        stays in the history; the latest counts. Raises `AccessError` for who is no lead or is not
        named, `AnswerError` for what is not finished, `StoreError` where the round is closed.
        """
        verdict = Verdict(reason, adopt, answers, flag_for_guideline)
        with write_transaction(self.path) as db:
            check_may(db, "decide", by)
            if not isinstance(by, str):
                raise AccessError("A decision is somebody's: say who you are first.")
            decision = decisions.decide(db, case_id, round, verdict, by)
            decision_drafts.drop_draft(db, case_id, round, by)
            return decision

    def load_decision_draft(self, case_id: str, round: str, lead: str) -> DecisionDraft:
        """A lead's decision on a case as far as it has got; empty before it was begun."""
        with open_database(self.path) as db:
            return decision_drafts.load_draft(db, case_id, round, lead)

    def change_decision_draft(
        self, case_id: str, round: str, lead: str, change: Change, *, by: By = None
    ) -> DecisionDraft:
        """Change a lead's own draft as `change` says; it is gone once they have decided."""
        with write_transaction(self.path, raises_revision=False) as db:
            check_own(db, "change_decision_draft", lead, by)
            return decision_drafts.change_draft(db, case_id, round, lead, change)

    def load_decisions(
        self,
        round: str | None = None,
        case_id: str | None = None,
    ) -> list[StoredDecision]:
        """Every decision of a round, of a case, or of both, oldest first; the last counts."""
        with open_database(self.path) as db:
            return decisions.load_decisions(db, round, case_id)

    def load_case_decisions(self, case_id: str, *, by: By = None) -> list[StoredDecision]:
        """The decisions on a case that `by` may see, oldest first: none while it is withheld."""
        with open_database(self.path) as db:
            return shown_decisions.load_decisions_for(db, case_id, by)

    def load_decided_conclusions(self) -> dict[tuple[str, str], Conclusion]:
        """(round, case id) -> what was decided: `decisions=` of the agreement report."""
        with open_database(self.path) as db:
            return decisions.load_decided_conclusions(db)

    def load_corrections(self, annotator: str) -> list[Correction]:
        """Where decisions overruled somebody and why, by checklist step, over all rounds."""
        with open_database(self.path) as db:
            return disagreements.load_corrections(db, annotator)

    # Guideline

    def record_guideline_read(self, annotator: str, version: str, *, by: By = None) -> None:
        """Keep that somebody has read a version of the guideline."""
        with write_transaction(self.path) as db:
            check_own(db, "record_guideline_read", annotator, by)
            guideline_reads.record_guideline_read(db, annotator, version)

    def load_guideline_reads(self) -> dict[str, dict[str, str]]:
        """Annotator -> version -> when they said that they have read it."""
        with open_database(self.path) as db:
            return guideline_reads.load_guideline_reads(db)

    def load_outdated_judgements(self, round: str | None = None) -> list[OutdatedJudgement]:
        """Judgements with answers whose meaning the guideline has changed since they were given."""
        with open_database(self.path) as db:
            return guideline_reads.load_outdated_judgements(db, round)

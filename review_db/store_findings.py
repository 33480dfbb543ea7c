"""The part of `ReviewStore` about findings that hold for several cases of one question."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from review_db import event_origins, proposals, reference_findings
from review_db.access import By, check_own
from review_db.answering import Saved
from review_db.connection import open_database, write_transaction
from review_db.judgement_events import DEFAULT_ROUND
from review_db.proposals import Proposal
from review_db.reference_findings import Reach, ReferenceFinding


class FindingMethods:
    """What may be asked of a review database about findings on a question's reference."""

    path: Path

    def list_proposals(
        self, case_id: str, annotator: str, round: str = DEFAULT_ROUND
    ) -> list[Proposal]:
        """Findings on other cases of the question that this judgement may take; none while blind.

        Only where dataset, year and references are the same, and only what this person may see.
        """
        with open_database(self.path) as db:
            return proposals.list_proposals(db, case_id, annotator, round)

    def take_finding(
        self,
        case_id: str,
        annotator: str,
        finding: ReferenceFinding,
        *,
        seen: Mapping[str, Any],
        round: str = DEFAULT_ROUND,
        by: By = None,
    ) -> Saved:
        """Answer as a proposed finding says, in one step whose origin is kept; hands nothing in.

        `seen` are the answers as the person saw them. Raises `StaleRevisionError` where one that
        would change is another by now, `StoreError` where the finding is not offered any more.
        """
        with write_transaction(self.path) as db:
            check_own(db, "take_finding", annotator, by)
            return proposals.take_finding(db, case_id, annotator, round, finding, seen=seen)

    def find_reach(self, case_id: str, *, by: By = None) -> Reach | None:
        """The settled finding that a case's reference is wrong, and where else it may hold.

        None where there is neither, or `by` may not see it.
        """
        with open_database(self.path) as db:
            return reference_findings.find_reach(db, case_id, by)

    def load_origins(self, case_id: str) -> dict[int, str]:
        """Event id -> what its answer came from, in words, where it was not simply given."""
        with open_database(self.path) as db:
            return event_origins.load_origins(db, case_id)

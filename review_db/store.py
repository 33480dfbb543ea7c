"""`ReviewStore`: everything a page or a command may ask of the review database."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from review_db import (
    agreement,
    case_finding,
    case_list,
    cases,
    imports,
    project,
    records,
    same_question,
)
from review_db.access import OWNER, By, Role, check_may
from review_db.answering import UNSEEN, Saved
from review_db.case_filter import DEFAULT_ORDER, FACETS, ORDERS, CaseFilter, Facet, Order
from review_db.case_list import CasePage, CaseRow
from review_db.case_queue import PROBE_RUN_DONE, NextCase, Progress
from review_db.case_search import Snippet
from review_db.cases import KnownCase, StoredCase
from review_db.comments import Comment
from review_db.connection import open_database
from review_db.decisions import StoredDecision, Verdict
from review_db.disagreements import Correction, Disagreement
from review_db.imports import ImportReport
from review_db.judgement_events import DEFAULT_ROUND, JudgementEvent, StoredJudgement
from review_db.lead_view import RoundOverview
from review_db.migrations import migrate
from review_db.probe_calls import AskedCall, StoredCall
from review_db.probe_runs import ProbeResult, ProbeRun
from review_db.proposals import Proposal
from review_db.reference_findings import Reach, ReferenceFinding
from review_db.reveals import Flips, Revealed
from review_db.round_making import RoundPlan, Sample
from review_db.rounds import Round, RoundEvent
from review_db.row_mappings import RowMapping
from review_db.same_question import SameQuestion
from review_db.saved_filters import SavedFilter
from review_db.store_adjudication import AdjudicationMethods
from review_db.store_figures import FigureMethods
from review_db.store_filters import FilterMethods
from review_db.store_findings import FindingMethods
from review_db.store_judging import JudgingMethods
from review_db.store_mappings import MappingMethods
from review_db.store_marks import MarkMethods
from review_db.store_people import PeopleMethods
from review_db.store_probes import ProbeMethods
from review_db.store_rounds import RoundMethods
from review_db.store_workbooks import WorkbookMethods
from review_db.training import FieldFeedback
from review_db.undo import Undone
from review_db.visibility import CaseView
from review_db.workbook_cases import WorkbookChoice
from review_db.workbook_report import CellReport, WorkbookReport
from trek_core.records import Record
from trek_core.sources import AS_FOUND, ReadAs

if TYPE_CHECKING:
    from trek_core.agreement import AgreementReport

__all__ = [
    "DEFAULT_ORDER",
    "DEFAULT_ROUND",
    "FACETS",
    "ORDERS",
    "OWNER",
    "PROBE_RUN_DONE",
    "UNSEEN",
    "AskedCall",
    "By",
    "CaseFilter",
    "CasePage",
    "CaseRow",
    "CaseView",
    "CellReport",
    "Comment",
    "Correction",
    "Disagreement",
    "Facet",
    "FieldFeedback",
    "Flips",
    "ImportReport",
    "JudgementEvent",
    "KnownCase",
    "NextCase",
    "Order",
    "ProbeResult",
    "ProbeRun",
    "Progress",
    "Proposal",
    "Reach",
    "ReferenceFinding",
    "Revealed",
    "ReviewStore",
    "Role",
    "Round",
    "RoundEvent",
    "RoundOverview",
    "RoundPlan",
    "RowMapping",
    "SameQuestion",
    "Sample",
    "Saved",
    "SavedFilter",
    "Snippet",
    "StoredCall",
    "StoredCase",
    "StoredDecision",
    "StoredJudgement",
    "Undone",
    "Verdict",
    "WorkbookChoice",
    "WorkbookReport",
]


class ReviewStore(
    JudgingMethods,
    MappingMethods,
    MarkMethods,
    RoundMethods,
    AdjudicationMethods,
    PeopleMethods,
    ProbeMethods,
    WorkbookMethods,
    FigureMethods,
    FilterMethods,
    FindingMethods,
):
    """One review database; created or brought up to date when opened.

    Holds only the path, so that it may be shared between threads: each call opens its own
    connection and is one transaction. Every method raises `StoreError` where the database cannot
    be used; a case that is not there is a `CaseNotFoundError`.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        migrate(self.path)

    def revision(self) -> int:
        """A count that every write raises."""
        with open_database(self.path) as db:
            return project.load_revision(db)

    def stamp(self) -> str:
        """A word that every write draws anew: what was read holds while it is the same.

        Of a file put in the place of another too, which may well have the same revision.
        """
        with open_database(self.path) as db:
            return project.load_stamp(db)

    @property
    def is_sample(self) -> bool:
        """Whether this is the sample project."""
        with open_database(self.path) as db:
            return project.load_sample_hash(db) is not None

    # Cases

    def import_file(
        self, source: Path | BinaryIO, name: str, told: ReadAs = AS_FOUND, *, by: By = None
    ) -> ImportReport:
        """Import a file or stream of any supported shape; `name` is what its messages call it.

        `told` is what somebody said of its shape. Raises `TrekError` where it cannot be read,
        `StoreError` into the sample project.
        """
        with open_database(self.path) as db:
            check_may(db, "import_file", by)
            project.check_takes_cases(db)
        return imports.import_file(self.path, source, name, told)

    def load_case(self, case_id: str) -> StoredCase:
        """The latest version of a case with TrekTrace's side."""
        with open_database(self.path) as db:
            return cases.load_case(db, case_id)

    def list_same_question(
        self, case_id: str, *, visible_to: str | None = None
    ) -> list[SameQuestion]:
        """The other cases of the same question, as `visible_to` may see them."""
        with open_database(self.path) as db:
            return same_question.list_same_question(db, case_id, visible_to)

    def find_known_cases(self, case_ids: Iterable[str]) -> dict[str, KnownCase]:
        """Those of these cases that are here already, as they stand."""
        with open_database(self.path) as db:
            return cases.find_known_cases(db, case_ids)

    def list_cases(
        self,
        filter: CaseFilter | None = None,  # noqa: A002 - the word for it
        annotator: str | None = None,
        after: int | None = None,
        limit: int = 100,
        *,
        visible_to: str | None = None,
        order: str = DEFAULT_ORDER,
        options: Sequence[str] = (),
    ) -> CasePage:
        """A page of the list, after the row of position `after`, in one of `ORDERS`.

        With `options`, facets by name, also what `count_options` says of them.

        `visible_to` is who looks: what blind rounds withhold from them is not in the rows, and
        found by no filter or search. Raises `FilterError` for a value that none can have.
        """
        with open_database(self.path) as db:
            return case_list.list_cases(
                db, filter, annotator, after, limit, visible_to, order, options
            )

    def count_cases(
        self,
        filter: CaseFilter | None = None,  # noqa: A002
        *,
        visible_to: str | None = None,
    ) -> dict[str, dict[str, int]]:
        """How many cases per dataset, system, label, state and outcome.

        Those that `visible_to` may not see these of count under `withheld`.
        """
        with open_database(self.path) as db:
            return case_list.count_cases(db, filter, visible_to)

    def count_options(
        self,
        filter: CaseFilter,  # noqa: A002
        names: Sequence[str],
        *,
        visible_to: str | None = None,
    ) -> dict[str, dict[str, int]]:
        """How many cases each option of some filters would find beside the other filters."""
        with open_database(self.path) as db:
            return case_finding.count_options(db, filter, names, visible_to)

    def find_beside(
        self,
        case_id: str,
        filter: CaseFilter,  # noqa: A002
        *,
        visible_to: str | None = None,
    ) -> tuple[str | None, str | None]:
        """The cases found before and after a case in order of import, None at either end."""
        with open_database(self.path) as db:
            return case_finding.find_beside(db, case_id, filter, visible_to)

    def list_positions(self, case_ids: Iterable[str]) -> dict[str, int]:
        """Where these cases stand in the order of import; those that are not here are left out."""
        with open_database(self.path) as db:
            return cases.list_positions(db, case_ids)

    def load_records(
        self,
        filter: CaseFilter | None = None,  # noqa: A002
        *,
        with_pages: bool = False,
    ) -> Iterator[Record]:
        """Whole records with judgements, one at a time, all as of one moment.

        `with_pages` adds the text of pages that were fetched or pasted here.
        """
        with open_database(self.path) as db:
            yield from records.load_records(db, filter, with_pages=with_pages)

    # Agreement

    def load_agreement_report(self, annotator: str | None = None) -> "AgreementReport":
        """Agreement between TrekTrace and people, and among people."""
        with open_database(self.path) as db:
            return agreement.load_agreement_report(db, annotator)

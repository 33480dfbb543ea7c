"""`ReviewStore`: everything a page or a command may ask of the review database."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from review_db import (
    agreement,
    annotators,
    answering,
    case_list,
    case_queue,
    cases,
    imports,
    judgements,
    project,
    records,
    undo,
)
from review_db.answering import UNSEEN, Change, Saved
from review_db.case_list import CaseFilter, CasePage, CaseRow
from review_db.case_queue import PROBE_RUN_DONE, NextCase, Progress
from review_db.cases import KnownCase, StoredCase
from review_db.connection import open_database, write_transaction
from review_db.imports import ImportReport
from review_db.judgement_events import DEFAULT_ROUND, JudgementEvent, StoredJudgement
from review_db.migrations import migrate
from review_db.probe_calls import AskedCall, StoredCall
from review_db.probe_runs import ProbeResult, ProbeRun
from review_db.store_probes import ProbeMethods
from review_db.undo import Undone
from trek_core.records import Record

if TYPE_CHECKING:
    from trek_core.agreement import AgreementReport

__all__ = [
    "DEFAULT_ROUND",
    "PROBE_RUN_DONE",
    "UNSEEN",
    "AskedCall",
    "CaseFilter",
    "CasePage",
    "CaseRow",
    "ImportReport",
    "JudgementEvent",
    "KnownCase",
    "NextCase",
    "ProbeResult",
    "ProbeRun",
    "Progress",
    "ReviewStore",
    "Saved",
    "StoredCall",
    "StoredCase",
    "StoredJudgement",
    "Undone",
]


class ReviewStore(ProbeMethods):
    """One review database; created or brought up to date when opened.

    Holds only the path, so that it may be shared between threads: each call opens its own
    connection and is one transaction. Every method raises `StoreError` where the database cannot
    be used; a case that is not there is a `CaseNotFoundError`.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        migrate(self.path)

    def revision(self) -> int:
        """A count that every write raises: what was read at one revision holds until the next."""
        with open_database(self.path) as db:
            return project.load_revision(db)

    @property
    def is_sample(self) -> bool:
        """Whether this is the sample project."""
        with open_database(self.path) as db:
            return project.load_sample_hash(db) is not None

    # Cases

    def import_file(self, source: Path | BinaryIO, name: str) -> ImportReport:
        """Import a `trektrace/1` file or stream; `name` is what its messages call it.

        Raises `TrekError` where it cannot be read, `StoreError` into the sample project.
        """
        with open_database(self.path) as db:
            project.check_takes_cases(db)
        return imports.import_file(self.path, source, name)

    def load_case(self, case_id: str) -> StoredCase:
        """The latest version of a case with TrekTrace's side."""
        with open_database(self.path) as db:
            return cases.load_case(db, case_id)

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
    ) -> CasePage:
        """A page of the list, from the first row after position `after`, in order of import."""
        with open_database(self.path) as db:
            return case_list.list_cases(db, filter, annotator, after, limit)

    def count_cases(
        self,
        filter: CaseFilter | None = None,  # noqa: A002
    ) -> dict[str, dict[str, int]]:
        """How many cases per dataset, system, label, state and outcome."""
        with open_database(self.path) as db:
            return case_list.count_cases(db, filter)

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

    def count_judgements(
        self,
        filter: CaseFilter | None = None,  # noqa: A002
    ) -> int:
        """How many judgements `load_records` gives with the cases of a filter."""
        with open_database(self.path) as db:
            return records.count_judgements(db, filter)

    # Annotators and their way through the cases

    def load_annotators(self) -> list[str]:
        """The names of everyone who reviews here."""
        with open_database(self.path) as db:
            return annotators.load_annotators(db)

    def add_annotator(self, name: str) -> str:
        """Add a person, or find them; returns the name as kept. Raises `StoreError` for no name."""
        with write_transaction(self.path) as db:
            return annotators.add_annotator(db, name)

    def count_progress(self, annotator: str) -> Progress:
        """How far somebody is with the cases to review."""
        with open_database(self.path) as db:
            return case_queue.count_progress(db, annotator)

    def next_case(self, annotator: str, after_case_id: str | None = None) -> NextCase:
        """The case to go on with, and why; with no case, why there is none."""
        with open_database(self.path) as db:
            return case_queue.find_next_case(db, annotator, after_case_id)

    def neighbours(self, case_id: str) -> tuple[str | None, str | None]:
        """The cases to review before and after a case, None at either end."""
        with open_database(self.path) as db:
            return case_queue.find_neighbours(db, case_id)

    # Judgements

    def load_judgement(
        self,
        case_id: str,
        annotator: str,
        round: str = DEFAULT_ROUND,  # noqa: A002
    ) -> StoredJudgement:
        """One person's judgement as it stands, `not_started` before their first answer."""
        with open_database(self.path) as db:
            return judgements.load_judgement(db, case_id, annotator, round)

    def load_judgement_events(
        self, case_id: str, annotator: str | None = None
    ) -> list[JudgementEvent]:
        """The history of a case's judgements, oldest first."""
        with open_database(self.path) as db:
            return judgements.load_judgement_events(db, case_id, annotator)

    def save_answer(  # noqa: PLR0913 - each says one thing about the answer
        self,
        case_id: str,
        annotator: str,
        field: str,
        value: Any,
        *,
        part: str | None = None,
        seen: Any = UNSEEN,
        round: str = DEFAULT_ROUND,  # noqa: A002
        client: str | int | None = None,
    ) -> Saved:
        """Store one answer: on the disk when this returns.

        `part` is a page's URL inside a field of pages; None as value clears. `seen` is the value
        the person was shown: `StaleRevisionError` where it is not what is stored any more. Raises
        `AnswerError` for a value the field does not take, `StoreError` once submitted.
        """
        change = Change.read(field, part, value)
        sequence = None if client is None else str(client)
        with write_transaction(self.path) as db:
            own = answering.load_own(db, case_id, annotator, round)
            return answering.save_answer(db, own, change, seen=seen, client=sequence)

    def save_answers(
        self,
        case_id: str,
        annotator: str,
        answers: Mapping[str, Any],
        *,
        round: str = DEFAULT_ROUND,  # noqa: A002
    ) -> Saved:
        """Store several answers as one step, which one undo takes back."""
        with write_transaction(self.path) as db:
            own = answering.load_own(db, case_id, annotator, round)
            return answering.save_answers(db, own, answers)

    def submit(
        self,
        case_id: str,
        annotator: str,
        *,
        round: str = DEFAULT_ROUND,  # noqa: A002
    ) -> Saved:
        """Hand a judgement in; raise `AnswerError` naming what is missing."""
        with write_transaction(self.path) as db:
            return answering.submit(db, answering.load_own(db, case_id, annotator, round))

    def reopen(
        self,
        case_id: str,
        annotator: str,
        *,
        round: str = DEFAULT_ROUND,  # noqa: A002
    ) -> Saved:
        """Make a judgement that was handed in a draft again."""
        with write_transaction(self.path) as db:
            return answering.reopen(db, answering.load_own(db, case_id, annotator, round))

    def undo(
        self,
        case_id: str,
        annotator: str,
        *,
        round: str = DEFAULT_ROUND,  # noqa: A002
    ) -> Undone | None:
        """Undo this person's latest step on a case; None where there is nothing to undo.

        With nothing of theirs on this case, the submission they have just made elsewhere.
        """
        with write_transaction(self.path) as db:
            return undo.undo(db, case_id, annotator, round)

    # Agreement

    def load_agreement_report(self, annotator: str | None = None) -> "AgreementReport":
        """Agreement between TrekTrace and people, and among people."""
        with open_database(self.path) as db:
            return agreement.load_agreement_report(db, annotator)

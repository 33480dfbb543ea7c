"""The part of `ReviewStore` about probes: runs, their calls, and pages as fetched."""

from collections.abc import Iterable
from pathlib import Path

from review_db import documents, probe_calls, probe_runs
from review_db.access import By, check_may, check_own
from review_db.connection import open_database, write_transaction
from review_db.probe_calls import AskedCall, StoredCall
from review_db.probe_runs import ProbeResult, ProbeRun
from trek_core.cases import Case
from trek_core.probes.budget import Spending
from trek_core.probes.calls import ProbeLog
from trek_core.probes.contracts import ProbeName
from trek_core.probes.documents import DocumentCache, FetchedDocument, paste_document
from trek_core.probes.plan import Plan
from trek_core.probes.progress import RunProgress, RunSummary
from trek_core.recorded_probes import Probes
from trek_core.settings import Settings


class ProbeMethods:
    """What may be asked of a review database about probes."""

    path: Path

    def start_probe_run(
        self,
        plan: Plan,
        settings: Settings,
        case_ids: Iterable[str],
        asked_by: str | None = None,
        *,
        by: By = None,
    ) -> int:
        """Begin a run that this process carries out; returns its number.

        `asked_by` is the annotator who asked for it, None for nobody in particular.
        """
        with write_transaction(self.path) as db:
            check_may(db, "start_probe_run", asked_by if by is None else by)
            return probe_runs.start_run(db, plan, settings, case_ids, asked_by)

    def start_case_run(
        self,
        plan: Plan,
        settings: Settings,
        case_id: str,
        asked_by: str | None = None,
        *,
        anew: bool = True,
        by: By = None,
    ) -> ProbeRun:
        """Begin a run of one case in this process, unless one is under way: then `StoreError`.

        Everything is asked anew: the repeats are the first that no run of the case has, chosen in
        the transaction that begins the run (`plan` of what is returned). With `anew=False` they
        are those of the plan.
        """
        with write_transaction(self.path) as db:
            check_may(db, "start_case_run", asked_by if by is None else by)
            run_id = probe_runs.start_case_run(db, plan, settings, case_id, asked_by, anew=anew)
            return probe_runs.load_run(db, run_id)

    def resume_probe_run(self, run_id: int, settings: Settings, *, by: By = None) -> ProbeRun:
        """Go on with a run in this process; `StoreError` while another one carries it out."""
        with write_transaction(self.path) as db:
            check_may(db, "resume_probe_run", by)
            return probe_runs.resume_run(db, run_id, settings)

    def beat_probe_run(
        self,
        run_id: int,
        progress: RunProgress | None = None,
        found: Iterable[tuple[str, int, Probes]] = (),
    ) -> bool:
        """Say that a run is alive, how far it is, and what it found: case, repeat, probes.

        Returns whether somebody asked it to stop.
        """
        with write_transaction(self.path) as db:
            probe_runs.store_results(db, run_id, found)
            return probe_runs.beat(db, run_id, progress.to_json() if progress else None)

    def end_probe_run(self, run_id: int, summary: RunSummary) -> None:
        """Write down how a run ended."""
        progress = summary.progress.to_json()
        with write_transaction(self.path) as db:
            probe_runs.end_run(db, run_id, summary.state, progress, summary.problem)

    def cancel_probe_run(self, run_id: int, *, by: By = None) -> None:
        """Ask a run to stop, from any process; what is under way is still finished and kept."""
        with write_transaction(self.path) as db:
            check_may(db, "cancel_probe_run", by)
            probe_runs.ask_to_cancel(db, run_id)

    def load_probe_run(self, run_id: int) -> ProbeRun:
        """A run as it stands; raises `StoreError` where there is none."""
        with open_database(self.path) as db:
            return probe_runs.load_run(db, run_id)

    def list_probe_runs(self, limit: int = 20) -> list[ProbeRun]:
        """The latest runs, newest first."""
        with open_database(self.path) as db:
            return probe_runs.list_runs(db, limit)

    def load_probe_spending(self, run_id: int) -> Spending:
        """What the calls of a run have used so far."""
        with open_database(self.path) as db:
            return probe_runs.sum_spending(db, run_id)

    def list_asked_calls(self, case_ids: Iterable[str]) -> list[AskedCall]:
        """What was asked about these cases and had a reply, in any run, each call once."""
        with open_database(self.path) as db:
            return probe_calls.list_asked(db, case_ids)

    def probe_log(self, run_id: int) -> ProbeLog:
        """The log that a run writes; it finds the calls of every run."""
        return probe_calls.RunLog(self.path, run_id)

    def load_probe_calls(
        self, case_id: str, probes: Iterable[ProbeName] | None = None
    ) -> list[StoredCall]:
        """The calls about a case, oldest first; those of some probes, or all."""
        with open_database(self.path) as db:
            return probe_calls.load_calls(db, case_id, probes)

    def count_probe_calls(self, case_id: str) -> int:
        """How many calls there are about a case; what was read holds until there are more."""
        with open_database(self.path) as db:
            return probe_calls.count_calls(db, case_id)

    def find_answered_probes(self, case_id: str) -> frozenset[str]:
        """The probes of a case that any run has an answer of."""
        with open_database(self.path) as db:
            return probe_calls.find_answered_probes(db, case_id)

    def load_probe_results(
        self, run_id: int | None = None, case_id: str | None = None
    ) -> list[ProbeResult]:
        """What runs made of cases: of one run, of one case, or of both; latest run last."""
        with open_database(self.path) as db:
            return probe_runs.load_results(db, run_id, case_id)

    def document_cache(self, retry_before: str = "") -> DocumentCache:
        """The pages that every run over this database shares.

        What could not be had before `retry_before`, a run's start, is looked for again.
        """
        return documents.StoredDocuments(self.path, retry_before)

    def paste_page(
        self, url: str, text: str, added_by: str, *, date: str | None = None, by: By = None
    ) -> FetchedDocument:
        """Keep a page's text that a person copied by hand; `DocumentError` where there is none."""
        with write_transaction(self.path) as db:
            check_own(db, "paste_page", added_by, by)
            document = paste_document(url, text, date=date, added_by=added_by)
            documents.store_document(db, document)
        return document

    def add_stored_pages(self, case: Case) -> Case:
        """The case with the stored snapshots of its pages that it brought no text of."""
        with open_database(self.path) as db:
            return documents.add_stored_documents(db, case)

    def load_documents(self, url: str) -> list[FetchedDocument]:
        """Every snapshot of an address, oldest first."""
        with open_database(self.path) as db:
            return documents.load_documents(db, url)

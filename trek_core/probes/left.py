"""What the log holds of a plan, and what of it is still to be asked; nothing is asked or fetched.

A plan is gone through as a run would go through it, so that a call counts as there exactly where a
run would use it again.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor

from trek_core.errors import ProbeError
from trek_core.probes.asking import Asker
from trek_core.probes.budget import Budget
from trek_core.probes.calls import ProbeCall, ProbeLog, ProbeRequest
from trek_core.probes.contracts import ProbeName
from trek_core.probes.documents import DocumentCache, FetchedDocument
from trek_core.probes.plan import Plan, choose_records
from trek_core.probes.progress import RunSummary
from trek_core.probes.runner import ProbeRunner
from trek_core.probes.steps import compute_steps
from trek_core.records import Record
from trek_core.settings import Settings

Calls = dict[tuple[str, int], dict[ProbeName, ProbeCall]]
"""By case and repeat, the calls that had a reply."""


class LogReader(ProbeRunner):
    """Goes through a plan with the log alone; after `run`, `calls` are those that are there."""

    def __init__(self, settings: Settings, log: ProbeLog, cache: DocumentCache) -> None:
        super().__init__(settings, NoClient(), log, _KnownPages(cache), _NoPages())
        self.calls: Calls = {}

    def _make_asker(
        self, budget: Budget, disk: Executor, is_cancelled: Callable[[], bool]
    ) -> Asker:
        concurrency = self._settings.limits.concurrency
        asker = _LogAsker(NoClient(), self._log, budget, concurrency, disk, is_cancelled)
        asker.calls = self.calls
        return asker

    def list_left(
        self, records: Iterable[Record], plan: Plan, summary: RunSummary
    ) -> Iterator[tuple[Record, tuple[ProbeName, ...]]]:
        """Each repeat of each case that is not complete, with what is known and what is left."""
        for record in choose_records(records, plan):
            case_id = record.case.case_id
            results = summary.results.get(case_id, ())
            for repeat, probes in zip(plan.repeat_numbers, results, strict=False):
                made = self.calls.get((case_id, repeat), {})
                steps = compute_steps(record.case, probes, made, plan, self._settings.policy)
                if left := tuple(name for name, step in steps.items() if step.is_pending):
                    yield record.model_copy(update={"probes": probes}), left


class _LogAsker(Asker):
    calls: Calls

    async def ask(self, request: ProbeRequest) -> ProbeCall | None:
        """The call as the log has it, or None."""
        call = await super().ask(request)
        if call is not None:
            self.calls.setdefault((request.case_id, request.repeat), {})[request.probe] = call
        return call

    async def _ask_anew(self, request: ProbeRequest) -> ProbeCall | None:  # noqa: ARG002
        return None


class NoClient:
    """In the place of a client where nothing may be asked."""

    async def ask(self, request: ProbeRequest) -> ProbeCall:
        """Refuse."""
        raise ProbeError(f"Nothing may be asked here: {request.probe} of {request.case_id}.")


class _KnownPages:
    """A cache that is only read."""

    def __init__(self, cache: DocumentCache) -> None:
        self._cache = cache

    def find(self, url: str) -> FetchedDocument | None:
        return self._cache.find(url)

    def store(self, document: FetchedDocument) -> None:
        pass


class _NoPages:
    """In the place of the network."""

    async def fetch(self, url: str) -> FetchedDocument:
        return FetchedDocument(url=url, status="blocked", reason="Not fetched yet.")

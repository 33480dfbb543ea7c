"""Running probes: many cases at once, within a budget, each call on the disk before it counts."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass

from trek_core.counted import count_of
from trek_core.errors import TrekError
from trek_core.probes.asking import Asker, Client, tell_failure
from trek_core.probes.budget import Budget, Spending, check_prices
from trek_core.probes.calls import ProbeCall, ProbeLog
from trek_core.probes.contracts import CONTRACTS, ProbeName
from trek_core.probes.documents import DocumentCache, DocumentSource
from trek_core.probes.inputs import RequestMaker
from trek_core.probes.plan import Plan, choose_records
from trek_core.probes.progress import RunProgress, RunState, RunSummary
from trek_core.probes.results import assemble_probes, with_outcome
from trek_core.probes.steps import Step, compute_steps
from trek_core.probes.unexpected import describe_unexpected
from trek_core.recorded_probes import Probes
from trek_core.records import Record
from trek_core.settings import Settings

Repeat = tuple[Record, int]


class ProbeRunner:
    """Runs plans over cases with one client, one log, and one cache and source of pages."""

    def __init__(
        self,
        settings: Settings,
        client: Client,
        log: ProbeLog,
        cache: DocumentCache,
        fetcher: DocumentSource,
    ) -> None:
        self._settings = settings
        self._client = client
        self._log = log
        self._requests = RequestMaker(settings, cache, fetcher)

    async def run(
        self,
        records: Iterable[Record],
        plan: Plan,
        *,
        on_progress: Callable[[RunProgress], None] = lambda _: None,
        on_result: Callable[[str, int, Probes], None] = lambda *_: None,
        is_cancelled: Callable[[], bool] = lambda: False,
        spent: Spending | None = None,
    ) -> RunSummary:
        """Ask what the plan asks of every failed case, and return what came of it.

        What the log holds is not asked again, except calls that never had a reply. `spent` is what
        earlier parts of the run used of its budget. `on_result` gets a case's id, the repeat and
        its probes. A run stops by itself where going on is of no use (`RunState`). Raises
        `ProbeConfigError` before anything is asked where a role or a price is missing.
        """
        check_settings(self._settings, plan)
        chosen = choose_records(records, plan)
        limits = self._settings.limits
        budget = Budget(limits, self._settings.prices, spent or Spending())
        with ThreadPoolExecutor(1, "probe-log") as disk:
            asker = self._make_asker(budget, disk, is_cancelled)
            heard = Listeners(on_progress, on_result)
            running = _Run(plan, self._settings, self._requests, asker, heard, chosen)
            async with asyncio.TaskGroup() as group:
                # Few enough that cases are finished one after the other, enough that some wait
                # for a free place while others write what they have.
                for _ in range(min(2 * limits.concurrency, len(chosen) * plan.repeats)):
                    group.create_task(running.work())
        return running.summary()

    def _make_asker(
        self, budget: Budget, disk: Executor, is_cancelled: Callable[[], bool]
    ) -> Asker:
        concurrency = self._settings.limits.concurrency
        return Asker(self._client, self._log, budget, concurrency, disk, is_cancelled)


def check_settings(settings: Settings, plan: Plan) -> None:
    """Raise `ProbeConfigError` where a role that the plan asks, or a needed price, is not set."""
    for probe in plan.probes:
        settings.role(CONTRACTS[probe].role)
    check_prices(settings, plan.probes)


@dataclass(frozen=True)
class Listeners:
    """Who hears how far a run is, and what came of each repeat of each case."""

    on_progress: Callable[[RunProgress], None]
    on_result: Callable[[str, int, Probes], None]


class _Run:
    """One run under way: what is still to be done, and what has come of the rest."""

    def __init__(
        self,
        plan: Plan,
        settings: Settings,
        requests: RequestMaker,
        asker: Asker,
        heard: Listeners,
        records: list[Record],
    ) -> None:
        self._plan = plan
        self._policy = settings.policy
        self._requests = requests
        self._asker = asker
        self._heard = heard
        self._cases = len(records)
        self._todo: Iterator[Repeat] = iter(
            [(record, repeat) for record in records for repeat in plan.repeat_numbers]
        )
        self._cases_done = 0
        self._repeats_done: Counter[str] = Counter()
        self._results: dict[str, dict[int, Probes]] = {}
        self._unfinished: set[str] = set()
        self._not_asked: Counter[str] = Counter()

    async def work(self) -> None:
        """Take one repeat of one case after the other until none is left or the run is over."""
        for record, repeat in self._todo:
            if self._asker.stopped:
                return
            self._unfinished.add(record.case.case_id)
            try:
                await self._run_repeat(record, repeat)
            except TrekError as error:
                self._asker.stop("failed", str(error))
            except Exception as error:  # noqa: BLE001 - what was paid for is still written
                where = f"case {record.case.case_id!r}"
                self._asker.stop("failed", f"At {where} the run met {describe_unexpected(error)}.")

    def progress(self) -> RunProgress:
        """How far the run is."""
        return RunProgress(
            cases=self._cases,
            cases_done=self._cases_done,
            asked=self._asker.asked,
            reused=self._asker.reused,
            outcomes=Counter(self._asker.outcomes),
            spent=self._asker.budget.spent,
        )

    def summary(self) -> RunSummary:
        """How it ended."""
        state, problem = self._asker.stopped or self._find_failure() or ("done", None)
        results = {
            case_id: tuple(by_repeat[number] for number in sorted(by_repeat))
            for case_id, by_repeat in self._results.items()
        }
        unfinished = frozenset(self._unfinished)
        return RunSummary(state, self.progress(), problem, results, self._not_asked, unfinished)

    def _find_failure(self) -> tuple[RunState, str] | None:
        """A case with a call that had no reply is not done, and neither is its run."""
        failed = self._asker.last_failed
        if failed is None or not self._unfinished:
            return None
        calls, cases = self._asker.outcomes["failed"], len(self._unfinished)
        return "failed", (
            f"{count_of(calls, 'call')} had no reply, so {count_of(cases, 'case')} of "
            f"{self._cases} {'is' if cases == 1 else 'are'} not done. {tell_failure(failed)}"
        )

    async def _run_repeat(self, record: Record, repeat: int) -> None:
        """Ask the probes of one case, each as soon as what it needs is there."""
        calls: dict[ProbeName, ProbeCall] = {}
        under_way: dict[asyncio.Task[ProbeCall | None], ProbeName] = {}
        left: set[ProbeName] = set()
        while True:
            probes, steps = self._assess(record, calls)
            for probe in self._due(steps, {*under_way.values(), *left}):
                asking = self._ask(record, probes, probe, repeat)
                under_way[asyncio.create_task(asking)] = probe
            if not under_way:
                break
            done, _ = await asyncio.wait(under_way, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                probe = under_way.pop(task)
                call = task.result()
                if call is None:
                    left.add(probe)
                else:
                    calls[probe] = call
            self._heard.on_progress(self.progress())
        self._keep(record, repeat, with_outcome(probes, steps), steps)

    def _assess(
        self, record: Record, calls: dict[ProbeName, ProbeCall]
    ) -> tuple[Probes, dict[ProbeName, Step]]:
        """What the calls so far add up to, and where each probe stands by it."""
        probes = assemble_probes(record, calls, self._policy)
        failed = [name for name, call in calls.items() if call.outcome == "failed"]
        steps = compute_steps(record.case, probes, calls, self._plan, self._policy, failed)
        return probes, steps

    def _due(self, steps: dict[ProbeName, Step], begun: set[ProbeName]) -> list[ProbeName]:
        if self._asker.stopped:
            return []
        return [name for name, step in steps.items() if step.state == "due" and name not in begun]

    async def _ask(
        self, record: Record, probes: Probes, probe: ProbeName, repeat: int
    ) -> ProbeCall | None:
        try:
            request = await self._requests.make(record.case, probes, probe, repeat)
        except TrekError as error:
            self._asker.stop("failed", str(error))
            return None
        except Exception as error:  # noqa: BLE001 - the calls beside it are still kept
            case_id = record.case.case_id
            why = describe_unexpected(error)
            self._asker.stop("failed", f"{probe} of {case_id!r} could not be asked: {why}.")
            return None
        return await self._asker.ask(request)

    def _keep(
        self, record: Record, repeat: int, probes: Probes, steps: dict[ProbeName, Step]
    ) -> None:
        case_id = record.case.case_id
        self._results.setdefault(case_id, {})[repeat] = probes
        self._heard.on_result(case_id, repeat, probes)
        if any(step.is_pending for step in steps.values()):
            return
        self._repeats_done[case_id] += 1
        if self._repeats_done[case_id] == self._plan.repeats:
            self._cases_done += 1
            self._unfinished.discard(case_id)
        for probe, step in steps.items():
            if step.why:
                self._not_asked[f"{probe}: {step.why}"] += 1
        self._heard.on_progress(self.progress())

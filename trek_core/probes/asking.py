"""One call of a run: found in the log, or asked within the budget and stored before it counts."""

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Protocol, TypeVar

from trek_core.errors import QuotaError, TrekError
from trek_core.probes.budget import Budget, OutOfBudgetError
from trek_core.probes.calls import ProbeCall, ProbeLog, ProbeRequest
from trek_core.probes.progress import RunState

GIVE_UP_AFTER = 10
"""A run ends after this many calls in a row without a reply, or as many as run at once if more."""

T = TypeVar("T")


class Client(Protocol):
    """Whoever asks the model: the real client, or a stand-in."""

    async def ask(self, request: ProbeRequest) -> ProbeCall:
        """Ask once; whatever comes back is a call. Raises `QuotaError` and `ProbeConfigError`."""
        ...


class Asker:
    """Asks the calls of one run, a bounded number at once, until something ends the run.

    `stopped` then says how it ended; calls under way are still finished and kept. The log is used
    on `disk` alone, an executor with one thread.
    """

    def __init__(
        self,
        client: Client,
        log: ProbeLog,
        budget: Budget,
        concurrency: int,
        disk: Executor,
        is_cancelled: Callable[[], bool],
    ) -> None:
        self.budget = budget
        self.stopped: tuple[RunState, str] | None = None
        self.asked = 0
        self.reused = 0
        self.outcomes: Counter[str] = Counter()
        self._client = client
        self._log = log
        self._slots = asyncio.Semaphore(concurrency)
        self._disk = disk
        self._is_cancelled = is_cancelled
        self._unkept: dict[int, ProbeCall] = {}
        self._keeping = asyncio.Lock()
        self._failed_in_a_row = 0
        self._give_up_after = max(GIVE_UP_AFTER, concurrency)

    async def ask(self, request: ProbeRequest) -> ProbeCall | None:
        """The call, on the disk; None where it is not asked in this run."""
        try:
            kept = await self._on_disk(self._log.find, request.key)
            # Whatever came back was paid for; only a call without a reply is asked again.
            if kept is not None and kept.outcome != "failed":
                self.reused += 1
                self.outcomes[kept.outcome] += 1
                return kept
            call = await self._ask_anew(request)
            if call is not None:
                await self._keep(call)
                self._note(call)
        except OutOfBudgetError as error:
            self.stop("out_of_budget", f"The next call could pass the limit on {error.limit}.")
        except QuotaError as error:
            self.stop("out_of_quota", str(error))
        except TrekError as error:
            self.stop("failed", str(error))
        else:
            return call
        return None

    def stop(self, state: RunState, problem: str) -> None:
        """End the run; what ended it first is what is said of it."""
        self.stopped = self.stopped or (state, problem)

    async def _ask_anew(self, request: ProbeRequest) -> ProbeCall | None:
        async with self._slots:
            if self._is_over():
                return None
            async with self.budget.reserve(request) as reservation:
                if self._is_over():  # It may have waited for the calls under way.
                    return None
                self.asked += 1
                reservation.call = await self._client.ask(request)
            return reservation.call

    async def _keep(self, call: ProbeCall) -> None:
        """Store a call, with those that came in while the one before was stored."""
        self._unkept[id(call)] = call
        async with self._keeping:
            if id(call) not in self._unkept:
                return
            together = list(self._unkept.values())
            await self._on_disk(self._log.store, *together)
            for kept in together:
                del self._unkept[id(kept)]

    def _is_over(self) -> bool:
        if self.stopped is None and self._is_cancelled():
            self.stop("cancelled", "The run was stopped.")
        return self.stopped is not None

    def _note(self, call: ProbeCall) -> None:
        self.outcomes[call.outcome] += 1
        self._failed_in_a_row = self._failed_in_a_row + 1 if call.outcome == "failed" else 0
        if self._failed_in_a_row >= self._give_up_after:
            self.stop(
                "failed",
                f"{self._failed_in_a_row} calls in a row had no reply; the last: {call.problem}",
            )

    async def _on_disk(self, function: Callable[..., T], *arguments: object) -> T:
        """Run a function of the log in its thread; once begun it is finished."""
        loop = asyncio.get_running_loop()
        return await asyncio.shield(loop.run_in_executor(self._disk, function, *arguments))

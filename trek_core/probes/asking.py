"""One call of a run: found in the log, or asked within the budget and stored before it counts."""

import asyncio
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor
from datetime import UTC, datetime
from typing import Protocol, TypeVar

from trek_core.errors import ProbeConfigError, QuotaError, TrekError
from trek_core.probes.budget import Budget, OutOfBudgetError
from trek_core.probes.calls import ProbeCall, ProbeLog, ProbeRequest, make_storable
from trek_core.probes.progress import RunState
from trek_core.probes.unexpected import describe_unexpected

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
        self.last_failed: ProbeCall | None = None
        self._client = client
        self._log = log
        self._slots = asyncio.Semaphore(concurrency)
        self._beginning = asyncio.Lock()
        self._disk = disk
        self._is_cancelled = is_cancelled
        self._unkept: dict[int, ProbeCall] = {}
        self._lost: set[int] = set()
        self._keeping = asyncio.Lock()
        self._failed_in_a_row = 0
        self._give_up_after = max(GIVE_UP_AFTER, concurrency)

    async def ask(self, request: ProbeRequest) -> ProbeCall | None:
        """The call, on the disk; None where it is not asked in this run."""
        try:
            kept = await self._on_disk(self._log.find, request.key)
            if kept is not None and self._is_settled(kept):
                self.reused += 1
                self.outcomes[kept.outcome] += 1
                return kept
            call = await self._ask_anew(request)
            if call is not None:
                call = make_storable(call)
                if not await self._keep(call):
                    return None
                self._note(call)
        except OutOfBudgetError as error:
            self.stop_on_budget(error)
        except QuotaError as error:
            self.stop("out_of_quota", str(error))
        except TrekError as error:
            self.stop("failed", str(error))
        except Exception as error:  # noqa: BLE001 - one call may not take the others with it
            self.stop("failed", f"The run met {describe_unexpected(error)}.")
        else:
            return call
        return None

    def _is_settled(self, kept: ProbeCall) -> bool:
        """Whether a call of the log stands: whatever came back was paid for."""
        return kept.outcome != "failed"

    def stop(self, state: RunState, problem: str) -> None:
        """End the run; what ended it first is what is said of it."""
        self.stopped = self.stopped or (state, problem)

    def stop_on_budget(self, error: OutOfBudgetError) -> None:
        """End the run as the next call could pass a limit."""
        self.stop("out_of_budget", f"The next call could pass the limit on {error.limit}.")

    async def _ask_anew(self, request: ProbeRequest) -> ProbeCall | None:
        async with self._slots:
            async with self._beginning:
                # Replies that come in together are handled together, and all their next calls
                # would wait for the last of them: so calls begin one by one.
                await asyncio.sleep(0)
            if self._is_over():
                return None
            async with self.budget.reserve(request) as reservation:
                if self._is_over():  # It may have waited for the calls under way.
                    return None
                self.asked += 1
                reservation.call = await self._send(request)
            return reservation.call

    async def _send(self, request: ProbeRequest) -> ProbeCall:
        asked_at = _now()
        try:
            return await self._client.ask(request)
        except ProbeConfigError:
            self.asked -= 1  # It was never sent.
            raise
        except TrekError:
            raise
        except Exception as error:  # noqa: BLE001 - the outcome of this call, not of the run
            return ProbeCall(
                request=request,
                outcome="failed",
                problem=f"The call was not carried out: {describe_unexpected(error)}.",
                asked_at=asked_at,
                answered_at=_now(),
            )

    async def _keep(self, call: ProbeCall) -> bool:
        """Store a call, with those that came in meanwhile; False where the log did not take it."""
        self._unkept[id(call)] = call
        async with self._keeping:
            if id(call) in self._unkept:
                await self._store(list(self._unkept.values()))
        is_lost = id(call) in self._lost
        self._lost.discard(id(call))
        return not is_lost

    async def _store(self, calls: list[ProbeCall]) -> None:
        """Store calls together, or where that cannot be, every one that the log takes."""
        try:
            await self._on_disk(self._log.store, *calls)
        except Exception as error:  # noqa: BLE001 - those that can be stored must be
            if len(calls) > 1:
                for call in calls:
                    await self._store([call])
                return
            self._lost.add(id(calls[0]))
            unexpected = f"An answer could not be kept: {describe_unexpected(error)}."
            self.stop("failed", str(error) if isinstance(error, TrekError) else unexpected)
        for call in calls:
            del self._unkept[id(call)]

    def _is_over(self) -> bool:
        if self.stopped is None and self._is_cancelled():
            self.stop("cancelled", "The run was stopped.")
        return self.stopped is not None

    def _note(self, call: ProbeCall) -> None:
        self.outcomes[call.outcome] += 1
        if call.outcome != "failed":
            self._failed_in_a_row = 0
            return
        self.last_failed = call
        self._failed_in_a_row += 1
        if self._failed_in_a_row >= self._give_up_after:
            self.stop(
                "failed",
                f"{self._failed_in_a_row} calls in a row had no reply. {tell_failure(call)}",
            )

    async def _on_disk(self, function: Callable[..., T], *arguments: object) -> T:
        """Run a function of the log in its thread; once begun it is finished."""
        loop = asyncio.get_running_loop()
        return await asyncio.shield(loop.run_in_executor(self._disk, function, *arguments))


def tell_failure(call: ProbeCall) -> str:
    """Where the last call that failed was asked, and why it had no reply."""
    place = f", at {call.base_url}" if call.base_url else ""
    return f"The last{place}: {call.problem}"


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")

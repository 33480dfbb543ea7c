"""Many questions at once, within a budget, each answer on the disk before it counts."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any

from trek_core.answering.answer_file import AnswerFile
from trek_core.answering.attempt import AnsweringSystem, Attempt, NoAnswerError
from trek_core.answering.model_calls import estimate_call
from trek_core.answering.questions import AskedQuestion
from trek_core.answering.records import make_record, now
from trek_core.answering.tally import Tally
from trek_core.counted import count_of
from trek_core.errors import QuotaError, TrekError
from trek_core.probes.asking import GIVE_UP_AFTER
from trek_core.probes.budget import Budget, OutOfBudgetError, Spending
from trek_core.probes.calls import compute_cost
from trek_core.probes.progress import RunProgress, RunState, RunSummary
from trek_core.probes.unexpected import describe_unexpected
from trek_core.settings import Settings

_KIND = ("question", "")


@dataclass(frozen=True)
class Around:
    """What a run is told and tells.

    `most` is what a question holds for its calls and its paid searches, `told` goes into each
    record, `hide` takes keys out of a text.
    """

    most: Spending
    told: dict[str, Any]
    hide: Callable[[str], str]
    on_progress: Callable[[RunProgress], None] = lambda _: None
    is_cancelled: Callable[[], bool] = lambda: False


@dataclass
class AnswerRun:
    """Asks a system the questions that a file holds no answer of.

    `unsearched` counts the answers for which nothing was searched.
    """

    system: AnsweringSystem
    settings: Settings
    file: AnswerFile
    around: Around
    outcomes: Counter[str] = field(default_factory=Counter)
    unsearched: int = 0
    _stopped: tuple[RunState, str] | None = None
    _failed_in_a_row: int = 0
    _last_error: str = ""
    _asked: int = 0

    async def run(self, questions: Sequence[AskedQuestion]) -> RunSummary:
        """Ask them, a bounded number at once, and say how it ended."""
        self._questions = questions
        self._budget = Budget(self.settings.limits, self.settings.prices, self.file.spent)
        self._largest = self.file.largest
        self._writing = asyncio.Lock()
        answered = self.file.answered
        self._todo: Iterator[AskedQuestion] = iter(
            [each for each in questions if each.case.case_id not in answered]
        )
        self._reused = sum(each.case.case_id in answered for each in questions)
        async with asyncio.TaskGroup() as group:
            for _ in range(min(self.settings.limits.concurrency, len(questions))):
                group.create_task(self._work())
        state, problem = self._stopped or self._find_failure() or ("done", None)
        return RunSummary(state, self._progress(), problem)

    async def _work(self) -> None:
        for asked in self._todo:
            if self._is_over():
                return
            try:
                async with self._budget.hold(_KIND, self._estimate(asked)) as held:
                    if self._is_over():  # It may have waited for others.
                        return
                    held.used = await self._ask(asked)
            except OutOfBudgetError as error:
                self._stop(
                    "out_of_budget", f"The next question could pass the limit on {error.limit}."
                )
            except Exception as error:  # noqa: BLE001 - what was paid for is still written
                where = f"case {asked.case.case_id!r}"
                self._stop("failed", f"At {where} the run met {describe_unexpected(error)}.")
            self.around.on_progress(self._progress())

    async def _ask(self, asked: AskedQuestion) -> Spending:
        """Ask one question and record what it came to; what it used."""
        attempt = Attempt(Tally(self.settings.prices))
        told = self.around.told | {"asked_at": now()}
        started, seconds = monotonic(), self.settings.answering.timeout_seconds
        error: str | None = None
        self._asked += 1
        try:
            async with asyncio.timeout(seconds):
                await self.system.answer(asked.text, attempt)
        except TimeoutError:
            error = f"No answer within {seconds:g} s (timeout_seconds)."
        except NoAnswerError as found:
            error = str(found)
        except QuotaError as found:
            error = str(found)
            self._stop("out_of_quota", error)
        except TrekError as found:
            error = str(found)
            self._stop("failed", error)
        except Exception as found:  # noqa: BLE001 - one question may not take the others with it
            error = f"The question met {describe_unexpected(found)}."
        told |= {"answered_at": now(), "seconds": round(monotonic() - started, 3)}
        await self._keep(asked, attempt, told, error)
        self._largest = self._largest.most(attempt.tally.spent)
        return attempt.tally.spent

    async def _keep(
        self, asked: AskedQuestion, attempt: Attempt, told: dict[str, Any], error: str | None
    ) -> None:
        record = make_record(asked, attempt, told, self.around.hide, error)
        try:
            async with self._writing:
                await asyncio.shield(asyncio.to_thread(self.file.add, record))
        except TrekError as found:
            self._stop("failed", str(found))
            return
        self.outcomes["answered" if error is None else "failed"] += 1
        if error is None:
            self._failed_in_a_row = 0
            self.unsearched += not attempt.tally.calls["web_search"]
            return
        self._last_error = error
        self._failed_in_a_row += 1
        if self._failed_in_a_row >= max(GIVE_UP_AFTER, self.settings.limits.concurrency):
            many = self._failed_in_a_row
            self._stop("failed", f"{many} questions in a row came to no answer. The last: {error}")

    def _estimate(self, asked: AskedQuestion) -> Spending:
        """All calls and paid searches that a question may take, and the tokens and money beside.

        Those are what the largest took; before there was one, what a single call takes.
        """
        role = self.settings.role("evaluated_model")
        usage = estimate_call({"input": asked.text}, role)
        price = self.settings.prices.get(role.model)
        money = compute_cost(usage, price) if price else 0.0
        beside = Spending(0, usage.total_tokens, money).most(self._largest)
        return self.around.most + replace(beside, calls=0)

    def _progress(self) -> RunProgress:
        return RunProgress(
            cases=len(self._questions),
            cases_done=self._reused + self.outcomes["answered"],
            asked=self._asked,
            reused=self._reused,
            outcomes=Counter(self.outcomes),
            spent=self._budget.spent,
        )

    def _find_failure(self) -> tuple[RunState, str] | None:
        failed = self.outcomes["failed"]
        if not failed:
            return None
        return "failed", f"{count_of(failed, 'question')} came to no answer. {self._last_error}"

    def _is_over(self) -> bool:
        if self._stopped is None and self.around.is_cancelled():
            self._stop("cancelled", "The run was stopped.")
        return self._stopped is not None

    def _stop(self, state: RunState, problem: str) -> None:
        """End the run; what ended it first is what is said of it."""
        self._stopped = self._stopped or (state, problem)

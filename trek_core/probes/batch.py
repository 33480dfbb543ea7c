"""Batch files: calls as lines that a provider's own machinery carries out (OpenAI Batch API).

Calls depend on one another, so a pipeline takes several rounds: a file out holds every call that
can be asked by now, its output comes in, and the next file holds what became possible.
"""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, get_args

from trek_core.errors import CaseFormatError, QuotaError
from trek_core.jsonl.physical_lines import load_lines
from trek_core.jsonl.strict_json import describe, parse_object
from trek_core.probes.asking import Asker
from trek_core.probes.budget import Budget, OutOfBudgetError
from trek_core.probes.calls import Outcome, ProbeCall, ProbeLog, ProbeRequest
from trek_core.probes.documents import DocumentCache, DocumentSource
from trek_core.probes.keys import hide_set_keys
from trek_core.probes.left import NoClient
from trek_core.probes.runner import ProbeRunner
from trek_core.probes.settling import Exchange, Received, settle_call
from trek_core.probes.wire import PATHS, build_body
from trek_core.settings import Settings

MAX_LINE_BYTES = 32 * 2**20


@dataclass(frozen=True)
class BatchReplies:
    """Output files as read: all that came for each call's key, and the lines that are none."""

    received: Mapping[str, tuple[Received, ...]] = field(default_factory=dict)
    problems: tuple[str, ...] = ()

    def __add__(self, other: "BatchReplies") -> "BatchReplies":
        received = dict(self.received)
        for key, replies in other.received.items():
            received[key] = (*received.get(key, ()), *replies)
        return BatchReplies(received, self.problems + other.problems)

    @property
    def repeated(self) -> int:
        """How many calls have replies that differ."""
        return sum(
            any(each != replies[0] for each in replies) for replies in self.received.values()
        )


class BatchRunner(ProbeRunner):
    """Takes in what a batch answered and gathers the calls that can be asked next.

    After `run`, `requests` holds those calls, `failed` those that failed in the batch (they are
    among `requests` again), and `unknown` the keys of replies that belong to no call of this plan,
    because its cases or settings have changed since.
    """

    def __init__(
        self,
        settings: Settings,
        log: ProbeLog,
        cache: DocumentCache,
        fetcher: DocumentSource,
        replies: BatchReplies | None = None,
    ) -> None:
        super().__init__(settings, NoClient(), log, cache, fetcher)
        self.requests: list[ProbeRequest] = []
        self.failed: list[ProbeCall] = []
        self._replies = dict((replies or BatchReplies()).received)

    @property
    def unknown(self) -> tuple[str, ...]:
        """The keys that no call of the plan has had use for."""
        return tuple(self._replies)

    def _make_asker(
        self, budget: Budget, disk: Executor, is_cancelled: Callable[[], bool]
    ) -> Asker:
        concurrency = self._settings.limits.concurrency
        asker = _BatchAsker(NoClient(), self._log, budget, concurrency, disk, is_cancelled)
        asker.take_over(self._replies, self.requests, self.failed, self._settings)
        return asker


class _BatchAsker(Asker):
    """Answers from the replies that came in; what is not among them is to be asked next."""

    def take_over(
        self,
        replies: dict[str, tuple[Received, ...]],
        requests: list[ProbeRequest],
        failed: list[ProbeCall],
        settings: Settings,
    ) -> None:
        self._replies = replies
        self._requests = requests
        self._failed = failed
        self._prices = settings.prices
        # Whose batch it was is not told, so that any key of the settings may be in it.
        variables = sorted({role.api_key_env for role in settings.roles.values()})
        self._hide = partial(hide_set_keys, variables=variables)
        self._give_up_after = sys.maxsize  # Nothing more is paid for by reading on.

    async def ask(self, request: ProbeRequest) -> ProbeCall | None:
        """As in any run; a reply to a call that the log has an answer of is put aside.

        A call that failed in the batch goes into the next file.
        """
        call = await super().ask(request)
        self._replies.pop(request.key, None)
        if call is not None and call.outcome == "failed":
            self._failed.append(call)
            self.last_failed = None  # It does not end the run: it is sent again.
            try:
                self._ask_next(request)
            except OutOfBudgetError as error:
                self.stop_on_budget(error)
        return call

    def _is_settled(self, kept: ProbeCall) -> bool:
        """As in any run, but an answer that came in takes the place of what is none."""
        if kept.outcome == "answered" or not super()._is_settled(kept):
            return super()._is_settled(kept)
        found = self._choose_reply(kept.request)
        return found is None or found.outcome != "answered"

    async def _ask_anew(self, request: ProbeRequest) -> ProbeCall | None:
        call = self._choose_reply(request)
        self._replies.pop(request.key, None)
        if call is None:
            self._ask_next(request)
            return None
        self.asked += 1
        self.budget.count(call)
        return call

    def _choose_reply(self, request: ProbeRequest) -> ProbeCall | None:
        """Of all replies to a call an answer, else any other end, else a failure.

        By the replies alone, never by their order. None where the call was never carried out.
        """
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        calls = []
        for received in self._replies.get(request.key, ()):
            with suppress(QuotaError):  # This line was never carried out.
                calls.append(
                    settle_call(request, received, Exchange(now, now), self._prices, self._hide)
                )
        outcomes = get_args(Outcome)
        return min(
            calls, key=lambda call: (outcomes.index(call.outcome), call.raw or ""), default=None
        )

    def _ask_next(self, request: ProbeRequest) -> None:
        self.budget.set_aside(request)
        self._requests.append(request)


def batch_line(request: ProbeRequest) -> dict[str, Any]:
    """A call as a line of an input file; its key is the `custom_id`."""
    return {
        "custom_id": request.key,
        "method": "POST",
        "url": PATHS[request.parameters.api],
        "body": build_body(request),
    }


def read_batch_output(path: Path) -> BatchReplies:
    """Read an output or error file; a line that is no reply is a problem, in words.

    Raises OSError where the file cannot be read.
    """
    received: dict[str, list[Received]] = {}
    problems: list[str] = []
    for number, line in load_lines(path, MAX_LINE_BYTES):
        try:
            if isinstance(line, CaseFormatError):
                raise line
            key, reply = _read_line(parse_object(line)[0])
            received.setdefault(key, []).append(reply)
        except CaseFormatError as error:
            problems.append(f"{path}, line {number}, {error}")
    return BatchReplies({key: tuple(each) for key, each in received.items()}, tuple(problems))


def _read_line(line: dict[str, Any]) -> tuple[str, Received]:
    key, response, error = line.get("custom_id"), line.get("response"), line.get("error")
    if not isinstance(key, str):
        raise CaseFormatError("custom_id", describe(key), "the text of the line sent")
    if isinstance(response, dict) and response.get("status_code") is not None:
        status = response["status_code"]
        if type(status) is not int or not 100 <= status <= 599:
            found = describe(status)
            raise CaseFormatError("response.status_code", found, "an HTTP status of 100 to 599")
        body = json.dumps(response.get("body"), ensure_ascii=False)
        return key, Received(status, body, dict(_headers(response)))
    if isinstance(error, dict):
        said = error.get("message") or error.get("code") or "no reason given"
        return key, Received(problem=f"The batch did not carry out this call: {said}.")
    raise CaseFormatError("response", describe(response), "a response or an error")


def _headers(response: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if isinstance(request_id := response.get("request_id"), str):
        yield "x-request-id", request_id

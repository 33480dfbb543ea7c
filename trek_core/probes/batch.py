"""Batch files: calls as lines that a provider's own machinery carries out (OpenAI Batch API).

Calls depend on one another, so a pipeline takes several rounds: a file out holds every call that
can be asked by now, its output comes in, and the next file holds what became possible.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from trek_core.errors import CaseFormatError, ProbeError, QuotaError
from trek_core.jsonl.physical_lines import load_lines
from trek_core.jsonl.strict_json import describe, parse_object
from trek_core.probes.asking import Asker
from trek_core.probes.budget import Budget
from trek_core.probes.calls import ProbeCall, ProbeLog, ProbeRequest
from trek_core.probes.documents import DocumentCache, DocumentSource
from trek_core.probes.runner import ProbeRunner
from trek_core.probes.settling import Exchange, Received, settle_call
from trek_core.probes.wire import PATHS, build_body
from trek_core.settings import Price, Settings

MAX_LINE_BYTES = 32 * 2**20


@dataclass(frozen=True)
class BatchReplies:
    """An output file as read: what came for each call's key, and the lines that are none."""

    received: Mapping[str, Received] = field(default_factory=dict)
    problems: tuple[str, ...] = ()


class BatchRunner(ProbeRunner):
    """Takes in what a batch answered and gathers the calls that can be asked next.

    After `run`, `requests` holds those calls, and `unknown` the keys of replies that belong to no
    call of this plan, because its cases or settings have changed since.
    """

    def __init__(
        self,
        settings: Settings,
        log: ProbeLog,
        cache: DocumentCache,
        fetcher: DocumentSource,
        replies: BatchReplies | None = None,
    ) -> None:
        super().__init__(settings, _NoClient(), log, cache, fetcher)
        self.requests: list[ProbeRequest] = []
        self._waiting = dict((replies or BatchReplies()).received)

    @property
    def unknown(self) -> tuple[str, ...]:
        """The keys that no call of the plan has had use for."""
        return tuple(self._waiting)

    def _make_asker(
        self, budget: Budget, disk: Executor, is_cancelled: Callable[[], bool]
    ) -> Asker:
        limits, prices = self._settings.limits, self._settings.prices
        asker = _BatchAsker(_NoClient(), self._log, budget, limits.concurrency, disk, is_cancelled)
        asker.take_over(self._waiting, self.requests, prices)
        return asker


class _BatchAsker(Asker):
    """Answers from the replies that came in; what is not among them is to be asked next."""

    def take_over(
        self,
        waiting: dict[str, Received],
        requests: list[ProbeRequest],
        prices: Mapping[str, Price],
    ) -> None:
        self._waiting = waiting
        self._requests = requests
        self._prices = prices

    async def ask(self, request: ProbeRequest) -> ProbeCall | None:
        """As in any run; a reply to a call that the log holds already is put aside."""
        call = await super().ask(request)
        self._waiting.pop(request.key, None)
        return call

    async def _ask_anew(self, request: ProbeRequest) -> ProbeCall | None:
        received = self._waiting.pop(request.key, None)
        if received is not None:
            now = datetime.now(UTC).isoformat(timespec="milliseconds")
            try:
                self.asked += 1
                return settle_call(request, received, Exchange(now, now), self._prices)
            except QuotaError:
                pass  # This line was never carried out: it goes into the next file.
        self.budget.set_aside(request)
        self._requests.append(request)
        return None


class _NoClient:
    """In the place of a client where nothing may be asked."""

    async def ask(self, request: ProbeRequest) -> ProbeCall:
        raise ProbeError(f"A batch asks nothing by itself: {request.probe} of {request.case_id}.")


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
    received: dict[str, Received] = {}
    problems: list[str] = []
    for number, line in load_lines(path, MAX_LINE_BYTES):
        try:
            if isinstance(line, CaseFormatError):
                raise line
            key, reply = _read_line(parse_object(line)[0])
            received[key] = reply
        except CaseFormatError as error:
            problems.append(f"{path}, line {number}, {error}")
    return BatchReplies(received, tuple(problems))


def _read_line(line: dict[str, Any]) -> tuple[str, Received]:
    key, response, error = line.get("custom_id"), line.get("response"), line.get("error")
    if not isinstance(key, str):
        raise CaseFormatError("custom_id", describe(key), "the text of the line sent")
    if isinstance(response, dict) and isinstance(response.get("status_code"), int):
        body = json.dumps(response.get("body"), ensure_ascii=False)
        return key, Received(response["status_code"], body, dict(_headers(response)))
    if isinstance(error, dict):
        said = error.get("message") or error.get("code") or "no reason given"
        return key, Received(problem=f"The batch did not carry out this call: {said}.")
    raise CaseFormatError("response", describe(response), "a response or an error")


def _headers(response: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if isinstance(request_id := response.get("request_id"), str):
        yield "x-request-id", request_id

"""Asking a model: one call, its waits and attempts, and whatever comes back, as a `ProbeCall`."""

import asyncio
import json
import time
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from trek_core.probes.calls import ProbeCall, ProbeRequest
from trek_core.probes.certificates import trusted_certificates
from trek_core.probes.keys import hide_key, load_key
from trek_core.probes.retries import Retries
from trek_core.probes.settling import Exchange, Received, explain, is_passing, settle_call
from trek_core.probes.unexpected import describe_unexpected
from trek_core.probes.wire import PATHS, build_body
from trek_core.settings import Api, Role, Settings

if TYPE_CHECKING:
    from httpx2 import AsyncClient, Response
    from openai import AsyncOpenAI

_CONNECT_SECONDS = 10.0
_SHOWN = 300


@dataclass
class _Progress:
    """How far a call has come, kept outside the deadline that may end it."""

    attempts: int = 0
    received: Received = field(default_factory=Received)


class ModelClient:
    """Asks the models of the settings; one for a whole run, inside one event loop.

    Making one loads the openai package. Use it with `async with`.
    """

    def __init__(
        self,
        settings: Settings,
        http_client: "AsyncClient | None" = None,
        retries: Retries | None = None,
    ) -> None:
        from openai import DefaultAioHttpClient

        self._settings = settings
        self._http = http_client or DefaultAioHttpClient(verify=trusted_certificates())
        self._http.event_hooks["response"].append(_read_as_utf8)
        self._retries = retries or Retries()
        self._endpoints: dict[tuple[str, str], AsyncOpenAI] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._http.aclose()

    async def ask(self, request: ProbeRequest) -> ProbeCall:
        """Ask once, within the role's `timeout_seconds` for everything it takes.

        Whatever the endpoint does is an outcome of the call. Raises `ProbeConfigError` when the
        role or its key is not set, and `QuotaError` when the account has nothing left.
        """
        role = self._settings.role(request.role)
        hide = partial(hide_key, key=load_key(role.api_key_env))
        received, exchange = await self.send(role, request.parameters.api, build_body(request))
        return settle_call(request, received, exchange, self._settings.prices, hide=hide)

    async def send(self, role: Role, api: Api, body: dict[str, Any]) -> tuple[Received, Exchange]:
        """Send a body until there is a reply, within the role's `timeout_seconds`.

        Whatever the endpoint does is in what was received, the key taken out. Raises
        `ProbeConfigError` when the key is not set.
        """
        key = load_key(role.api_key_env)
        progress = _Progress()
        asked_at, started = _now(), time.monotonic()
        try:
            async with asyncio.timeout(role.timeout_seconds):
                await self._attempt_until_settled(role, key, api, body, progress)
        except TimeoutError:
            progress.received = replace(
                progress.received,
                problem=f"No whole reply within {role.timeout_seconds:g} s (timeout_seconds).",
            )
        exchange = Exchange(
            base_url=role.base_url,
            asked_at=asked_at,
            answered_at=_now(),
            latency_seconds=round(time.monotonic() - started, 3),
            attempts=progress.attempts,
        )
        return progress.received, exchange

    async def _attempt_until_settled(
        self, role: Role, key: str, api: Api, body: dict[str, Any], progress: _Progress
    ) -> None:
        """Try until there is a reply that trying again would not change."""
        deadline = time.monotonic() + role.timeout_seconds
        while True:
            progress.attempts += 1
            progress.received = Received()
            received = await self._attempt(role, key, api, body)
            progress.received = received
            if not is_passing(received) or progress.attempts >= self._retries.attempts:
                return
            wait = self._retries.wait(progress.attempts, received.headers)
            if time.monotonic() + wait >= deadline:
                late = f"The next attempt is {wait:g} s away, after timeout_seconds."
                progress.received = replace(received, problem=f"{explain(received)} {late}")
                return
            await asyncio.sleep(wait)

    async def _attempt(self, role: Role, key: str, api: Api, body: dict[str, Any]) -> Received:
        """Send once. No exception leaves: those of the client carry the key in their request."""
        import httpx2
        import openai

        timeout = httpx2.Timeout(role.timeout_seconds, connect=_CONNECT_SECONDS)
        try:
            # Not `responses.create`: what it does to a body and a reply would double the work of
            # a call, and its models read less of an odd reply than plain JSON does.
            response = await self._endpoint(role, key).post(
                PATHS[api].removeprefix("/v1"),
                cast_to=httpx2.Response,
                body=body,
                # A redirect would take the prompt to somebody else.
                options={"timeout": timeout, "follow_redirects": False},
            )
        except openai.APIStatusError as error:
            return _received(error.response, key)
        except (openai.OpenAIError, httpx2.HTTPError, httpx2.InvalidURL) as error:
            cause = error.__cause__ or error
            detail = hide_key(str(cause), key)[:_SHOWN] or type(cause).__name__
            return Received(problem=f"No reply from {role.base_url}: {detail}.")
        except Exception as error:  # noqa: BLE001 - whatever a server can do is an outcome
            why = describe_unexpected(error)
            return Received(problem=f"No reply from {role.base_url} that can be read: {why}.")
        return _received(response, key)

    def _endpoint(self, role: Role, key: str) -> "AsyncOpenAI":
        """The one client of an address, on the run's one pool of connections."""
        from openai import AsyncOpenAI

        place = (role.base_url, role.api_key_env)
        if place not in self._endpoints:
            # Retries are made here, where the deadline and an empty account are known.
            self._endpoints[place] = AsyncOpenAI(
                api_key=key, base_url=role.base_url, max_retries=0, http_client=self._http
            )
        return self._endpoints[place]


async def _read_as_utf8(response: "Response") -> None:
    """JSON is UTF-8 whatever a header says, and some names of encodings are traps."""
    response.encoding = "utf-8"


def _received(response: "Response", key: str) -> Received:
    headers = {name.lower(): hide_key(value, key) for name, value in response.headers.items()}
    content = response.content
    body = content.decode(json.detect_encoding(content), "replace")
    return Received(response.status_code, hide_key(body, key), headers)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")

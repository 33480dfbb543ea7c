"""HTTP to a search service: its waits and attempts, and its key out of whatever it sends back."""

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from trek_core.answering.attempt import NoAnswerError
from trek_core.probes.certificates import trusted_certificates
from trek_core.probes.keys import hide_key
from trek_core.probes.retries import Retries, is_worth_retrying
from trek_core.probes.unexpected import describe_unexpected

if TYPE_CHECKING:
    from httpx2 import AsyncClient, Response

SECONDS = 30.0
"""How long one request may take."""


@dataclass(frozen=True)
class Got:
    """What a service sent, its key taken out."""

    status: int
    text: str


@dataclass
class SearchSite:
    """One service by its address; `key` goes with each request and nowhere else.

    Use it with `async with`, inside one event loop.
    """

    name: str
    url: str
    key: str = ""
    retries: Retries = field(default_factory=lambda: Retries(attempts=4))
    _http: "AsyncClient | None" = None

    async def __aenter__(self) -> "SearchSite":
        from httpx2 import AsyncClient

        # A redirect would take the key to somebody else.
        self._http = AsyncClient(
            timeout=SECONDS, follow_redirects=False, verify=trusted_certificates()
        )
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._http is not None:
            await self._http.aclose()

    async def post(self, path: str, *, headers: dict[str, str] | None = None, **sent: Any) -> Got:
        """The reply to a POST, whatever its status once trying again would not change it.

        Raises `NoAnswerError` where none came.
        """
        attempt, problem = 0, ""
        while attempt < self.retries.attempts:
            attempt += 1
            said: dict[str, str] = {}
            try:
                async with asyncio.timeout(SECONDS):
                    response = await self._post(path, headers or {}, sent)
                said = {name.lower(): value for name, value in response.headers.items()}
                if not is_worth_retrying(response.status_code, said):
                    return Got(response.status_code, hide_key(response.text, self.key))
                problem = f"HTTP status {response.status_code}"
            except TimeoutError:
                problem = f"nothing within {SECONDS:g} s"
            except Exception as error:  # noqa: BLE001 - its words may hold the key
                problem = describe_unexpected(error) if _is_ours(error) else type(error).__name__
            if attempt < self.retries.attempts:
                await asyncio.sleep(self.retries.wait(attempt, said))
        raise NoAnswerError(f"{self.name} at {self.url} did not search: {problem}.")

    async def _post(self, path: str, headers: dict[str, str], sent: dict[str, Any]) -> "Response":
        if self._http is None:
            raise RuntimeError("a search site is used with `async with`")
        key = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        return await self._http.post(f"{self.url}{path}", headers={**headers, **key}, **sent)


def _is_ours(error: Exception) -> bool:
    import httpx2

    return not isinstance(error, httpx2.HTTPError | httpx2.InvalidURL | OSError)

"""Pages from the public internet, within limits of time and size.

Every redirect is held to the rules of the first address, and every connection to those of
`public_network`. No proxy is taken from the environment, and no cookie is kept.
"""

import asyncio
import zlib
from collections.abc import Collection
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from trek_core.probes.addresses import is_number_in_disguise
from trek_core.probes.certificates import trusted_certificates
from trek_core.probes.page_status import UnavailableError, require_success
from trek_core.probes.public_network import HostAndPort, PublicNetwork, Resolver, resolve_host

if TYPE_CHECKING:
    import httpcore2
    import httpx2

_PORTS = {"http": 80, "https": 443}
_REDIRECTS = (301, 302, 303, 307, 308)
_PACKED = ("gzip", "x-gzip", "deflate")
_NEVER_TEXT = ("image/", "audio/", "video/", "font/")
_HEADERS = {
    "User-Agent": "Mozilla/5.0 (compatible; trek-review)",
    "Accept": "text/html,application/xhtml+xml,application/pdf;q=0.9,text/*;q=0.8,*/*;q=0.1",
    "Accept-Language": "en,*;q=0.5",
    "Accept-Encoding": "gzip",
}


@dataclass(frozen=True)
class FetchLimits:
    """What one page may take: seconds in all and per step, bytes after unpacking, redirects."""

    total_seconds: float = 30.0
    connect_seconds: float = 5.0
    read_seconds: float = 15.0
    max_bytes: int = 5_000_000
    max_pdf_bytes: int = 20_000_000
    redirects: int = 5
    concurrency: int = 16


@dataclass(frozen=True)
class Page:
    """A page as the site sent it, unpacked."""

    final_url: str
    content_type: str
    body: bytes


class PageFetcher:
    """Fetches pages from public addresses, for one event loop: `async with PageFetcher() as f`.

    `allow` names hosts and ports taken although they are not public (a server of one's own).
    """

    def __init__(
        self,
        limits: FetchLimits | None = None,
        allow: Collection[HostAndPort] = (),
        resolve: Resolver | None = None,
        network: "httpcore2.AsyncNetworkBackend | None" = None,
    ) -> None:
        import httpcore2

        self._limits = limits or FetchLimits()
        self._allow = frozenset((host.lower(), port) for host, port in allow)
        guarded: Any = PublicNetwork(
            network or httpcore2.AnyIOBackend(), resolve or resolve_host, self._allow
        )
        self._pool = httpcore2.AsyncConnectionPool(
            ssl_context=trusted_certificates(),
            max_connections=self._limits.concurrency,
            # A connection is never used twice: each request is checked, and none meets a
            # connection that the site has just closed.
            max_keepalive_connections=0,
            network_backend=guarded,
        )
        self._places = asyncio.Semaphore(self._limits.concurrency)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._pool.aclose()

    async def fetch(self, url: str) -> Page:
        """Get one page, redirects followed; raises `UnavailableError` with status and reason."""
        import httpcore2

        async with self._places:  # waiting for a place is not the page's time
            try:
                async with asyncio.timeout(self._limits.total_seconds):
                    return await self._follow(url)
            except (TimeoutError, httpcore2.TimeoutException):
                raise UnavailableError("timeout", "The site took too long to answer.") from None
            except (httpcore2.NetworkError, httpcore2.ProtocolError, OSError) as error:
                raise UnavailableError("blocked", _explain(error)) from None
            except zlib.error:
                raise UnavailableError("not_text", "The reply cannot be unpacked.") from None

    async def _follow(self, url: str) -> Page:
        seen: set[str] = set()
        for _ in range(self._limits.redirects + 1):
            target = _check_address(url, self._allow)
            if str(target) in seen:
                raise UnavailableError("blocked", "The site redirects in a circle.")
            seen.add(str(target))
            reply = await self._get(target)
            if isinstance(reply, Page):
                return reply
            url = reply
        raise UnavailableError("blocked", f"More than {self._limits.redirects} redirects.")

    async def _get(self, target: "httpx2.URL") -> Page | str:
        """One request: the page, or where it redirects to."""
        limits = self._limits
        timeouts = {"connect": limits.connect_seconds, "read": limits.read_seconds}
        async with self._pool.stream(
            "GET",
            _wire_url(target),
            headers=list(_HEADERS.items()),
            extensions={"timeout": timeouts},
        ) as response:
            headers = {
                name.decode("latin-1").lower(): value.decode("utf-8", "replace").strip()
                for name, value in response.headers
            }
            if response.status in _REDIRECTS and headers.get("location"):
                return _join(target, headers["location"])
            require_success(response.status)
            content_type = headers.get("content-type", "")
            if content_type.lower().startswith(_NEVER_TEXT):
                raise UnavailableError("not_text", f"The page is {content_type}.")
            is_pdf = content_type.lower().startswith("application/pdf")
            body = _Body(
                headers.get("content-encoding", ""),
                limits.max_pdf_bytes if is_pdf else limits.max_bytes,
            )
            body.announce(headers.get("content-length", ""))
            async for chunk in response.aiter_stream():
                body.add(chunk)
            return Page(str(target), content_type, bytes(body.content))


class _Body:
    """A body as it arrives, unpacked no further than its limit."""

    def __init__(self, encoding: str, limit: int) -> None:
        packing = encoding.lower()
        if packing not in ("", "identity", *_PACKED):
            raise UnavailableError("not_text", f"The reply is packed as {encoding}.")
        self._unpacker = zlib.decompressobj(zlib.MAX_WBITS | 32) if packing in _PACKED else None
        self._limit = limit
        self._received = 0
        self.content = bytearray()

    def announce(self, length: str) -> None:
        """Refuse by the length the site gives, before anything is read."""
        if length.isdecimal() and int(length[:18]) > self._limit:
            raise self._too_large()

    def add(self, chunk: bytes) -> None:
        """Take a chunk; both what arrives and what it unpacks to are limited."""
        self._received += len(chunk)
        room = self._limit - len(self.content) + 1
        self.content += self._unpacker.decompress(chunk, room) if self._unpacker else chunk
        if max(self._received, len(self.content)) > self._limit:
            raise self._too_large()

    def _too_large(self) -> UnavailableError:
        return UnavailableError("too_large", f"The page is larger than {self._limit:,} bytes.")


def _explain(error: Exception) -> str:
    """Say in a sentence for a person why a connection failed."""
    detail = str(error).strip().rstrip(".") or type(error).__name__
    if "CERTIFICATE_VERIFY_FAILED" in detail:
        return "The site's certificate is not valid."
    return f"The connection failed: {detail}."


def _check_address(url: str, allow: frozenset[HostAndPort]) -> "httpx2.URL":
    """Parse an address and hold it to the rules that need no look-up."""
    import httpx2

    try:
        target = httpx2.URL(url.strip())
    except httpx2.InvalidURL:
        raise UnavailableError("refused", "The address is no web address.") from None
    if target.scheme not in _PORTS or not target.host:
        raise UnavailableError("refused", "The address does not start with http:// or https://.")
    if target.userinfo:
        raise UnavailableError("refused", "The address names a user.")
    port = _PORTS[target.scheme] if target.port is None else target.port
    if (target.host.lower(), port) not in allow:
        if port not in _PORTS.values():
            raise UnavailableError("refused", f"The address names port {port}.")
        if is_number_in_disguise(target.host):
            raise UnavailableError("refused", "The address hides a number.")
    return target.copy_with(fragment=None)


def _join(target: "httpx2.URL", location: str) -> str:
    import httpx2

    try:
        return str(target.join(location))
    except httpx2.InvalidURL:
        raise UnavailableError("refused", "The site redirects to no web address.") from None


def _wire_url(target: "httpx2.URL") -> "httpcore2.URL":
    import httpcore2

    return httpcore2.URL(
        scheme=target.raw_scheme, host=target.raw_host, port=target.port, target=target.raw_path
    )

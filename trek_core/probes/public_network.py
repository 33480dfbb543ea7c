"""Connections to public addresses only.

The check sits where a connection is made: a host is looked up once, every address of the answer
must be public, and the connection goes to an address of that very answer. So redirects, and names
whose address changes between two look-ups, cannot get around it.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, Any

from trek_core.probes.addresses import is_address, is_public_address
from trek_core.probes.page_status import UnavailableError

if TYPE_CHECKING:
    import httpcore2

Resolver = Callable[[str], Awaitable[list[str]]]
HostAndPort = tuple[str, int]

_ADDRESSES_TRIED = 3


class PublicNetwork:
    """A network backend for httpcore2 that connects to public addresses only."""

    def __init__(
        self,
        inner: "httpcore2.AsyncNetworkBackend",
        resolve: Resolver,
        allow: frozenset[HostAndPort],
    ) -> None:
        self._inner = inner
        self._resolve = resolve
        self._allow = allow

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> "httpcore2.AsyncNetworkStream":
        """Connect to an address of the one answer the resolver gives."""
        import httpcore2

        options = (timeout, local_address, socket_options)
        if (host.lower(), port) in self._allow:
            return await self._inner.connect_tcp(host, port, *options)
        failure: Exception = OSError("no address")
        for address in await self._public_addresses(host):
            try:
                return await self._inner.connect_tcp(address, port, *options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                failure = error
        raise failure

    async def connect_unix_socket(self, *_: Any, **__: Any) -> "httpcore2.AsyncNetworkStream":
        """Refuse: a page is never behind a local socket."""
        raise UnavailableError("refused", "The address is a local socket.")

    async def sleep(self, seconds: float) -> None:
        """Wait, as the pool asks between attempts."""
        await self._inner.sleep(seconds)

    async def _public_addresses(self, host: str) -> list[str]:
        found = [host] if is_address(host) else await self._resolve(host)
        addresses = list(dict.fromkeys(found))
        # One private answer among public ones is an attack or a mistake; neither is followed.
        if not addresses or not all(is_public_address(address) for address in addresses):
            raise UnavailableError("refused", f"{host} is not a public address.")
        return addresses[:_ADDRESSES_TRIED]


async def resolve_host(host: str) -> list[str]:
    """Look a host up with the system's resolver; raises `UnavailableError` if there is none."""
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except socket.gaierror as error:
        if error.errno == socket.EAI_AGAIN:
            raise UnavailableError("blocked", f"{host} cannot be looked up now.") from None
        raise UnavailableError("not_found", f"There is no host {host}.") from None
    except UnicodeError:
        raise UnavailableError("refused", f"{host} is no name of a host.") from None
    return [str(address[0]) for *_, address in found]

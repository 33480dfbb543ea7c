"""A real web server on 127.0.0.1 whose pages are functions, and ways to reach it."""

import asyncio
import contextlib
import threading
from collections.abc import Awaitable, Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpcore2

PageFunction = Callable[[BaseHTTPRequestHandler], None]


class PageServer(ThreadingHTTPServer):
    """Serves `pages` by path and keeps the paths asked for in `asked`."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.pages: dict[str, PageFunction] = {}
        self.asked: list[str] = []

    @property
    def allow(self) -> set[tuple[str, int]]:
        return {("127.0.0.1", self.server_port)}

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.server_port}{path}"

    def serve(self, path: str, body: bytes | str = b"", status: int = 200, **headers: str) -> str:
        """Serve a body under a path and return the whole address."""
        content = body.encode() if isinstance(body, str) else body
        named = {"Content-Type": "text/html; charset=utf-8"}
        named |= {name.replace("_", "-"): value for name, value in headers.items()}

        def page(handler: BaseHTTPRequestHandler) -> None:
            handler.send_response(status)
            for name, value in named.items():
                handler.send_header(name, value)
            if "Content-Length" not in named:
                handler.send_header("Content-Length", str(len(content)))
            handler.end_headers()
            handler.wfile.write(content)

        self.pages[path] = page
        return self.url(path)

    def serve_raw(self, path: str, chunks: Callable[[], Iterator[bytes]]) -> str:
        """Serve bytes as they are, status line and all; the server ends the connection."""

        def page(handler: BaseHTTPRequestHandler) -> None:
            handler.close_connection = True
            for chunk in chunks():
                handler.wfile.write(chunk)
                handler.wfile.flush()

        self.pages[path] = page
        return self.url(path)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Keep quiet: clients that hang up are what many tests are about."""


class _Handler(BaseHTTPRequestHandler):
    server: PageServer
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        page = self.server.pages.get(self.path)
        if page is None:
            self.send_error(404)
        else:
            page(self)

    def log_message(self, *_: Any) -> None:
        pass


@contextlib.contextmanager
def running_server() -> Iterator[PageServer]:
    with PageServer() as server:
        threading.Thread(target=server.serve_forever, args=[0.02], daemon=True).start()
        yield server
        server.shutdown()


class Rerouted(httpcore2.AnyIOBackend):
    """Stands in for the internet: what goes to any address arrives at one local port."""

    def __init__(self, port: int) -> None:
        super().__init__()
        self.port = port
        self.connected: list[str] = []

    async def connect_tcp(self, host: str, _port: int, *options: Any, **more: Any) -> Any:
        self.connected.append(host)
        return await super().connect_tcp("127.0.0.1", self.port, *options, **more)


def resolver(*answers: list[str]) -> Callable[[str], Awaitable[list[str]]]:
    """A resolver that gives each answer once, then the last one for ever."""
    left = list(answers)

    async def resolve(_host: str) -> list[str]:
        await asyncio.sleep(0)
        return left.pop(0) if len(left) > 1 else left[0]

    return resolve

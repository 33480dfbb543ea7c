"""The app as people start it, `trek serve` in a process of its own, for tests that need it."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote, urlencode

CHECKOUT = Path(__file__).resolve().parents[1]
TREK = [sys.executable, "-c", "import sys; from review_db.cli import main; sys.exit(main())"]
START_SECONDS = 60


def find_free_port() -> int:
    """A port of this machine that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start_app(
    database: Path,
    port: int,
    *,
    folder: Path = CHECKOUT,
    source: Path = CHECKOUT,
    settings: Mapping[str, str] | None = None,
) -> subprocess.Popen[str]:
    """Start `trek serve` from `folder` with the code in `source`; returns once it answers."""
    environment = os.environ | {"PYTHONPATH": str(source), "STREAMLIT_SERVER_HEADLESS": "true"}
    server = subprocess.Popen(
        [*TREK, "serve", "--db", str(database), "--port", str(port)],
        cwd=folder,
        env=environment | dict(settings or {}),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    deadline = time.monotonic() + START_SECONDS
    while server.poll() is None and time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=5):
                return server
        except OSError:
            time.sleep(0.05)
    output = stop_app(server)
    raise RuntimeError(f"The app did not answer on port {port}:\n{output}")


def stop_app(server: subprocess.Popen[str], how: signal.Signals = signal.SIGTERM) -> str:
    """End the server; returns what it printed."""
    if server.poll() is None:
        server.send_signal(how)
    output, _ = server.communicate(timeout=30)
    return output


@contextmanager
def running_app(database: Path, **options: object) -> Iterator[str]:
    """The URL of the app, running on `database` until the block ends."""
    port = find_free_port()
    server = start_app(database, port, **options)  # type: ignore[arg-type]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        stop_app(server)


class Server:
    """The app in a process of its own, which a test may kill and start again on its port."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.port = find_free_port()
        self._process: subprocess.Popen[str] | None = None

    def url(self, page: str = "", **query: str) -> str:
        """The address of a page, with its query parameters."""
        address = f"http://localhost:{self.port}/{page}"
        return f"{address}?{urlencode(query, quote_via=quote)}" if query else address

    def start(self) -> None:
        """Start the app; returns once it answers."""
        self._process = start_app(self.database, self.port)

    def stop(self) -> None:
        """End it as Ctrl+C does."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """End it as a power cut does."""
        self._end(signal.SIGKILL)

    def freeze(self) -> None:
        """Keep it from answering; its connections stay open until it is killed."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            stop_app(self._process, how)
            self._process = None

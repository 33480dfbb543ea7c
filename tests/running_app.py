"""The app as people start it, cold: `trek serve` in a process of its own.

`tests/server.py` is what a test takes that needs a server, but not its start.
"""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

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
    if not wait_until_it_answers(port, lambda: server.poll() is None):
        raise RuntimeError(f"The app did not answer on port {port}:\n{stop_app(server)}")
    return server


def wait_until_it_answers(port: int, is_alive: Callable[[], bool]) -> bool:
    """Whether a server answers on the port before it ends and before patience does."""
    deadline = time.monotonic() + START_SECONDS
    while is_alive() and time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=5):
                return True
        except OSError:
            time.sleep(0.05)
    return False


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

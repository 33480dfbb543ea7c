"""The app in a process of its own, which a test may kill and start again on its port.

The process is forked from one that has the libraries loaded: a start costs a tenth of a cold one.
"""

import multiprocessing
import os
import signal
from multiprocessing.process import BaseProcess
from pathlib import Path
from urllib.parse import quote, urlencode

from review_db.cli.serve import DEFAULT_ADDRESS, app_folder, compute_arguments
from tests.running_app import find_free_port, wait_until_it_answers

END_SECONDS = 30

_ports: list[int] = []
"""Ports that servers have left: a browser knows the scripts of an address that it has been to."""

_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload(["tests.loaded_app"])


class Server:
    """The app on one database and one port."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.port = _ports.pop() if _ports else find_free_port()
        self._process: BaseProcess | None = None

    def url(self, page: str = "", **query: str) -> str:
        """The address of a page, with its query parameters."""
        address = f"http://localhost:{self.port}/{page}"
        return f"{address}?{urlencode(query, quote_via=quote)}" if query else address

    def start(self) -> None:
        """Start the app; returns once it answers."""
        output = self.database.with_suffix(".out")
        # Of its own a fork has the environment of when the first one was made.
        environment = os.environ | {
            "TREK_DB": str(self.database.absolute()), "STREAMLIT_SERVER_HEADLESS": "true",
        }  # fmt: skip
        self._process = _processes.Process(target=_serve, args=(environment, self.port, output))
        self._process.start()
        if not wait_until_it_answers(self.port, self._process.is_alive):
            self.stop()
            raise RuntimeError(f"The app did not answer:\n{output.read_text()}")

    def stop(self) -> None:
        """End it for good, as Ctrl+C does; its port goes to the next one."""
        self._end(signal.SIGTERM)
        _ports.append(self.port)

    def kill(self) -> None:
        """End it as a power cut does."""
        self._end(signal.SIGKILL)

    def freeze(self) -> None:
        """Keep it from answering; its connections stay open until it is killed."""
        self._signal(signal.SIGSTOP)

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        if self._process.is_alive():
            self._signal(how)
        self._process.join(END_SECONDS)
        assert not self._process.is_alive(), "the server did not end"
        self._process = None

    def _signal(self, which: signal.Signals) -> None:
        assert self._process is not None
        assert self._process.pid is not None
        os.kill(self._process.pid, which)


def _serve(environment: dict[str, str], port: int, output: Path) -> None:
    with output.open("ab") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(app_folder())
    from streamlit.web import cli

    cli.main(compute_arguments(DEFAULT_ADDRESS, port), prog_name="streamlit")

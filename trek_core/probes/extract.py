"""Text, title and date of a fetched page, taken out in processes that are stopped in time."""

import asyncio
import contextlib
import json
import os
import re
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

from trek_core.probes.page_status import UnavailableError

Kind = Literal["html", "pdf", "plain"]

_WORKER = Path(__file__).with_name("extraction_worker.py")
_HTML_TYPES = ("text/html", "application/xhtml+xml")
_PLAIN_TYPES = ("application/json", "application/xml", "application/javascript")
_UNSAID_TYPES = ("", "application/octet-stream", "binary/octet-stream", "text/plain")
_HTML_START = re.compile(
    rb"\s*(<!--.{0,500}-->\s*)?(<!doctype html|<html)", re.IGNORECASE | re.DOTALL
)
_CHARSET = re.compile(r"""charset\s*=\s*["']?([\w:.-]{1,40})""", re.IGNORECASE)
# What a process that reads hostile pages gets of the environment: never a key.
_ENVIRONMENT = (
    *("PATH", "PYTHONPATH", "PYTHONHOME", "LD_LIBRARY_PATH", "TMPDIR", "TEMP", "TMP"),
    *("HOME", "USERPROFILE", "APPDATA", "SYSTEMROOT"),
)
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


@dataclass(frozen=True)
class Extracted:
    """What a page says: `date` is `YYYY-MM-DD` or a part of it, None where the page gives none."""

    text: str
    title: str | None
    date: str | None


class Extractor:
    """A few processes that take text out of pages: `async with Extractor() as extractor`.

    A page that takes longer than `timeout_seconds`, or more memory than its process may have, costs
    that process and nothing else.
    """

    def __init__(self, workers: int = 2, timeout_seconds: float = 20.0) -> None:
        self._timeout_seconds = timeout_seconds
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="extract")
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._lock = threading.Lock()
        self._is_closed = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._lock:
            self._is_closed = True
            workers = list(self._all)
        for worker in workers:
            worker.stop()
        self._threads.shutdown(cancel_futures=True)
        for worker in workers:
            worker.close()

    async def extract(self, body: bytes, content_type: str, url: str) -> Extracted:
        """Take the text out of one page; raises `UnavailableError` where there is none to take."""
        charset = _CHARSET.search(content_type)
        request = {
            "kind": find_kind(body, content_type),
            "charset": charset[1] if charset else None,
            "url": url,
        }
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._threads, self._ask, request, body)
        if "problem" in found:
            raise UnavailableError("not_text", found["problem"])
        return Extracted(
            clean_text(found["text"]),
            clean_text(found["title"]) if found["title"] else None,
            found["date"],
        )

    def _ask(self, request: dict[str, Any], body: bytes) -> dict[str, Any]:
        with self._lock:
            if self._is_closed:
                raise UnavailableError("timeout", "The run was over before the text was taken out.")
            worker = self._idle.pop() if self._idle else _Worker()
            self._all.add(worker)
        try:
            found = worker.ask(request, body, self._timeout_seconds)
        except UnavailableError:
            with self._lock:
                self._all.discard(worker)
            worker.close()
            raise
        with self._lock:
            self._idle.append(worker)
        return found


class _Worker:
    """One process, asked one page at a time."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            # -P: the folder of the file must not stand in for installed packages.
            [sys.executable, "-P", str(_WORKER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={name: os.environ[name] for name in _ENVIRONMENT if name in os.environ},
        )

    def ask(self, request: dict[str, Any], body: bytes, seconds: float) -> dict[str, Any]:
        """Hand over a page and wait for what is found, `seconds` at most."""
        late = threading.Event()
        timer = threading.Timer(seconds, self._stop_late, [late])
        timer.daemon = True
        timer.start()
        try:
            reply = self._exchange(request | {"size": len(body), "seconds": seconds}, body)
        except (OSError, ValueError):  # it died while it was written to, or answered no JSON
            reply = None
        finally:
            timer.cancel()
            timer.join()  # it has stopped the process, or never will
        if late.is_set():
            raise UnavailableError("timeout", f"Taking the text out took over {seconds:g} s.")
        if reply is not None:
            return reply
        raise UnavailableError("not_text", "No text can be taken out: the page breaks its reader.")

    def _exchange(self, request: dict[str, Any], body: bytes) -> dict[str, Any] | None:
        pipe_in, pipe_out = self._process.stdin, self._process.stdout
        if pipe_in is None or pipe_out is None:
            return None
        pipe_in.write(json.dumps(request).encode("ascii") + b"\n" + body)
        pipe_in.flush()
        size = pipe_out.read(8)
        if len(size) < 8:
            return None
        reply: dict[str, Any] = json.loads(pipe_out.read(int.from_bytes(size, "big")))
        return reply

    def _stop_late(self, late: threading.Event) -> None:
        late.set()
        self.stop()

    def stop(self) -> None:
        """End the process; whoever waits for its answer gets none."""
        self._process.kill()

    def close(self) -> None:
        """End the process and let go of everything it held."""
        self.stop()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):  # what was left has no reader any more
                    pipe.close()


def find_kind(body: bytes, content_type: str) -> Kind:
    """Tell a page's kind by its first bytes, then by its type; raises `UnavailableError`."""
    name = content_type.partition(";")[0].strip().lower()
    if b"%PDF-" in body[:1024]:
        return "pdf"
    if name in _HTML_TYPES or (name in _UNSAID_TYPES and _HTML_START.match(body)):
        return "html"
    if name.startswith("text/") or name in _PLAIN_TYPES or name.endswith(("+json", "+xml")):
        return "plain"
    raise UnavailableError("not_text", f"The page is {name or 'of no known kind'}.")


def clean_text(text: str) -> str:
    """Replace what no file or database takes as text: control characters and half characters."""
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text)

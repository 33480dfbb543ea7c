"""How close a run comes to the ideal: 200 calls that take 200 ms each, 32 at once.

    python -m benchmarks.probe_concurrency [--calls 200] [--concurrency 32] [--delay 0.2]

The endpoint is a process of its own on 127.0.0.1; every call is written to a database file before
it counts, as in any run. The ideal is calls x delay / concurrency; whole rounds alone take 1.12
times that. Start-up (loading the client and the prompts, opening the connections) is measured by a
first round of calls and told apart, without their delay. The figure means something on a machine
that has nothing else to do: see the load.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from review_db.connection import keep_open
from review_db.store import ReviewStore
from trek_core.cases import Case
from trek_core.probes.client import ModelClient
from trek_core.probes.documents import DocumentFetcher
from trek_core.probes.event_loop import run_many
from trek_core.probes.plan import Plan
from trek_core.probes.runner import ProbeRunner
from trek_core.records import Record
from trek_core.settings import Settings

GOLD = "https://gold.example/page"
ANSWER = {
    "rag_answer": "Imke Vale",
    "page_accessible": True,
    "used_urls": [GOLD],
    "rag_reasoning": "The page names her. " * 80,
}
BODY = {
    "id": "resp_1",
    "object": "response",
    "status": "completed",
    "output": [
        {"type": "message", "content": [{"type": "output_text", "text": json.dumps(ANSWER)}]}
    ],
    "usage": {"input_tokens": 800, "output_tokens": 400},
}
REPLY = json.dumps(BODY).encode()
HEAD = f"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {len(REPLY)}\r\n\r\n"


class Endpoint(asyncio.Protocol):
    """Answers every request on a connection after the delay."""

    def __init__(self, delay: float) -> None:
        self._delay = delay
        self._received = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the connection."""
        self._transport: Any = transport

    def data_received(self, data: bytes) -> None:
        """Answer once the whole request is there."""
        self._received += data
        head, _, body = self._received.partition(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
        if len(body) >= length:
            self._received = b""
            loop = asyncio.get_running_loop()
            loop.call_later(self._delay, self._transport.write, HEAD.encode() + REPLY)


def serve(delay: float, port: Any) -> None:
    """Serve until the process is ended; puts its port into the queue."""

    async def main() -> None:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: Endpoint(delay), "127.0.0.1", 0)
        port.put(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(main())


@contextmanager
def endpoint(delay: float) -> Iterator[str]:
    """The address of an endpoint in a process of its own."""
    context = multiprocessing.get_context("spawn")
    port = context.Queue()
    process = context.Process(target=serve, args=(delay, port), daemon=True)
    process.start()
    try:
        yield f"http://127.0.0.1:{port.get()}/v1"
    finally:
        process.terminate()
        process.join()


def make_records(number: int) -> list[Record]:
    """Cases with a question of 3 kB."""
    question = "Who leads the council? " * 130
    return [
        Record(case=Case(case_id=f"c{index}", question=question, gold_urls=(GOLD,)))
        for index in range(number)
    ]


async def measure(folder: Path, address: str, calls: int, concurrency: int) -> tuple[float, float]:
    """Seconds from nothing to a first round of calls, and of a run of all calls after it."""
    role = {"model": "stub", "base_url": address, "api_key_env": "TREK_BENCHMARK_KEY"}
    settings = Settings.model_validate(
        {
            "roles": {"evaluated_model": role | {"access": "web_search"}},
            "limits": {"concurrency": concurrency},
        }
    )
    store = ReviewStore(folder / "benchmark.db")
    plan = Plan(probes=("gold_only",))
    run_id = store.start_probe_run(plan, settings, [])
    log, cache = store.probe_log(run_id), store.document_cache()
    records = make_records(calls + concurrency)
    seconds = []
    started = time.perf_counter()
    with keep_open(store.path):
        async with ModelClient(settings) as client, DocumentFetcher() as fetcher:
            runner = ProbeRunner(settings, client, log, cache, fetcher)
            for part in (records[:concurrency], records[concurrency:]):
                summary = await runner.run(part, plan)
                if summary.progress.outcomes != {"answered": len(part)}:
                    raise SystemExit(f"{summary.state}: {summary.problem}")
                seconds.append(time.perf_counter() - started)
                started = time.perf_counter()
    return seconds[0], seconds[1]


def main() -> None:
    """Run the benchmark and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=200)
    parser.add_argument("--concurrency", type=int, default=32)
    parser.add_argument("--delay", type=float, default=0.2)
    parser.add_argument("--times", type=int, default=3)
    args = parser.parse_args()
    os.environ["TREK_BENCHMARK_KEY"] = "sk-of-the-benchmark"
    ideal = args.calls * args.delay / args.concurrency
    with endpoint(args.delay) as address:
        for _ in range(args.times):
            with tempfile.TemporaryDirectory() as folder:
                used = time.process_time()
                start_up, seconds = run_many(
                    measure(Path(folder), address, args.calls, args.concurrency)
                )
                used = time.process_time() - used
            print(
                f"{args.calls} calls, {args.concurrency} at once: {seconds:.2f} s, ideal "
                f"{ideal:.2f} s, ratio {seconds / ideal:.2f}; "
                f"start-up {start_up - args.delay:.2f} s; {used:.2f} s of processor time; "
                f"load {os.getloadavg()[0]:.1f}"
            )


if __name__ == "__main__":
    main()

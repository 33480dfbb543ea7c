"""A real HTTP endpoint on 127.0.0.1 that answers probes by script and keeps its own log.

It knows a probe by the fields its answer must have, and a case by the question, which must be
`Who is CASE_ID?`. An answer counts as delivered when all of it was written to a client that was
still there.
"""

import asyncio
import json
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from trek_core.probes.contracts import CONTRACTS

GOOD_ANSWERS: dict[str, dict[str, Any]] = {
    "key_evidence": {"key_evidence": "Imke Vale took office.", "gold_evidence_urls": []},
    "evidence_match": {
        "evidence_match": True,
        "retrieved_key_evidence": "She did.",
        "equivalent_urls": ["https://blog.example/post"],
        "reason": "Same fact.",
    },
    "gold_only": {
        "rag_answer": "Imke Vale",
        "page_accessible": True,
        "used_urls": ["https://gold.example/page"],
        "rag_reasoning": "The page names her.",
    },
    "analysis": {"gold_only_correct": True, "query_reasonable": True, "reason": "Same name."},
    "gold_plus_noise": {"answer": "Perrin", "used_urls": [], "reasoning": "The blog says so."},
    "noise_grade": {"correct": False, "reason": "Another name."},
}

_BY_FIELDS = {frozenset(contract.answer.model_fields): name for name, contract in CONTRACTS.items()}


@dataclass
class Asked:
    """One request as the endpoint saw it."""

    probe: str
    case_id: str
    text: str
    by_chat: bool = False
    delivered: bool = False


@dataclass
class Reply:
    """What to answer: an answer, or a whole body, after a delay."""

    answer: Any = None
    status: int = 200
    body: dict[str, Any] | None = None
    headers: dict[str, str] = field(default_factory=dict)
    usage: tuple[int, int] | None = (100, 20)

    def payload(self, by_chat: bool = False) -> dict[str, Any]:
        if self.body is not None:
            return self.body
        text = self.answer if isinstance(self.answer, str) else json.dumps(self.answer)
        if by_chat:
            message = {"role": "assistant", "content": text}
            return {"choices": [{"index": 0, "finish_reason": "stop", "message": message}]}
        part = {"type": "output_text", "text": text, "annotations": []}
        body = {
            "id": "resp_1",
            "object": "response",
            "created_at": 1790000000,
            "status": "completed",
            "model": "stub",
            "output": [{"id": "m", "type": "message", "role": "assistant", "content": [part]}],
        }
        if self.usage:
            sent, written = self.usage
            body["usage"] = {"input_tokens": sent, "output_tokens": written}
        return body


OUT_OF_QUOTA = Reply(
    status=429,
    body={"error": {"message": "Nothing left.", "code": "insufficient_quota", "type": "x"}},
)


def good(asked: Asked) -> Reply:
    """Every probe answered well; the case ends as Distraction."""
    return Reply(GOOD_ANSWERS[asked.probe])


class ProbeEndpoint:
    """Use as a context manager; `script` may be replaced at any time."""

    def __init__(self, script: Callable[[Asked], Reply] = good, delay: float = 0.0) -> None:
        self.script = script
        self.delay = delay
        self.log: list[Asked] = []
        self.most_at_once = 0
        self.hold_after: int | None = None
        self._under_way = 0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)

    def __enter__(self) -> "ProbeEndpoint":
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join()

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def probes(self) -> list[str]:
        return [asked.probe for asked in self.log]

    def requests(self) -> Counter[tuple[str, str]]:
        return Counter((asked.case_id, asked.probe) for asked in self.log)

    def deliveries(self) -> Counter[tuple[str, str]]:
        return Counter((asked.case_id, asked.probe) for asked in self.log if asked.delivered)

    def _serve(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._main())
        finally:
            self._loop.close()

    async def _main(self) -> None:
        self._end = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0, limit=2**22)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._end.wait()
        server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            while await self._exchange(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            self._tasks.discard(task)
            writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(head.split("content-length:")[1].split("\r\n")[0])
        body = json.loads(await reader.readexactly(length))
        asked = self._read(body)
        self.log.append(asked)
        held = self.hold_after is not None and len(self.log) > self.hold_after
        self._under_way += 1
        self.most_at_once = max(self.most_at_once, self._under_way)
        try:
            is_there = await self._wait(reader, 3600 if held else self.delay)
        finally:
            self._under_way -= 1
        if not is_there:
            return False
        reply = self.script(asked)
        payload = json.dumps(reply.payload(asked.by_chat)).encode()
        lines = [f"HTTP/1.1 {reply.status} X", "content-type: application/json"]
        lines += [f"content-length: {len(payload)}", f"x-request-id: req_{len(self.log)}"]
        lines += [f"{name}: {value}" for name, value in reply.headers.items()]
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + payload)
        await writer.drain()
        asked.delivered = True
        return True

    async def _wait(self, reader: asyncio.StreamReader, seconds: float) -> bool:
        """Wait; returns whether the client is still there at the end of it."""
        if not seconds:
            return True
        leaving = asyncio.ensure_future(reader.read(1))
        done, _ = await asyncio.wait({leaving}, timeout=seconds)
        if done:
            return False
        leaving.cancel()
        await asyncio.gather(leaving, return_exceptions=True)
        return True

    def _read(self, body: dict[str, Any]) -> Asked:
        if "input" in body:
            text, schema = body["input"], body["text"]["format"]["schema"]
        else:
            text = body["messages"][0]["content"]
            schema = body["response_format"]["json_schema"]["schema"]
        case_id = text.split("Who is ")[1].split("?")[0]
        probe = _BY_FIELDS[frozenset(schema["properties"])]
        return Asked(probe, case_id, text, by_chat="messages" in body)

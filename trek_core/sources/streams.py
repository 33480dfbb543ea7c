"""Answers that were saved piece by piece as they came, put together again.

Pieces are the events of OpenAI's Responses and of Anthropic's messages, the chunks of chat
completions, and Google's partial answers; by themselves they are no answers.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from trek_core.errors import CaseFormatError
from trek_core.jsonl.reader import Parsed
from trek_core.jsonl.strict_json import Repair
from trek_core.sources.nested_json import Json, as_text, first_text, objects_in
from trek_core.sources.stream_pieces import (
    RESPONSE_ENDS,
    google_ended,
    join_anthropic_events,
    join_chat_chunks,
    join_google_parts,
    join_response_events,
)

_ANTHROPIC = ("message_start", "content_block_start", "content_block_delta", "content_block_stop",
              "message_delta", "message_stop", "ping")  # fmt: skip
_LAST = (*RESPONSE_ENDS, "message_stop")
_CHUNKS = ("chat.completion.chunk", "chat.completion.done")
_AROUND = (b"event:", b"id:", b"retry:", b":")
_PLACES = ("events", "chunks", "stream")

Numbered = tuple[int, Parsed | CaseFormatError]
Lines = Iterable[tuple[int, bytes | CaseFormatError]]
Key = tuple[str, str]
"""What kind of piece it is, and of which answer."""

_JOINED: dict[str, tuple[Callable[[list[Json]], Json | None], str]] = {
    "response": (join_response_events, "response.completed"),
    "anthropic": (join_anthropic_events, "message_delta with its stop_reason"),
    "chat": (join_chat_chunks, "the chunk with its finish_reason"),
    "google": (join_google_parts, "the part with its finishReason"),
}
"""How the pieces of each kind make an answer, and the piece that has to be there."""


def strip_events(lines: Lines) -> Iterator[tuple[int, bytes | CaseFormatError]]:
    """The lines of a file without what a stream of server-sent events writes around each."""
    for number, line in lines:
        if isinstance(line, CaseFormatError):
            yield number, line
            continue
        data = line.removeprefix(b"data:").strip() if line.startswith(b"data:") else line
        if data != b"[DONE]" and not data.startswith(_AROUND):
            yield number, data


def join_streams(records: Iterable[Numbered]) -> Iterator[Numbered]:
    """The records with the pieces that follow one another as the one answer they make up.

    An answer whose last piece is missing comes as the error that says so; any other record stays
    as it is. Memory holds the pieces of one answer.
    """
    held: _Pieces | None = None
    for number, parsed in records:
        key = None if isinstance(parsed, CaseFormatError) else _key_of(parsed[0])
        if held and (key != held.key or held.is_whole() or _begins(parsed)):
            yield held.join()
            held = None
        if key is None or isinstance(parsed, CaseFormatError):
            yield number, _join_inside(parsed)
            continue
        held = held or _Pieces(key, number)
        held.records.append(parsed[0])
        held.repairs += parsed[1]
    if held:
        yield held.join()


@dataclass
class _Pieces:
    key: Key
    began: int
    records: list[Json] = field(default_factory=list)
    repairs: list[Repair] = field(default_factory=list)

    def is_whole(self) -> bool:
        """Whether the last piece is one that nothing can follow, as a chunk of a chat may be."""
        last = self.records[-1]
        return last.get("type") in _LAST or google_ended(last)

    def join(self) -> Numbered:
        whole = _join(self.key, self.records)
        return self.began, whole if isinstance(whole, CaseFormatError) else (
            whole, tuple(self.repairs)
        )  # fmt: skip


def _join(key: Key, pieces: list[Json]) -> Json | CaseFormatError:
    join, last = _JOINED[key[0]]
    whole = join(pieces)
    if whole is None:
        said = "1 piece" if len(pieces) == 1 else f"{len(pieces):,} pieces"
        return CaseFormatError("line", f"an answer that breaks off after {said}", last)
    return whole


def _join_inside(parsed: Parsed | CaseFormatError) -> Parsed | CaseFormatError:
    """A record that keeps the pieces in a list, with the answer in their place."""
    if isinstance(parsed, CaseFormatError):
        return parsed
    record, repairs = parsed
    place = next((name for name in _PLACES if isinstance(record.get(name), list)), None)
    pieces = objects_in(record[place]) if place else []
    keys = {_key_of(piece) for piece in pieces}
    key = keys.pop() if len(keys) == 1 else None
    if key is None or "response" in record:
        return parsed
    whole = _join(key, pieces)
    if isinstance(whole, CaseFormatError):
        return whole
    rest = {name: value for name, value in record.items() if name != place}
    return {**rest, "response": whole.get("response", whole)}, repairs


def _key_of(record: Json) -> Key | None:
    kind = record.get("type")
    if isinstance(kind, str) and kind.startswith("response."):
        return "response", ""
    if kind in _ANTHROPIC:
        return "anthropic", ""
    identity = as_text(record.get("id"))
    if record.get("object") in _CHUNKS and identity:
        return "chat", identity
    identity = first_text(record, "responseId", "response_id")
    if objects_in(record.get("candidates")) and identity and "question" not in record:
        return "google", identity
    return None


def _begins(parsed: Parsed | CaseFormatError) -> bool:
    """Whether a piece is the first of another answer."""
    return not isinstance(parsed, CaseFormatError) and parsed[0].get("type") in (
        "response.created", "message_start",
    )  # fmt: skip

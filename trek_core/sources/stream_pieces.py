"""The pieces of each provider's stream as the answer they make up; None where the end is missing.

Every function takes the pieces of one answer in their order.
"""

from typing import Any

from trek_core.sources.nested_json import (
    Json,
    as_list,
    as_object,
    as_text,
    first_text,
    objects_in,
    unpack,
)

RESPONSE_ENDS = ("response.completed", "response.incomplete", "response.failed")
_LISTS = ("annotations", "reasoning_steps")
_GROUNDING = ("groundingMetadata", "grounding_metadata")


def join_response_events(events: list[Json]) -> Json | None:
    """OpenAI's last event has the whole response. Its items as each was done go before those
    there: xAI writes at the end the pages of all searches to each of them."""
    end = next((event for event in reversed(events) if event.get("type") in RESPONSE_ENDS), None)
    if end is None:
        return None
    whole = as_object(end.get("response"))
    done = [event for event in events if event.get("type") == "response.output_item.done"]
    done.sort(key=lambda event: _index(event, "output_index"))
    items = [item for event in done if (item := as_object(event.get("item")))]
    if len(items) >= len(as_list(whole.get("output"))):
        whole = whole | {"output": items}
    beside = {name: end[name] for name in end if name not in ("type", "sequence_number")}
    return beside | {"response": whole}


def join_anthropic_events(events: list[Json]) -> Json | None:
    """The message that was begun, with its blocks and how it ended."""
    message: Json = {}
    blocks: dict[int, Json] = {}
    packed: dict[int, str] = {}
    for event in events:
        at, delta = _index(event, "index"), as_object(event.get("delta"))
        match event.get("type"):
            case "message_start":
                message = message | as_object(event.get("message"))
            case "content_block_start":
                blocks[at] = dict(as_object(event.get("content_block")))
            case "content_block_delta":
                _add_delta(blocks.setdefault(at, {}), delta)
                packed[at] = packed.get(at, "") + (as_text(delta.get("partial_json")) or "")
            case "message_delta":
                message |= delta | ({"usage": event["usage"]} if "usage" in event else {})
    for at, text in packed.items():
        if text:
            blocks[at]["input"] = unpack(text)
    whole = message | {"content": [blocks[at] for at in sorted(blocks)]}
    return whole if as_text(message.get("stop_reason")) else None


def _add_delta(block: Json, delta: Json) -> None:
    if isinstance(delta.get("text"), str):
        block["text"] = f"{block.get('text') or ''}{delta['text']}"
    if citation := as_object(delta.get("citation")):
        block["citations"] = [*as_list(block.get("citations")), citation]


def join_chat_chunks(chunks: list[Json]) -> Json | None:
    """The completion: texts put together, lists in order, of other fields the last said."""
    whole: Json = {}
    message: Json = {"role": "assistant"}
    texts: list[str] = []
    tools: dict[int, Json] = {}
    end = None
    for chunk in chunks:
        whole |= {name: value for name, value in chunk.items() if value is not None}
        for choice in objects_in(chunk.get("choices"))[:1]:
            delta = as_object(choice.get("delta"))
            end = as_text(choice.get("finish_reason")) or end
            if isinstance(delta.get("content"), str):
                texts.append(delta["content"])
            for name in _LISTS:
                if listed := as_list(delta.get(name)):
                    message[name] = [*message.get(name, []), *listed]
            for tool in objects_in(delta.get("executed_tools")):
                at = _index(tool, "index")
                tools[at] = tools.get(at, {}) | {k: v for k, v in tool.items() if v is not None}
    if end is None:
        return None
    message["content"] = "".join(texts)
    if tools:
        message["executed_tools"] = [tools[at] for at in sorted(tools)]
    choice = {"index": 0, "message": message, "finish_reason": end}
    return whole | {"object": "chat.completion", "choices": [choice]}


def join_google_parts(records: list[Json]) -> Json | None:
    """Google's answer from its parts, with all that was said of what it is grounded in."""
    if len(records) == 1:
        return records[0]
    whole: Json = {}
    candidate: Json = {}
    parts: list[Any] = []
    grounding: Json = {}
    for record in records:
        whole |= {name: value for name, value in record.items() if value is not None}
        said = (objects_in(record.get("candidates")) or [{}])[0]
        candidate |= said
        parts += as_list(as_object(said.get("content")).get("parts"))
        for name in _GROUNDING:
            grounding |= as_object(said.get(name))
    if not google_ended({"candidates": [candidate]}):
        return None
    candidate["content"] = {"role": "model", "parts": parts}
    if grounding:
        candidate[next(name for name in _GROUNDING if name in candidate)] = grounding
    return whole | {"candidates": [candidate]}


def google_ended(record: Json) -> bool:
    """Whether this is the part in which Google says why its answer ended."""
    candidate = (objects_in(record.get("candidates")) or [{}])[0]
    return bool(first_text(candidate, "finishReason", "finish_reason"))


def _index(fields: Json, name: str) -> int:
    at = fields.get(name)
    return at if isinstance(at, int) else 0

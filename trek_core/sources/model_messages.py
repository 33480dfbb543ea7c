"""Messages that a model's span keeps under flat names (`llm.input_messages.0.message.role`)."""

import re

from trek_core.sources.chat_messages import add_messages
from trek_core.sources.messages import last_question, text_of
from trek_core.sources.nested_json import Json, as_object, as_text, objects_in, unpack
from trek_core.sources.trajectory import Trajectory

_NUMBERED = re.compile(r"\Allm\.(input|output)_messages\.(\d+)\.message\.(.+)\Z")
_CALL = re.compile(r"\Atool_calls\.(\d+)\.tool_call\.(id|function\.name|function\.arguments)\Z")
_PART = re.compile(r"\Acontents\.(\d+)\.message_content\.text\Z")


def add_model_messages(found: Trajectory, spans: list[Json]) -> None:
    """Add what the longest conversation with the model shows and nothing else has told yet.

    `spans` are the attributes of each, under dotted names. Every later call of a model repeats what
    came before, so the longest holds all. Calls of tools are taken where no tool has its own span.
    """
    messages = max(map(_read_messages, spans), key=len, default=[])
    if not messages:
        return
    if found.searches is None and found.opened is None:
        add_messages(found, messages)
    found.question = found.question or last_question(messages)
    if messages[-1].get("role") == "assistant" and not messages[-1]["tool_calls"]:
        found.prediction = found.prediction or text_of(messages[-1].get("content"))


def _read_messages(span: Json) -> list[Json]:
    """The messages of one span as a chat has them, input before output."""
    numbered: dict[tuple[str, int], Json] = {}
    for side in ("input", "output"):
        listed = unpack(span.get(f"llm.{side}_messages"))
        for number, message in enumerate(objects_in(listed) if isinstance(listed, list) else ()):
            numbered[side, number] = _flatten(as_object(message.get("message")) or message)
    for name, value in span.items():
        if match := _NUMBERED.match(name):
            numbered.setdefault((match[1], int(match[2])), {})[match[3]] = value
    return [_read_message(numbered[place]) for place in sorted(numbered)]


def _flatten(fields: Json, prefix: str = "") -> Json:
    """A nested message under the names that a flattened one has."""
    flat: Json = {}
    for name, value in fields.items():
        bare = f"{prefix}{name.removeprefix('message.')}"
        if isinstance(value, dict):
            flat |= _flatten(value, f"{bare}.")
        elif isinstance(value, list) and all(isinstance(each, dict) for each in value):
            for number, each in enumerate(value):
                flat |= _flatten(each, f"{bare}.{number}.")
        else:
            flat[bare] = value
    return flat


def _read_message(fields: Json) -> Json:
    calls: dict[int, Json] = {}
    parts: dict[int, str] = {}
    for name, value in fields.items():
        if match := _CALL.match(name):
            calls.setdefault(int(match[1]), {})[match[2]] = value
        elif (match := _PART.match(name)) and isinstance(value, str):
            parts[int(match[1])] = value
    return {
        "role": fields.get("role"),
        "content": as_text(fields.get("content")) or "".join(parts[n] for n in sorted(parts)),
        "tool_call_id": fields.get("tool_call_id"),
        "name": fields.get("name"),
        "tool_calls": [
            {
                "id": calls[n].get("id"),
                "function": {
                    "name": calls[n].get("function.name"),
                    "arguments": calls[n].get("function.arguments"),
                },
            }
            for n in sorted(calls)
        ],
    }

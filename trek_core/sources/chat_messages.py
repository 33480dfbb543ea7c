"""Chat messages as an agent keeps them: what was asked, calls of tools, what they gave, an answer.

OpenAI's `tool_calls` and `tool` messages (and `function_call` before them), Anthropic's `tool_use`
and `tool_result` blocks, and LangChain's messages, plain or serialised.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from trek_core.sources.messages import after_question, body_of, last_question, role_of, text_of
from trek_core.sources.nested_json import Json, as_object, as_text, first_text, objects_in, unpack
from trek_core.sources.openai_responses import cited_page
from trek_core.sources.tool_calls import add_tool_call
from trek_core.sources.trajectory import Trajectory

_PLACES = ("messages", "conversation", "conversations", "trajectory", "history", "input")
_ANSWERS = ("tool", "function")
_OF_A_CASE = ("prediction", "search_calls", "search_queries", "retrieved_urls")


@dataclass
class ToolCall:
    """A call of a tool: its name, what it was given, what it gave and how it failed."""

    name: str
    given: object
    output: object = None
    error: str | None = None


def detect(record: Json) -> bool:
    """A list of messages with a question and something that the assistant said or called.

    Beside fields of a case they are what the case was made from.
    """
    if any(name in record for name in _OF_A_CASE):
        return False
    messages = _messages(record)
    roles = {role_of(message) for message in messages}
    return "user" in roles and "assistant" in roles


def read(record: Json, _request: Json) -> Iterator[Trajectory]:
    """One answer: the last thing the assistant said, with every call of a tool in order."""
    messages = _messages(record)
    found = Trajectory(
        question=last_question(messages),
        model=first_text(record, "model", "model_name") or _answering_model(messages),
    )
    add_messages(found, messages)
    if found.searches is not None or found.opened is not None:
        found.search_kind = "external"
    found.prediction = _answer(messages)
    if identity := first_text(record, "id", "conversation_id", "thread_id"):
        found.fields["case_id"] = identity
    yield found


def add_messages(found: Trajectory, messages: list[Json]) -> None:
    """Add the calls of tools since the last question, each with what answered it."""
    for message, calls in pair_calls(after_question(messages)):
        notes = objects_in(message.get("annotations"))
        if cited := [page for note in notes if (page := cited_page(note))]:
            found.cite(cited)
        for call in calls:
            add_tool_call(found, call.name, call.given, call.output, call.error)


def _messages(record: Json) -> list[Json]:
    """The messages of a record, wherever they are kept."""
    for name in _PLACES:
        listed = objects_in(record.get(name))
        if listed and all(role_of(each) for each in listed):
            return listed
    return []


def _calls(body: Json) -> Iterator[tuple[str, str, object]]:
    """The calls of a message: which, of which tool, with what."""
    calls = objects_in(body.get("tool_calls"))
    calls = calls or objects_in(as_object(body.get("additional_kwargs")).get("tool_calls"))
    for call in calls:
        function = as_object(call.get("function")) or call
        name = first_text(function, "name") or as_text(call.get("function")) or ""
        given = function.get("arguments", function.get("args", call.get("arguments")))
        yield str(call.get("id")), name, given
    if old := as_object(body.get("function_call")):
        yield f"function-{old.get('name')}", first_text(old, "name") or "", old.get("arguments")
    if not calls:
        for block in (
            objects_in(body.get("content")) if isinstance(body.get("content"), list) else ()
        ):
            if block.get("type") in ("tool_use", "server_tool_use") and "tool_type" not in block:
                yield str(block.get("id")), first_text(block, "name") or "", block.get("input")


def pair_calls(messages: list[Json]) -> list[tuple[Json, list[ToolCall]]]:
    """The fields of each message with the calls it makes, each with what answered it later.

    An id may come again in a later turn: an answer is that of the last message that used it.
    """
    paired: list[tuple[Json, list[ToolCall]]] = []
    waiting: dict[str, list[ToolCall]] = {}
    for message in messages:
        body = body_of(message)
        for identity, output, error in _answers_in(message, body):
            if calls := waiting.get(identity):
                calls[0].output, calls[0].error = output, error
                del calls[0]
        made: dict[str, list[ToolCall]] = {}
        for identity, name, given in _calls(body):
            made.setdefault(identity, []).append(ToolCall(name, given))
        paired.append((body, [call for calls in made.values() for call in calls]))
        waiting |= {identity: list(calls) for identity, calls in made.items()}
    return paired


def _answers_in(message: Json, body: Json) -> Iterator[tuple[str, object, str | None]]:
    """What a message answers: which call, with what, and what it says of its failure."""
    content = body.get("content")
    if role_of(message) in _ANSWERS:
        identity = as_text(body.get("tool_call_id")) or f"function-{body.get('name')}"
        artifact = unpack(body.get("artifact"))
        error = first_text(as_object(body.get("error")), "message", "type")
        if body.get("status") == "error":
            error = error or text_of(content) or "failed"
        yield identity, artifact if isinstance(artifact, dict | list) else content, error
    for block in objects_in(content) if isinstance(content, list) else ():
        if isinstance(block.get("tool_use_id"), str):
            said = block.get("content")
            error = (text_of(said) or "failed") if block.get("is_error") is True else None
            yield block["tool_use_id"], said, error


def _answering_model(messages: list[Json]) -> str | None:
    """The model that LangChain's last message names."""
    for message in reversed(messages):
        told = as_object(body_of(message).get("response_metadata"))
        if model := first_text(told, "model_name", "model"):
            return model
    return None


def _answer(messages: list[Json]) -> str | None:
    """The text of the assistant's last message, unless it is one that goes on calling tools."""
    said = (each for each in reversed(after_question(messages)) if role_of(each) == "assistant")
    last = next(said, None)
    if last is None or any(_calls(body_of(last))):
        return None
    return text_of(body_of(last).get("content"))

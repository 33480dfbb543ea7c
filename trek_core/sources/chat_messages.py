"""Chat messages as an agent keeps them: what was asked, calls of tools, what they gave, an answer.

OpenAI's `tool_calls` and `tool` messages (and `function_call` before them), Anthropic's `tool_use`
and `tool_result` blocks, and LangChain's messages, plain or serialised.
"""

from collections.abc import Iterator

from trek_core.sources.messages import after_question, body_of, last_question, role_of, text_of
from trek_core.sources.nested_json import Json, as_object, as_text, first_text, objects_in, unpack
from trek_core.sources.openai_responses import cited_page
from trek_core.sources.tool_calls import add_tool_call
from trek_core.sources.trajectory import Trajectory

_PLACES = ("messages", "conversation", "conversations", "trajectory", "history", "input")
_ANSWERS = ("tool", "function")
_OF_A_CASE = ("prediction", "search_calls", "search_queries", "retrieved_urls")


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
        question=last_question(messages), model=first_text(record, "model", "model_name")
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
    listed = after_question(messages)
    answers = dict(_find_answers(listed))
    for message in listed:
        body = body_of(message)
        found_notes = [page for note in objects_in(body.get("annotations"))
                       if (page := cited_page(note))]  # fmt: skip
        if found_notes:
            found.cite(found_notes)
        for identity, name, given in _calls(body):
            add_tool_call(found, name, given, answers.get(identity))


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
            if block.get("type") in ("tool_use", "server_tool_use"):
                yield str(block.get("id")), first_text(block, "name") or "", block.get("input")


def _find_answers(messages: list[Json]) -> Iterator[tuple[str, object]]:
    """What answered each call, by the call's id; the first answer of a repeated id is kept."""
    found: dict[str, object] = {}
    for message in messages:
        body = body_of(message)
        content = body.get("content")
        if role_of(message) in _ANSWERS:
            identity = as_text(body.get("tool_call_id"))
            key = identity or f"function-{body.get('name')}"
            artifact = unpack(body.get("artifact"))
            found.setdefault(key, artifact if isinstance(artifact, dict | list) else content)
        for block in objects_in(content) if isinstance(content, list) else ():
            if isinstance(block.get("tool_use_id"), str):
                found.setdefault(block["tool_use_id"], block.get("content"))
    yield from found.items()


def _answer(messages: list[Json]) -> str | None:
    """The text of the assistant's last message, unless it is one that goes on calling tools."""
    said = (each for each in reversed(after_question(messages)) if role_of(each) == "assistant")
    last = next(said, None)
    if last is None or any(_calls(body_of(last))):
        return None
    return text_of(body_of(last).get("content"))

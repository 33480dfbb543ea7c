"""Chat messages: what was asked, and the text of a message however it is packed."""

from collections.abc import Callable

from trek_core.sources.nested_json import Json, as_list, as_object, as_text, first_text, unpack

_QUESTION_FIELDS = ("question", "query", "prompt", "user_input", "input", "text", "content")
_ANSWER_FIELDS = (
    "answer", "output", "content", "text", "result", "response", "final_answer",
)  # fmt: skip
_USER_ROLES = ("user", "human")


def text_of(content: object) -> str | None:
    """The text of a message: as it stands, or its parts of text put together."""
    if isinstance(content, str):
        return as_text(content)
    parts = content if isinstance(content, list) else [content]
    texts = [
        part if isinstance(part, str) else part.get("text")
        for part in parts
        if isinstance(part, str | dict)
    ]
    return as_text("".join(text for text in texts if isinstance(text, str)))


def role_of(message: Json) -> str | None:
    """Who speaks: `role`, or LangChain's `type`, serialised or not."""
    if message.get("type") == "constructor" and isinstance(message.get("id"), list):
        return {"HumanMessage": "user", "AIMessage": "assistant", "ToolMessage": "tool"}.get(
            str(message["id"][-1]), "other"
        )
    role = message.get("role") or message.get("type")
    return {"human": "user", "ai": "assistant"}.get(role, role) if isinstance(role, str) else None


def body_of(message: Json) -> Json:
    """The fields of a message; LangChain's serialised ones stand in `kwargs` or `data`."""
    for name in ("kwargs", "data"):
        kept = message.get(name)
        if isinstance(kept, dict):
            return kept
    return message


def last_question(messages: object) -> str | None:
    """The last thing the person said: what the answer after it answers."""
    found = None
    for each in as_list(messages):
        message = as_object(each)
        if role_of(message) in _USER_ROLES:
            body = body_of(message)
            found = text_of(body.get("content", body.get("parts"))) or found
    return found


def after_question(messages: list[Json]) -> list[Json]:
    """The messages after the last thing the person said: what led to the answer."""
    asked = (
        number
        for number, message in enumerate(messages)
        if role_of(message) in _USER_ROLES and last_question([message])
    )
    return messages[max(asked, default=-1) + 1 :]


def find_question(value: object) -> str | None:
    """The question in the input of a run: plain, under a telling name, or the last message."""
    value = unpack(value)
    if isinstance(value, str):
        return as_text(value)
    if isinstance(value, list):
        return last_question(value[0] if value and isinstance(value[0], list) else value)
    if not isinstance(value, dict):
        return None
    for name in ("messages", "contents"):
        if asked := find_question(value.get(name)):
            return asked
    for name in _QUESTION_FIELDS:
        if asked := find_question(value.get(name)):
            return asked
    return None


def find_answer(value: object, read_text: Callable[[object], str | None] = text_of) -> str | None:
    """The answer in the output of a run: plain, under a telling name, or the last message.

    A text that packs something else is the answer itself, such as a list that was asked for.
    """
    read = unpack(value)
    if isinstance(read, str):
        return as_text(read)
    messages = read.get("messages") if isinstance(read, dict) else read
    if isinstance(messages, list) and any(role_of(as_object(each)) for each in messages):
        said = [body_of(as_object(m)) for m in messages if role_of(as_object(m)) == "assistant"]
        return read_text(said[-1].get("content")) if said else None
    return first_text(as_object(read), *_ANSWER_FIELDS) or as_text(value)

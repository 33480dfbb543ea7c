"""What an endpoint answered: from a raw body, by either interface, to an outcome.

Bodies are read as plain JSON: an item of a kind nobody knows yet is passed over, and nothing that
an endpoint adds can keep an answer from being read. Every shape that is not an answer is an
outcome with one sentence, never an exception.
"""

import json
from dataclasses import dataclass, replace
from typing import Any

from pydantic import ValidationError

from trek_core.errors import CaseFormatError
from trek_core.jsonl.strict_json import describe, parse_object
from trek_core.probes.answers import Answer
from trek_core.probes.calls import Outcome, Usage
from trek_core.settings import Api

_MOST = 10**12
"""A count beyond this is a mistake of the endpoint, not something it counted."""


@dataclass(frozen=True)
class Reply:
    """One body as read: `text` is what the model wrote, `answer` that text as the JSON asked for.

    `sources` are the pages the endpoint says it looked at, None when it does not say.
    """

    outcome: Outcome
    problem: str | None = None
    text: str | None = None
    answer: dict[str, Any] | None = None
    usage: Usage | None = None
    sources: tuple[str, ...] | None = None


def read_reply(body: str, api: Api, answer: type[Answer]) -> Reply:
    """Read a body that came with HTTP status 200, and the answer in it."""
    reply = read_text(body, api)
    if reply.outcome != "answered" or reply.text is None:
        return reply
    return _read_answer(reply, answer)


def read_text(body: str, api: Api) -> Reply:
    """Read a body that came with HTTP status 200, up to the text that the model wrote."""
    if body.lstrip("\ufeff \t\r\n").startswith("<"):
        return Reply(
            "unparseable",
            "The endpoint answered with a web page instead of JSON: check the role's base_url.",
        )
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        return Reply("unparseable", "The endpoint's reply is broken JSON.")
    if not isinstance(data, dict):
        return Reply("wrong_shape", f"The endpoint's reply is {describe(data)}, not an object.")
    read = {"responses": _read_response, "chat": _read_completion}[api]
    return replace(read(data), usage=read_usage(data))


def read_usage(data: dict[str, Any]) -> Usage | None:
    """The usage a body states, under either interface's names; None when it states none."""
    usage = _object(data.get("usage"))
    sent = _count(usage, "input_tokens", "prompt_tokens")
    written = _count(usage, "output_tokens", "completion_tokens")
    if sent is None or written is None:
        return None
    sent_details = _first_object(usage, "input_tokens_details", "prompt_tokens_details")
    written_details = _first_object(usage, "output_tokens_details", "completion_tokens_details")
    return Usage(
        input_tokens=sent,
        output_tokens=written,
        cached_input_tokens=min(_count(sent_details, "cached_tokens") or 0, sent),
        reasoning_tokens=_count(written_details, "reasoning_tokens") or 0,
        searches=_searches(data),
    )


def error_of(body: str) -> dict[str, Any]:
    """The `error` object of a body, empty when there is none."""
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return _object(_object(data).get("error"))


def _read_response(data: dict[str, Any]) -> Reply:
    sources = _sources(data)
    ended = _ended_early(data)
    if ended is not None:
        return replace(ended, sources=sources)
    messages = [item for item in _items(data) if item.get("type") == "message"]
    # Models may think aloud in messages of their own before the one that answers.
    final = [each for each in messages if each.get("phase") in (None, "final_answer")]
    if not final:
        return Reply("wrong_shape", "The endpoint's reply holds no message.", sources=sources)
    parts = _objects(final[-1].get("content"))
    refusals = [part.get("refusal") for part in parts if part.get("type") == "refusal"]
    texts = [part.get("text") for part in parts if part.get("type") == "output_text"]
    return replace(_message(texts, refusals), sources=sources)


def _ended_early(data: dict[str, Any]) -> Reply | None:
    """The reply's own word that it is no whole answer."""
    status = data.get("status")
    if status == "incomplete":
        reason = _object(data.get("incomplete_details")).get("reason")
        return Reply("incomplete", f"The reply was cut off ({reason or 'no reason given'}).")
    if status in ("queued", "in_progress"):
        return Reply("incomplete", f"The endpoint answered before it was done ({status}).")
    if status in ("failed", "cancelled") or _object(data.get("error")):
        return _failed(data, str(status))
    return None


def _read_completion(data: dict[str, Any]) -> Reply:
    choices = _objects(data.get("choices"))
    if not choices:
        if _object(data.get("error")):
            return _failed(data, "error")
        return Reply("wrong_shape", "The endpoint's reply holds no choice.")
    finish = choices[0].get("finish_reason")
    if finish in ("length", "content_filter"):
        return Reply("incomplete", f"The reply was cut off ({finish}).")
    message = _object(choices[0].get("message"))
    content = message.get("content")
    texts = [content] if isinstance(content, str) else [p.get("text") for p in _objects(content)]
    return _message(texts, [message.get("refusal")])


def _message(texts: list[Any], refusals: list[Any]) -> Reply:
    """A message of text parts and refusals, either of which may hold anything."""
    refused = " ".join(each for each in refusals if isinstance(each, str) and each)
    if refused:
        return Reply("refused", f"The model declined: {refused}", text=refused)
    written = [each for each in texts if isinstance(each, str)]
    if not written:
        return Reply("wrong_shape", "The endpoint's reply holds no text.")
    return Reply("answered", text="".join(written))


def _read_answer(reply: Reply, answer: type[Answer]) -> Reply:
    text = _unfenced(reply.text or "")
    try:
        value, _ = parse_object(text.encode("utf-8", "replace"))
    except CaseFormatError as error:
        wrong: Outcome = "unparseable"
        if _is_json(text):
            wrong = "wrong_shape"
        return replace(reply, outcome=wrong, problem=f"The answer is no JSON object: {error}.")
    try:
        read = answer.model_validate(value)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(str(step) for step in first["loc"])
        return replace(
            reply, outcome="wrong_shape", problem=f"The answer's {field}: {first['msg']}."
        )
    return replace(reply, answer=read.model_dump())


def _unfenced(text: str) -> str:
    """The text without one fence of backticks around all of it, which some models add."""
    lines = text.strip().splitlines()
    fenced = len(lines) > 2 and lines[0].strip() in ("```", "```json") and lines[-1] == "```"
    return "\n".join(lines[1:-1]) if fenced else text


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _failed(data: dict[str, Any], status: str) -> Reply:
    message = _object(data.get("error")).get("message") or status
    return Reply("failed", f"The endpoint could not answer: {message}")


def _sources(data: dict[str, Any]) -> tuple[str, ...] | None:
    """Every page of every search call, in order; None when the reply has no such call."""
    calls = [item for item in _items(data) if item.get("type") == "web_search_call"]
    if not calls:
        return None
    actions = [_object(call.get("action")) for call in calls]
    named = [
        page.get("url") for action in actions for page in (action, *_objects(action.get("sources")))
    ]
    return tuple(dict.fromkeys(url for url in named if isinstance(url, str)))


def _searches(data: dict[str, Any]) -> int:
    """The searches that are paid for: as the body counts them, else the search calls in it."""
    stated = _count(_first_object(_object(data.get("tool_usage")), "web_search"), "num_requests")
    if stated is not None:
        return stated
    calls = [item for item in _items(data) if item.get("type") == "web_search_call"]
    return sum(_object(call.get("action")).get("type") == "search" for call in calls)


def _items(data: dict[str, Any]) -> list[dict[str, Any]]:
    return _objects(data.get("output"))


def _objects(value: object) -> list[dict[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _first_object(data: dict[str, Any], *names: str) -> dict[str, Any]:
    return next((found for name in names if (found := _object(data.get(name)))), {})


def _count(data: dict[str, Any], *names: str) -> int | None:
    """The first of these that is a whole number of 0 or more, and no absurd one."""
    for name in names:
        value = data.get(name)
        if type(value) is int and 0 <= value <= _MOST:
            return value
    return None

"""Anthropic Messages with the server tools web search and web fetch."""

from collections.abc import Iterator

from trek_core.sources.messages import after_question, last_question, text_of
from trek_core.sources.nested_json import (
    Json,
    are_typed,
    as_object,
    as_text,
    first_text,
    objects_in,
)
from trek_core.sources.tool_calls import add_tool_call
from trek_core.sources.trajectory import Page, Trajectory

_CALLS = ("server_tool_use", "tool_use")
_SEARCHED = "web_search_tool_result"
_GOES_ON = ("pause_turn", "tool_use")
"""Why a message ended that is no answer yet."""
_STATUSES = {"url_not_found": "not_found", "url_not_accessible": "blocked",
             "unsupported_content_type": "not_text"}  # fmt: skip
"""What a failed fetch says of its page; other errors say that it was not asked for."""


def detect(record: Json) -> bool:
    """A message of the assistant whose content is blocks."""
    content = record.get("content")
    if record.get("type") != "message" or not isinstance(content, list):
        return False
    return record.get("role") == "assistant"


def read(record: Json, request: Json) -> Iterator[Trajectory]:
    """One answer: the text after the last tool result; a search that failed returned nothing
    that is recorded, and keeps its error code."""
    found = Trajectory(
        question=last_question(request.get("messages")),
        model=as_text(record.get("model")),
        search_kind="native",
        searches=[] if are_typed(record.get("content")) else None,
    )
    used = as_object(as_object(record.get("usage")).get("server_tool_use"))
    if used.get("web_fetch_requests") == 0:
        found.opened = {}
    said = objects_in(record.get("content"))
    blocks = [*_blocks_before(request.get("messages")), *said]
    by_call = {str(block.get("tool_use_id")): block for block in blocks if "tool_use_id" in block}
    calls = {str(block.get("id")): block for block in blocks if block.get("type") in _CALLS}
    for block in blocks:
        call = calls.get(str(block.get("tool_use_id")), {})
        match block.get("type"):
            case "server_tool_use" | "tool_use":
                _add_call(found, block, by_call.get(str(block.get("id")), {}))
            case "web_search_tool_result" if not call:  # Whatever became of its call.
                _add_search(found, {}, block)
            case "web_fetch_tool_result":
                _add_fetch(found, as_object(call.get("input")), block)
            case "text":
                found.cite(
                    Page(url, first_text(each, "title"))
                    for each in objects_in(block.get("citations"))
                    if (url := as_text(each.get("url")))
                )
    if record.get("stop_reason") not in _GOES_ON:
        found.prediction = as_text("".join(_whole(block) for block in _after_tools(said)))
    if identity := as_text(record.get("id")):
        found.fields["case_id"] = identity
    yield found


def _blocks_before(messages: object) -> list[Json]:
    """What the request repeats of the same answer: its turns since the last question."""
    turns = (message.get("content") for message in after_question(objects_in(messages)))
    return [block for content in turns if isinstance(content, list) for block in content
            if isinstance(block, dict)]  # fmt: skip


def _add_call(found: Trajectory, call: Json, result: Json) -> None:
    """A search in the place of its call, or the call of somebody's own tool."""
    if call.get("name") == "web_search" and result.get("type") in (None, _SEARCHED):
        _add_search(found, call, result)
    elif call.get("type") == "tool_use":
        content = result.get("content")
        error = (text_of(content) or "failed") if result.get("is_error") else None
        add_tool_call(found, as_text(call.get("name")) or "", call.get("input"), content, error)


def _after_tools(blocks: list[Json]) -> list[Json]:
    """The blocks of the final answer: those after the last call or result of a tool."""
    last = max(
        (i for i, block in enumerate(blocks) if block.get("type") not in ("text", "thinking")),
        default=-1,
    )
    return [block for block in blocks[last + 1 :] if block.get("type") == "text"]


def _whole(block: Json) -> str:
    text = block.get("text")
    return text if isinstance(text, str) else ""


def _add_search(found: Trajectory, call: Json, result: Json) -> None:
    """A search in the place of its call; without a list of results none are recorded."""
    query = as_text(as_object(call.get("input")).get("query"))
    queries = [query] if query else []
    content = result.get("content")
    if not isinstance(content, list):
        found.add_search(queries, None, first_text(as_object(content), "error_code"))
        return
    found.add_search(
        queries,
        [
            Page(url, first_text(result, "title"), first_text(result, "page_age"))
            for result in objects_in(content)
            if (url := as_text(result.get("url")))
        ],
    )


def _add_fetch(found: Trajectory, given: Json, block: Json) -> None:
    """An opened page, with its text unless it is packed as a file."""
    result = as_object(block.get("content"))
    url = first_text(result, "url") or first_text(given, "url")
    if url is None:
        return
    if error := first_text(result, "error_code"):
        found.open(Page(url, status=_STATUSES.get(error, "refused")))
        return
    document = as_object(result.get("content"))
    source = as_object(document.get("source"))
    text = as_text(source.get("data")) if source.get("type") == "text" else None
    found.open(
        Page(
            url,
            first_text(document, "title"),
            text=text,
            status="ok" if text else None,
            fetched_at=first_text(result, "retrieved_at"),
        )
    )

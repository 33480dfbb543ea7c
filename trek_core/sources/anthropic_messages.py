"""Anthropic Messages with the server tools web search and web fetch."""

from collections.abc import Iterator

from trek_core.sources.chat_messages import add_messages
from trek_core.sources.messages import last_question
from trek_core.sources.nested_json import Json, as_object, as_text, first_text, objects_in
from trek_core.sources.trajectory import Page, Trajectory

_CALLS = ("server_tool_use", "tool_use")
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
        searches=[],
    )
    used = as_object(as_object(record.get("usage")).get("server_tool_use"))
    if used.get("web_fetch_requests") == 0:
        found.opened = []
    add_messages(found, objects_in(request.get("messages")))
    blocks = objects_in(record.get("content"))
    by_call = {str(block.get("tool_use_id")): block for block in blocks if "tool_use_id" in block}
    calls = {str(block.get("id")): block for block in blocks if block.get("type") in _CALLS}
    for block in blocks:
        call = calls.get(str(block.get("tool_use_id")), {})
        match block.get("type"):
            case "server_tool_use" | "tool_use" if block.get("name") == "web_search":
                _add_search(found, block, by_call.get(str(block.get("id")), {}))
            case "web_search_tool_result" if not call:
                _add_search(found, {}, block)
            case "web_fetch_tool_result":
                _add_fetch(found, as_object(call.get("input")), block)
            case "text":
                found.cite(
                    Page(url, first_text(each, "title"))
                    for each in objects_in(block.get("citations"))
                    if (url := as_text(each.get("url")))
                )
    found.prediction = as_text("".join(_whole(block) for block in _after_tools(blocks)))
    if identity := as_text(record.get("id")):
        found.fields["case_id"] = identity
    yield found


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

"""Anthropic Messages with the server tools web search and web fetch."""

from collections.abc import Iterator

from trek_core.sources.messages import last_question
from trek_core.sources.nested_json import Json, as_object, as_text, first_text, objects_in
from trek_core.sources.trajectory import Page, Trajectory


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
    blocks = objects_in(record.get("content"))
    calls = {
        block["id"]: as_object(block.get("input"))
        for block in blocks
        if block.get("type") in ("server_tool_use", "tool_use") and as_text(block.get("id"))
    }
    answered: set[str] = set()
    for block in blocks:
        match block.get("type"):
            case "web_search_tool_result":
                answered.add(str(block.get("tool_use_id")))
                _add_search(found, calls.get(str(block.get("tool_use_id")), {}), block)
            case "web_fetch_tool_result":
                _add_fetch(found, calls.get(str(block.get("tool_use_id")), {}), block)
            case "text":
                found.cite(
                    Page(url, first_text(each, "title"))
                    for each in objects_in(block.get("citations"))
                    if (url := as_text(each.get("url")))
                )
    for block in blocks:  # asked, but the record ends before the result
        if block.get("name") == "web_search" and block.get("id") not in answered:
            found.add_search(_queries(as_object(block.get("input"))), None)
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


def _queries(given: Json) -> list[str]:
    query = as_text(given.get("query"))
    return [query] if query else []


def _add_search(found: Trajectory, given: Json, block: Json) -> None:
    content = block.get("content")
    if not isinstance(content, list):
        found.add_search(_queries(given), None, first_text(as_object(content), "error_code"))
        return
    found.add_search(
        _queries(given),
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
        status = "not_found" if error == "url_not_found" else "blocked"
        found.open(Page(url, status=status))
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

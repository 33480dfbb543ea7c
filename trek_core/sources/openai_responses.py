"""OpenAI Responses with web search (also Azure's, xAI's, OpenRouter's and Perplexity's)."""

import re
from collections.abc import Iterator

from trek_core.sources.messages import find_question
from trek_core.sources.nested_json import (
    Json,
    are_typed,
    as_list,
    as_object,
    as_text,
    first_text,
    objects_in,
)
from trek_core.sources.tool_calls import add_tool_call, pages_of
from trek_core.sources.trajectory import Page, Search, Trajectory

_CALLS = ("function_call", "custom_tool_call", "mcp_call", "x_search_call", "bing_grounding_call")
"""Items that call a tool by its name, or by what kind of call they are."""
_NUMBER = re.compile(r"\[?\d{1,3}\]?")
"""The number of a citation, which xAI writes in place of the page's title."""
_ITEMS = (*_CALLS, "web_search_call", "message", "reasoning", "search_results",
          "fetch_url_results")  # fmt: skip


def detect(record: Json) -> bool:
    """A response object, or one whose output is a list of its items."""
    output = record.get("output")
    if not isinstance(output, list):
        return False
    kinds = {as_text(as_object(item).get("type")) for item in output}
    return record.get("object") == "response" or bool(kinds & set(_ITEMS))


def read(record: Json, request: Json) -> Iterator[Trajectory]:
    """One answer: searches with their sources where those were included, opened pages, citations.

    A search without `sources` returned something that is not recorded.
    """
    reasoning = as_object(record.get("reasoning")) | as_object(request.get("reasoning"))
    found = Trajectory(
        question=find_question(request.get("input")) or find_question(record.get("input")),
        model=as_text(record.get("model")),
        reasoning_effort=as_text(reasoning.get("effort")),
        search_kind="native",
        searches=[] if are_typed(record.get("output")) else None,
    )
    items = [*_called_before(request.get("input")), *objects_in(record.get("output"))]
    is_xai = (found.model or "").rpartition("/")[2].startswith("grok")
    _add_items(found, items, is_xai)
    if is_xai and found.searches:
        found.searches = _unite(found.searches)
    if cited := [Page(url) for url in as_list(record.get("citations")) if as_text(url)]:
        found.cite(cited)
    if identity := as_text(record.get("id")):
        found.fields["case_id"] = identity
    yield found


def _add_items(found: Trajectory, items: list[Json], is_xai: bool) -> None:
    """Add what each item of a response shows, in order."""
    outputs = {
        item["call_id"]: item.get("output")
        for item in items
        if str(item.get("type")).endswith("_call_output") and isinstance(item.get("call_id"), str)
    }
    for item in items:
        match item.get("type"):
            case "web_search_call":
                _add_action(found, item, is_xai)
            case "search_results":
                found.add_search(
                    [query for query in as_list(item.get("queries")) if as_text(query)],
                    pages_of(item.get("results")),
                )
            case "fetch_url_results":
                for page in pages_of(item.get("contents")) or ():
                    found.open(page)
            case kind if kind in _CALLS:
                _add_call(found, item, outputs)
            case "message":
                _add_message(found, item)


def _called_before(given: object) -> list[Json]:
    """The calls since the last question that the request repeats, with what answered them."""
    since: list[Json] = []
    for item in objects_in(given) if isinstance(given, list) else ():
        if item.get("role") == "user":
            since = []
        elif str(item.get("type")).endswith(("_call", "_call_output")):
            since.append(item)
    return since


def _add_call(found: Trajectory, item: Json, outputs: Json) -> None:
    name = first_text(item, "name", "type") or ""
    output = item.get("output", outputs.get(str(item.get("call_id"))))
    add_tool_call(found, name, item.get("arguments", item.get("input")), output)


def _unite(searches: list[Search]) -> list[Search]:
    """xAI may write the pages of all its searches at each of them: then nobody knows whose."""
    returned = [search.pages for search in searches if search.pages]
    if len(returned) < 2 or any(pages != returned[0] for pages in returned):
        return searches
    return [Search(tuple(query for each in searches for query in each.queries), returned[0])]


def _add_action(found: Trajectory, item: Json, is_xai: bool) -> None:
    """A search or an opened page; xAI's earlier calls have arguments in place of an action."""
    action = as_object(item.get("action")) or as_object(item.get("arguments"))
    url, query = as_text(action.get("url")), as_text(action.get("query"))
    several = action.get("queries")
    queries = [q for q in several if as_text(q)] if isinstance(several, list) else []
    is_opening = url is not None and not (query or queries)
    if action.get("type") in ("open_page", "find_in_page", "find") or is_opening:
        if url:
            found.open(Page(url))
        return
    sources = action.get("sources")
    error = "failed" if item.get("status") == "failed" else None
    pages = None
    # An empty list of a search that failed says nothing; xAI writes one whatever it found.
    if isinstance(sources, list) and (sources or not (is_xai or error)):
        pages = [
            Page(address, first_text(source, "title"))
            for source in objects_in(sources)
            if (address := as_text(source.get("url")))
        ]
    found.add_search(queries or ([query] if query else []), pages, error)


def _add_message(found: Trajectory, item: Json) -> None:
    """The last message is the answer; citations are those of every message."""
    parts = objects_in(item.get("content"))
    texts = [text for part in parts if (text := first_text(part, "text", "refusal"))]
    found.prediction = "".join(texts) or found.prediction
    found.cite(
        page
        for part in parts
        for note in objects_in(part.get("annotations"))
        if (page := cited_page(note))
    )


def cited_page(note: Json) -> Page | None:
    """The page of a `url_citation`, whether its fields stand in it or in an object of that name."""
    if note.get("type") != "url_citation":
        return None
    fields = as_object(note.get("url_citation")) or note
    url = as_text(fields.get("url"))
    title = first_text(fields, "title")
    return Page(url, None if title and _NUMBER.fullmatch(title) else title) if url else None

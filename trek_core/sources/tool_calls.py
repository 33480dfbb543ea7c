"""Calls of search and browsing tools, by what they are called and what they were given."""

import re
from typing import Any

from trek_core.sources.nested_json import Json, as_object, as_text, first_text, objects_in, unpack
from trek_core.sources.text_results import read_text_results
from trek_core.sources.trajectory import EXCERPT, SNIPPET, Page, Trajectory

_SEARCH = re.compile(
    r"(?<!re)(?<!tool_)search(?!_tools)|tavily|duckduckgo|google|bing|serp|retriev", re.IGNORECASE
)
_OPEN = re.compile(r"visit|open|fetch|browse|scrape|read_?(url|page|web)|crawl", re.IGNORECASE)
_URL_NAMES = ("url", "link", "href", "uri")
_LIST_NAMES = (
    "results", "organic", "organic_results", "search_results", "items", "data", "documents",
    "web", "webPages", "value", "artifact", "hits", "sources", "output", "content",
)  # fmt: skip
_TEXT_NAMES = ("snippet", "body", "content", "description", "text", "page_content", "markdown")
_DATE_NAMES = ("date", "published_date", "publishedDate", "page_age", "age", "last_updated")
_QUERY_NAMES = ("query", "q", "queries", "search_query", "search_queries", "input", "__arg1")


def pages_of(output: object) -> list[Page] | None:
    """The pages in a search tool's output, a list or text; None where it shows no list of them."""
    value = unpack(output)
    if isinstance(value, dict):
        lists = [value[name] for name in _LIST_NAMES if name in value]
        return next((found for each in lists if (found := pages_of(each)) is not None), None)
    if isinstance(value, str):
        return read_text_results(value)
    if not isinstance(value, list):
        return None
    if said := _text_of_parts(value):
        return pages_of(said) or _cited_in(value)
    pages = [page for item in value if (page := page_of(as_object(item)))]
    return pages if pages or not value else None


def _text_of_parts(value: list[Any]) -> str | None:
    """What a tool said in parts of text, as MCP and message content have them."""
    parts = [as_object(part) for part in value]
    if not parts or not all(part.get("type") in ("text", "output_text") for part in parts):
        return None
    return as_text("\n".join(text for part in parts if (text := as_text(part.get("text")))))


def _cited_in(parts: list[Any]) -> list[Page] | None:
    """The pages that the parts of a result name as where they are from."""
    notes = [note for part in parts for note in objects_in(as_object(part).get("citations"))]
    return [page for note in notes if (page := page_of(note))] or None


def page_of(result: Json) -> Page | None:
    """One search result, None where it names no address."""
    result = as_object(result.get("metadata")) | as_object(result.get("web")) | result
    url = first_text(result, *_URL_NAMES)
    if url is None:
        source = first_text(result, "source")
        url = source if source and source.startswith(("http://", "https://")) else None
    if url is None:
        return None
    title, date = first_text(result, "title", "name"), first_text(result, *_DATE_NAMES)
    if whole := first_text(result, "raw_content"):
        return Page(url, title, date, whole, "ok")
    snippet = first_text(result, *_TEXT_NAMES)
    return Page(url, title, date, snippet, SNIPPET if snippet else None)


def is_search(name: str) -> bool:
    """Whether a tool is one that searches, by its name."""
    return _SEARCH.search(name) is not None


def add_tool_call(
    found: Trajectory, name: str, given: object, output: object, error: str | None = None
) -> None:
    """Add one call of a tool to a trajectory: a search, an opened page, or neither.

    `error` is what a call that failed says of it; its output is what came in spite of that.
    """
    arguments = unpack(given)
    if isinstance(arguments, str):
        # Arguments that break off are neither a query nor an address.
        broken = arguments.lstrip()[:1] in ("{", "[")
        arguments = {} if broken else {"query": arguments, "url": arguments}
    if not isinstance(arguments, dict):
        arguments = {}
    queries = _texts(arguments, *_QUERY_NAMES)
    urls = _texts(arguments, *_URL_NAMES, "urls", "page_url")
    if is_search(name) and (queries or not urls):
        pages = pages_of(output)
        found.add_search(queries, None if error and not pages else pages, error)
    elif urls and (is_search(name) or _OPEN.search(name)):
        _open_pages(found, urls, output, error)


def _open_pages(found: Trajectory, urls: list[str], output: object, error: str | None) -> None:
    """Open the pages a call names, each with what the output says of it."""
    if error:
        for url in urls:
            found.open(Page(url, status="blocked"))
        return
    value = unpack(output)
    shown = {} if isinstance(value, str) else {page.url: page for page in pages_of(value) or ()}
    for url in urls:
        page = shown.get(url, Page(url))
        if len(urls) == 1 and url not in shown:
            page = _opened(url, value)
        found.open(
            Page(url, page.title, page.date, page.text, EXCERPT if page.text else page.status)
        )


def _opened(url: str, value: object) -> Page:
    """The only page of a call, from its text or the object that tells of it."""
    if isinstance(value, list):
        value = _text_of_parts(value)
    if isinstance(value, str):
        return Page(url, text=as_text(value))
    told = as_object(value)
    if told.get("error"):
        return Page(url, status="blocked")
    text = first_text(told, "raw_content", *_TEXT_NAMES)
    return Page(url, first_text(told, "title"), first_text(told, *_DATE_NAMES), text)


def _texts(arguments: Json, *names: str) -> list[str]:
    for name in names:
        value = arguments.get(name)
        texts = value if isinstance(value, list) else [value]
        if kept := [given for text in texts if (given := as_text(text))]:
            return kept
    return []

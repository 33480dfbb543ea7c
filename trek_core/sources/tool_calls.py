"""Calls of search and browsing tools, by what they are called and what they were given."""

import re

from trek_core.sources.nested_json import Json, as_object, as_text, first_text, unpack
from trek_core.sources.trajectory import SNIPPET, Page, Trajectory

_SEARCH = re.compile(r"search|tavily|duckduckgo|google|bing|serp|retriev", re.IGNORECASE)
_OPEN = re.compile(r"visit|open|fetch|browse|scrape|read_?(url|page|web)|crawl", re.IGNORECASE)
_URL_NAMES = ("url", "link", "href", "uri")
_LIST_NAMES = (
    "results", "organic", "organic_results", "search_results", "items", "data", "documents",
    "web", "value", "artifact",
)  # fmt: skip
_TEXT_NAMES = ("snippet", "body", "content", "description", "text", "page_content")
_DATE_NAMES = ("date", "published_date", "publishedDate", "page_age", "last_updated")
_QUERY_NAMES = ("query", "q", "queries", "search_query", "search_queries", "input", "__arg1")


def pages_of(output: object) -> list[Page] | None:
    """The pages in a search tool's output; None where it shows no list of them."""
    value = unpack(output)
    if isinstance(value, dict):
        lists = [value[name] for name in _LIST_NAMES if name in value]
        return next((found for each in lists if (found := pages_of(each)) is not None), None)
    if not isinstance(value, list):
        return None
    pages = [page for item in value if (page := page_of(as_object(item)))]
    return pages if pages or not value else None


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


def add_tool_call(found: Trajectory, name: str, given: object, output: object) -> None:
    """Add one call of a tool to a trajectory: a search, an opened page, or neither."""
    arguments = unpack(given)
    if isinstance(arguments, str):
        arguments = {"query": arguments, "url": arguments}
    if not isinstance(arguments, dict):
        arguments = {}
    if _SEARCH.search(name):
        found.add_search(_texts(arguments, *_QUERY_NAMES), pages_of(output))
    elif _OPEN.search(name):
        urls = _texts(arguments, "url", "urls", "link")
        text = as_text(output if isinstance(output, str) else None) if len(urls) == 1 else None
        for url in urls:
            found.open(Page(url, text=text, status="excerpt" if text else None))


def _texts(arguments: Json, *names: str) -> list[str]:
    for name in names:
        value = arguments.get(name)
        texts = value if isinstance(value, list) else [value]
        if kept := [given for text in texts if (given := as_text(text))]:
            return kept
    return []

"""What one record says of one answer, gathered in the words of a case; nothing is made up."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from trek_core.sources.nested_json import Json

SNIPPET = "snippet"
"""Status of a document whose text is what a search showed of the page."""
EXCERPT = "excerpt"
"""Status of a document whose text is what a tool took out of the page."""
_RANK = {None: 3, "ok": 3, EXCERPT: 2, SNIPPET: 1}
_REDIRECT = re.compile(
    r"https?://(?:vertexaisearch\.cloud\.google\.com/|www\.google\.[a-z.]+/url\?"
    r"|(?:\w+\.)?duckduckgo\.com/[ly](?:/|\.js)?\?|www\.bing\.com/ck/a\?|r\.search\.yahoo\.com/"
    r"|www\.baidu\.com/link\?)",
    re.IGNORECASE,
)
"""Addresses of search engines that lead to a page and do not say to which."""


@dataclass(frozen=True)
class Page:
    """A page as a record shows it: `text` with the status that says what kind of text it is."""

    url: str
    title: str | None = None
    date: str | None = None
    text: str | None = None
    status: str | None = None
    fetched_at: str | None = None

    @property
    def is_redirect(self) -> bool:
        """Whether the address only leads to the page, so that it names none."""
        return _REDIRECT.match(self.url) is not None


@dataclass(frozen=True)
class Search:
    """One search: its queries in order, and the pages it returned; None was not recorded."""

    queries: tuple[str, ...]
    pages: tuple[Page, ...] | None
    error: str | None = None


@dataclass
class Trajectory:
    """One answer with what led to it, in the order of the record; None is "not recorded"."""

    question: str | None = None
    prediction: str | None = None
    model: str | None = None
    reasoning_effort: str | None = None
    search_kind: str | None = None
    backend: str | None = None
    searches: list[Search] | None = None
    opened: dict[str, None] | None = None
    """Addresses in order: keys, so that one more costs the same however many there are."""
    citations: dict[str, Page] | None = None
    fields: Json = field(default_factory=dict)
    told: Json = field(default_factory=dict)
    """What `source` says of it beside the shape."""
    _pages: dict[str, Page] = field(default_factory=dict)

    def add_search(
        self, queries: Iterable[str], pages: Iterable[Page] | None, error: str | None = None
    ) -> None:
        """Add a search. Redirects name no page, so a search that gave only them gave nothing
        that is recorded; they are kept among the citations, marked."""
        found = None if pages is None else tuple(pages)
        if found and any(page.is_redirect for page in found):
            self.cite(page for page in found if page.is_redirect)
            found = tuple(page for page in found if not page.is_redirect) or None
        self.searches = self.searches or []
        self.searches.append(Search(tuple(queries), found, error))
        for page in found or ():
            self.show(page)

    def open(self, page: Page) -> None:
        """Add a page that the system opened."""
        self.opened = {} if self.opened is None else self.opened
        self.opened.setdefault(page.url)
        self.show(page)

    def show(self, page: Page) -> None:
        """Keep what a page looks like: the first of its kind, a fuller text before a snippet."""
        if page.title is None and page.date is None and page.text is None and not page.status:
            return
        known = self._pages.get(page.url)
        if known is None or _fullness(page) > _fullness(known):
            self._pages[page.url] = Page(
                page.url,
                page.title or (known.title if known else None),
                page.date or (known.date if known else None),
                page.text,
                page.status,
                page.fetched_at,
            )

    def cite(self, pages: Iterable[Page]) -> None:
        """Add citations of the answer; the same address again adds nothing."""
        self.citations = {} if self.citations is None else self.citations
        for page in pages:
            self.citations.setdefault(page.url, page)

    def to_fields(self) -> Json:
        """The case's fields, with only what is recorded."""
        search = {"kind": self.search_kind, "backend": self.backend}
        system = {
            "model": self.model,
            "reasoning_effort": self.reasoning_effort,
            "search": _given(search) or None,
        }
        cited = None if self.citations is None else [*map(_cited, self.citations.values())]
        documents = [_given(vars(page)) for page in self._pages.values()]
        return self.fields | _given(
            {
                "question": self.question,
                "prediction": self.prediction,
                "system": _given(system) or None,
                "opened_urls": None if self.opened is None else list(self.opened),
                "documents": documents or None,
                "citations": cited,
                **self._search_fields(),
            }
        )

    def _search_fields(self) -> Json:
        """Search calls; flat lists where a search of several queries gave one list of pages."""
        if self.searches is None:
            return {}
        if all(len(search.queries) <= 1 for search in self.searches):
            return {"search_calls": [_call(search) for search in self.searches]}
        recorded = [search.pages for search in self.searches if search.pages is not None]
        urls = dict.fromkeys(page.url for pages in recorded for page in pages)
        unrecorded = len(recorded) < len(self.searches)
        return {
            "search_queries": [query for search in self.searches for query in search.queries],
            "retrieved_urls": None if unrecorded and not urls else list(urls),
        }


def _given(fields: Json) -> Json:
    return {name: value for name, value in fields.items() if value is not None}


def _call(search: Search) -> Json:
    urls = None if search.pages is None else [page.url for page in search.pages]
    call: dict[str, Any] = {"query": search.queries[0] if search.queries else None}
    call["urls"] = None if urls is None else list(dict.fromkeys(urls))
    return call | _given({"error": search.error})


def _cited(page: Page) -> Json:
    shown = _given({"url": page.url, "title": page.title, "date": page.date})
    return shown | ({"redirect": True} if page.is_redirect else {})


def _fullness(page: Page) -> tuple[bool, int]:
    return page.text is not None, _RANK.get(page.status, 0)

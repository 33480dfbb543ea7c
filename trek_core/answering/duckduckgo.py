"""Search by DuckDuckGo's page for browsers without JavaScript, which needs no key."""

import asyncio
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import parse_qs, urljoin, urlsplit

from trek_core.answering.attempt import NoAnswerError
from trek_core.answering.search_site import SearchSite
from trek_core.answering.tally import Tally
from trek_core.sources.trajectory import SNIPPET, Page

_HEADERS = {"User-Agent": "Mozilla/5.0 (compatible; trek-review)", "Accept": "text/html"}
_TITLE, _SNIPPET, _AD, _NOTHING = "result__a", "result__snippet", "result--ad", "no-results"


@dataclass(frozen=True)
class DuckDuckGo:
    """One page of results; what is no such page (a robot check) is a failure, not "none"."""

    site: SearchSite
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def search(self, query: str, tally: Tally) -> tuple[Page, ...]:
        """The pages found, best first, advertisements left out; one search at a time."""
        tally.add_search("duckduckgo")
        async with self._turn:
            got = await self.site.post("/", data={"q": query}, headers=_HEADERS)
        page = read_results(got.text) if got.status == 200 else None
        if page is None:
            raise NoAnswerError(
                f"{self.site.url} sent no page of results (HTTP status {got.status}): it may take "
                "this for a robot. Go on later, with less at once ([limits] concurrency)."
            )
        return page


def read_results(html: str) -> tuple[Page, ...] | None:
    """The results on a page, None where it is no page of results."""
    parser = _ResultPage()
    parser.feed(html)
    parser.close()
    if not parser.found and not parser.says_none:
        return None
    return tuple(
        Page(url, title or None, text=text or None, status=SNIPPET if text else None)
        for url, title, text in parser.found.values()
    )


class _ResultPage(HTMLParser):
    """Reads titles with their addresses, and the extract that follows each."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: dict[str, tuple[str, str, str]] = {}
        self.says_none = False
        self._url: str | None = None
        self._kind = ""
        self._text: list[str] = []
        self._is_ad = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note where a result, its title or its extract begins."""
        given = dict(attrs)
        classes = (given.get("class") or "").split()
        if "result" in classes:
            self._is_ad = _AD in classes
        self.says_none = self.says_none or _NOTHING in classes
        for kind in (_TITLE, _SNIPPET):
            if tag == "a" and kind in classes:
                self._kind, self._text = kind, []
                if kind == _TITLE:
                    self._url = None if self._is_ad else target_of(given.get("href") or "")

    def handle_data(self, data: str) -> None:
        """Take the text of what began last."""
        if self._kind:
            self._text.append(data)

    def handle_endtag(self, tag: str) -> None:
        """Keep what ended."""
        if tag != "a" or not self._kind:
            return
        kind, text = self._kind, " ".join("".join(self._text).split())
        self._kind = ""
        if self._url is None:
            return
        if kind == _TITLE:
            self.found.setdefault(self._url, (self._url, text, ""))
        else:
            url, title, earlier = self.found[self._url]
            self.found[self._url] = (url, title, earlier or text)


def target_of(link: str) -> str | None:
    """The address a link of the page leads to in the end; None for one that leads to no page."""
    try:
        parts = urlsplit(urljoin("https://duckduckgo.com/", link))
        is_theirs = (parts.hostname or "").endswith("duckduckgo.com")
        if is_theirs and parts.path.startswith("/l/"):
            return next(iter(parse_qs(parts.query).get("uddg", [])), None)
    except ValueError:
        return None
    if is_theirs or parts.scheme not in ("http", "https"):
        return None
    return parts.geturl()

"""Search results that a tool wrote as text: only what stands where a result names its address."""

import re

from trek_core.sources.trajectory import SNIPPET, Page

_ADDRESS = r"<?(https?://[^\s<>\"'`]+?)>?"
_NUMBER = r"[ \t]*\[?\d+\]?[.):]?[ \t]+"
_HEAD = rf"^(?:{_NUMBER}|[ \t]*(?:[-*•#]+[ \t]+)?)"
_NAMED = r"\[(?P<title>[^\n]*?)\]\((?P<url>https?://[^\s)]+)\)"
_NUMBERED_LINK = re.compile(rf"^{_NUMBER}\**{_NAMED}\**", re.MULTILINE)
_LINK = re.compile(rf"{_HEAD}\**{_NAMED}\**", re.MULTILINE)
_LABELLED = re.compile(
    rf"{_HEAD}\**(?:url|link|source|href|address)\**[ \t]*[:=]\**[ \t]*[\"']?{_ADDRESS}"
    r"[\"']?[,;]?[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_ALONE = re.compile(rf"{_HEAD}{_ADDRESS}[ \t]*$", re.MULTILINE)
_TAGGED = re.compile(rf"<(?:url|link|source|href)>\s*{_ADDRESS}\s*</", re.IGNORECASE)
_IN_ROW = re.compile(
    rf"\[?snippet: (?P<text>.*?), title: (?P<title>.*?), link: {_ADDRESS}"
    r"(?=\]?(?:, (?:date|source): .*?)?(?:, \[?snippet: |\]?\s*\Z))",
    re.DOTALL,
)
_TITLE = re.compile(
    rf"{_HEAD}\**title\**[ \t]*:\**[ \t]*(.+?)[ \t]*$", re.IGNORECASE | re.MULTILINE
)


def read_text_results(text: str) -> list[Page] | None:
    """The pages of results written as text, in order; None where none is named as one.

    An address counts that is the target of a link at the head of a line, follows `URL:`, `Link:`
    or `Source:`, stands in a tag of such a name, or alone on its line. One inside running text is
    part of what a page says. The strictest writing that occurs is the one that is read.
    """
    if rows := list(_IN_ROW.finditer(text)):
        return [
            Page(row[3], row["title"] or None, text=row["text"] or None, status=SNIPPET)
            for row in rows
        ]
    for linked in (_NUMBERED_LINK, _LINK):
        if pages := _read_links(text, list(linked.finditer(text))):
            return pages
    for written in (_LABELLED, _TAGGED, _ALONE):
        found = list(written.finditer(text))
        if found:
            return [
                Page(match[1], title)
                for match, title in zip(found, _titles(text, found), strict=True)
            ]
    return None


def _read_links(text: str, heads: list[re.Match[str]]) -> list[Page]:
    ends = [*(head.start() for head in heads), len(text)][1:]
    pages = []
    for head, end in zip(heads, ends, strict=True):
        snippet = text[head.end() : end].strip(" \t\n:-") or None
        title = head["title"].strip() or None
        pages.append(Page(head["url"], title, text=snippet, status=SNIPPET if snippet else None))
    return pages


def _titles(text: str, found: list[re.Match[str]]) -> list[str | None]:
    """The last title named between an address and the one before it."""
    titles: list[str | None] = []
    begin = 0
    for match in found:
        named = _TITLE.findall(text[begin : match.start()])
        titles.append(named[-1] if named else None)
        begin = match.end()
    return titles

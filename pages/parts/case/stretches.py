"""Long lists of a case: one stretch of each is drawn, the others are a link away.

A browser cannot show ten thousand pages at once. The part that the address asks for decides which
stretch of its list is drawn, so a link to any part arrives at it; without one it is the first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pages.parts.case.address import AT_ONCE
from pages.parts.case.page_cards import PageCards
from trek_core.cases import Case


@dataclass(frozen=True)
class Stretch:
    """What is drawn of a list: its items from `first` on, counted from 1, of `total`."""

    items: Sequence[Any]
    first: int
    total: int
    others: tuple[tuple[str, str], ...] = ()
    """The other stretches that a link leads to: what it says, and the part it names."""

    @property
    def last(self) -> int:
        """The number of the last item that is drawn."""
        return self.first + len(self.items) - 1


def cut_stretch(
    items: Sequence[Any], parts: Sequence[str], asked: str | None, size: int
) -> Stretch:
    """The stretch of a list that has the part asked for, else its first."""
    total = len(items)
    start = parts.index(asked) // size * size if asked in parts else 0
    end, last = start + size, max(total - 1, 0) // size * size
    ways = (
        ("First", 0 if start > size else None),
        ("Previous", start - size if start else None),
        ("Next", end if end < total else None),
        ("Last", last if last > end else None),
    )
    others = tuple((words, parts[place]) for words, place in ways if place is not None)
    return Stretch(items[start:end], start + 1, total, others)


def number_parts(name: str, items: Sequence[Any]) -> list[str]:
    """The names of the items of a list as parts: `opened-1` and so on."""
    return [f"{name}-{number}" for number in range(1, len(items) + 1)]


def cut_stretches(case: Case, cards: PageCards, asked: str) -> dict[str, Any]:
    """What is drawn of each long list, by the names that the templates know it under."""

    def cut(name: str, items: Sequence[Any], part: str = asked) -> Stretch:
        return cut_stretch(items, number_parts(name, items), part, AT_ONCE[name])

    def cut_hits(number: int, urls: Sequence[str]) -> Stretch:
        parts = number_parts(f"query-{number}-hit", urls)
        return cut_stretch(urls, parts, asked, AT_ONCE["hit"])

    first: dict[str, tuple[int, int]] = {}
    for number, call in enumerate(case.search_calls or (), start=1):
        for rank, url in enumerate(call.urls or (), start=1):
            first.setdefault(url, (number, rank))

    return {
        "is_again": lambda url, number, rank: first[url] < (number, rank),
        # A hit is a part of its query.
        "queries": cut("query", list_queries(case) or (), asked.partition("-hit-")[0]),
        "cut_hits": cut_hits,
        "shown_pages": cut_stretch(cards.rows, cards.parts, asked, AT_ONCE["page"]),
        "retrieved": cut("retrieved", case.retrieved or ()),
        "opened": cut("opened", case.opened_urls or ()),
        "cited": cut("cited", case.cited or ()),
    }


def list_queries(case: Case) -> Sequence[object] | None:
    """The queries as the page numbers them; None where they are not recorded."""
    return case.search_calls if case.search_calls is not None else case.queries

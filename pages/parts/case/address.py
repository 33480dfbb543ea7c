"""The address of a case and of each part of it: `?case=ID&part=query-3`.

What else stands in the address, such as the filters that led here, travels along.
"""

import hashlib
from collections.abc import Callable, Collection
from urllib.parse import quote, urlencode

import streamlit as st

from trek_core.urls import url_identity

CASE, PART, WHOLE = "case", "part", "whole"

AT_ONCE = {"query": 30, "hit": 30, "retrieved": 100, "page": 100, "opened": 100, "cited": 100}
"""How many of each list of a case are drawn at once: a browser cannot show ten thousand."""

SECTION_OF_STEP = {
    "step-1": "question",
    "step-2": "response",
    "step-3": "judgements",
    "step-4": "search",
    "step-5": "probes",
    "step-6": "attribution",
}
"""Where a checklist step is looked up in a case that nobody has judged."""

Href = Callable[..., str]
"""`href(part)`: the address of a part of this case; with `whole=True` a page's whole text."""


def page_part(number: int | None, url: str) -> str:
    """The name of a page as a part: its place among the retrieved, or else its URL's hash."""
    return f"page-{number}" if number else hashed_page_part(url)


def hashed_page_part(url: str) -> str:
    """The name of a page by its URL alone, whatever its place: `page-` and 10 hex digits."""
    identity = url_identity(url).encode("utf-8", "surrogatepass")
    return f"page-{hashlib.sha256(identity).hexdigest()[:10]}"


def judgement_part(annotator: str, round_name: str) -> str:
    """The name of somebody's judgement in a round as a part."""
    return f"judgement-{annotator}/{round_name}"


def make_href(case_id: str) -> Href:
    """What makes the addresses of the parts of a case, as links within the page."""
    kept = [
        (name, value) for name, value in st.query_params.items() if name not in (CASE, PART, WHOLE)
    ]

    def href(part: str = "", *, whole: bool = False, case: str = case_id) -> str:
        query = [(CASE, case), *kept]
        query += [(PART, part)] if part else []
        query += [(WHOLE, "1")] if whole else []
        return f"?{urlencode(query, quote_via=quote, errors='replace')}"

    return href


def href_from_elsewhere(case_id: str, part: str) -> str:
    """The address of a part of a case as a link from another page."""
    return f"case?{urlencode({CASE: case_id, PART: part}, quote_via=quote, errors='replace')}"


def asked_part() -> str:
    """The part that the address asks for, empty for none."""
    return st.query_params.get(PART) or ""


def asks_for_whole() -> bool:
    """Whether the address asks for the whole text of its page."""
    return st.query_params.get(WHOLE) == "1"


def resolve_part(asked: str, known: Collection[str], pages: dict[str, str]) -> str | None:
    """The part that an address means, empty for none asked, None where there is no such part.

    `pages` has every page's name by hash, each with the name it stands under.
    """
    if not asked or asked in known:
        return asked
    found = pages.get(asked) or SECTION_OF_STEP.get(asked)
    return found if found in known else None

"""Going from one page to another without importing it."""

from collections.abc import Mapping

import streamlit as st

_pages: dict[str, st.Page] = {}


def register_pages(pages: Mapping[str, st.Page]) -> None:
    """Tell every page which pages there are, by name."""
    _pages.update(pages)


_OF_ONE_PAGE = ("case", "round")
"""What an address says that would mean something else on another page."""


def open_page(name: str, /, **query: str) -> None:
    """Go to a page, with its query parameters; filters and the like travel along.

    The browser keeps the new parameters as a step on the page that is left, before the page
    changes: without the filters, Back would lead to another list.
    """
    kept = {key: st.query_params.get_all(key) for key in st.query_params if key not in _OF_ONE_PAGE}
    st.switch_page(_pages[name], query_params={**kept, **query})


def page_link(name: str, label: str, /, *, icon: str | None = None, **query: str) -> None:
    """Show a link to a page; the label is ours, never case text."""
    st.page_link(_pages[name], label=label, icon=icon, query_params=query)


def page_names() -> frozenset[str]:
    """The names of the pages that there are."""
    return frozenset(_pages)

"""Going from one page to another without importing it."""

from collections.abc import Mapping

import streamlit as st

_pages: dict[str, st.Page] = {}


def register_pages(pages: Mapping[str, st.Page]) -> None:
    """Tell every page which pages there are, by name."""
    _pages.update(pages)


def open_page(name: str, /, **query: str) -> None:
    """Go to a page, with its query parameters."""
    st.switch_page(_pages[name], query_params=query)


def page_link(name: str, label: str, /, *, icon: str | None = None, **query: str) -> None:
    """Show a link to a page; the label is ours, never case text."""
    st.page_link(_pages[name], label=label, icon=icon, query_params=query)


def page_names() -> frozenset[str]:
    """The names of the pages that there are."""
    return frozenset(_pages)

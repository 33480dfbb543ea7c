"""Cases: find cases by what is known about them, and open one to review."""

import streamlit as st

from pages.parts.annotator import current_annotator
from pages.parts.case_table import HOW_TO_OPEN, render_cases
from pages.parts.filters import (
    FILTERS,
    clear_filters,
    filter_query,
    is_filtered,
    read_filter,
    render_filter,
    render_search,
)
from pages.parts.label_shares import render_label_shares
from pages.parts.links import open_page, page_link
from pages.parts.page_access import may_open
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from pages.parts.words import count_of
from review_db.store import CaseFilter, CasePage

PAGE_ROWS = 100
_WITH_THESE: tuple[tuple[str, str, str, dict[str, str]], ...] = (
    ("export", "Export these", "download", {}),
    ("probes", "Probe these", "science", {}),
    ("rounds", "Make a round from these cases", "groups", {"new": "1"}),
)
"""What may be done with the cases found: page, words, icon, further parameters."""


def render() -> None:
    """Show the page."""
    chosen = read_filter()
    store = current_store()
    before = _read_pages_before()
    annotator = current_annotator()
    after = before[-1] if before else None
    page = store.list_cases(chosen, annotator, after=after, limit=PAGE_ROWS, visible_to=annotator)
    if page.total == 0 and not is_filtered(chosen):
        _render_no_cases()
        return
    _render_top(chosen, annotator)
    if page.total == 0:
        _render_nothing_found()
        return
    _render_found(page, len(before), chosen)
    render_cases(page.rows)
    _render_pages(page, before)
    render_label_shares(chosen, annotator)


def _render_top(chosen: CaseFilter, annotator: str | None) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.title("Cases", width="stretch")
        if st.button("Review next case", key="cases-next", type="primary"):
            open_page("review")
    columns = st.columns([1.6, *(1 for _ in FILTERS)], gap="small")
    with columns[0]:
        render_search(chosen)
    for column, each in zip(columns[1:], FILTERS, strict=True):
        with column:
            render_filter(each, chosen, annotator)


def _render_found(page: CasePage, pages_before: int, chosen: CaseFilter) -> None:
    first = pages_before * PAGE_ROWS + 1
    shown = f"{first:,}–{first + len(page.rows) - 1:,} of " if page.total > PAGE_ROWS else ""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.text(f"{shown}{count_of(page.total, 'case')}", width="content")
        if is_filtered(chosen):
            st.button("Clear filters", key="cases-clear", type="tertiary", on_click=clear_filters)
        for name, words, icon, more in _WITH_THESE:
            if may_open(name):
                page_link(name, words, icon=f":material/{icon}:", **filter_query(chosen), **more)
        render_template("note.html", text=HOW_TO_OPEN)


def _render_pages(page: CasePage, before: list[int]) -> None:
    if not before and page.next_after is None:
        return
    with st.container(horizontal=True, horizontal_alignment="right"):
        st.button(
            "Previous",
            key="cases-previous",
            icon=":material/chevron_left:",
            disabled=not before,
            on_click=_turn_to,
            args=(before[:-1],),
        )
        following = before if page.next_after is None else [*before, page.next_after]
        st.button(
            "Next",
            key="cases-following",
            icon=":material/chevron_right:",
            icon_position="right",
            disabled=page.next_after is None,
            on_click=_turn_to,
            args=(following,),
        )


def _read_pages_before() -> list[int]:
    """Where each page before this one ended; the URL keeps them, so that Previous is exact."""
    ends = st.query_params.get("after", "").split(".")
    return [int(end) for end in ends if end.isascii() and end.isdigit() and len(end) < 16]


def _turn_to(before: list[int]) -> None:
    if before:
        st.query_params["after"] = ".".join(map(str, before))
    else:
        st.query_params.pop("after", None)


def _render_no_cases() -> None:
    st.title("Cases")
    render_template(
        "empty.html",
        title="There are no cases yet",
        lines=["Import a TrekTrace file on the Start page; its cases are listed here."],
    )
    page_link("start", "Import cases", icon=":material/upload_file:")


def _render_nothing_found() -> None:
    render_template(
        "empty.html",
        title="No case matches these filters",
        lines=["Take a filter away or search for other words."],
    )
    st.button("Clear filters", key="cases-clear", on_click=clear_filters)

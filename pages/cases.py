"""Cases: find cases by what is known about them, and open one to review."""

from dataclasses import replace

import streamlit as st

from pages.parts.annotator import current_annotator
from pages.parts.case_order import (
    choose_order,
    list_extra_columns,
    read_order,
    render_nothing_to_judge,
)
from pages.parts.case_table import HOW_TO_OPEN, choose_cases, render_cases
from pages.parts.filters import (
    COMMON,
    FILTERS,
    FILTERS_BY_NAME,
    clear_filters,
    filter_query,
    is_filtered,
    read_filter,
    render_chosen,
    render_filters,
    render_search,
)
from pages.parts.links import open_page, page_link
from pages.parts.page_access import may_open
from pages.parts.refusal import render_refusal
from pages.parts.saved_filters import render_saved_filters
from pages.parts.skip_link import TO_THE_LIST, render_skip_link
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from pages.parts.url_choice import AFTER, choose_yes, put_in_url, read_yes
from review_db.store import CaseFilter, CasePage, CaseRow
from trek_core.counted import count_of
from trek_core.errors import FilterError

PAGE_ROWS = 100
SEVERAL = "several"
_WITH_THESE: tuple[tuple[str, str, str, str, dict[str, str]], ...] = (
    ("charts", "Chart these", "Chart", "bar_chart", {}),
    ("export", "Export these", "Export", "download", {}),
    ("probes", "Probe these", "Probe", "science", {}),
    ("rounds", "Make a round from these cases", "Make a round from", "groups", {"new": "1"}),
)
"""What may be done with the cases found: page, words, words before a number, icon, parameters."""


def render() -> None:
    """Show the page."""
    asked, order = read_filter(), read_order()
    annotator = current_annotator()
    page, before, chosen, refused = _load_what_can_be(asked, order, annotator)
    if page.total == 0 and not is_filtered(asked):
        _render_no_cases()
        return
    if page.total:
        render_skip_link("To the list", TO_THE_LIST)
    _render_top(chosen, page, annotator)
    for each in refused:
        render_refusal(each, "The list is shown without it.")
    if page.total == 0:
        _render_nothing_found()
        return
    _render_found(page, len(before), chosen)
    render_nothing_to_judge(page, order, len(before))
    extra = list_extra_columns(chosen, order)
    if read_yes(SEVERAL):
        above = st.container()
        picked = choose_cases(page.rows, extra)
        with above:
            _render_chosen_cases(picked)
    else:
        render_cases(page.rows, extra)
    _render_pages(page, before)


def _load_what_can_be(
    asked: CaseFilter, order: str, annotator: str | None
) -> tuple[CasePage, list[int], CaseFilter, list[FilterError]]:
    """The page of the URL, without the filters that cannot be read: these, and the others."""
    try:
        return *_load_page(asked, order, annotator), asked, []
    except FilterError as error:
        others = replace(asked, **{error.name: None})
        *found, refused = _load_what_can_be(others, order, annotator)
        return *found, [error, *refused]  # type: ignore[return-value]


def _load_page(chosen: CaseFilter, order: str, annotator: str | None) -> tuple[CasePage, list[int]]:
    """The page of the URL and where those before it ended; the first where there is none such."""
    before = _read_pages_before()
    page = current_store().list_cases(
        chosen, annotator, after=before[-1] if before else None, limit=PAGE_ROWS,
        visible_to=annotator, order=order, options=COMMON,
    )  # fmt: skip
    if before and not page.rows and page.total:
        _turn_to([])
        return _load_page(chosen, order, annotator)
    return page, before


def _render_top(chosen: CaseFilter, page: CasePage, annotator: str | None) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.title("Cases", width="stretch")
        render_saved_filters(annotator)
        if st.button("Review next case", key="cases-next", type="primary"):
            open_page("review")
    common = [FILTERS_BY_NAME[name] for name in COMMON]
    with st.container(key="cases-filters"):
        search, *places, order = st.columns([1.6, *(1 for _ in common), 1], gap="small")
    with search:
        render_search()
    render_filters(common, places, chosen, annotator, counted=page)
    with order:
        choose_order()
    _render_more(chosen, annotator)
    if is_filtered(chosen):
        with st.container(horizontal=True, vertical_alignment="center", key="cases-in-force"):
            render_chosen(chosen)
            st.button("Clear filters", key="cases-clear", type="tertiary", on_click=clear_filters)


def _render_more(chosen: CaseFilter, annotator: str | None) -> None:
    """The other filters, counted only where they are opened."""
    more = [each for each in FILTERS if each.name not in COMMON and each.facet.kind != "list"]
    box = st.expander("More filters", key="cases-more", on_change="rerun")
    if not box.open:
        return
    with box:
        rows = [more[start : start + 5] for start in range(0, len(more), 5)]
        places = [place for _ in rows for place in st.columns(5, gap="small")]
        render_filters(more, places[: len(more)], chosen, annotator)


def _render_found(page: CasePage, pages_before: int, chosen: CaseFilter) -> None:
    first = pages_before * PAGE_ROWS + 1
    shown = f"{first:,}–{first + len(page.rows) - 1:,} of " if page.total > PAGE_ROWS else ""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.text(f"{shown}{count_of(page.total, 'case')}", width="content")
        for name, words, _, icon, more in _WITH_THESE:
            if may_open(name):
                page_link(name, words, icon=f":material/{icon}:", **filter_query(chosen), **more)
        choose_yes("Choose several", SEVERAL)
        if not read_yes(SEVERAL):
            render_template("note.html", text=HOW_TO_OPEN)


def _render_chosen_cases(rows: list[CaseRow]) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="cases-chosen"):
        if not rows:
            render_template("note.html", text="Tick the rows you want: then export or probe these.")
            return
        positions = ".".join(str(row.position) for row in rows)
        number = count_of(len(rows), "chosen case")
        for name, _, words, icon, more in _WITH_THESE:
            if may_open(name):
                page_link(
                    name, f"{words} {number}", icon=f":material/{icon}:", cases=positions, **more
                )
        # A link to the page one is on would leave the address as it was.
        st.button(
            "List these alone", key="cases-alone", icon=":material/filter_alt:", type="tertiary",
            on_click=_list_alone, args=(positions,),
        )  # fmt: skip


def _list_alone(positions: str) -> None:
    clear_filters()
    st.query_params.from_dict({"cases": positions})


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
    ends = st.query_params.get(AFTER, "").split(".")
    return [int(end) for end in ends if end.isascii() and end.isdigit() and len(end) < 16]


def _turn_to(before: list[int]) -> None:
    put_in_url(AFTER, [".".join(map(str, before))] if before else [])


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

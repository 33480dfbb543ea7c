"""Charts: where and why systems fail, over all cases or some; every bar opens its cases."""

from collections.abc import Mapping

import streamlit as st

from pages.parts.browser import follow_links
from pages.parts.cases_behind import find_chosen
from pages.parts.figures.asked import Asked
from pages.parts.figures.sections import LABELS, SECTIONS, Section
from pages.parts.figures.shown import render_figure
from pages.parts.filters import (
    COMMON,
    FILTERS_BY_NAME,
    clear_filters,
    filter_query,
    is_filtered,
    read_filter,
    render_chosen,
    render_filters,
)
from pages.parts.links import page_link
from pages.parts.reads import load_counts
from pages.parts.refusal import render_refusal
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from pages.parts.url_choice import choose_in_box, choose_segment
from review_db.store import CaseFilter
from trek_core.counted import count_of
from trek_core.errors import FilterError
from trek_core.figures.marks import Figure
from trek_core.figures.sources import SOURCES, SWITCH_TITLES, Switch


def render() -> None:
    """Show one section, over the cases of the filters in the URL."""
    st.title("Charts")
    chosen = read_filter()
    try:
        found = sum(load_counts(chosen)["state"].values())
    except FilterError as error:
        render_refusal(error)
        st.button("Clear filters", key="charts-clear", on_click=clear_filters)
        return
    if not found and not is_filtered(chosen):
        _render_no_cases()
        return
    _render_filters(chosen, found)
    titles = {name: section.title for name, section in SECTIONS.items()}
    name = choose_segment("Section", "section", titles, default=LABELS) or LABELS
    section = SECTIONS[name]
    asked = _choose(section, chosen)
    follow_links(find_chosen())
    figure = _compute_figure(
        str(current_store().path), current_store().stamp(), name, chosen, asked.switch,
        tuple(asked.choices.items()),
    )  # fmt: skip
    render_figure(figure, name, section, chosen)


def _render_filters(chosen: CaseFilter, found: int) -> None:
    common = [FILTERS_BY_NAME[name] for name in COMMON]
    with st.container(key="charts-filters"):
        places = st.columns(len(common), gap="small")
    render_filters(common, places, chosen)
    if is_filtered(chosen):
        with st.container(horizontal=True, vertical_alignment="center", key="charts-in-force"):
            render_chosen(chosen)
            st.button("Clear filters", key="charts-clear", type="tertiary", on_click=clear_filters)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.text(count_of(found, "case"), width="content")
        page_link(
            "cases", "Show these in Cases", icon=":material/list_alt:", **filter_query(chosen)
        )
        page_link(
            "compare", "Compare questions or systems", icon=":material/compare_arrows:",
            **filter_query(chosen),
        )  # fmt: skip


def _choose(section: Section, chosen: CaseFilter) -> Asked:
    switch: Switch = "recorded"
    choices: dict[str, str] = {}
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        if section.has_switch:
            found = choose_segment("Labels", "labels_of", SWITCH_TITLES, default="recorded")
            switch = next((each for each in SOURCES if each == found), switch)
        for each in section.choices:
            choices[each.name] = choose_in_box(
                each.title, each.name, each.options, default=each.default, width=200
            )
        if section.more:
            page_link(section.more.page, section.more.words, **section.more.query)
    return Asked(chosen, switch, choices)


def _render_no_cases() -> None:
    render_template(
        "empty.html",
        title="There are no cases yet",
        lines=["Import a TrekTrace file on the Start page; charts of its cases are drawn here."],
    )
    page_link("start", "Import cases", icon=":material/upload_file:")


# The path and stamp are the key; a figure is never changed, so it is handed out as it is.
@st.cache_resource(show_spinner=False, max_entries=24)
def _compute_figure(
    path: str,  # noqa: ARG001
    stamp: str,  # noqa: ARG001
    name: str,
    chosen: CaseFilter,
    switch: Switch,
    choices: tuple[tuple[str, str], ...],
) -> Figure:
    picked: Mapping[str, str] = dict(choices)
    return SECTIONS[name].compute(Asked(chosen, switch, picked))

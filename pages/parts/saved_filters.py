"""Saved filters: one person's views of the cases by name, each an address."""

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlencode

import streamlit as st

from pages.parts.case_order import ORDER
from pages.parts.filters import FILTERS_BY_NAME, SEARCH
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from pages.parts.url_choice import Hear, draw_anew, draw_in_step
from review_db.store import SavedFilter
from trek_core.errors import TrekError

_KEPT = (SEARCH, *FILTERS_BY_NAME, ORDER)
_PROBLEM = "saved-filters-problem"
_CHOSEN = "saved-filter"
_NAME = "saved-filters-name"


def render_saved_filters(annotator: str | None) -> None:
    """Show a button that opens the saved filters; they need a name to belong to."""
    if annotator is None:
        return
    saved = {each.name: each for each in current_store().load_saved_filters(annotator)}
    with st.popover("Saved filters", icon=":material/bookmark:", key="saved-filters"):
        if problem := st.session_state.pop(_PROBLEM, None):
            render_template("problem.html", sentence=problem)
        current = next((each.name for each in saved.values() if each.query == _read_view()), None)
        if saved:
            _render_saved(saved, current, annotator)
        else:
            st.text("None yet. Filter, give the view a name, and it is here the next time.")
        _render_naming(current, annotator)


def _render_saved(saved: dict[str, SavedFilter], current: str | None, annotator: str) -> None:
    names = list(saved)

    def draw(key: str, on_change: Hear) -> str | None:
        return st.selectbox(
            "Open", names, index=None if current is None else names.index(current), key=key,
            placeholder="Choose a saved filter", on_change=on_change,
        )  # fmt: skip

    draw_in_step(_CHOSEN, current, draw, lambda chosen: _open(saved, chosen))
    if current is None:
        return
    st.button(
        "Delete", key="saved-filters-delete", icon=":material/delete:",
        on_click=_do, args=(current_store().delete_filter, annotator, current),
    )  # fmt: skip


def _render_naming(current: str | None, annotator: str) -> None:
    """Ask for a name; Enter in it presses the first button."""
    with st.form("saved-filters-form", border=False):
        st.text_input("Name", key=_NAME, placeholder="A name for the view as it is now")
        with st.container(horizontal=True):
            st.form_submit_button(
                "Save this view", key="saved-filters-save", on_click=_save, args=(annotator,),
                disabled=not _read_view(),
            )  # fmt: skip
            if current is not None:
                st.form_submit_button(
                    "Rename to this name", key="saved-filters-rename",
                    on_click=_rename, args=(annotator, current),
                )  # fmt: skip


def _read_view() -> str:
    """The view that the URL shows, without the place in its list."""
    return urlencode([(name, st.query_params[name]) for name in _KEPT if name in st.query_params])


def _open(saved: dict[str, SavedFilter], chosen: str | None) -> None:
    if chosen in saved:
        st.query_params.from_dict(dict(parse_qsl(saved[chosen].query, keep_blank_values=True)))
        draw_anew(_KEPT)


def _save(annotator: str) -> None:
    _do(current_store().save_filter, annotator, st.session_state[_NAME], _read_view())


def _rename(annotator: str, name: str) -> None:
    _do(current_store().rename_filter, annotator, name, st.session_state[_NAME])


def _do(action: Callable[..., Any], annotator: str, *values: str) -> None:
    try:
        action(annotator, *values, by=annotator)
    except TrekError as error:
        st.session_state[_PROBLEM] = f"Not done: {error}"

"""Filters over cases, kept in the URL: a link to a selection shows the same selection."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import streamlit as st

from pages.parts.reads import load_counts
from pages.parts.words import OUTCOME_WORDS, STATE_WORDS
from review_db.store import CaseFilter

ANY = "\0"
"""The option that filters nothing; no case text holds it, and None would be an empty box."""
NOT_RECORDED = "not recorded"
WITHHELD = "withheld"
"""What counts and rows call the labels, state and outcome that a blind round withholds."""


@dataclass(frozen=True)
class Filter:
    """A filter by one part of a case: its URL parameter, its title, and words for its values."""

    name: str
    title: str
    words: Mapping[str | None, str] = field(default_factory=dict)


FILTERS = (
    Filter("dataset", "Dataset"),
    Filter("system", "System"),
    Filter("label", "Label", {"": "no label: judged correct"}),
    Filter("state", "State", STATE_WORDS),
    Filter("outcome", "Outcome", OUTCOME_WORDS | {"": "none yet"}),
)
SEARCH = "search"


def read_filter(names: Sequence[str] | None = None) -> CaseFilter:
    """The selection that the URL asks for, of the filters named (all of them by default)."""
    known = names or [SEARCH, *(each.name for each in FILTERS)]
    return CaseFilter(**{name: st.query_params.get(name) for name in known})


def is_filtered(chosen: CaseFilter) -> bool:
    """Whether the selection leaves anything out."""
    return chosen != CaseFilter()


def render_filter(each: Filter, chosen: CaseFilter, visible_to: str | None = None) -> None:
    """Show one filter with how many cases each option would find beside the other filters.

    What is withheld from `visible_to` stands under no option but All.
    """
    chosen_value = getattr(chosen, each.name)
    current = ANY if chosen_value is None else chosen_value
    counts = load_counts(replace(chosen, **{each.name: None}), visible_to)
    found = {value: n for value, n in counts[each.name].items() if value != WITHHELD}
    total = sum(counts["state"].values())

    def describe(option: str) -> str:
        if option == ANY:
            return f"All ({total:,})"
        return f"{each.words.get(option, option or NOT_RECORDED)} ({found.get(option, 0):,})"

    key = f"filter-{each.name}"
    # The URL decides, also after Back and after a restart of the server.
    st.session_state[key] = current
    st.selectbox(
        each.title,
        list(dict.fromkeys([ANY, *found, current])),
        format_func=describe,
        key=key,
        on_change=_take,
        args=(each.name, key),
    )


def render_search(chosen: CaseFilter) -> None:
    """Show the search box."""
    key = f"filter-{SEARCH}"
    st.session_state[key] = chosen.search or ""
    st.text_input(
        "Search",
        key=key,
        type="search",
        placeholder="Question or case id",
        on_change=_take,
        args=(SEARCH, key),
    )


def clear_filters() -> None:
    """Take every filter out of the URL (a callback)."""
    for name in (SEARCH, "after", *(each.name for each in FILTERS)):
        st.query_params.pop(name, None)


def filter_query(chosen: CaseFilter) -> dict[str, str]:
    """The URL parameters of a selection, for a link to it."""
    return {
        name: getattr(chosen, name)
        for name in (SEARCH, *(each.name for each in FILTERS))
        if getattr(chosen, name) is not None
    }


def _take(name: str, key: str) -> None:
    value = st.session_state[key]
    if value == ANY or (name == SEARCH and not value.strip()):
        st.query_params.pop(name, None)
    else:
        st.query_params[name] = value
    st.query_params.pop("after", None)

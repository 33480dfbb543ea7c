"""Filters over cases, kept in the URL: a link to a selection shows the same selection."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

import streamlit as st

from pages.parts.reads import load_options
from pages.parts.untrusted import render_template
from pages.parts.url_choice import choose_in_box, draw_anew, enter_words, put_in_url
from pages.parts.words import (
    CAUSE_WORDS,
    OUTCOME_WORDS,
    SAME_WORDS,
    STATE_WORDS,
    VERDICT_WORDS,
)
from review_db.store import FACETS, CaseFilter, CasePage, Facet
from trek_core.counted import count_of

ANY = "\0"
"""The option that filters nothing; no case text holds it, and None would be an empty box."""
NOT_RECORDED = "not recorded"
WITHHELD = "withheld"
"""What counts and rows call the labels, state and outcome that a blind round withholds."""

Words = Mapping[str | None, str]


@dataclass(frozen=True)
class Filter:
    """A filter on the screen: what it is, and words for its values."""

    facet: Facet
    words: Words = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Its URL parameter."""
        return self.facet.name

    @property
    def title(self) -> str:
        """Its title."""
        return self.facet.title

    def say(self, value: str) -> str:
        """A value in words."""
        return self.words.get(value, value or NOT_RECORDED)


_WORDS: dict[str, Words] = {
    "label": {"": "no label: judged correct"},
    "labels": {"": "no label: judged correct"},
    "state": STATE_WORDS,
    "outcome": OUTCOME_WORDS | {"": "none yet"},
    "verdict": VERDICT_WORDS,
    "complete": {"": "no label: judged correct"},
    "cause": CAUSE_WORDS | {"": "none named"},
    "with_trektrace": SAME_WORDS | {"": "nobody concluded yet"},
    "among_people": SAME_WORDS | {"": "fewer than two people"},
    "with_rerun": SAME_WORDS | {"": "not run again"},
    "url_policy": SAME_WORDS | {"": "no label: judged correct"},
    "drift": {"": "not judged with another"},
}
FILTERS = tuple(Filter(each, _WORDS.get(each.name, {})) for each in FACETS)
FILTERS_BY_NAME = {each.name: each for each in FILTERS}
SEARCH = "search"


def read_filter(names: Sequence[str] | None = None) -> CaseFilter:
    """The selection that the URL asks for, of the filters named (all of them by default)."""
    known = names or [SEARCH, *FILTERS_BY_NAME]
    return CaseFilter(**{name: st.query_params.get(name) for name in known})


def is_filtered(chosen: CaseFilter) -> bool:
    """Whether the selection leaves anything out."""
    return chosen != CaseFilter()


def render_filter(each: Filter, chosen: CaseFilter, visible_to: str | None = None) -> None:
    """Show one filter with how many cases each option would find beside the other filters.

    What is withheld from `visible_to` stands under no option but All.
    """
    render_filters([each], [st.container()], chosen, visible_to)


def render_filters(
    filters: Sequence[Filter],
    places: Sequence[object],
    chosen: CaseFilter,
    visible_to: str | None = None,
    counted: CasePage | None = None,
) -> None:
    """Show filters, each in its place (a column or container).

    A page of the list may have their options `counted` already.
    """
    if counted is not None:
        counts = counted.options
    else:
        names = tuple(each.name for each in filters if each.facet.kind != "range")
        counts = load_options(chosen, names, visible_to)
    for each, place in zip(filters, places, strict=True):
        with place:  # type: ignore[attr-defined]
            if each.facet.kind == "range":
                enter_words(each.title, each.name, placeholder="Any; 3, 2-5, 4- or -1")
            else:
                _render_options(each, chosen, counts[each.name])


def _render_options(each: Filter, chosen: CaseFilter, counts: Mapping[str, int]) -> None:
    chosen_value = getattr(chosen, each.name)
    current = ANY if chosen_value is None else chosen_value
    found = {value: n for value, n in counts.items() if value != WITHHELD}
    options = {value: each.say(value) for value in (*found, current) if value != ANY}
    choose_in_box(
        each.title,
        each.name,
        {ANY: "All"} | options,
        default=ANY,
        counts={value: found.get(value, 0) for value in options},
        hint=None if each.name in COMMON else f"{each.facet.help[0].upper()}{each.facet.help[1:]}.",
    )


COMMON = ("dataset", "system", "label", "state", "outcome")
"""The filters that are always in view."""


def render_search() -> None:
    """Show the search box."""
    enter_words(
        "Search",
        SEARCH,
        placeholder="Words in the case, or in notes",
        is_search=True,
        hint="All of the words, each found by its beginning; words in double quotes as they stand.",
    )


def render_chosen(chosen: CaseFilter) -> None:
    """Show each filter that leaves something out; taking one away takes it out of the URL."""
    given = {name: _say_chosen(name, value) for name, value in chosen.given.items()}
    # Born anew with each change: its options are the filters in force.
    key = f"filters-chosen-{urlencode(chosen.given)}"
    st.multiselect(
        "Filters in force",
        list(given),
        default=list(given),
        format_func=lambda name: given.get(name, name),
        key=key,
        on_change=_keep,
        args=(key, list(given)),
        label_visibility="collapsed",
        placeholder="",
    )


def clear_filters() -> None:
    """Take every filter out of the URL (a callback)."""
    _drop((SEARCH, *FILTERS_BY_NAME))


def filter_query(chosen: CaseFilter) -> dict[str, str]:
    """The URL parameters of a selection, for a link to it."""
    return chosen.given


def render_named(chosen: CaseFilter, names: Collection[str], count: str | None = None) -> None:
    """Name filters that came with a link and have no widget here; with how many cases all find."""
    given = {name: value for name, value in chosen.given.items() if name in names}
    lists = [each.name for each in FILTERS if each.name in given and each.facet.kind == "list"]
    numbers = [_count_listed(given.pop(name)) for name in lists]
    render_template(
        "chosen_filters.html",
        chosen=dict(map(_name_chosen, given, given.values())),
        listed=[count_of(number, "chosen case") for number in numbers],
        count=count,
    )


def _say_chosen(name: str, value: str) -> str:
    return ": ".join(_name_chosen(name, value))


def _name_chosen(name: str, value: str) -> tuple[str, str]:
    """A filter and its value, in words."""
    if name == SEARCH:
        return "Search", value
    each = FILTERS_BY_NAME[name]
    return each.title, str(_count_listed(value)) if each.facet.kind == "list" else each.say(value)


def _count_listed(value: str) -> int:
    return len(set(value.split(".")))


def _keep(key: str, given: Sequence[str]) -> None:
    _drop([name for name in given if name not in st.session_state[key]])


def _drop(names: Collection[str]) -> None:
    for name in names:
        put_in_url(name, [])
    draw_anew(names)

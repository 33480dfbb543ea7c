"""Choices that live in the URL: a link to a view shows the same view, and Back goes back."""

import re
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import urlencode

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

BEHIND = "behind"
"""The group of cases that is shown."""
AFTER = "after"
"""Where in a list one is."""
_PLACES = (BEHIND, AFTER)
"""What names a place in what the other choices select; another choice leaves it without meaning."""

_COUNT = re.compile(r" \([\d,]+\)$")
_UNHEARD = "choice-unheard"  # name -> its latest change of the address
_UNHEARD_SECONDS = 5.0
_LATE_SECONDS = 1.5
"""How long after a choice a press may come that was made before the browser heard of it."""
_TEXTS = "choice-texts"  # name -> what was chosen and its text, as last drawn
_BIRTHS = "choice-births"  # name -> how often it was drawn anew in this session
_HAD = "choice-had"  # key -> what the widget had when it was last drawn

Hear = Callable[[], None]
"""What a widget calls when somebody changes it."""


@dataclass(frozen=True)
class _Change:
    """What a parameter was, what it became, when, and on which page."""

    before: list[str]
    after: list[str]
    at: float
    page: str

    def is_younger(self, seconds: float) -> bool:
        return time.monotonic() - self.at < seconds


def keep_late_choices() -> None:
    """Make choices again that a press on something else has undone: it brought the old address.

    To be called first in a run. Whoever goes back, follows a link or opens another page means the
    address as it is.
    """
    unheard: dict[str, _Change] = st.session_state.get(_UNHEARD, {})
    run = get_script_run_ctx()
    if run is None or run.is_history_navigation:
        unheard.clear()
    for name, change in unheard.items():
        is_late = change.is_younger(_LATE_SECONDS) and change.page == _page()
        if is_late and st.query_params.get_all(name) == change.before:
            _put(name, change.after)


def read_choice(name: str, options: Collection[str], default: str) -> str:
    """The option that the URL names, or the default where it names none of them."""
    chosen = st.query_params.get(name, default)
    return chosen if chosen in options else default


def read_yes(name: str) -> bool:
    """Whether the URL says yes."""
    return st.query_params.get(name) == "yes"


def choose_in_box(
    title: str,
    name: str,
    options: Mapping[str, str],
    *,
    default: str,
    counts: Mapping[str, int] | None = None,
    width: int | Literal["stretch"] = "stretch",
    hint: str | None = None,
) -> str:
    """Ask for one of the options (value -> words) in a box, each with its count where given."""
    current = read_choice(name, options, default)
    values = list(options)

    def describe(value: str) -> str:
        words = options.get(value, value)
        return words if counts is None or value not in counts else f"{words} ({counts[value]:,})"

    def draw(key: str, on_change: Hear) -> str | None:
        return st.selectbox(
            title,
            values,
            index=values.index(current),
            format_func=describe,
            key=key,
            on_change=on_change,
            width=width,
            help=hint,
        )

    def take(chosen: str) -> None:
        found = _find_option(chosen, options)
        if found is not None:
            put_in_url(name, [] if found == default else [found])

    draw_in_step(name, current, draw, take, shown=describe(current))
    return current


def enter_words(
    title: str,
    name: str,
    *,
    placeholder: str,
    is_search: bool = False,
    width: int | Literal["stretch"] = "stretch",
    hint: str | None = None,
) -> str:
    """Ask for words; blank ones are none."""
    current = st.query_params.get(name, "")

    def draw(key: str, on_change: Hear) -> str:
        return st.text_input(
            title,
            value=current,
            key=key,
            type="search" if is_search else "default",
            placeholder=placeholder,
            width=width,
            help=hint,
            on_change=on_change,
        )

    draw_in_step(
        name, current, draw, lambda words: put_in_url(name, [words] if words.strip() else [])
    )
    return current


def choose_segment(
    title: str, name: str, options: Mapping[str, str], *, default: str | None
) -> str | None:
    """Ask for one of a few options beside one another; without a default, none may be chosen.

    The words are ours, never case text: Streamlit reads Markdown in them.
    """
    found = st.query_params.get(name)
    current = found if found in (*options,) else default

    def draw(key: str, on_change: Hear) -> str | None:
        return st.segmented_control(
            title,
            list(options),
            default=current,
            format_func=lambda option: options.get(option, option),
            key=key,
            required=default is not None,
            on_change=on_change,
            label_visibility="collapsed",
        )

    def take(chosen: str | None) -> None:
        put_in_url(name, [] if chosen in (default, None) else [str(chosen)])

    draw_in_step(name, current, draw, take)
    return current


def choose_yes(label: str, name: str) -> bool:
    """Ask for yes or no; the label is ours."""
    current = read_yes(name)

    def draw(key: str, on_change: Hear) -> bool:
        return st.toggle(label, value=current, key=key, on_change=on_change)

    draw_in_step(name, current, draw, lambda yes: put_in_url(name, ["yes"] if yes else []))
    return current


def draw_in_step(
    name: str,
    current: object,
    draw: Callable[[str, Hear], object],
    take: Callable[[Any], None],
    shown: str | None = None,
) -> None:
    """Draw a widget for the choice `name`; where the URL says otherwise, draw it anew.

    The URL decides, also after Back. `draw` gets a key and what to call on a change, and gives the
    widget `current` to begin with, which a widget that is there already does not take: so it is
    born again under another key. So it is where the text `shown` for the same choice has changed:
    a box keeps the text it came with. `take` is told what was chosen.
    """
    births = st.session_state.setdefault(_BIRTHS, {})
    texts = st.session_state.setdefault(_TEXTS, {})
    number = births.get(name, 0)
    last, text = texts.get(name, (current, shown))
    if last == current and text != shown:
        number = births[name] = number + 1
    texts[name] = (current, shown)
    key = f"choice-{name}-{number}" if number else f"choice-{name}"
    was_there = key in st.session_state
    _forget_unheard(name)
    had = st.session_state.setdefault(_HAD, {})

    def hear() -> None:
        # Once born again, a widget is forgotten here before the browser forgets the old one: what
        # it then still sends of that one looks like a change, to what it had all along.
        chosen = st.session_state[key]
        if key not in had or had[key] != chosen:
            had[key] = chosen
            take(chosen)

    had[key] = draw(key, hear)
    if had[key] != current and was_there:
        births[name] = number + 1
        st.rerun()


def choose_elsewhere(name: str, value: str | None) -> None:
    """Choose in a callback what a box here shows too; the box is drawn anew with it."""
    put_in_url(name, [] if value is None else [value])
    draw_anew([name])


def draw_anew(names: Iterable[str]) -> None:
    """Have choices drawn anew, in a callback that changes the address for them.

    Otherwise they would be found out of step, and the run that mends it begins before the
    browser has heard of the new address.
    """
    births = st.session_state.setdefault(_BIRTHS, {})
    for name in names:
        births[name] = births.get(name, 0) + 1


def href_with(**changes: str | None) -> str:
    """A link to this page as it is, but for the changes; None takes a parameter out."""
    kept = [
        (name, value)
        for name in st.query_params
        if name not in changes
        for value in st.query_params.get_all(name)
    ]
    added = [(name, value) for name, value in changes.items() if value is not None]
    return "?" + urlencode(kept + added)


def put_in_url(name: str, values: Sequence[str]) -> None:
    """Set a parameter, or take it out where there is no value."""
    _put_unheard_again()
    before = st.query_params.get_all(name)
    _put(name, values)
    for place in _PLACES:
        if name != place:
            st.query_params.pop(place, None)
    unheard = st.session_state.setdefault(_UNHEARD, {})
    unheard[name] = _Change(before, list(values), time.monotonic(), _page())


def _page() -> str:
    return run.page_script_hash if (run := get_script_run_ctx()) else ""


def _put(name: str, values: Sequence[str]) -> None:
    if values:
        st.query_params[name] = list(values)
    else:
        st.query_params.pop(name, None)


def _put_unheard_again() -> None:
    """Make those changes again that the browser had not heard of when it sent the next one.

    With each choice it sends its address, which is then still the old one.
    """
    unheard: dict[str, _Change] = st.session_state.get(_UNHEARD, {})
    for name, change in unheard.items():
        if change.is_younger(_UNHEARD_SECONDS) and st.query_params.get_all(name) == change.before:
            _put(name, change.after)


def _forget_unheard(name: str) -> None:
    """Forget a change that the address on a run without a choice has not: somebody went back."""
    unheard: dict[str, _Change] = st.session_state.get(_UNHEARD, {})
    if name in unheard and st.query_params.get_all(name) != unheard[name].after:
        del unheard[name]


def _find_option(chosen: str, options: Mapping[str, str]) -> str | None:
    """The option chosen, by its words where a browser still shows them with an old count.

    The browser names an option by its text, of which Streamlit knows the newest alone.
    """
    if chosen in options:
        return chosen
    by_words = {words: value for value, words in options.items()}
    return by_words.get(_COUNT.sub("", chosen))

"""Choices that live in the URL: a link to a view shows the same view, and Back goes back."""

from collections.abc import Callable, Collection, Mapping, Sequence
from urllib.parse import urlencode

import streamlit as st

BEHIND = "behind"
"""The group of cases that is shown; any other choice may leave it without meaning."""

_BIRTHS = "choice-births"  # widget -> how often it was drawn anew in this session


def read_choice(name: str, options: Collection[str], default: str) -> str:
    """The option that the URL names, or the default where it names none of them."""
    chosen = st.query_params.get(name, default)
    return chosen if chosen in options else default


def read_yes(name: str) -> bool:
    """Whether the URL says yes."""
    return st.query_params.get(name) == "yes"


def choose_in_box(
    title: str, name: str, options: Mapping[str, str], *, default: str, width: int
) -> str:
    """Ask for one of the options (value -> words) in a box."""
    current = read_choice(name, options, default)
    values = list(options)

    def draw(key: str) -> str | None:
        return st.selectbox(
            title,
            values,
            index=values.index(current),
            format_func=lambda option: options.get(option, option),
            key=key,
            on_change=_take,
            args=(name, key, default),
            width=width,
        )

    draw_in_step(f"choice-{name}", current, draw)
    return current


def choose_segment(
    title: str, name: str, options: Mapping[str, str], *, default: str | None
) -> str | None:
    """Ask for one of a few options beside one another; without a default, none may be chosen.

    The words are ours, never case text: Streamlit reads Markdown in them.
    """
    found = st.query_params.get(name)
    current = found if found in (*options,) else default

    def draw(key: str) -> str | None:
        return st.segmented_control(
            title,
            list(options),
            default=current,
            format_func=lambda option: options.get(option, option),
            key=key,
            required=default is not None,
            on_change=_take,
            args=(name, key, default),
            label_visibility="collapsed",
        )

    draw_in_step(f"choice-{name}", current, draw)
    return current


def choose_yes(label: str, name: str) -> bool:
    """Ask for yes or no; the label is ours."""
    current = read_yes(name)

    def draw(key: str) -> bool:
        return st.toggle(label, value=current, key=key, on_change=_take, args=(name, key, False))

    draw_in_step(f"choice-{name}", current, draw)
    return current


def draw_in_step(name: str, current: object, draw: Callable[[str], object]) -> None:
    """Draw a widget under a key made of `name`; where the URL says otherwise, draw it anew.

    The URL decides, also after Back. `draw` gives the widget `current` to begin with, which a
    widget that is there already does not take: so it is born again under another key.
    """
    births = st.session_state.setdefault(_BIRTHS, {})
    number = births.get(name, 0)
    key = f"{name}-{number}" if number else name
    was_there = key in st.session_state
    if draw(key) != current and was_there:
        births[name] = number + 1
        st.rerun()


def choose_elsewhere(name: str, value: str | None) -> None:
    """Choose in a callback what a box here shows too; the box is drawn anew with it.

    Otherwise the box would be found out of step, and the run that mends it begins before the
    browser has heard of the new address.
    """
    put_in_url(name, [] if value is None else [value])
    births = st.session_state.setdefault(_BIRTHS, {})
    births[f"choice-{name}"] = births.get(f"choice-{name}", 0) + 1


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
    if values:
        st.query_params[name] = list(values)
    else:
        st.query_params.pop(name, None)
    if name != BEHIND:
        st.query_params.pop(BEHIND, None)


def _take(name: str, key: str, default: str | bool | None) -> None:
    chosen = st.session_state[key]
    value = "yes" if chosen is True else chosen
    put_in_url(name, [] if chosen in (default, None, False, "") else [str(value)])

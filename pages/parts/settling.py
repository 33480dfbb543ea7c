"""Bringing widgets and the database together where no callback did.

A server that was started anew knows nothing of the tab that comes back to it, while the tab sends
along what its widgets show: answers given at the very moment, and perhaps old ones that another tab
has changed since. The tab tells which revision it was last shown, and that decides.
"""

from datetime import timedelta
from typing import Any

import streamlit as st

from pages.parts.answers import (
    Conflict,
    Place,
    Slot,
    as_answer,
    keep_conflict,
    refresh_widgets,
    save_value,
    seen_values,
)

_BASE = "review-base"  # (case key, revision) that a returning tab's answers rest on


@st.fragment(run_every=timedelta(hours=1))
def ask_again_after_restart() -> None:
    """Make the browser ask for the whole page when it has lost the server; shows nothing.

    It does so by itself only where a fragment ran last, or, as here, where one runs now and then.
    Otherwise a new server hears of a fragment that it has never drawn, and drops every answer.
    """


def learn_base(case_key: str, revision: int) -> None:
    """Take a returning tab's word for what it was last shown."""
    st.session_state[_BASE] = (case_key, revision)


def settle(place: Place, slot: Slot, shown: Any, stored: Any) -> None:
    """Save what a widget shows, show what is stored, or leave it, as it came about."""
    value, seen = as_answer(slot.field, shown), seen_values()
    if value == stored:
        seen[slot.key] = stored
        return
    if slot.key not in seen:
        if not _take_over(place, slot, value, stored):
            return
    elif value == seen[slot.key]:
        refresh_widgets(place.case_key)
    elif seen[slot.key] != stored:
        _ask_which(place, slot, value, stored)
    elif save_value(place, slot, value) is None:
        return
    st.rerun()


def _take_over(place: Place, slot: Slot, value: Any, stored: Any) -> bool:
    """Judge an answer that a tab brought along; whether anything has changed by that."""
    base = st.session_state.get(_BASE)
    if base is None:
        return False  # the tab will say in a moment
    is_current = base == (place.case_key, place.revision)
    if stored is not None and not is_current:
        _ask_which(place, slot, value, stored)
        return True
    seen_values()[slot.key] = stored
    saved = save_value(place, slot, value)
    if saved and is_current:
        learn_base(place.case_key, saved.revision)
    return saved is not None


def _ask_which(place: Place, slot: Slot, value: Any, stored: Any) -> None:
    keep_conflict(Conflict(place.case_key, slot, seen_values().get(slot.key), value, stored))
    refresh_widgets(place.case_key)

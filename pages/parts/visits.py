"""Whether somebody has only just arrived."""

import streamlit as st

_RUNS = "visit-runs"


def note_run() -> None:
    """Count a run of any page; the frame calls it before the page."""
    st.session_state[_RUNS] = st.session_state.get(_RUNS, 0) + 1


def has_just_arrived() -> bool:
    """Whether this run is the first of this visit."""
    return bool(st.session_state.get(_RUNS, 0) <= 1)

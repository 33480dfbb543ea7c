"""Whether somebody has only just arrived."""

import streamlit as st

_KEY = "has-arrived"


def note_visit() -> bool:
    """Remember that a page was shown; True where it is the first one of this visit."""
    first = _KEY not in st.session_state
    st.session_state[_KEY] = True
    return first

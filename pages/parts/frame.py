"""What stands around every page: the style sheet and the mark of a sample project."""

from pathlib import Path

import streamlit as st

from pages.parts.annotator import render_remembering
from pages.parts.store import current_store

_STYLE = Path(__file__).with_name("style.css")


def render_frame() -> None:
    """Load the style sheet, and say so where the cases are invented."""
    st.html(_STYLE)
    render_remembering()
    if current_store().is_sample:
        st.html('<div class="trek-sample">Sample project: every case here is invented</div>')

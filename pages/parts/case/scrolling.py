"""The style sheet of the Case page, and the script that brings a part of it into sight."""

from pathlib import Path

import streamlit as st

from pages.parts.browser import follow_links

_HERE = Path(__file__).parent
_bring = st.components.v2.component(
    "trek_case_parts", html="<span hidden></span>", js=(_HERE / "parts.js").read_text("utf-8")
)


def render_unseen(case_id: str, part: str) -> None:
    """Load both; takes no room. `part` is the one to bring into sight, empty for none."""
    with st.container(key="case-unseen"):
        st.html(_HERE / "case.css")
        follow_links("")
        _bring(key="case-parts", data={"case": case_id, "part": part})

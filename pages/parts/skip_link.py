"""A link past everything above a table, for whoever goes by keyboard; seen while in focus."""

import streamlit as st

from pages.parts.browser import follow_links
from pages.parts.untrusted import render_template


def render_skip_link(words: str, table: str) -> None:
    """Offer to go on to the table whose container has `table` in its key; draw it first."""
    with st.container(key="skip-unseen"):  # takes no room, see style.css
        render_template("skip_link.html", words=words, table=table)
        follow_links("")

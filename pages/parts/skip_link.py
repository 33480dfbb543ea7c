"""A link past what stands first on a page, for whoever goes by keyboard; seen while in focus."""

import streamlit as st

from pages.parts.browser import follow_links
from pages.parts.untrusted import render_template

TO_THE_LIST = '[class*="cases-"][class*="-table"] canvas'
_REOPEN = "[class*=st-key-reopen-]"
TO_THE_CHECKLIST = (
    f".st-key-checklist {_REOPEN} button, .st-key-checklist:not(:has({_REOPEN})) "
    "[class*=st-key-row-a-] :is([data-testid=stButtonGroup] button, textarea):enabled"
)
"""What gets the focus, as a selector: the first question, or what opens the case again."""


def render_skip_link(words: str, focus: str) -> None:
    """Offer to go on to the first element that the selector `focus` finds; draw it first."""
    with st.container(key="skip-unseen"):  # takes no room, see style.css
        render_template("skip_link.html", words=words, focus=focus)
        follow_links("")

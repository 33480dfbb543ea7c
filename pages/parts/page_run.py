"""Running a page in its frame, where nothing stands between it and whoever opened it."""

import streamlit as st

from pages.parts.frame import render_frame, render_unusable
from pages.parts.page_access import render_gate
from pages.parts.url_choice import keep_late_choices
from trek_core.errors import TrekError


def run_page(page: st.Page) -> None:
    """Show the frame and the page, or in one sentence why there is no page."""
    try:
        keep_late_choices()
        render_frame()
        if render_gate(page.url_path or "start"):
            page.run()
    except TrekError as error:
        render_unusable(error)

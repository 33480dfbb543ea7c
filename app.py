"""The page registry and the page frame; what each page shows lives in pages/."""

from pathlib import Path

import streamlit as st

from pages import adjudicate, agreement, cases, export, probes, review, setup, start
from pages.parts.adjudication_access import may_adjudicate
from pages.parts.frame import render_frame, render_unusable
from pages.parts.links import register_pages
from trek_core.errors import TrekError

# A Material symbol as icon would be fetched from another site.
ICON = Path(__file__).parent / "static" / "icon.svg"

st.set_page_config(page_title="TrekTrace Review", page_icon=str(ICON), layout="wide")

PAGES = {
    "start": st.Page(start.render, title="Start", icon=":material/home:", default=True),
    "cases": st.Page(cases.render, title="Cases", icon=":material/list_alt:", url_path="cases"),
    "review": st.Page(
        review.render, title="Review", icon=":material/fact_check:", url_path="review"
    ),
    "adjudicate": st.Page(
        adjudicate.render, title="Adjudicate", icon=":material/gavel:", url_path="adjudicate",
        visibility="visible" if may_adjudicate() else "hidden",
    ),
    "probes": st.Page(probes.render, title="Probes", icon=":material/science:", url_path="probes"),
    "agreement": st.Page(
        agreement.render, title="Agreement", icon=":material/handshake:", url_path="agreement"
    ),
    "export": st.Page(export.render, title="Export", icon=":material/download:", url_path="export"),
    "setup": st.Page(setup.render, title="Set-up", icon=":material/tune:", url_path="setup"),
}  # fmt: skip

register_pages(PAGES)
page = st.navigation(list(PAGES.values()), position="top")
try:
    render_frame()
    page.run()
except TrekError as error:
    render_unusable(error)

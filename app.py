"""The page registry and the page frame; what each page shows lives in pages/."""

from pathlib import Path

import streamlit as st

from pages import (
    adjudicate,
    agreement,
    case,
    cases,
    charts,
    compare,
    corrections,
    export,
    people,
    probes,
    review,
    rounds,
    setup,
    start,
)
from pages.parts.frame import render_frame, render_unusable
from pages.parts.links import register_pages
from pages.parts.page_access import may_open, render_gate
from trek_core.errors import TrekError

# A Material symbol as icon would be fetched from another site.
ICON = Path(__file__).parent / "static" / "icon.svg"

st.set_page_config(page_title="TrekTrace Review", page_icon=str(ICON), layout="wide")

MENU = (
    ("start", "Start", "home", start.render),
    ("cases", "Cases", "list_alt", cases.render),
    ("charts", "Charts", "bar_chart", charts.render),
    ("review", "Review", "fact_check", review.render),
    ("rounds", "Rounds", "groups", rounds.render),
    ("adjudicate", "Adjudicate", "gavel", adjudicate.render),
    ("probes", "Probes", "science", probes.render),
    ("agreement", "Agreement", "handshake", agreement.render),
    ("export", "Export", "download", export.render),
    ("people", "People", "badge", people.render),
    ("setup", "Set-up", "tune", setup.render),
)
PAGES = {
    name: st.Page(
        render, title=title, icon=f":material/{icon}:", url_path=name, default=name == "start",
        # A page left out of the registry would be "not found": its own refusal says more.
        visibility="visible" if may_open(name) else "hidden",
    )
    for name, title, icon, render in MENU
}  # fmt: skip
HIDDEN = (
    ("case", "Case", case.render),
    ("compare", "Compare", compare.render),
    ("corrections", "Your corrections", corrections.render),
)
PAGES |= {
    name: st.Page(render, title=title, url_path=name, visibility="hidden")
    for name, title, render in HIDDEN
}

register_pages(PAGES)
page = st.navigation(list(PAGES.values()), position="top")
try:
    render_frame()
    if render_gate(page.url_path or "start"):
        page.run()
except TrekError as error:
    render_unusable(error)

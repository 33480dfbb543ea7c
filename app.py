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
from pages.parts.links import register_pages
from pages.parts.page_access import may_open
from pages.parts.page_run import run_page

# A Material symbol as icon would be fetched from another site.
ICON = Path(__file__).parent / "static" / "icon.svg"

st.set_page_config(page_title="TrekTrace Review", page_icon=str(ICON), layout="wide")

MENU = (
    (start, "Start", "home"),
    (cases, "Cases", "list_alt"),
    (charts, "Charts", "bar_chart"),
    (review, "Review", "fact_check"),
    (rounds, "Rounds", "groups"),
    (adjudicate, "Adjudicate", "gavel"),
    (probes, "Probes", "science"),
    (agreement, "Agreement", "handshake"),
    (export, "Export", "download"),
    (people, "People", "badge"),
    (setup, "Set-up", "tune"),
)
HIDDEN = ((case, "Case", ""), (compare, "Compare", ""), (corrections, "Your corrections", ""))

PAGES = {}
for module, title, icon in (*MENU, *HIDDEN):
    name = module.__name__.rpartition(".")[2]
    PAGES[name] = st.Page(
        module.render, title=title, icon=f":material/{icon}:" if icon else None,
        url_path="" if name == "start" else name, default=name == "start",
        # A page left out of the registry would be "not found": its own refusal says more.
        visibility="visible" if icon and may_open(name) else "hidden",
    )  # fmt: skip

register_pages(PAGES)

# Streamlit serves the first page at the root alone; its name leads there.
AT_ITS_NAME = st.Page(
    lambda: st.switch_page(PAGES["start"]), title="Start", url_path="start", visibility="hidden"
)
run_page(st.navigation([*PAGES.values(), AT_ITS_NAME], position="top"))

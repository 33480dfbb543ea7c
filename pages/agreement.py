"""Agreement: how far TrekTrace and people, or two people, conclude the same; always as of now."""

import streamlit as st

from pages.parts.agreement.case_groups import find_chosen
from pages.parts.agreement.choice import choose_comparison, describe_round
from pages.parts.agreement.headline import find_joint, is_open
from pages.parts.agreement.sections import SECTIONS, SUMMARY
from pages.parts.agreement.shown import Shown
from pages.parts.browser import follow_links
from pages.parts.links import page_link
from pages.parts.reads import load_report
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from pages.parts.url_choice import choose_segment
from trek_core.agreement import plain_reading

POLL_SECONDS = 0.5


def render() -> None:
    """Show the page: one comparison, one section of it."""
    st.title("Agreement")
    _watch(current_store().stamp())
    if not load_report().annotators:
        _render_nobody_yet()
        return
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        shown = choose_comparison()
    titles = {name: title for name, (title, _) in SECTIONS.items()}
    section = choose_segment("Section", "section", titles, default=SUMMARY) or SUMMARY
    _render_what_is_shown(shown, is_summary=section == SUMMARY)
    follow_links(find_chosen())
    _, render_section = SECTIONS[section]
    render_section(shown)


@st.fragment(run_every=POLL_SECONDS)
def _watch(shown: str) -> None:
    """Draw the page again as soon as anybody, in any tab, has written something."""
    if current_store().stamp() != shown:
        st.rerun()


def _render_nobody_yet() -> None:
    render_template(
        "empty.html",
        title="Nobody has handed in a judgement yet",
        lines=["It will show how often people and TrekTrace agree, and follow every judgement."],
    )
    page_link("cases", "Choose a case to review", icon=":material/list_alt:")


def _render_what_is_shown(shown: Shown, *, is_summary: bool) -> None:
    parts = [describe_round(shown.within)]
    rounds = {each.name: each.state for each in current_store().list_rounds()}
    if rounds.get(shown.within.round) == "closed":
        parts.append("the round is closed: these figures stand")
    elif is_open(shown.comparison):
        parts.append("descriptive while reviewing goes on")
    if not is_summary:
        parts.append(plain_reading(find_joint(shown.comparison)))
    render_template("note.html", text=" · ".join(parts))

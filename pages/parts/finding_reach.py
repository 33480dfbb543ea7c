"""Which other cases of a question could take what was found about its reference."""

import streamlit as st

from pages.parts.annotator import current_annotator
from pages.parts.case.walk import find_rounds_to_review
from pages.parts.finding_words import say_finders, say_finding
from pages.parts.links import page_link
from pages.parts.store import current_store
from pages.parts.untrusted import render_template

_MOST_LINKS = 8
"""Cases that are named with a link; a question seldom has more."""


def render_reach(case_id: str) -> None:
    """Say what was found for a case and lead to the reviews that could take it, if any."""
    reach = current_store().find_reach(case_id, by=current_annotator())
    if reach is None:
        return
    cases = reach.cases[:_MOST_LINKS]
    rounds = find_rounds_to_review([each for each, _ in cases])
    render_template(
        "reach.html",
        finding=reach.finding,
        words=say_finding(reach.finding),
        by=say_finders(reach.finding),
        cases=cases,
        more=len(reach.cases) - len(cases),
    )
    with st.container(horizontal=True, gap="small"):
        for number, (each, _) in enumerate(cases, start=1):
            page_link(
                "review", f"Review {number}", icon=":material/fact_check:", case=each,
                **rounds[each],
            )  # fmt: skip

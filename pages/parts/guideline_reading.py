"""Asking each person once per version whether they have read the guideline, before a round."""

import streamlit as st

from pages.parts.annotator import current_annotator
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from review_db.store import DEFAULT_ROUND
from trek_core.checklist import GUIDELINE
from trek_core.checklist.versions import GUIDELINE_CHANGES
from trek_core.errors import TrekError

_PROBLEM = "guideline-problem"


def render_guideline_question(annotator: str, round_name: str) -> bool:
    """Show the guideline with its question, unless it was read; returns whether it was asked."""
    if round_name == DEFAULT_ROUND:
        return False
    store = current_store()
    its_round = store.load_round(round_name)
    if annotator not in its_round.annotators:
        return False  # Review says so.
    version = its_round.guideline_version
    if version in store.load_guideline_reads().get(annotator, {}):
        return False
    says = next((each.says for each in GUIDELINE_CHANGES if each.version == version), "")
    st.title(f"Guideline, version {version}")
    render_template(
        "note.html",
        text=f"{says} It is asked once, before the first case of a round that follows it. "
        "The same text stands beside each step.",
    )
    st.button(
        f"I have read guideline v{version}", key="guideline-read", type="primary",
        on_click=_record, args=(annotator, version),
    )  # fmt: skip
    if problem := st.session_state.pop(_PROBLEM, None):
        render_template("problem.html", sentence=problem)
    for guidance in GUIDELINE:
        render_template("guideline_step.html", guidance=guidance, version=version)
    return True


def _record(annotator: str, version: str) -> None:
    try:
        current_store().record_guideline_read(annotator, version, by=current_annotator())
    except TrekError as error:
        st.session_state[_PROBLEM] = f"Not recorded: {error}"

"""Compare: one question across systems and runs, and two systems or datasets by their shares."""

import streamlit as st

from pages.parts.compare import one_question, questions, two_groups
from pages.parts.filters import is_filtered, read_filter, render_chosen
from pages.parts.untrusted import render_template
from pages.parts.url_choice import choose_segment
from trek_core.errors import CaseNotFoundError

_SECTIONS = {"question": "One question", "groups": "Two systems or datasets"}


def render() -> None:
    """Show the section in the URL."""
    st.title("Compare")
    case_id = st.query_params.get(one_question.CASE)
    if case_id is not None:
        _render_case(case_id)
        return
    section = choose_segment("Compare", "section", _SECTIONS, default="question")
    chosen = read_filter()
    if is_filtered(chosen):
        render_chosen(chosen)
    (two_groups if section == "groups" else questions).render(chosen)


def _render_case(case_id: str) -> None:
    st.button("All questions", key="compare-back", type="tertiary", icon=":material/arrow_back:",
              on_click=_go_back)  # fmt: skip
    try:
        one_question.render(case_id)
    except CaseNotFoundError as error:
        render_template("problem.html", sentence=str(error))


def _go_back() -> None:
    for name in (one_question.CASE, one_question.WITH):
        st.query_params.pop(name, None)

"""Compare: one question across systems and runs, and two systems or datasets by their shares."""

import streamlit as st

from pages.parts.compare import one_question, questions
from pages.parts.untrusted import render_template
from trek_core.errors import CaseNotFoundError


def render() -> None:
    """Show the cases of the question in the URL, or questions to choose from."""
    st.title("Compare")
    case_id = st.query_params.get(one_question.CASE)
    if case_id is None:
        questions.render()
        return
    st.button("All questions", key="compare-back", type="tertiary", icon=":material/arrow_back:",
              on_click=_go_back)  # fmt: skip
    try:
        one_question.render(case_id)
    except CaseNotFoundError as error:
        render_template("problem.html", sentence=str(error))


def _go_back() -> None:
    for name in (one_question.CASE, one_question.WITH):
        st.query_params.pop(name, None)

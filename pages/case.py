"""Case: everything about one case on one page, for whoever wants to know why it failed."""

import streamlit as st

from pages.parts.annotator import current_annotator
from pages.parts.case.address import CASE
from pages.parts.case.whole_case import render_whole_case
from pages.parts.links import page_link
from pages.parts.store import current_store
from trek_core.errors import CaseNotFoundError


def render() -> None:
    """Show the case in the address."""
    case_id = st.query_params.get(CASE)
    if not case_id:
        _render_nothing("No case chosen", "Choose a case in the list, then “All about this case”.")
        return
    try:
        view = current_store().load_case_for(case_id, current_annotator() or "")
    except CaseNotFoundError as error:
        _render_nothing("No such case here", str(error))
        return
    render_whole_case(view)


def _render_nothing(title: str, what_to_do: str) -> None:
    st.title(title)
    st.text(what_to_do)
    page_link("cases", "All cases", icon=":material/list_alt:")

"""Which round a workbook is of, and for whom it is."""

import streamlit as st

from pages.parts.store import current_store
from review_db.store import CaseFilter, WorkbookChoice

ALL_ROUNDS = ""


def choose_people(chosen: CaseFilter) -> WorkbookChoice:
    """The round, and whether only what annotators fill in is wanted."""
    rounds = [each.name for each in current_store().list_rounds()]
    name = st.selectbox(
        "Round",
        [ALL_ROUNDS, *rounds],
        format_func=lambda option: "All rounds" if option == ALL_ROUNDS else option,
        help="The workbook of a blind round that is not over has nothing of TrekTrace's side.",
        key="export-round",
        persist_state="session",
    )
    for_annotators = st.checkbox(
        "For annotators: only what they fill in",
        help="With a row for everybody in the round who has not begun.",
        key="export-for-annotators",
        persist_state="session",
    )
    return WorkbookChoice(
        chosen, round=None if name == ALL_ROUNDS else name, with_seats=for_annotators
    )

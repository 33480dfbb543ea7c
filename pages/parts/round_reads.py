"""Reads about rounds, each kept until the database changes."""

import streamlit as st

from pages.parts.annotator import current_annotator
from pages.parts.reads import EVERY_ROW, load_case_rows
from pages.parts.store import current_store
from review_db.store import DEFAULT_ROUND, CaseFilter, CaseRow, RoundOverview

_KEPT = 32


def load_overview(name: str) -> RoundOverview:
    """A round's numbers, as of now; `StoreError` where there is no such round."""
    store = current_store()
    return _load_overview(str(store.path), store.revision(), name)


def load_states_of(name: str, annotator: str) -> dict[str, str]:
    """Where one person is with each case of a round, in its order, as of now."""
    store = current_store()
    return _load_states_of(str(store.path), store.revision(), name, annotator)


def load_rows_by_id() -> dict[str, CaseRow]:
    """Every case in a line, by id: a lead's view, nothing withheld."""
    return {row.case_id: row for row in load_case_rows(CaseFilter())}


def load_visible_rows() -> dict[str, CaseRow]:
    """The same without what a blind round withholds from whoever is here."""
    page = current_store().list_cases(None, limit=EVERY_ROW, visible_to=current_annotator())
    return {row.case_id: row for row in page.rows}


@st.cache_data(show_spinner=False, max_entries=_KEPT)
def _load_overview(path: str, revision: int, name: str) -> RoundOverview:  # noqa: ARG001
    return current_store().load_round_overview(name)


@st.cache_data(show_spinner=False, max_entries=_KEPT)
def _load_states_of(path: str, revision: int, name: str, annotator: str) -> dict[str, str]:  # noqa: ARG001
    store = current_store()
    case_ids = store.load_round_states(name)
    if name == DEFAULT_ROUND:  # Every failure there is: the list of cases knows them in one read.
        mine = {
            row.case_id: row.mine for row in store.list_cases(None, annotator, limit=EVERY_ROW).rows
        }
        return {each: mine.get(each) or "not_started" for each in case_ids}
    return {each: store.load_judgement(each, annotator, name).state for each in case_ids}

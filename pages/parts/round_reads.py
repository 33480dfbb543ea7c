"""Reads about rounds, each kept until the database changes."""

import streamlit as st

from pages.parts.annotator import current_annotator
from pages.parts.reads import EVERY_ROW, load_case_rows
from pages.parts.store import current_store
from review_db.store import CaseFilter, CaseRow, Disagreement, RoundOverview

_KEPT = 32


def load_overview(name: str) -> RoundOverview:
    """A round's numbers as of now, for whoever is here; `StoreError` where there is none such."""
    store = current_store()
    return _load_overview(str(store.path), store.stamp(), name, current_annotator())


def load_disagreements(name: str) -> list[Disagreement]:
    """The cases of a round on which people differ, the decided ones too, as of now."""
    store = current_store()
    return _load_disagreements(str(store.path), store.stamp(), name)


def load_states(name: str) -> dict[str, str]:
    """Where each case of a round stands, in its order, as of now."""
    store = current_store()
    return _load_states(str(store.path), store.stamp(), name)


def load_states_of(name: str, annotator: str) -> dict[str, str]:
    """Where one person is with each case of a round, in its order, as of now."""
    store = current_store()
    return _load_states_of(str(store.path), store.stamp(), name, annotator)


def load_rows_by_id() -> dict[str, CaseRow]:
    """Every case in a line, by id: a lead's view, nothing withheld."""
    return {row.case_id: row for row in load_case_rows(CaseFilter())}


def load_visible_rows() -> dict[str, CaseRow]:
    """The same without what a blind round withholds from whoever is here."""
    page = current_store().list_cases(None, limit=EVERY_ROW, visible_to=current_annotator())
    return {row.case_id: row for row in page.rows}


@st.cache_data(show_spinner=False, max_entries=_KEPT)
def _load_overview(
    path: str,  # noqa: ARG001
    stamp: str,  # noqa: ARG001
    name: str,
    visible_to: str | None,
) -> RoundOverview:
    return current_store().load_round_overview(name, visible_to=visible_to)


# Shared and not copied: a disagreement is immutable.
@st.cache_resource(show_spinner=False, max_entries=_KEPT)
def _load_disagreements(path: str, stamp: str, name: str) -> list[Disagreement]:  # noqa: ARG001
    return current_store().list_disagreements(name, with_decided=True)


@st.cache_data(show_spinner=False, max_entries=_KEPT)
def _load_states(path: str, stamp: str, name: str) -> dict[str, str]:  # noqa: ARG001
    return current_store().load_round_states(name)


@st.cache_data(show_spinner=False, max_entries=_KEPT)
def _load_states_of(path: str, stamp: str, name: str, annotator: str) -> dict[str, str]:  # noqa: ARG001
    return current_store().load_states_of(annotator, name)

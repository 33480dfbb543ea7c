"""Reads about rounds, each kept until the database changes."""

from dataclasses import dataclass

import streamlit as st

from pages.parts.reads import load_case_rows
from pages.parts.store import current_store
from review_db.store import CaseFilter, CaseRow, RoundOverview

_KEPT = 32


def load_overview(name: str) -> RoundOverview:
    """A round's numbers, as of now; `StoreError` where there is no such round."""
    store = current_store()
    return _load_overview(str(store.path), store.revision(), name)


@dataclass(frozen=True)
class Work:
    """One person's work on one case of a round."""

    case_id: str
    annotator: str
    state: str
    is_flagged: bool
    seconds: float
    saved_at: str


def load_work(name: str) -> list[Work]:
    """What anybody has begun in a round, as of now."""
    store = current_store()
    return _load_work(str(store.path), store.revision(), name)


def load_rows_by_id() -> dict[str, CaseRow]:
    """Every case in a line, by id: a lead's view, nothing withheld."""
    return {row.case_id: row for row in load_case_rows(CaseFilter())}


@st.cache_data(show_spinner=False, max_entries=_KEPT)
def _load_overview(path: str, revision: int, name: str) -> RoundOverview:  # noqa: ARG001
    return current_store().load_round_overview(name)


@st.cache_data(show_spinner=False, max_entries=_KEPT)
def _load_work(path: str, revision: int, name: str) -> list[Work]:  # noqa: ARG001
    store = current_store()
    shown = store.load_round(name)
    found = (
        store.load_judgement(case_id, person, name)
        for case_id in store.load_round_states(name)
        for person in shown.annotators
    )
    return [
        Work(each.case_id, each.annotator, each.state, each.flag is not None, 0.0, "")
        for each in found
        if each.state != "not_started"
    ]

"""Reads that are worth keeping: each until the database changes, for all tabs of one server."""

import streamlit as st

from pages.parts.store import current_store
from review_db.store import CaseFilter, CaseRow
from trek_core.agreement import AgreementReport

Counts = dict[str, dict[str, int]]
EVERY_ROW = 10**9
_KEPT = 64
"""Answers kept of each kind; an old revision's fall out by themselves."""
_REPORTS_KEPT = 6


def load_report(annotator: str | None = None) -> AgreementReport:
    """Every comparison, as of now."""
    store = current_store()
    return _load_report(str(store.path), store.revision(), annotator)


def load_counts(chosen: CaseFilter, visible_to: str | None = None) -> Counts:
    """How many cases a filter finds by dataset, system, label, state and outcome, as of now.

    What a blind round withholds from `visible_to` is counted as withheld.
    """
    store = current_store()
    return _load_counts(str(store.path), store.revision(), chosen, visible_to)


def load_judgement_count(chosen: CaseFilter) -> int:
    """How many judgements there are on the cases a filter finds, as of now."""
    store = current_store()
    return _load_judgement_count(str(store.path), store.revision(), chosen)


def load_case_rows(chosen: CaseFilter, visible_to: str | None = None) -> list[CaseRow]:
    """Every case a filter finds, as of now and as `visible_to` may see it."""
    store = current_store()
    return _load_case_rows(str(store.path), store.revision(), chosen, visible_to)


# The path and revision are the key; what is read is the store of this server.
# A report over many cases is large and never changed: handed out as it is, not as a copy.
@st.cache_resource(show_spinner=False, max_entries=_REPORTS_KEPT)
def _load_report(path: str, revision: int, annotator: str | None) -> AgreementReport:  # noqa: ARG001
    return current_store().load_agreement_report(annotator)


@st.cache_data(show_spinner=False, max_entries=_KEPT)
def _load_counts(
    path: str,  # noqa: ARG001
    revision: int,  # noqa: ARG001
    chosen: CaseFilter,
    visible_to: str | None,
) -> Counts:
    return current_store().count_cases(chosen, visible_to=visible_to)


@st.cache_data(show_spinner=False, max_entries=_KEPT)
def _load_judgement_count(path: str, revision: int, chosen: CaseFilter) -> int:  # noqa: ARG001
    return current_store().count_judgements(chosen)


@st.cache_data(show_spinner=False, max_entries=2)
def _load_case_rows(
    path: str,  # noqa: ARG001
    revision: int,  # noqa: ARG001
    chosen: CaseFilter,
    visible_to: str | None,
) -> list[CaseRow]:
    return current_store().list_cases(chosen, limit=EVERY_ROW, visible_to=visible_to).rows

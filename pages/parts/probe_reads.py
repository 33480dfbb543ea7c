"""Cached reads about probes: each until the database changes."""

import streamlit as st

from pages.parts.store import current_store
from review_db.store import ProbeRun, StoredCall

_KEPT = 16
_RUNS = 50


def load_case_calls(case_id: str) -> list[StoredCall]:
    """Every call about a case, oldest first, as of now."""
    store = current_store()
    return _load_case_calls(str(store.path), store.revision(), case_id)


def load_answered_probes(case_id: str) -> frozenset[str]:
    """The probes of a case that any run has an answer of, as of now."""
    store = current_store()
    return _load_answered_probes(str(store.path), store.revision(), case_id)


def load_runs() -> list[ProbeRun]:
    """The latest runs, newest first, as of now.

    Not kept: whether a run is still alive changes without a write.
    """
    return current_store().list_probe_runs(_RUNS)


def load_case_runs(case_id: str) -> list[ProbeRun]:
    """The latest runs that a case is part of, newest first."""
    return [run for run in load_runs() if case_id in run.case_ids]


@st.cache_data(show_spinner=False, max_entries=_KEPT)
def _load_case_calls(path: str, revision: int, case_id: str) -> list[StoredCall]:  # noqa: ARG001
    return current_store().load_probe_calls(case_id)


@st.cache_data(show_spinner=False, max_entries=_KEPT)
def _load_answered_probes(path: str, revision: int, case_id: str) -> frozenset[str]:  # noqa: ARG001
    return current_store().find_answered_probes(case_id)

"""What figures read, kept until the database changes, for all tabs of one server."""

from collections.abc import Mapping, Sequence

import streamlit as st

from pages.parts.store import current_store
from review_db.store import CaseFilter
from trek_core.figures.cases import FigureCase
from trek_core.figures.costs import ProbeSpending
from trek_core.figures.facts import Role
from trek_core.figures.named import Named

_KEPT = 4
"""Selections kept; each may be every case there is. They are handed out as they are, not copied."""


def load_figure_cases(chosen: CaseFilter) -> tuple[FigureCase, ...]:
    """The cases of a filter, as of now."""
    store = current_store()
    return _load_cases(str(store.path), store.stamp(), chosen)


def load_domains(role: Role) -> dict[str, tuple[str, ...]]:
    """The domains of every case's pages of one role, as of now."""
    store = current_store()
    return _load_domains(str(store.path), store.stamp(), role)


def load_page_ages(chosen: CaseFilter) -> dict[str, Mapping[Role, Sequence[int]]]:
    """The ages of the dated pages of the cases of a filter, as of now."""
    store = current_store()
    return _load_page_ages(str(store.path), store.stamp(), chosen)


def load_misleading() -> list[Named]:
    """The pages that people named as misleading, as of now."""
    store = current_store()
    return _load_misleading(str(store.path), store.stamp())


def load_reference_issues() -> list[Named]:
    """What people found wrong with references, as of now."""
    store = current_store()
    return _load_reference_issues(str(store.path), store.stamp())


def load_question_keys() -> dict[str, tuple[str, str]]:
    """The effective year of each case, and the key of its question, as of now."""
    store = current_store()
    return _load_question_keys(str(store.path), store.stamp())


def load_spending() -> list[ProbeSpending]:
    """What each probe's calls used on each case, as of now."""
    store = current_store()
    return _load_spending(str(store.path), store.stamp())


# The path and stamp are the key; what is read is the store of this server.
@st.cache_resource(show_spinner=False, max_entries=_KEPT)
def _load_cases(path: str, stamp: str, chosen: CaseFilter) -> tuple[FigureCase, ...]:  # noqa: ARG001
    return tuple(current_store().load_figure_cases(chosen))


@st.cache_resource(show_spinner=False, max_entries=_KEPT)
def _load_domains(path: str, stamp: str, role: Role) -> dict[str, tuple[str, ...]]:  # noqa: ARG001
    return current_store().load_domains(role)


@st.cache_resource(show_spinner=False, max_entries=_KEPT)
def _load_page_ages(
    path: str,  # noqa: ARG001
    stamp: str,  # noqa: ARG001
    chosen: CaseFilter,
) -> dict[str, Mapping[Role, Sequence[int]]]:
    return current_store().load_page_ages(chosen)


@st.cache_resource(show_spinner=False, max_entries=1)
def _load_misleading(path: str, stamp: str) -> list[Named]:  # noqa: ARG001
    return current_store().load_misleading()


@st.cache_resource(show_spinner=False, max_entries=1)
def _load_reference_issues(path: str, stamp: str) -> list[Named]:  # noqa: ARG001
    return current_store().load_reference_issues()


@st.cache_resource(show_spinner=False, max_entries=1)
def _load_spending(path: str, stamp: str) -> list[ProbeSpending]:  # noqa: ARG001
    return current_store().load_spending_by_case()


@st.cache_resource(show_spinner=False, max_entries=1)
def _load_question_keys(path: str, stamp: str) -> dict[str, tuple[str, str]]:  # noqa: ARG001
    return current_store().load_question_keys()

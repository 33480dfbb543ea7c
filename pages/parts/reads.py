"""Reads that are worth keeping: each until the database changes, for all tabs of one server."""

from dataclasses import replace

import streamlit as st

from pages.parts.store import current_store
from review_db.store import CaseFilter, CaseRow
from trek_core.agreement import (
    AgreementReport,
    BootstrapInterval,
    Comparison,
    RoundMode,
    agreement_table,
    compute_bootstrap,
    compute_bootstrap_by_question,
)
from trek_core.agreement.comparisons.over_time import KappaOverTime, compute_over_time
from trek_core.agreement.comparisons.question_clusters import cluster_by_question
from trek_core.agreement.comparisons.rows import Row
from trek_core.agreement.comparisons.sections import SECTIONS
from trek_core.agreement.comparisons.slices import compute_slices

Counts = dict[str, dict[str, int]]
EVERY_ROW = 10**9
_KEPT = 64
"""Answers kept of each kind; those of an old stamp fall out by themselves."""
_REPORTS_KEPT = 6
_SECTIONS_KEPT = 24


def load_report(annotator: str | None = None) -> AgreementReport:
    """Every comparison, as of now."""
    store = current_store()
    return _load_report(str(store.path), store.stamp(), annotator)


def load_section(name: str, annotator: str | None = None) -> list[Row]:
    """The figures of one section of the report, computed when they are first looked at."""
    store = current_store()
    return _load_section(str(store.path), store.stamp(), annotator, name)


def load_slices(comparison: Comparison, annotator: str | None = None) -> list[Row]:
    """A comparison's figures for each system and each dataset, as of now."""
    store = current_store()
    return _load_slices(
        str(store.path), store.stamp(), annotator, comparison.name, comparison.within, comparison
    )


def load_over_time(within: RoundMode, annotator: str | None = None) -> KappaOverTime:
    """How kappa moved in a round and mode, as of now."""
    store = current_store()
    return _load_over_time(str(store.path), store.stamp(), annotator, within)


def load_bootstrap(
    comparison: Comparison, annotator: str | None = None
) -> tuple[BootstrapInterval, ...]:
    """Bootstrap intervals of a comparison, as of now."""
    store = current_store()
    return _load_bootstrap(
        str(store.path), store.stamp(), annotator, comparison.name, comparison.within, comparison
    )


def load_counts(chosen: CaseFilter, visible_to: str | None = None) -> Counts:
    """How many cases a filter finds by dataset, system, label, state and outcome, as of now.

    What a blind round withholds from `visible_to` is counted as withheld.
    """
    store = current_store()
    return _load_counts(str(store.path), store.stamp(), chosen, visible_to)


def load_options(
    chosen: CaseFilter, names: tuple[str, ...], visible_to: str | None = None
) -> Counts:
    """How many cases each option of some filters would find beside the other filters."""
    store = current_store()
    return _load_options(str(store.path), store.stamp(), chosen, names, visible_to)


def load_case_rows(chosen: CaseFilter, visible_to: str | None = None) -> list[CaseRow]:
    """Every case a filter finds, as of now and as `visible_to` may see it."""
    store = current_store()
    return _load_case_rows(str(store.path), store.stamp(), chosen, visible_to)


# The path and stamp are the key; what is read is the store of this server.
# A report over many cases is large and never changed: handed out as it is, not as a copy.
@st.cache_resource(show_spinner=False, max_entries=_REPORTS_KEPT)
def _load_report(path: str, stamp: str, annotator: str | None) -> AgreementReport:  # noqa: ARG001
    return current_store().load_agreement_report(annotator)


@st.cache_resource(show_spinner=False, max_entries=_SECTIONS_KEPT)
def _load_section(path: str, stamp: str, annotator: str | None, name: str) -> list[Row]:
    return SECTIONS[name](_load_report(path, stamp, annotator))


# Of one comparison alone: ten people make fifty, each over every case.
@st.cache_resource(show_spinner=False, max_entries=_SECTIONS_KEPT)
def _load_slices(
    path: str,
    stamp: str,
    annotator: str | None,
    name: str,  # noqa: ARG001
    within: RoundMode,  # noqa: ARG001
    _comparison: Comparison,
) -> list[Row]:
    report = _load_report(path, stamp, annotator)
    return compute_slices(replace(report, comparisons=(_comparison,)))


@st.cache_resource(show_spinner=False, max_entries=_REPORTS_KEPT)
def _load_over_time(
    path: str, stamp: str, annotator: str | None, within: RoundMode
) -> KappaOverTime:
    return compute_over_time(_load_report(path, stamp, annotator).material, within)


@st.cache_resource(show_spinner="Drawing the cases again …", max_entries=_REPORTS_KEPT)
def _load_bootstrap(
    path: str,
    stamp: str,
    annotator: str | None,
    name: str,  # noqa: ARG001
    within: RoundMode,  # noqa: ARG001
    _comparison: Comparison,
) -> tuple[BootstrapInterval, ...]:
    """Drawn by question where one question was put to several systems, else by case."""
    cases = _load_report(path, stamp, annotator).material.cases_by_id
    by_question = cluster_by_question(_comparison.population.pairs, cases)
    if len(by_question) == _comparison.population.n:
        return compute_bootstrap(_comparison.table)
    return compute_bootstrap_by_question(
        [agreement_table((pair.first, pair.second) for pair in pairs) for pairs in by_question]
    )


@st.cache_data(show_spinner=False, max_entries=_KEPT)
def _load_counts(
    path: str,  # noqa: ARG001
    stamp: str,  # noqa: ARG001
    chosen: CaseFilter,
    visible_to: str | None,
) -> Counts:
    return current_store().count_cases(chosen, visible_to=visible_to)


@st.cache_data(show_spinner=False, max_entries=_KEPT)
def _load_options(
    path: str,  # noqa: ARG001
    stamp: str,  # noqa: ARG001
    chosen: CaseFilter,
    names: tuple[str, ...],
    visible_to: str | None,
) -> Counts:
    return current_store().count_options(chosen, names, visible_to=visible_to)


@st.cache_data(show_spinner=False, max_entries=2)
def _load_case_rows(
    path: str,  # noqa: ARG001
    stamp: str,  # noqa: ARG001
    chosen: CaseFilter,
    visible_to: str | None,
) -> list[CaseRow]:
    return current_store().list_cases(chosen, limit=EVERY_ROW, visible_to=visible_to).rows

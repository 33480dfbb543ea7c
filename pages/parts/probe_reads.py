"""Cached reads about probes: each until what it reads can have changed."""

from collections.abc import Iterable

import streamlit as st

from pages.parts.probe_entries import Entry, list_entries
from pages.parts.probe_pages import Sources, collect_sources
from pages.parts.store import current_store
from review_db.store import CaseView, ProbeRun
from trek_core.cases import Case
from trek_core.probes.contracts import ProbeName

_KEPT = 16
_RUNS = 50


def load_entries(view: CaseView, annotator: str, round_name: str) -> tuple[Entry, ...]:
    """What was run again of a case that this person may see in a round, oldest first, as of now.

    To a blind reviewer: answers without their grades, kept for nobody else.

    Calls are only ever added. So an answer to the checklist, which draws a new stamp, reads none
    of them again: prompts and replies may be long.
    """
    store, case = current_store(), view.record.case
    if view.is_blind:
        return tuple(
            list_entries(case, store.load_probe_calls_for(case.case_id, annotator, round_name))
        )
    calls = store.count_probe_calls(case.case_id)
    under_way = frozenset(
        (run.run_id, probe)
        for run in load_case_runs(case.case_id)
        if run.state == "running"
        for probe in run.plan.probes
    )
    return _load_entries(str(store.path), case.case_id, view.version, calls, under_way, case)


def load_sources(entries: Iterable[Entry]) -> Sources:
    """Where the texts that the models were given are from."""
    pages = {page.url for entry in entries for page in entry.call.request.documents}
    store = current_store()
    return _load_sources(str(store.path), store.stamp(), tuple(sorted(pages)))


def load_answered_probes(case_id: str) -> frozenset[str]:
    """The probes of a case that any run has an answer of, as of now."""
    store = current_store()
    return _load_answered_probes(str(store.path), store.stamp(), case_id)


def load_runs() -> list[ProbeRun]:
    """The latest runs, newest first, as of now.

    Not kept: whether a run is still alive changes without a write.
    """
    return current_store().list_probe_runs(_RUNS)


def load_case_runs(case_id: str) -> list[ProbeRun]:
    """The latest runs that a case is part of, newest first."""
    return [run for run in load_runs() if case_id in run.case_ids]


# Shared and not copied: an entry is immutable, and large.
@st.cache_resource(show_spinner=False, max_entries=_KEPT)
def _load_entries(
    path: str,  # noqa: ARG001 - what stands here unused says what the answer holds for
    case_id: str,
    version: int,  # noqa: ARG001
    calls: int,  # noqa: ARG001
    under_way: frozenset[tuple[int, ProbeName]],
    _case: Case,
) -> tuple[Entry, ...]:
    return tuple(list_entries(_case, current_store().load_probe_calls(case_id), under_way))


@st.cache_data(show_spinner=False, max_entries=_KEPT)
def _load_sources(path: str, stamp: str, urls: tuple[str, ...]) -> Sources:  # noqa: ARG001
    store = current_store()
    return collect_sources(document for url in urls for document in store.load_documents(url))


@st.cache_data(show_spinner=False, max_entries=_KEPT)
def _load_answered_probes(path: str, stamp: str, case_id: str) -> frozenset[str]:  # noqa: ARG001
    return current_store().find_answered_probes(case_id)

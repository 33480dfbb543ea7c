"""Starting a probe run over many cases: which, what of each, and what it may cost."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import streamlit as st

from pages.parts.filters import (
    FILTERS,
    clear_filters,
    filter_query,
    is_filtered,
    read_filter,
    render_filter,
    render_named,
)
from pages.parts.probe_jobs import start_job
from pages.parts.probe_reads import load_runs
from pages.parts.probe_settings import use_model
from pages.parts.probe_words import PROBE_TITLES, say_estimate, say_not_asked
from pages.parts.reads import load_counts
from pages.parts.run_reuse import Reuse, find_reuse, say_reuse
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from review_db.store import CaseFilter
from trek_core.counted import count_of
from trek_core.errors import TrekError
from trek_core.probes.contracts import PROBE_NAMES
from trek_core.probes.estimate import Estimate, estimate
from trek_core.probes.plan import FAILURES_ONLY, Plan
from trek_core.records import Record
from trek_core.settings import Settings

SHOWN_FILTERS = ("dataset", "system", "label", "state")
MOST_CASES = 2_000
"""More belong to `trek run`, or to a batch file."""
FEW_CASES = 20
MOST_REPEATS = 50

_PROBLEM = "probes-problem"


def render_run_form(settings: Settings, annotator: str | None) -> None:
    """Show the form; the cases are those the URL's filters find."""
    chosen = read_filter()
    for column, each in zip(
        st.columns(len(SHOWN_FILTERS)),
        [each for each in FILTERS if each.name in SHOWN_FILTERS],
        strict=True,
    ):
        with column:
            render_filter(each, chosen)
    others = [name for name in filter_query(chosen) if name not in SHOWN_FILTERS]
    if is_filtered(chosen):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            render_named(chosen, others, _count_cases(chosen))
            st.button(
                "Clear filters", key="probes-clear", icon=":material/filter_alt_off:",
                on_click=clear_filters,
            )  # fmt: skip
    failures = _count_failures(chosen)
    if failures == 0:
        st.text(f"None of these cases is a failure: {FAILURES_ONLY}.")
        return
    plan, settings = _choose_plan(settings, failures)
    if plan is None:
        st.text("Choose a probe.")
    else:
        _render_start(settings, chosen, plan, annotator)


def _count_failures(chosen: CaseFilter) -> int:
    counts = load_counts(chosen)
    return sum(counts["state"].values()) - counts["label"].get("", 0)


def _count_cases(chosen: CaseFilter) -> str:
    return count_of(sum(load_counts(chosen)["state"].values()), "case")


def _choose_plan(settings: Settings, failures: int) -> tuple[Plan | None, Settings]:
    cases, times, name = st.columns([1, 1, 2])
    most = min(failures, MOST_CASES)
    limit = cases.number_input(
        f"Cases, of {failures:,}", 1, most, min(most, FEW_CASES), key=f"probes-limit-{most}",
        help="The first of them, in the order of import.",
    )  # fmt: skip
    repeats = times.number_input("How many times each", 1, MOST_REPEATS, 1, key="probes-repeats")
    role = settings.roles.get("evaluated_model")
    model = name.text_input(
        "Evaluated model",
        key="probes-model",
        placeholder=f"{role.model} (from the settings)" if role else "not set",
        help="Another name that the endpoint of this role knows; empty for that of the settings.",
        disabled=role is None,
    )
    asked = st.pills(
        "Probes",
        PROBE_NAMES,
        selection_mode="multi",
        default=PROBE_NAMES,
        format_func=lambda probe: PROBE_TITLES[probe],
        key="probes-asked",
    )
    probes = tuple(probe for probe in PROBE_NAMES if probe in asked)
    if not probes:
        return None, settings
    plan = Plan(probes=probes, repeats=repeats, limit=limit)
    return plan, use_model(settings, "evaluated_model", model)


def _render_start(
    settings: Settings, chosen: CaseFilter, plan: Plan, annotator: str | None
) -> None:
    if problem := st.session_state.pop(_PROBLEM, None):
        render_template("problem.html", sentence=problem)
    try:
        expected, reuse = _load_estimate(
            str(current_store().path), current_store().stamp(), chosen, plan.to_json(),
            settings.model_dump_json(),
        )  # fmt: skip
    except TrekError as error:
        render_template("problem.html", sentence=str(error))
        return
    said = say_reuse(reuse, expected)
    if reuse.calls and st.checkbox(
        "Ask anew, also what was answered before", key="probes-anew",
        help="Every call is made and counts as a further repeat; the earlier answers stay.",
    ):  # fmt: skip
        plan = replace(plan, first_repeat=reuse.next_repeat)
        said = f"All {count_of(expected.calls, 'call')} asked anew."
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Start", key="probes-start", type="primary", icon=":material/play_arrow:",
            disabled=not expected.calls, on_click=_start, args=(settings, chosen, plan, annotator),
        )  # fmt: skip
        words = f"{count_of(expected.cases, 'case')}. {say_estimate(expected)}"
        render_template(
            "run_estimate.html", words=words, reuse=said, not_asked=say_not_asked(expected)
        )


def _start(settings: Settings, chosen: CaseFilter, plan: Plan, annotator: str | None) -> None:
    records = list(_choose_records(chosen, plan))
    case_ids = tuple(record.case.case_id for record in records)
    for run in load_runs():
        if run.state == "running" and (run.case_ids, run.plan) == (case_ids, plan):
            st.session_state[_PROBLEM] = f"Run {run.run_id} is doing just that."
            return
    try:
        st.query_params["run"] = str(start_job(records, plan, settings, annotator))
    except TrekError as error:
        st.session_state[_PROBLEM] = f"The run was not started: {error}"


def _choose_records(chosen: CaseFilter, plan: Plan) -> Iterator[Record]:
    found = current_store().load_records(chosen)
    return islice((record for record in found if record.case.is_failure), plan.limit)


@st.cache_data(show_spinner=False, max_entries=32)
def _load_estimate(
    path: str,  # noqa: ARG001 - with the stamp, what the answer holds for
    stamp: str,  # noqa: ARG001
    chosen: CaseFilter,
    plan_json: dict[str, object],
    settings_json: str,
) -> tuple[Estimate, Reuse]:
    plan = Plan.from_json(plan_json)
    settings = Settings.model_validate_json(settings_json)
    records = list(_choose_records(chosen, plan))
    expected = estimate(records, plan, settings)
    asked = current_store().list_asked_calls(record.case.case_id for record in records)
    return expected, find_reuse(asked, plan, settings, expected)

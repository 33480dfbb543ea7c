"""Probes: run them over many cases, watch runs, and see which labels they change."""

import streamlit as st

from pages.parts.annotator import current_annotator
from pages.parts.links import page_link
from pages.parts.probe_reads import load_runs
from pages.parts.probe_run_line import render_run_line
from pages.parts.probe_settings import usable_settings
from pages.parts.reads import load_counts
from pages.parts.run_comparison import render_run_comparison
from pages.parts.run_form import render_run_form
from pages.parts.untrusted import render_template
from review_db.store import CaseFilter, ProbeRun

POLL_SECONDS = 1.0
LATEST = 5

_BUSY = "probes-busy"


def render() -> None:
    """Show the page."""
    st.title("Probes")
    settings = usable_settings()
    runs = load_runs()
    if not sum(load_counts(CaseFilter())["state"].values()):
        _render_no_cases()
        return
    if settings is None:
        _render_no_settings()
    else:
        with st.container(border=True, key="run-form"):
            render_run_form(settings, current_annotator())
    if not runs:
        return
    st.subheader("Runs")
    busy = any(run.state == "running" for run in runs)
    st.session_state[_BUSY] = busy
    every = POLL_SECONDS if busy else None
    # Without a key, what is pressed in it after the polling ends is dropped.
    st.fragment(_render_runs, run_every=every, key="probe-runs-fragment")()
    if shown := _find_shown(runs):
        render_run_comparison(shown)


def _render_runs() -> None:
    """Show the latest runs; while one is under way they are read anew every second."""
    runs = load_runs()
    busy = any(run.state == "running" for run in runs)
    if busy != st.session_state.get(_BUSY):
        st.rerun()  # the whole page: polling begins or ends, and there is more to compare
    for run in runs[:LATEST]:
        _render_run(run)
    if runs[LATEST:]:
        earlier = st.expander(f"Earlier runs ({len(runs) - LATEST})", on_change="rerun")
        if earlier.open:
            with earlier:
                for run in runs[LATEST:]:
                    _render_run(run)


def _render_run(run: ProbeRun) -> None:
    with st.container(horizontal=True, vertical_alignment="center", wrap=False, gap="small"):
        render_run_line(run)
        st.button("Compare", key=f"compare-{run.run_id}", on_click=_show, args=(run.run_id,))


def _show(run_id: int) -> None:
    st.query_params["run"] = str(run_id)
    # The comparison stands outside the fragment that this button is in.
    st.session_state[_BUSY] = None


def _find_shown(runs: list[ProbeRun]) -> ProbeRun | None:
    """The run in the URL, else the latest over several cases."""
    asked = st.query_params.get("run")
    if asked is not None:
        return next((run for run in runs if str(run.run_id) == asked), None)
    return next((run for run in runs if len(run.case_ids) > 1), None)


def _render_no_cases() -> None:
    render_template(
        "empty.html",
        title="There are no cases yet",
        lines=["Import a TrekTrace file on the Start page; probes are asked about its failures."],
    )
    page_link("start", "Import cases", icon=":material/upload_file:")


def _render_no_settings() -> None:
    render_template(
        "empty.html",
        title="No models are set up yet",
        lines=["Probes ask three models. Set-up shows where they are named, and an example."],
    )
    page_link("setup", "Set-up", icon=":material/tune:")

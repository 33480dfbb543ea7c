"""Probes: run them over many cases, watch runs, and see which labels they change."""

import streamlit as st

from pages.parts.annotator import current_annotator
from pages.parts.links import page_link
from pages.parts.probe_reads import load_runs
from pages.parts.probe_run_line import is_of_one_case, render_run_line
from pages.parts.probe_settings import find_settings, say_no_settings, usable_settings
from pages.parts.reads import load_counts
from pages.parts.run_comparison import render_run_comparison
from pages.parts.run_form import render_run_form
from pages.parts.untrusted import render_template
from review_db.store import CaseFilter, ProbeRun

POLL_SECONDS = 1.0
LATEST = 3

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
    busy = any(run.state == "running" for run in runs)
    st.session_state[_BUSY] = busy
    shown = _find_shown(runs)
    _render_kind(of_one_case=False, runs=runs, shown=shown)
    if shown and not is_of_one_case(shown):
        render_run_comparison(shown)
    _render_kind(of_one_case=True, runs=runs, shown=shown)
    if shown and is_of_one_case(shown):
        render_run_comparison(shown)


def _render_kind(*, of_one_case: bool, runs: list[ProbeRun], shown: ProbeRun | None) -> None:
    """Show the runs of one kind under their title; nothing where there are none."""
    if not any(is_of_one_case(run) == of_one_case for run in runs):
        return
    st.header("Runs of one case" if of_one_case else "Runs over several cases")
    every = POLL_SECONDS if st.session_state[_BUSY] else None
    # Without a key, what is pressed in it after the polling ends is dropped.
    key = f"probe-runs-{'one' if of_one_case else 'several'}"
    st.fragment(_render_runs, run_every=every, key=key)(
        of_one_case, shown.run_id if shown else None
    )


def _render_runs(of_one_case: bool, shown: int | None) -> None:
    """Show the latest runs; while one is under way they are read anew every second."""
    runs = load_runs()
    busy = any(run.state == "running" for run in runs)
    if busy != st.session_state.get(_BUSY):
        st.rerun()  # the whole page: polling begins or ends, and there is more to compare
    runs = [run for run in runs if is_of_one_case(run) == of_one_case]
    for run in runs[:LATEST]:
        _render_run(run, is_shown=run.run_id == shown)
    if runs[LATEST:]:
        title = f"Earlier runs ({len(runs) - LATEST})"
        earlier = st.expander(title, on_change="rerun", key=f"earlier-{of_one_case}")
        if earlier.open:
            with earlier:
                for run in runs[LATEST:]:
                    _render_run(run, is_shown=run.run_id == shown)


def _render_run(run: ProbeRun, *, is_shown: bool) -> None:
    with st.container(horizontal=True, vertical_alignment="center", wrap=False, gap="small"):
        render_run_line(run)
        st.button(
            "Compared below" if is_shown else "Compare", key=f"compare-{run.run_id}",
            disabled=is_shown, on_click=_show, args=(run.run_id,),
        )  # fmt: skip


def _show(run_id: int) -> None:
    st.query_params["run"] = str(run_id)
    # The comparison stands outside the fragment that this button is in.
    st.session_state[_BUSY] = None


def _find_shown(runs: list[ProbeRun]) -> ProbeRun | None:
    """The run in the URL, else the latest over several cases."""
    asked = st.query_params.get("run")
    if asked is not None:
        return next((run for run in runs if str(run.run_id) == asked), None)
    return next((run for run in runs if not is_of_one_case(run)), None)


def _render_no_cases() -> None:
    render_template(
        "empty.html",
        title="There are no cases yet",
        lines=["Import a TrekTrace file on the Start page; probes are asked about its failures."],
    )
    page_link("start", "Import cases", icon=":material/upload_file:")


def _render_no_settings() -> None:
    title, line = say_no_settings(find_settings())
    render_template("empty.html", title=title, lines=[line])
    page_link("setup", "Set-up", icon=":material/tune:")

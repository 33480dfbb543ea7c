"""Probes run again about one case: asking for them, their progress, and what came of them."""

from collections.abc import Sequence

import streamlit as st

from pages.parts.answers import compute_case_key
from pages.parts.blind_probes import render_blind_probes
from pages.parts.probe_comparison import compute_comparison, list_input_differences
from pages.parts.probe_entries import Entry, compute_reproductions, describe_entry, say_grade
from pages.parts.probe_pages import list_recorded_texts, list_texts, say_reading
from pages.parts.probe_reads import load_case_runs, load_entries, load_sources
from pages.parts.probe_request import render_request, take_request_problem
from pages.parts.probe_run_line import render_run_line
from pages.parts.probe_words import CALL_OUTCOMES, GRADES, PROBE_TITLES, say_cost
from pages.parts.untrusted import render_template
from review_db.store import CaseView, ProbeRun
from trek_core.probes.contracts import ProbeName
from trek_core.recorded_probes import Probes

POLL_SECONDS = 1.0

_BUSY = "case-probes-busy"  # the case whose run this session saw under way


def render_case_probes(
    view: CaseView, annotator: str, round_name: str, *, offers: bool = True
) -> None:
    """Show the panel; while a run is under way it looks again every second, by itself.

    Without `offers` it only shows what was run.
    """
    case_id = view.record.case.case_id
    busy = _is_busy(load_case_runs(case_id))
    st.session_state[_BUSY] = case_id if busy else None
    every = POLL_SECONDS if busy else None
    # Without a key, what is chosen in it after the polling ends is dropped.
    st.fragment(_render_panel, run_every=every, key="case-probes-fragment")(
        view, annotator, round_name, offers=offers
    )


def is_watched(case_id: str) -> bool:
    """Whether the panel is looking, by itself, for what comes of a run of this case."""
    return bool(st.session_state.get(_BUSY) == case_id)


def _is_busy(runs: list[ProbeRun]) -> bool:
    return any(run.state == "running" for run in runs)


def _render_panel(view: CaseView, annotator: str, round_name: str, *, offers: bool) -> None:
    case_id = view.record.case.case_id
    runs = load_case_runs(case_id)
    busy = _is_busy(runs)
    if busy != is_watched(case_id):
        st.rerun()  # the whole page: polling begins or ends, and the checklist may ask more
    if view.is_blind:
        render_blind_probes(view, annotator, round_name, busy=busy, offers=offers)
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        render_template("panel_title.html", title="Probe runs")
        latest = runs[0].run_id if runs else 0  # a run that begins leaves the form closed
        if offers:
            with st.popover("Run a probe", icon=":material/play_arrow:", key=f"run-after-{latest}"):
                render_request(view.record, annotator, busy=busy)
    if problem := take_request_problem(case_id):
        render_template("problem.html", sentence=problem)
    for run in runs[:1] if not busy else [run for run in runs if run.state == "running"]:
        render_run_line(run, on_case=True)
    entries = load_entries(view, annotator, round_name)
    if entries:
        _render_entries(view, entries)
    elif not runs:
        render_template("note.html", text="None yet. A run's answers stand beside the recorded.")


def _render_entries(view: CaseView, entries: Sequence[Entry]) -> None:
    sources = load_sources(entries)
    recorded = view.record.probes
    render_template(
        "probe_entries.html",
        entries=list(reversed(entries)),
        titles=PROBE_TITLES,
        outcomes=CALL_OUTCOMES,
        grade=say_grade,
        cost=say_cost,
        repeated=compute_reproductions(entries),
        recorded={
            "gold_only": recorded.gold_only and recorded.gold_only.correct,
            "gold_plus_noise": recorded.gold_plus_noise and recorded.gold_plus_noise.correct,
        },
        grades=GRADES,
        reading=lambda entry: say_reading(entry.call.request, sources),
    )
    key = compute_case_key(view.record.case.case_id)
    by_key = {entry.key: entry for entry in entries}
    chosen = st.selectbox(
        "Compare with the recorded result",
        list(reversed(by_key)),
        format_func=lambda each: describe_entry(by_key[each]),
        key=f"probe-{key}-entry-{len(entries)}",
    )
    entry = by_key.get(chosen or "", entries[-1])
    given = _recorded_urls(recorded, entry.probe)
    texts = (
        list_recorded_texts(view.record.case, given),
        list_texts(entry.call.request, sources),
    )
    rows = compute_comparison(recorded, entry, texts)
    render_template("probe_comparison.html", rows=rows, differences=list_input_differences(rows))
    _render_texts(entry, key)


def _recorded_urls(recorded: Probes, probe: ProbeName) -> tuple[str, ...] | None:
    """The pages that the recorded probe was given, None where that is not recorded."""
    parts = {"gold_only": recorded.gold_only, "gold_plus_noise": recorded.gold_plus_noise}
    part = parts.get(probe)
    return part.context_urls if part else None


def _render_texts(entry: Entry, key: str) -> None:
    """Offer what was sent and what came back, each read only when it is opened."""
    texts = {"Prompt": entry.call.request.input_text, "Reply": entry.call.raw}
    if entry.grade:
        texts |= {
            "Grade's prompt": entry.grade.request.input_text,
            "Grade's reply": entry.grade.raw,
        }
    shown = st.pills("Read in full", list(texts), key=f"probe-{key}-text")
    if shown:
        st.code(texts[shown] or "There was none.", language=None, wrap_lines=True)

"""One probe run in a line or two: its state, how far it is, and a way to stop or continue it."""

import streamlit as st

from pages.parts.annotator import current_annotator
from pages.parts.links import page_link
from pages.parts.probe_jobs import continue_job
from pages.parts.probe_settings import usable_settings
from pages.parts.probe_words import RUN_STATES, STATE_MARKS, name_probes, say_spent, say_time
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from review_db.store import ProbeRun
from trek_core.counted import count_of
from trek_core.errors import TrekError
from trek_core.probes.contracts import CONTRACTS

CAN_GO_ON = ("interrupted", "cancelled", "out_of_budget", "out_of_quota", "failed")
SAID_BY_MARK = ("cancelled",)
"""States whose mark says all that there is to say."""

_PROBLEM = "probe-run-problem"  # (run id, sentence) to show with the next run


def render_run_line(run: ProbeRun, *, on_case: bool = False) -> None:
    """Show a run; on its case's own page without naming the case."""
    store = current_store()
    kept = st.session_state.get(_PROBLEM)
    problem = kept[1] if kept and kept[0] == run.run_id else None
    if problem is None and run.state not in SAID_BY_MARK:
        problem = run.problem
    spent = store.load_probe_spending(run.run_id)
    done, total = _measure(run, spent.calls)
    with st.container(
        key=f"run-{run.run_id}", horizontal=True, vertical_alignment="center", wrap=False,
        gap="small",
    ):  # fmt: skip
        render_template(
            "probe_run.html",
            run=run,
            what=describe_plan(run),
            case_id=run.case_ids[0] if is_of_one_case(run) and not on_case else None,
            state=RUN_STATES[run.state],
            mark=STATE_MARKS.get(run.state, "warn"),
            spent=say_spent(spent),
            reused=_say_reused(run),
            share=min(100, 100 * done // total) if total else 0,
            counted=_say_counted(run, done, total),
            time=say_time,
            problem=problem,
        )
        if is_of_one_case(run) and not on_case:
            page_link("review", "Open the case", case=run.case_ids[0])
        _render_button(run)


def is_of_one_case(run: ProbeRun) -> bool:
    """Whether a run was asked of a single case."""
    return len(run.case_ids) == 1


def _measure(run: ProbeRun, calls: int) -> tuple[int, int]:
    """How much of a run is done: of one case by calls, else by cases."""
    if is_of_one_case(run):
        return calls, run.plan.repeats * len(run.plan.probes)
    return count_finished(run), len(run.case_ids)


def count_finished(run: ProbeRun) -> int:
    """The cases of which all that could be asked was asked."""
    return int((run.progress or {}).get("cases_done", 0))


def _say_counted(run: ProbeRun, done: int, total: int) -> str:
    if not is_of_one_case(run):
        return f"{done:,} of {count_of(total, 'case')} finished"
    return f"{done:,} of at most {count_of(total, 'call')}" if run.state == "running" else ""


def _say_reused(run: ProbeRun) -> str:
    """How many answers were there before; those of a run that was continued may be its own."""
    reused = int((run.progress or {}).get("reused", 0))
    return f"{count_of(reused, 'earlier answer')} reused" if reused else ""


def _render_button(run: ProbeRun) -> None:
    if run.state == "running":
        st.button(
            "Stopping" if run.cancel_asked else "Stop", key=f"stop-{run.run_id}",
            icon=":material/stop:", disabled=run.cancel_asked,
            on_click=_stop, args=(run.run_id,),
        )  # fmt: skip
    elif run.state in CAN_GO_ON:
        st.button(
            "Continue", key=f"continue-{run.run_id}", icon=":material/play_arrow:",
            on_click=_continue, args=(run.run_id,),
        )  # fmt: skip


def describe_plan(run: ProbeRun) -> str:
    """What a run asks: its probes, how often, and of which models."""
    times = f", {run.plan.repeats} times" if run.plan.repeats > 1 else ""
    roles = dict.fromkeys(CONTRACTS[probe].role for probe in run.plan.probes)
    settings = run.settings.get("roles", {})
    models = dict.fromkeys(settings[role]["model"] for role in roles if role in settings)
    return f"{name_probes(run.plan.probes)}{times}, with {', '.join(models)}"


def _stop(run_id: int) -> None:
    try:
        current_store().cancel_probe_run(run_id, by=current_annotator())
    except TrekError as error:
        st.session_state[_PROBLEM] = (run_id, str(error))


def _continue(run_id: int) -> None:
    settings = usable_settings()
    if settings is None:
        sentence = "There are no usable settings any more: see Set-up."
        st.session_state[_PROBLEM] = (run_id, sentence)
        return
    st.session_state.pop(_PROBLEM, None)
    try:
        continue_job(run_id, settings)
    except TrekError as error:
        st.session_state[_PROBLEM] = (run_id, str(error))

"""One probe run in a line or two: its state, how far it is, and a way to stop or continue it."""

import streamlit as st

from pages.parts.probe_jobs import continue_job
from pages.parts.probe_settings import usable_settings
from pages.parts.probe_words import (
    PROBE_TITLES,
    RUN_STATES,
    STATE_MARKS,
    say_spent,
    say_time,
)
from pages.parts.store import current_store
from pages.parts.untrusted import render_template
from review_db.store import ProbeRun
from trek_core.errors import TrekError
from trek_core.probes.contracts import CONTRACTS

CAN_GO_ON = ("interrupted", "cancelled", "out_of_budget", "out_of_quota", "failed")

_PROBLEM = "probe-run-problem"  # (run id, sentence) to show with the next run


def render_run_line(run: ProbeRun, *, of_case: bool = False) -> None:
    """Show a run; on a case's page without the cases that it is about."""
    kept = st.session_state.get(_PROBLEM)
    alone = of_case and len(run.case_ids) == 1
    spent = current_store().load_probe_spending(run.run_id)
    done, total = _measure(run, spent.calls, by_calls=alone)
    with st.container(
        key=f"run-{run.run_id}", horizontal=True, vertical_alignment="center", wrap=False,
        gap="small",
    ):  # fmt: skip
        render_template(
            "probe_run.html",
            run=run,
            what=describe_plan(run, of_case=alone),
            state=RUN_STATES[run.state],
            mark=STATE_MARKS.get(run.state, "warn"),
            spent=say_spent(spent),
            counted=None if alone and run.state != "running" else (done, total),
            thing="calls at most" if alone else "cases",
            time=say_time,
            problem=kept[1] if kept and kept[0] == run.run_id else run.problem,
        )
        _render_button(run)


def _measure(run: ProbeRun, calls: int, *, by_calls: bool) -> tuple[int, int]:
    """How much of a run is done: of one case by calls, else by cases."""
    if by_calls:
        return calls, run.plan.repeats * len(run.plan.probes)
    return (run.progress or {}).get("cases_done", 0), len(run.case_ids)


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


def describe_plan(run: ProbeRun, *, of_case: bool = False) -> str:
    """What a run asks: its probes, how often, and of which models."""
    asked = run.plan.probes
    all_asked = len(asked) == len(PROBE_TITLES)
    what = "All probes" if all_asked else PROBE_TITLES[asked[0]]
    if not all_asked and not of_case and len(asked) > 1:
        what = ", ".join(PROBE_TITLES[probe] for probe in asked)
    times = f", {run.plan.repeats} times" if run.plan.repeats > 1 else ""
    roles = dict.fromkeys(CONTRACTS[probe].role for probe in asked[: 1 if of_case else None])
    settings = run.settings.get("roles", {})
    models = dict.fromkeys(settings[role]["model"] for role in roles if role in settings)
    return f"{what}{times}, with {', '.join(models)}"


def _stop(run_id: int) -> None:
    try:
        current_store().cancel_probe_run(run_id)
    except TrekError as error:
        st.session_state[_PROBLEM] = (run_id, str(error))


def _continue(run_id: int) -> None:
    settings = usable_settings()
    if settings is None:
        sentence = "There are no settings any more: see Set-up."
        st.session_state[_PROBLEM] = (run_id, sentence)
        return
    st.session_state.pop(_PROBLEM, None)
    try:
        continue_job(run_id, settings)
    except TrekError as error:
        st.session_state[_PROBLEM] = (run_id, str(error))

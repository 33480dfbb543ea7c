"""Asking for a probe of one case: which, of which model, how often, and what it may cost."""

import time
from dataclasses import dataclass

import streamlit as st

from pages.parts.answers import compute_case_key
from pages.parts.links import page_link
from pages.parts.probe_jobs import start_case_job
from pages.parts.probe_reads import load_case_runs
from pages.parts.probe_settings import (
    ROLE_TITLES,
    find_settings,
    say_no_settings,
    usable_settings,
    use_model,
)
from pages.parts.probe_words import name_probes, say_estimate, say_not_asked
from pages.parts.untrusted import render_template
from trek_core.errors import TrekError
from trek_core.probes.contracts import CONTRACTS, ProbeName
from trek_core.probes.estimate import estimate
from trek_core.probes.plan import Plan, say_accepted
from trek_core.recorded_probes import Probes
from trek_core.records import Record
from trek_core.settings import RoleName, Settings

MOST_REPEATS = 50

_REVEAL = "probe-request-reveal"  # (case id, when a run of it was asked for here)
_PROBLEM = "probe-request-problem"  # (case id, sentence) to show with the next run


@dataclass(frozen=True)
class Choice:
    """Something that can be run of one case; the first probe is what it is about."""

    probes: tuple[ProbeName, ...]

    @property
    def title(self) -> str:
        """Its name, that of its probes."""
        return name_probes(self.probes)

    @property
    def role(self) -> RoleName:
        """The role whose model may be another one."""
        return CONTRACTS[self.probes[0]].role


CHOICES = (
    Choice(("gold_only", "analysis")),
    Choice(("gold_plus_noise", "noise_grade")),
    Choice(("key_evidence", "evidence_match")),
    Choice(("analysis",)),
)
"""An answer comes with the call that grades it."""
NOISE = CHOICES[1]


def plan_choice(choice: Choice, repeats: int) -> Plan:
    """The plan of a choice; which repeats these are is settled when the run begins."""
    return Plan(probes=choice.probes, repeats=repeats, whatever_the_grade=True)


def request_probe(
    record: Record, choice: Choice, annotator: str, *, model: str | None = None, repeats: int = 1
) -> None:
    """Start a probe of a case unless one is under way (a callback)."""
    case_id = record.case.case_id
    settings = usable_settings()
    if settings is None or any(run.state == "running" for run in load_case_runs(case_id)):
        return
    try:
        plan = plan_choice(choice, repeats)
        start_case_job(record, plan, use_model(settings, choice.role, model), annotator)
        st.session_state[_REVEAL] = (case_id, time.time())
    except TrekError as error:
        st.session_state[_PROBLEM] = (case_id, f"The probe was not started: {error}")


def when_requested(case_id: str) -> float | None:
    """When a probe of this case was last asked for in this session."""
    case, at = st.session_state.get(_REVEAL, (None, None))
    return at if case == case_id else None


def take_request_problem(case_id: str) -> str | None:
    """Why the probe that was just asked for did not start, once."""
    kept = st.session_state.get(_PROBLEM)
    if kept is None or kept[0] != case_id:
        return None
    del st.session_state[_PROBLEM]
    return str(kept[1])


def render_request(record: Record, annotator: str, *, busy: bool) -> None:
    """Show the form that starts a probe, or the way to set one up."""
    settings = usable_settings()
    if not record.case.is_failure:
        render_template("note.html", text=say_accepted(record.case.case_id))
        return
    if settings is None:
        title, line = say_no_settings(find_settings())
        render_template("note.html", text=f"{title}. {line}")
        page_link("setup", "Set-up", icon=":material/tune:")
        return
    key = f"probe-{compute_case_key(record.case.case_id)}"
    choice = st.selectbox(
        "Probe", CHOICES, format_func=lambda each: each.title, key=f"{key}-choice"
    )
    model = _choose_model(settings, choice, record.probes, key)
    repeats = st.number_input(
        "How many times", 1, MOST_REPEATS, 1, key=f"{key}-repeats",
        help="Several answers show how often the failure comes back.",
    )  # fmt: skip
    try:
        plan = plan_choice(choice, repeats)
        chosen = use_model(settings, choice.role, model)
        expected = estimate([record], plan, chosen)
    except TrekError as error:
        render_template("problem.html", sentence=str(error))
        return
    if expected.calls:
        render_template("note.html", text=say_estimate(expected))
    for sentence in say_not_asked(expected):
        render_template("note.html", text=sentence)
    st.button(
        "Run", key=f"{key}-run", type="primary", disabled=busy or not expected.calls,
        on_click=request_probe, args=(record, choice, annotator),
        kwargs={"model": model, "repeats": repeats},
    )  # fmt: skip


def _choose_model(settings: Settings, choice: Choice, probes: Probes, key: str) -> str | None:
    role = settings.roles.get(choice.role)
    if role is None:
        return None
    recorded = _recorded_model(probes, choice)
    titles = {role.model: "from the settings"}
    if recorded and recorded != role.model:
        titles[recorded] = "recorded"
    chosen: str | None = st.selectbox(
        f"{ROLE_TITLES[choice.role]}'s name at its endpoint",
        list(titles),
        format_func=lambda name: f"{name} ({titles[name]})" if name in titles else name,
        accept_new_options=True,
        key=f"{key}-{choice.role}-model",
        help="Choose one, or type another name that the endpoint knows.",
    )
    return chosen


def _recorded_model(probes: Probes, choice: Choice) -> str | None:
    """The model that the recorded probe asked, as far as the record says."""
    match choice.probes[0]:
        case "gold_only":
            return probes.gold_only.model if probes.gold_only else None
        case "gold_plus_noise":
            return probes.gold_plus_noise.model if probes.gold_plus_noise else None
    models = (probes.provenance and probes.provenance.models) or {}
    name = models.get(choice.role)
    return name if isinstance(name, str) else None

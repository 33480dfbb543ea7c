"""Set-up: which models the probes ask, under which rules, and whether their endpoints answer."""

import os
from pathlib import Path

import streamlit as st

from pages.parts.endpoint_trial import keep_trial, last_trial
from pages.parts.probe_settings import (
    ROLE_TITLES,
    SETTINGS_VARIABLE,
    FoundSettings,
    find_settings,
)
from pages.parts.probe_words import PROBE_TITLES
from pages.parts.untrusted import render_template
from trek_core.probes.contracts import CONTRACTS, PROBE_NAMES
from trek_core.settings import ROLE_NAMES, Role, RoleName, Settings

EXAMPLE = Path(__file__).resolve().parents[1] / "docs" / "trek.example.toml"

ROLE_TASKS: dict[RoleName, str] = {
    "browsing_judge": "Reads the gold and the retrieved pages",
    "analysis_judge": "Grades answers and queries",
    "evaluated_model": "The model whose failures are examined",
}


def render() -> None:
    """Show the page."""
    st.title("Set-up")
    found = find_settings()
    render_template("settings_place.html", found=found, variable=SETTINGS_VARIABLE)
    if found.problem:
        render_template("problem.html", sentence=found.problem)
    if found.settings is None:
        _render_example(found)
        return
    _render_roles(found.settings)
    _render_rules(found.settings)


def _render_roles(settings: Settings) -> None:
    for column, name in zip(st.columns(len(ROLE_NAMES)), ROLE_NAMES, strict=True):
        with column, st.container(border=True, height="stretch", key=f"role-{name}"):
            _render_role(settings, name)


# By itself, so that several may be tried one after the other without waiting.
@st.fragment
def _render_role(settings: Settings, name: RoleName) -> None:
    role = settings.roles.get(name)
    render_template(
        "role.html",
        title=ROLE_TITLES[name],
        task=ROLE_TASKS[name],
        probes=[PROBE_TITLES[each] for each in PROBE_NAMES if CONTRACTS[each].role == name],
        table=name,
        role=role,
        rows=_describe(role) if role else [],
        has_key=bool(role and os.environ.get(role.api_key_env, "").strip()),
    )
    if role is None:
        return
    pressed = st.button(
        "Test this endpoint", key=f"test-{name}", icon=":material/network_check:"
    )  # fmt: skip
    if pressed:
        with st.spinner("Asking one small question …", show_time=True):
            keep_trial(settings, name)
    if trial := last_trial(settings, name):
        render_template("trial.html", trial=trial)


def _describe(role: Role) -> list[tuple[str, str]]:
    """A role in rows; what is not set is not sent."""
    access = {"web_search": "browses by itself", "supplied_documents": "we fetch, it gets the text"}
    api = {"responses": "Responses", "chat": "chat completions"}
    unset = "not sent"
    return [
        ("Endpoint", role.base_url),
        ("Interface", api[role.api]),
        ("Pages", access[role.access]),
        ("Effort", role.reasoning_effort or unset),
        ("Temperature", unset if role.temperature is None else f"{role.temperature:g}"),
        ("Most tokens", f"{role.max_output_tokens:,}" if role.max_output_tokens else unset),
        ("Timeout", f"{role.timeout_seconds:g} s"),
    ]


def _render_rules(settings: Settings) -> None:
    policy, limits = settings.policy, settings.limits
    context = {"append": "gold pages are added", "fill": "only missing gold pages are added"}
    rules = [
        ("URL test", f"{policy.url_match} of the gold URLs must be retrieved"),
        ("Gold-plus-noise", context[policy.context]),
        ("Dates of pages", "shown" if policy.show_dates else "not shown"),
        ("Length of pages", "the same for all" if policy.uniform_truncation else "gold is longer"),
        ("Order", "as found" if policy.shuffled is None else f"shuffled, seed {policy.shuffled}"),
        ("Prompts", str(settings.prompts_folder) if settings.prompts_folder else "the built-in"),
    ]
    most = {"calls": limits.calls, "tokens": limits.tokens, "money": limits.money}
    bounds = [("At once", f"{limits.concurrency} calls")] + [
        (f"Most {name}", "no limit" if value is None else f"{value:,}")
        for name, value in most.items()
    ]
    render_template("rules.html", rules=rules, bounds=bounds, prices=settings.prices)


def _render_example(found: FoundSettings) -> None:
    if found.is_missing:
        render_template("no_settings.html", place=found.place)
    with st.expander("An example of the file", expanded=found.is_missing):
        st.code(EXAMPLE.read_text(encoding="utf-8"), language="toml")

"""Trying out the endpoint of a role: one small question, and the answer in a sentence."""

import asyncio
import hashlib
from dataclasses import dataclass

import streamlit as st

from pages.parts.probe_words import CALL_OUTCOMES
from trek_core.errors import TrekError
from trek_core.probes.calls import ProbeCall
from trek_core.probes.trial import make_trial_request
from trek_core.settings import RoleName, Settings

LONGEST_SECONDS = 30.0
"""A person waits for the answer, so a slower endpoint counts as silent here."""

_TRIALS = "setup-trials"


@dataclass(frozen=True)
class Trial:
    """How trying out a role went."""

    works: bool
    sentence: str


def try_endpoint(settings: Settings, role: RoleName) -> Trial:
    """Ask the role one question; whatever happens is said in a sentence or two."""
    try:
        call = asyncio.run(_ask(settings, role))
    except TrekError as error:
        return Trial(False, str(error))
    if call.outcome != "answered":
        return Trial(False, f"{CALL_OUTCOMES[call.outcome].capitalize()}. {call.problem or ''}")
    usage = f", {call.usage.total_tokens:,} tokens" if call.usage else ""
    return Trial(True, f"An answer in {call.latency_seconds:.1f} s{usage}.")


def keep_trial(settings: Settings, role: RoleName) -> None:
    """Try a role and remember the result for this session."""
    st.session_state.setdefault(_TRIALS, {})[role] = (
        _fingerprint(settings, role),
        try_endpoint(settings, role),
    )


def last_trial(settings: Settings, role: RoleName) -> Trial | None:
    """The last result for a role, as long as its settings are the same."""
    kept = st.session_state.get(_TRIALS, {}).get(role)
    return kept[1] if kept and kept[0] == _fingerprint(settings, role) else None


def _fingerprint(settings: Settings, role: RoleName) -> str:
    return hashlib.sha256(settings.role(role).model_dump_json().encode()).hexdigest()


async def _ask(settings: Settings, role: RoleName) -> ProbeCall:
    from trek_core.probes.client import ModelClient

    chosen = settings.role(role)
    seconds = min(chosen.timeout_seconds, LONGEST_SECONDS)
    hurried = chosen.model_copy(update={"timeout_seconds": seconds})
    settings = settings.model_copy(update={"roles": {**settings.roles, role: hurried}})
    async with ModelClient(settings) as client:
        return await client.ask(make_trial_request(settings, role))

"""Probes, outcomes and figures in words for the screen."""

from trek_core.probes.budget import Spending
from trek_core.probes.contracts import ProbeName
from trek_core.probes.estimate import Estimate

PROBE_TITLES: dict[ProbeName, str] = {
    "key_evidence": "Key evidence",
    "evidence_match": "Evidence match",
    "gold_only": "Gold-only",
    "analysis": "Queries and gold-only grade",
    "gold_plus_noise": "Gold-plus-noise",
    "noise_grade": "Gold-plus-noise grade",
}

CALL_OUTCOMES: dict[str, str] = {
    "answered": "answered",
    "refused": "the model declined to answer",
    "incomplete": "the reply was cut off",
    "unparseable": "the reply could not be read",
    "wrong_shape": "the reply was not what was asked for",
    "failed": "no reply",
}

RUN_STATES: dict[str, str] = {
    "running": "running",
    "done": "done",
    "cancelled": "stopped",
    "interrupted": "interrupted",
    "out_of_budget": "out of budget",
    "out_of_quota": "account empty",
    "failed": "failed",
}

STATE_MARKS = {"running": "info", "done": "good", "failed": "bad"}
"""Run state -> the class of its mark; every other state is one to look at."""


def say_money(money: float | None) -> str:
    """Money in the currency of the prices, or that it is not known."""
    if money is None:
        return "no price set"
    return f"{money:,.2f}" if money >= 1 or money == 0 else f"{money:.4f}"


def say_time(at: str | None) -> str:
    """A stored time to the minute, in UTC."""
    return f"{at[:10]} {at[11:16]} UTC" if at else ""


def say_estimate(expected: Estimate) -> str:
    """What a run may take at most: `At most 40 calls, 92,000 tokens, 0.41`."""
    calls = "1 call" if expected.calls == 1 else f"{expected.calls:,} calls"
    return f"At most {calls}, about {expected.tokens:,} tokens, {say_money(expected.money)}."


def say_spent(spent: Spending) -> str:
    """What a run has used so far: `3 calls, 9,300 tokens, 0.02`."""
    calls = "1 call" if spent.calls == 1 else f"{spent.calls:,} calls"
    money = f", {say_money(spent.money)}" if spent.money else ""
    return f"{calls}, {spent.tokens:,} tokens{money}"

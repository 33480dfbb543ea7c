"""Probes, outcomes and figures in words for the screen."""

from collections.abc import Collection, Sequence

from trek_core.counted import count_of
from trek_core.probes.budget import Spending
from trek_core.probes.contracts import PROBE_NAMES, ProbeName
from trek_core.probes.estimate import Estimate
from trek_core.probes.progress import tell_cost, tell_money
from trek_core.probes.repeats import GRADED_BY

PROBE_TITLES: dict[ProbeName, str] = {
    "key_evidence": "Key evidence",
    "evidence_match": "Evidence match",
    "gold_only": "Gold-only",
    "analysis": "Queries and gold-only grade",
    "gold_plus_noise": "Gold-plus-noise",
    "noise_grade": "Gold-plus-noise grade",
    "judge_freshqa": "Judge (FreshQA)",
    "judge_infodeepseek": "Judge (InfoDeepSeek)",
    "judge_infodeepseek_premise": "Judge (InfoDeepSeek, false premise)",
    "judge_sealqa": "Judge (SealQA)",
}
"""The one name of each probe, wherever it stands on the screen and in docs/probes.md."""

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

GRADES: dict[bool | None, str] = {True: "correct", False: "incorrect", None: "not graded"}


def name_probes(probes: Collection[ProbeName]) -> str:
    """Probes by name in the order they are asked; a grade that comes with its answer is implied.

    `Gold-only, Gold-plus-noise`; `All probes` for every one.
    """
    if set(probes) >= set(PROBE_NAMES):
        return "All probes"
    implied = {grade for answer, grade in GRADED_BY.items() if answer in probes}
    return ", ".join(
        title for probe, title in PROBE_TITLES.items() if probe in probes and probe not in implied
    )


def say_cost(money: float | None, unpriced: int) -> str:
    """What calls cost, never less than it was: `0.0008 and 9 calls without a price`.

    `money` is None where no call has a price.
    """
    if money is None:
        return "no price set" if unpriced else "–"
    more = f" and {count_of(unpriced, 'call')} without a price" if unpriced else ""
    return f"{tell_money(money)}{more}"


def say_time(at: str | None) -> str:
    """A stored time to the minute, in UTC."""
    return f"{at[:10]} {at[11:16]} UTC" if at else ""


def say_estimate(expected: Estimate) -> str:
    """What a run may take at most: `At most 40 calls, about 92,000 tokens, 0.41.`"""
    unpriced = sum(expected.unpriced.values())
    has_price = unpriced < expected.calls
    cost = say_cost(expected.known_money if has_price else None, unpriced)
    models = f" ({', '.join(expected.unpriced)})" if unpriced else ""
    return (
        f"At most {count_of(expected.calls, 'call')}, about {expected.tokens:,} tokens, "
        f"{cost}{models}."
    )


def say_not_asked(expected: Estimate) -> Sequence[str]:
    """What a plan cannot or need not ask, and why: `2 × Evidence match: the URLs settle it`."""
    said = []
    for (probe, why), count in expected.why_not_asked.items():
        said.append(f"{count:,} × {PROBE_TITLES[probe]} not asked: {why}")
    return said


def say_spent(spent: Spending) -> str:
    """What a run used: calls, tokens and, where anything is known of it, its cost."""
    used = f"{count_of(spent.calls, 'call')}, {count_of(spent.tokens, 'token')}"
    known = spent.money or spent.unpriced
    return f"{used}, {tell_cost(spent.money, spent.unpriced)}" if known else used

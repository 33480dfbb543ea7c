"""Which calls of a plan the log may answer already, so that nobody takes old answers for new."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from review_db.store import AskedCall
from trek_core.counted import count_of
from trek_core.probes.contracts import CONTRACTS, ProbeName
from trek_core.probes.estimate import Estimate
from trek_core.probes.plan import Plan
from trek_core.settings import Settings


@dataclass(frozen=True)
class Reuse:
    """How many calls of a plan were made before, and the first repeat of it that never was."""

    calls: int
    next_repeat: int


def find_reuse(
    asked: Iterable[AskedCall], plan: Plan, settings: Settings, expected: Estimate
) -> Reuse:
    """Look through what was asked about a plan's cases.

    By probe, repeat and model: where prompt or pages are others by now, a call is still made.
    """
    made: Counter[ProbeName] = Counter()
    last = 0
    for call in asked:
        if call.probe not in plan.probes:
            continue
        last = max(last, call.repeat)
        model = settings.role(CONTRACTS[call.probe].role).model
        made[call.probe] += call.repeat in plan.repeat_numbers and call.model == model
    calls = sum(min(made[probe], count) for probe, count in expected.by_probe.items())
    return Reuse(calls, last + 1)


def say_reuse(reuse: Reuse, expected: Estimate) -> str:
    """What becomes of the answers that are there, in a sentence; empty without any."""
    if not reuse.calls:
        return ""
    new = expected.calls - reuse.calls
    return (
        f"{count_of(reuse.calls, 'answer')} already in the log: used again where pages and prompt "
        f"are still the same. {new:,} asked anew."
    )

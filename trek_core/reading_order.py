"""Which case to judge next so that an interval shrinks most.

The cases fall into strata, one for each system and label set. In each, the share of judged cases on
which people agree with TrekTrace has a Wilson interval (docs/statistics.md); before the first
judgement it is everything from 0 to 1. What one more judgement is expected to take off its width is
the mean of both ways it may go, an agreement being as likely as (agreeing + 1) / (judged + 2), the
rule of succession. The next case is of the stratum where that is most; where several are level, of
the one with more cases waiting. Each case given counts as judged for those after it, so that a
reading order goes through the strata by turns instead of emptying one first.
"""

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from trek_core.agreement.statistics.intervals import compute_wilson


@dataclass(frozen=True)
class Stratum:
    """Cases of one system and label set: how many wait, were judged, and agree with TrekTrace."""

    system: str
    labels: str
    waiting: int
    judged: int
    agreeing: int


@dataclass(frozen=True)
class Reading:
    """The next case is the next one waiting in `stratum`; `low` and `high` bound its interval now.

    `gain` is how much narrower the interval is expected to be, in points of share, once the `given`
    cases of the stratum that stand before it are judged.
    """

    stratum: Stratum
    low: float
    high: float
    gain: float
    given: int = 0


def order_readings(strata: Sequence[Stratum]) -> Iterator[Reading]:
    """The strata in the order in which their cases are best judged, one entry a case."""
    queue = [
        (-compute_gain(each.judged, each.agreeing), -each.waiting, index, 0)
        for index, each in enumerate(strata)
        if each.waiting
    ]
    heapq.heapify(queue)
    while queue:
        gain, _, index, given = heapq.heappop(queue)
        stratum = strata[index]
        yield Reading(stratum, *_interval(stratum.judged, stratum.agreeing), -gain, given)
        given += 1
        if given < stratum.waiting:
            # Those given are taken to come out as the judged ones did.
            judged = stratum.judged + given
            share = (stratum.agreeing + 1) / (stratum.judged + 2)
            agreeing = min(stratum.agreeing + round(given * share), judged)
            entry = (-compute_gain(judged, agreeing), given - stratum.waiting, index, given)
            heapq.heappush(queue, entry)


@lru_cache(maxsize=65536)
def compute_gain(judged: int, agreeing: int) -> float:
    """How much narrower one more judgement is expected to make the interval; never negative."""
    likely = (agreeing + 1) / (judged + 2)
    now, yes, no = (
        high - low
        for low, high in (
            _interval(judged, agreeing),
            _interval(judged + 1, agreeing + 1),
            _interval(judged + 1, agreeing),
        )
    )
    return max(now - likely * yes - (1 - likely) * no, 0.0)


def _interval(judged: int, agreeing: int) -> tuple[float, float]:
    return compute_wilson(agreeing, judged) if judged else (0.0, 1.0)

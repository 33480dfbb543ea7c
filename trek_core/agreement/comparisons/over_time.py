"""How kappa moved while judgements came in: one point each time the table changed.

The table is built judgement by judgement, in the order in which they were handed in. A case may
enter with its first judgement and leave with a second that disputes it. Judgements count as they
stand now; what a later revision replaced is not part of the sequence.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import numpy as np

from trek_core.agreement.comparisons.material import Material
from trek_core.agreement.comparisons.rows import METHODS
from trek_core.agreement.comparisons.sides import (
    FINISHED,
    HumanJudgement,
    RoundMode,
    find_conclusion,
    read_attribution,
    read_conclusion,
)
from trek_core.agreement.statistics.intervals import compute_score_interval, name_score_interval
from trek_core.agreement.statistics.kappa import SMALL_N
from trek_core.agreement.statistics.results import Interval
from trek_core.taxonomy import LABEL_SETS, LabelSet

MOST_POINTS = 500
"""A longer sequence is thinned evenly; its first and last points stay."""

_POSITIONS = {label_set: position for position, label_set in enumerate(LABEL_SETS)}


@dataclass(frozen=True)
class Point:
    """Joint kappa after a judgement: None with its reason where it does not exist yet."""

    submitted_at: str | None
    n: int
    value: float | None
    ci: Interval | None
    ci_method: str | None
    reason: str | None


@dataclass(frozen=True)
class KappaOverTime:
    """The sequence for one round and mode.

    `is_open`: cases still wait for a judgement, a discussion or a decision, so that the figures
    only describe; reading them again and again finds a false surprise far more often than once
    in twenty. `undated` judgements come first. `changes` counts the points before thinning.
    """

    within: RoundMode
    points: tuple[Point, ...]
    changes: int
    undated: int
    is_open: bool

    def to_json(self) -> dict[str, Any]:
        """The sequence as plain JSON values; its value is that of the last point."""
        last = self.points[-1] if self.points else Point(None, 0, None, None, None, "no_pairs")
        return {
            "comparison": "trektrace_vs_human",
            **self.within._asdict(),
            "view": "joint",
            "statistic": "cohen_kappa",
            "value": last.value,
            "n": last.n,
            "method": METHODS["cohen_kappa"],
            "ci": list(last.ci) if last.ci else None,
            "ci_method": last.ci_method,
            "reason": last.reason,
            "warnings": ["small_n"] if 0 < last.n < SMALL_N else [],
            "descriptive": self.is_open,
            "changes": self.changes,
            "undated": self.undated,
            "points": [
                {
                    "submitted_at": point.submitted_at,
                    "n": point.n,
                    "value": point.value,
                    "ci": list(point.ci) if point.ci else None,
                    "ci_method": point.ci_method,
                    "reason": point.reason,
                }
                for point in self.points
            ],
        }


@dataclass
class Margins:
    """What joint kappa needs of a table, kept up to date in constant time a change."""

    rows: list[int] = field(default_factory=lambda: [0] * len(LABEL_SETS))
    columns: list[int] = field(default_factory=lambda: [0] * len(LABEL_SETS))
    n: int = 0
    agreeing: int = 0
    products: int = 0

    def add(self, row: int, column: int, count: int) -> None:
        """Add a case to a cell, or with count -1 take one out."""
        self.products += count * self.columns[row]
        self.rows[row] += count
        self.products += count * self.rows[column]
        self.columns[column] += count
        self.n += count
        self.agreeing += count if row == column else 0


State = tuple[str | None, int, int, int]
"""When, and then: n, agreeing cases, and the sum of row total x column total."""


def compute_over_time(material: Material, within: RoundMode) -> KappaOverTime:
    """Joint kappa of TrekTrace and people after each judgement that changed the table.

    Adjudicated decisions are no judgements and carry no time: a case that has one counts as
    decided from its first judgement on.
    """
    judgements = _order(material, within)
    states = list(_follow(judgements, material, within))
    chosen = _thin(len(states))
    waiting = material.conclude(within)
    return KappaOverTime(
        within,
        tuple(_compute_point(states[position]) for position in chosen),
        len(states),
        sum(given.submitted_at is None for given in judgements),
        any(waiting[case.case_id] in _OPEN for case in material.cases if case.label_set),
    )


_OPEN = ("human_pending", "needs_discussion", "disputed")


def _order(material: Material, within: RoundMode) -> list[HumanJudgement]:
    own = [
        given
        for given in material.judgements
        if (given.round, given.mode) == within
        and given.state in FINISHED
        and material.annotator in (None, given.annotator)
    ]
    return sorted(own, key=lambda given: _read_time(given.submitted_at))


def _read_time(text: str | None) -> datetime:
    found = datetime.fromisoformat(text) if text else datetime.min.replace(tzinfo=UTC)
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _follow(
    judgements: Sequence[HumanJudgement], material: Material, within: RoundMode
) -> Iterator[State]:
    """The state after each judgement that changed the table."""
    margins = Margins()
    decisions = material.find_decisions(within.round)
    so_far: dict[str, list[HumanJudgement]] = {}
    cells: dict[str, tuple[int, int] | None] = {}
    for given in judgements:
        case = material.cases_by_id.get(given.case_id)
        first = read_attribution(case) if case else None
        if not isinstance(first, LabelSet):
            continue
        together = so_far.setdefault(given.case_id, [])
        together.append(given)
        second = read_conclusion(
            find_conclusion(together, within.mode, decisions.get(given.case_id))
        )
        before = cells.get(given.case_id)
        after = (_POSITIONS[first], _POSITIONS[second]) if isinstance(second, LabelSet) else None
        if before == after:
            continue
        cells[given.case_id] = after
        for cell, count in ((before, -1), (after, 1)):
            if cell is not None:
                margins.add(*cell, count)
        yield given.submitted_at, margins.n, margins.agreeing, margins.products


def _thin(length: int) -> list[int]:
    if length <= MOST_POINTS:
        return list(range(length))
    return [int(place) for place in np.linspace(0, length - 1, MOST_POINTS).round()]


def _compute_point(state: State) -> Point:
    """Kappa and its interval, as `compute_agreement` makes them, from what the table adds up to."""
    at, n, agreeing, products = state
    if n == 0 or products == n * n:
        return Point(at, n, None, None, None, "single_category" if n else "no_pairs")
    p_e = products / n**2
    value = (agreeing / n - p_e) / (1 - p_e)
    interval = compute_score_interval(agreeing, n, p_e, value)
    return Point(at, n, value, interval, name_score_interval(agreeing, n), None)

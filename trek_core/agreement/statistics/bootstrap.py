"""Percentile bootstrap intervals of kappa in every view, without a loop over resamples.

Cases of one cell are alike, so drawing n cases again is one multinomial draw over the cells.
Where one question was put to several systems its cases hang together, and whole questions are
drawn instead: questions with equal tables are alike, so that is one multinomial draw too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from trek_core.agreement.statistics.intervals import CONFIDENCE
from trek_core.agreement.statistics.kappa import compute_agreement
from trek_core.agreement.statistics.results import PERCENTILE_BOOTSTRAP, Caution, Interval, Reason
from trek_core.agreement.statistics.shares import check_confidence
from trek_core.agreement.statistics.tables import (
    VIEW_CATEGORIES,
    VIEW_INDICATORS,
    Counts,
    check_table,
    compute_view,
    is_count,
)

RESAMPLES = 2000
SEED = 20260101

Weights = NDArray[np.float64]


@dataclass(frozen=True)
class BootstrapInterval:
    """The interval between the outer percentiles of kappa over all resamples, for one view.

    `undefined_share` is the share of resamples in which kappa does not exist; they are left out,
    with a warning. `ci` is None where kappa of the table itself does not exist (`reason` says
    why). `drawn` says what was drawn: cases or questions.
    """

    view: str
    value: float | None
    ci: Interval | None
    drawn: str
    resamples: int
    seed: int
    confidence: float
    undefined_share: float
    reason: Reason | None = None
    warnings: tuple[Caution, ...] = ()
    ci_method: str = PERCENTILE_BOOTSTRAP

    def to_json(self) -> dict[str, Any]:
        """The interval as plain JSON values; None for what does not exist."""
        return vars(self) | {
            "ci": list(self.ci) if self.ci else None,
            "warnings": list(self.warnings),
        }


@dataclass(frozen=True)
class Resampling:
    """How often, from which seed, and at which confidence to resample.

    Raises ValueError for fewer than 1 resample or a confidence outside 0 to 1.
    """

    resamples: int = RESAMPLES
    seed: int = SEED
    confidence: float = CONFIDENCE

    def __post_init__(self) -> None:
        check_confidence(self.confidence)
        if not is_count(self.resamples) or self.resamples < 1:
            raise ValueError(f"resamples: found {self.resamples!r}, expected a whole number from 1")


def compute_bootstrap(
    table: ArrayLike, resampling: Resampling = Resampling()
) -> tuple[BootstrapInterval, ...]:
    """The interval of kappa in every view of a 9 x 9 table, drawing cases; headline first.

    Raises ValueError for a malformed table.
    """
    joint = compute_view(table, "joint")
    kinds = np.eye(joint.size, dtype=np.int64)
    return _compute(joint, kinds, joint.ravel(), "cases", resampling)


def compute_bootstrap_by_question(
    tables: Sequence[ArrayLike], resampling: Resampling = Resampling()
) -> tuple[BootstrapInterval, ...]:
    """The same from one 9 x 9 table a question, drawing questions.

    Raises ValueError for a malformed table, naming its position.
    """
    kinds, times = _find_kinds(tables)
    size = len(VIEW_CATEGORIES["joint"])
    joint = (times @ kinds).reshape(size, size)
    return _compute(joint, kinds, times, "questions", resampling)


def compute_kappas(tables: NDArray[np.float64]) -> NDArray[np.float64]:
    """Cohen's kappa of many tables at once (the last two axes); NaN where it does not exist."""
    n = tables.sum(axis=(-2, -1))
    agreeing = np.trace(tables, axis1=-2, axis2=-1)
    by_chance = (tables.sum(axis=-1) * tables.sum(axis=-2)).sum(axis=-1)
    # Everything times n^2: whole numbers, so that "chance is certain" is exactly 0.
    with np.errstate(invalid="ignore", divide="ignore"):
        room = n**2 - by_chance
        return np.where(room > 0, (n * agreeing - by_chance) / room, np.nan)


def _compute(
    joint: Counts, kinds: Counts, times: Counts, drawn: str, resampling: Resampling
) -> tuple[BootstrapInterval, ...]:
    tables = _draw(kinds, times, resampling).reshape(-1, *joint.shape)
    return tuple(_measure(joint, view, tables, drawn, resampling) for view in VIEW_CATEGORIES)


def _draw(kinds: Counts, times: Counts, resampling: Resampling) -> Weights:
    """Tables of as many units as there are, one row a resample, from the kinds that occur."""
    occurring = np.flatnonzero(times)
    size = int(times.sum())
    if size == 0:
        return np.zeros((resampling.resamples, kinds.shape[1]))
    random = np.random.default_rng(resampling.seed)
    draws = random.multinomial(size, times[occurring] / size, size=resampling.resamples)
    return draws.astype(np.float64) @ kinds[occurring].astype(np.float64)


def _measure(
    joint: Counts, view: str, tables: Weights, drawn: str, resampling: Resampling
) -> BootstrapInterval:
    observed = compute_agreement(compute_view(joint, view), view)
    indicator = VIEW_INDICATORS[view].astype(np.float64)
    kappas = compute_kappas(indicator.T @ tables @ indicator)
    is_defined = np.isfinite(kappas)
    undefined = 1 - float(is_defined.mean())
    ci = None
    if observed.value is not None and np.any(is_defined):
        tail = (1 - resampling.confidence) / 2
        low, high = np.quantile(kappas[is_defined], [tail, 1 - tail])
        ci = (float(low), float(high))
    return BootstrapInterval(
        view,
        observed.value,
        ci,
        drawn,
        resampling.resamples,
        resampling.seed,
        resampling.confidence,
        undefined,
        observed.reason,
        ("bootstrap_undefined_share",) if ci is not None and undefined > 0 else (),
    )


def _find_kinds(tables: Sequence[ArrayLike]) -> tuple[Counts, Counts]:
    """The different tables, a row each, and how many questions have each."""
    size = len(VIEW_CATEGORIES["joint"])
    rows = np.zeros((len(tables), size * size), dtype=np.int64)
    for position, table in enumerate(tables):
        try:
            rows[position] = compute_view(check_table(table), "joint").ravel()
        except ValueError as error:
            raise ValueError(f"question {position}: {error}") from None
    kinds, times = np.unique(rows, axis=0, return_counts=True)
    return kinds, times

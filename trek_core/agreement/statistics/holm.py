"""Several tests at once: p values adjusted by Holm's method, for a family that is stated."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np

from trek_core.agreement.statistics.mcnemar import Discordance, compute_mcnemar_exact
from trek_core.agreement.statistics.results import Figure
from trek_core.agreement.statistics.shares import print_percent
from trek_core.agreement.statistics.tables import is_count


def adjust_holm(p_values: Sequence[float]) -> Figure:
    """Holm's (1979) adjusted p values, in the order given; the family is all of them.

    Undefined for an empty family (`empty_group`). Raises ValueError naming a p outside 0 to 1.
    """
    for position, p in enumerate(p_values):
        if isinstance(p, bool) or not isinstance(p, int | float) or not isfinite(p):
            raise ValueError(f"p[{position}]: found {p!r}, expected a number from 0 to 1")
        if not 0 <= p <= 1:
            raise ValueError(f"p[{position}]: found {p}, expected a number from 0 to 1")
    if not p_values:
        return Figure("holm_adjusted", None, 0, "empty_group", details={"family": 0})
    # statsmodels' multipletests collects all garbage at every call: seconds in a large process.
    given = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(given, kind="stable")
    adjusted = np.empty(len(given))
    scaled = given[order] * np.arange(len(given), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(scaled), 1.0)
    family = len(p_values)
    return Figure("holm_adjusted", tuple(map(float, adjusted)), family, details={"family": family})


@dataclass(frozen=True)
class FailureSplit:
    """One system's failed cases by the stages blamed: both, one of the two, or neither.

    Raises ValueError naming what is no count.
    """

    system: str
    both: int
    post_only: int
    upstream_only: int
    neither: int

    def __post_init__(self) -> None:
        for name in ("both", "post_only", "upstream_only", "neither"):
            if not is_count(getattr(self, name)):
                raise ValueError(
                    f"{name}: found {getattr(self, name)!r}, expected a count (whole, 0 or more)"
                )

    @property
    def n(self) -> int:
        """How many failed cases there are."""
        return self.both + self.post_only + self.upstream_only + self.neither


def compare_failure_stages(splits: Sequence[FailureSplit]) -> Figure:
    """Post-retrieval against upstream failures of each system (TrekTrace A.4.2).

    For each system: the percentage of cases with either, the exact two-sided McNemar p, and p
    adjusted by Holm over the systems given, which are the family. A system without a case has
    None in its place and is no part of the family. Undefined where no system has a case
    (`empty_group`).
    """
    counted = [split for split in splits if split.n]
    n = sum(split.n for split in counted)
    tests = [
        compute_mcnemar_exact(Discordance(split.post_only, split.upstream_only, split.n))
        for split in counted
    ]
    family = len(counted)
    systems = tuple(split.system for split in splits)
    details = {"family": family, "systems": systems, "empty_groups": _find_empty(splits)}
    if not counted:
        return Figure("holm_mcnemar_exact", None, 0, "empty_group", details=details)
    exact = [test.value for test in tests]
    adjusted = adjust_holm(exact).value
    value = {
        "post_pct": _spread(splits, [_percent(s.both + s.post_only, s.n) for s in counted]),
        "upstream_pct": _spread(splits, [_percent(s.both + s.upstream_only, s.n) for s in counted]),
        "p_exact_two_sided": _spread(splits, exact),
        "p_holm": _spread(splits, adjusted),
        "p_holm_printed": _spread(splits, [print_p(p) for p in adjusted]),
    }
    warnings = tuple(dict.fromkeys(warning for test in tests for warning in test.warnings))
    return Figure("holm_mcnemar_exact", value, n, None, warnings, details)


def print_p(p: float) -> str:
    """A p value with four decimals, or in powers of ten where those would hide it."""
    return f"{p:.4f}" if p >= 0.001 else f"{p:.2e}"


def _percent(k: int, n: int) -> float:
    return float(print_percent(k, n) or 0)


def _spread(splits: Sequence[FailureSplit], counted: Sequence[Any]) -> tuple[Any, ...]:
    """The values of the systems that have cases, with None in the place of each other one."""
    values = iter(counted)
    return tuple(next(values) if split.n else None for split in splits)


def _find_empty(splits: Sequence[FailureSplit]) -> tuple[str, ...]:
    return tuple(split.system for split in splits if not split.n)

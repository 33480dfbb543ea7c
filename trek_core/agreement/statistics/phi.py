"""Phi: how two yes/no answers on the same cases go together, and whether by more than chance."""

from math import isfinite, sqrt

from numpy.typing import ArrayLike

from trek_core.agreement.statistics.results import Figure
from trek_core.agreement.statistics.tables import check_fourfold, is_count

STAR_LEVELS = (0.05, 0.01, 0.001)
"""One star for each of these levels that p falls below."""


def compute_phi(table: ArrayLike) -> Figure:
    """The phi coefficient of a 2 x 2 table, -1 to 1 (Yule 1912): correlation of the two answers.

    Undefined without a case (`no_pairs`) and where one answer was always the same
    (`zero_margin`). Raises ValueError for a malformed table.
    """
    counts = check_fourfold(table)
    n = int(counts.sum())
    if n == 0:
        return Figure("phi", None, 0, "no_pairs")
    (a, b), (c, d) = counts.tolist()
    # Whole numbers of any size: the product of four sums may pass 64 bits.
    margins = (a + b) * (c + d) * (a + c) * (b + d)
    if margins == 0:
        return Figure("phi", None, n, "zero_margin")
    value = (a * d - b * c) / sqrt(margins)
    return Figure("phi", min(max(value, -1.0), 1.0), n)


def compute_phi_stars(phi: float, n: int) -> Figure:
    """How many stars phi over n cases earns: 1, 2, 3 for p below .05, .01, .001, else 0.

    p is that of the chi-square test of independence with one degree of freedom, n phi^2. Undefined
    for n = 0 (`no_pairs`). Raises ValueError for a phi outside -1 to 1 or an n that is no count.
    """
    from scipy.stats import chi2

    if isinstance(phi, bool) or not isinstance(phi, int | float) or not isfinite(phi):
        raise ValueError(f"phi: found {phi!r}, expected a number from -1 to 1")
    if not -1 <= phi <= 1:
        raise ValueError(f"phi: found {phi}, expected a number from -1 to 1")
    if not is_count(n):
        raise ValueError(f"n: found {n!r}, expected a count (whole, 0 or more)")
    if n == 0:
        return Figure("phi_significance_stars", None, 0, "no_pairs", details={"phi": phi})
    statistic = n * phi**2
    p = float(chi2.sf(statistic, 1))
    stars = sum(p < level for level in STAR_LEVELS)
    return Figure(
        "phi_significance_stars", stars, n, details={"phi": phi, "chi2": statistic, "p": p}
    )

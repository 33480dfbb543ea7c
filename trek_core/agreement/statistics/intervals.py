"""Intervals of a proportion, and of a coefficient that corrects it for chance.

scipy takes a moment to import, so it is imported by the functions that need it.
"""

from functools import lru_cache
from math import sqrt

from trek_core.agreement.statistics.results import (
    MODIFIED_WILSON_FIXED_P_E,
    WILSON_FIXED_P_E,
    Interval,
)

CONFIDENCE = 0.95
LARGE_N = 50
"""Up to here the end of a Wilson interval is modified for 1 or 2 cases, beyond for 3 too."""


def compute_wilson(successes: int, n: int, confidence: float = CONFIDENCE) -> Interval:
    """The Wilson (1927) score interval of a proportion; it always holds successes / n.

    Raises ValueError unless 0 <= successes <= n and n >= 1.
    """
    if not 0 <= successes <= n or n < 1:
        raise ValueError(f"found {successes} of {n}, expected 0 to n of n, with n at least 1")
    share, z = successes / n, _find_normal_point(confidence)
    center = (share + z**2 / (2 * n)) / (1 + z**2 / n)
    reach = z * sqrt(share * (1 - share) / n + z**2 / (4 * n**2)) / (1 + z**2 / n)
    # Rounding must not leave the share a hair outside its own interval.
    return min(max(center - reach, 0.0), share), max(min(center + reach, 1.0), share)


def compute_modified_wilson(successes: int, n: int, confidence: float = CONFIDENCE) -> Interval:
    """The Wilson interval as Brown, Cai and DasGupta (2001, section 4.1.1) modify it at its ends.

    Where all but one or two cases agree (three beyond 50 cases) the plain interval ends too early
    at that side, and a Poisson limit takes its place. Errors as for `compute_wilson`.
    """
    low, high = compute_wilson(successes, n, confidence)
    if _is_few(successes, n):
        low = min(low, _find_poisson_limit(successes, confidence) / n)
    if _is_few(n - successes, n):
        high = max(high, 1 - _find_poisson_limit(n - successes, confidence) / n)
    return low, high


def compute_score_interval(agreeing: int, n: int, p_e: float, value: float) -> Interval:
    """The modified Wilson interval of p_o through (p - p_e) / (1 - p_e), within -1 and 1.

    `p_e` is below 1 and held fixed; `value` is the coefficient, which the interval holds.
    """
    low, high = ((p - p_e) / (1 - p_e) for p in compute_modified_wilson(agreeing, n))
    return min(max(low, -1.0), value), max(min(high, 1.0), value)


def name_score_interval(agreeing: int, n: int) -> str:
    """The method of `compute_score_interval`, which says where it departs from plain Wilson."""
    is_modified = _is_few(agreeing, n) or _is_few(n - agreeing, n)
    return MODIFIED_WILSON_FIXED_P_E if is_modified else WILSON_FIXED_P_E


def _is_few(count: int, n: int) -> bool:
    return 1 <= count <= (2 if n <= LARGE_N else 3)


@lru_cache
def _find_normal_point(confidence: float) -> float:
    from scipy.stats import norm

    return float(norm.isf((1 - confidence) / 2))


@lru_cache
def _find_poisson_limit(count: int, confidence: float) -> float:
    """The mean at which `count` events or more have the probability 1 - confidence."""
    from scipy.stats import chi2

    return float(chi2.ppf(1 - confidence, 2 * count)) / 2

"""Krippendorff's alpha: agreement of any number of people, answers may be missing.

alpha = 1 - D_o / D_e: the mean distance of two answers on one unit over the mean distance of any
two answers. A unit with a single answer says nothing and is left out.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from trek_core.agreement.statistics.ratings import Ratings, count_ratings, expand_table
from trek_core.agreement.statistics.results import Figure, Reason
from trek_core.agreement.statistics.set_distance import SET_DISTANCES

NOMINAL = "0 if equal, else 1"


def compute_alpha(ratings: Ratings, distance: str = NOMINAL) -> Figure:
    """Krippendorff's alpha (1970, 2004) by one of the distances of this package.

    `distance` is a formula: nominal, or one of `SET_DISTANCES` where the categories are sets of
    labels. Undefined without a unit (`no_pairs`), with one rater (`fewer_than_two_raters`),
    without a unit that two rated (`no_unit_with_two_ratings`), and where all answers on such
    units are the same (`single_category`).
    """
    details: dict[str, Any] = {"distance": distance, "raters": ratings.raters}
    per_unit = ratings.counts.sum(axis=1)
    is_pairable = per_unit >= 2
    n = int(ratings.times[is_pairable].sum())
    reason = _find_reason(ratings, n)
    if reason:
        return Figure("krippendorff_alpha", None, n, reason, details=details)
    counts = ratings.counts[is_pairable].astype(np.float64)
    times = ratings.times[is_pairable].astype(np.float64)
    distances = compute_distances(ratings.categories, distance)
    totals = times @ counts
    size = float(totals.sum())
    expected = float(totals @ distances @ totals) / (size * (size - 1))
    if expected == 0:
        return Figure("krippendorff_alpha", None, n, "single_category", details=details)
    within = ((counts @ distances) * counts).sum(axis=1) / (per_unit[is_pairable] - 1)
    observed = float(times @ within) / size
    details |= {"ratings": int(size), "d_o": observed, "d_e": expected}
    return Figure("krippendorff_alpha", 1 - observed / expected, n, details=details)


def compute_alpha_of_table(
    table: ArrayLike, distance: str = NOMINAL, categories: Sequence[Any] | None = None
) -> Figure:
    """Alpha of two raters from their square table; `categories` names its rows where sets."""
    return compute_alpha(expand_table(table, categories), distance)


def compute_alpha_of_coders(coders: Sequence[Sequence[Any]], distance: str = NOMINAL) -> Figure:
    """Alpha of rows of answers, one row a coder and one column a unit, None where missing.

    Raises ValueError for rows of different lengths.
    """
    return compute_alpha(count_ratings(turn_coders(coders)), distance)


def turn_coders(coders: Sequence[Sequence[Any]]) -> list[tuple[Any, ...]]:
    """Rows of coders as rows of units; raises ValueError for rows of different lengths."""
    if len({len(coder) for coder in coders}) > 1:
        raise ValueError(
            "coders: found rows of different lengths, expected one answer a unit "
            "(null where it is missing)"
        )
    return list(zip(*coders, strict=True))


def compute_distances(categories: Sequence[Any], distance: str) -> NDArray[np.float64]:
    """The distance of every two categories; raises ValueError for an unknown distance."""
    if distance == NOMINAL:
        return 1 - np.eye(len(categories))
    if distance not in SET_DISTANCES:
        known = ", ".join((NOMINAL, *SET_DISTANCES))
        raise ValueError(f"distance: found {distance!r}, expected one of {known}")
    measure: Callable[[Any, Any], float] = SET_DISTANCES[distance]
    return np.array([[measure(a, b) for b in categories] for a in categories]).reshape(
        len(categories), len(categories)
    )


def _find_reason(ratings: Ratings, pairable: int) -> Reason | None:
    if ratings.n == 0 or ratings.raters == 0:
        return "no_pairs"
    if ratings.raters == 1:
        return "fewer_than_two_raters"
    return None if pairable else "no_unit_with_two_ratings"

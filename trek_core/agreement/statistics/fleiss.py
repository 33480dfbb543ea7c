"""Fleiss' kappa: agreement of several people who each gave every unit one category."""

from collections.abc import Callable, Hashable, Mapping
from typing import Any

import numpy as np

from trek_core.agreement.statistics.ratings import Ratings
from trek_core.agreement.statistics.results import Figure, Reason
from trek_core.agreement.statistics.tables import is_count


def compute_fleiss_kappa(ratings: Ratings) -> Figure:
    """Fleiss' kappa (1971): chance agreement from everybody's shares of each category.

    Every unit needs the same number of ratings, not the same raters. Undefined without a rating
    (`no_pairs`), with units rated by different numbers (`unequal_ratings`) or by one
    (`fewer_than_two_raters`), and where every rating is the same (`single_category`).
    """
    return _correct("fleiss_kappa", ratings, _chance_of_shares)


def compute_fleiss_category(ratings: Ratings, category: Hashable) -> Figure:
    """Fleiss' kappa of one category against all others (Fleiss 1971, equations 20 and 21).

    Undefined as the whole is, and where no rating or every rating is this category
    (`single_category`). Raises KeyError for a category that is not there.
    """
    column = ratings.counts[:, ratings.find_category(category)]
    counts = np.stack([column, ratings.counts.sum(axis=1) - column], axis=1)
    against_others = Ratings(counts, (True, False), ratings.times, ratings.raters)
    details = {"category": category}
    return _correct("fleiss_kappa_category", against_others, _chance_of_shares, details)


def compute_randolph_kappa(ratings: Ratings, categories: int | None = None) -> Figure:
    """Randolph's free-marginal kappa (2005): chance is 1 / q for q declared categories.

    q is at least the number of categories in the ratings (its default). Undefined as Fleiss'
    kappa is, but where every rating is the same it is 1 unless q is 1 (`single_category`).
    """
    in_use = len(ratings.categories)
    q = in_use if categories is None else categories
    if not is_count(q) or q < max(in_use, 1):
        raise ValueError(f"q: found {q!r}, expected at least the {in_use} categories in use")
    return _correct("randolph_free_kappa", ratings, lambda _: 1 / q, {"q": q})


def _chance_of_shares(ratings: Ratings) -> float:
    totals = ratings.times @ ratings.counts
    return float(((totals / totals.sum()) ** 2).sum())


def _correct(
    name: str,
    ratings: Ratings,
    chance: Callable[[Ratings], float],
    details: Mapping[str, Any] | None = None,
) -> Figure:
    reason = _find_reason(ratings)
    if reason:
        return Figure(name, None, ratings.n, reason, details=details or {})
    counts, m = ratings.counts.astype(np.float64), int(ratings.counts[0].sum())
    agreeing = ratings.times @ (counts * (counts - 1)).sum(axis=1)
    p_o, p_e = float(agreeing) / (ratings.n * m * (m - 1)), chance(ratings)
    details = {"ratings_per_unit": m, "p_o": p_o, "p_e": p_e, **(details or {})}
    if p_e >= 1:
        return Figure(name, None, ratings.n, "single_category", details=details)
    return Figure(name, (p_o - p_e) / (1 - p_e), ratings.n, details=details)


def _find_reason(ratings: Ratings) -> Reason | None:
    per_unit = ratings.counts.sum(axis=1)
    if per_unit.sum() == 0:
        return "no_pairs"
    if np.any(per_unit != per_unit[0]):
        return "unequal_ratings"
    return "fewer_than_two_raters" if per_unit[0] < 2 else None

"""Cohen's kappa and percent agreement of two raters, from any square table of counts.

statsmodels takes about a second to import, so it is imported by the functions that need it.
"""

from collections.abc import Mapping
from dataclasses import replace
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from trek_core.agreement.statistics.intervals import (
    compute_score_interval,
    compute_wilson,
    name_score_interval,
)
from trek_core.agreement.statistics.results import (
    WILSON,
    AgreementResult,
    Caution,
)
from trek_core.agreement.statistics.tables import VIEW_CATEGORIES, Counts, check_table, compute_view

SMALL_N = 30
"""Below this many cases a figure is shown greyed."""
RARE_COUNT = 5
"""A category that either rater used less often than this is rare."""


def compute_views(
    table: ArrayLike, excluded: Mapping[str, int] | None = None
) -> tuple[AgreementResult, ...]:
    """Every view of a 9 x 9 table: kappa of each, headline first, then percent agreement."""
    views = {view: compute_view(table, view) for view in VIEW_CATEGORIES}
    return tuple(
        compute(counts, view, excluded=excluded)
        for compute in (compute_agreement, compute_percent_agreement)
        for view, counts in views.items()
    )


def compute_agreement(
    table: ArrayLike, view: str = "joint", *, excluded: Mapping[str, int] | None = None
) -> AgreementResult:
    """Cohen's kappa (1960) of a square table; `view` only names what the table shows.

    The standard error is that of Fleiss, Cohen and Everitt (1969). The interval is
    `compute_score_interval`: unlike the Wald interval it neither undercovers at high kappa nor
    shrinks to a point at perfect agreement. Undefined without a case (`no_pairs`) and where both
    raters used one and the same category (`single_category`). Raises ValueError naming what is
    wrong with a malformed table.
    """
    from statsmodels.stats.inter_rater import cohens_kappa

    counts = check_table(table)
    observed = compute_percent_agreement(counts, view, excluded=excluded)
    undefined = replace(observed, statistic="cohen_kappa", value=None, ci=None, ci_method=None)
    if observed.p_o_ci is None:
        return undefined
    shares = counts / observed.n
    p_e = float(shares.sum(axis=1) @ shares.sum(axis=0))
    if counts.max() == counts.trace() == observed.n:
        return replace(undefined, p_e=p_e, reason="single_category")
    value = float(cohens_kappa(counts, return_results=False))
    return replace(
        undefined,
        value=value,
        p_e=p_e,
        se=_compute_fce_error(shares, value, observed.n),
        ci=compute_score_interval(observed.agreeing, observed.n, p_e, value),
        ci_method=name_score_interval(observed.agreeing, observed.n),
        warnings=(*_find_kappa_warnings(counts), *observed.warnings),
    )


def compute_percent_agreement(
    table: ArrayLike, view: str = "joint", *, excluded: Mapping[str, int] | None = None
) -> AgreementResult:
    """The share of cases on which both raters agree (0 to 1), with its Wilson interval.

    Undefined without a case (`no_pairs`). Raises ValueError for a malformed table.
    """
    counts = check_table(table)
    n, agreeing = int(counts.sum()), int(counts.trace())
    empty = AgreementResult("percent_agreement", view, n, excluded=dict(excluded or {}))
    if n == 0:
        return replace(empty, reason="no_pairs")
    share, interval = agreeing / n, compute_wilson(agreeing, n)
    return replace(
        empty,
        value=share,
        p_o=share,
        p_o_ci=interval,
        ci=interval,
        ci_method=WILSON,
        warnings=("small_n",) if n < SMALL_N else (),
    )


def _compute_fce_error(shares: NDArray[np.float64], kappa: float, n: int) -> float:
    """The large-sample error of kappa, by Fleiss, Cohen and Everitt (1969).

    Written as the variance of what each case contributes, which cannot fall below 0. statsmodels
    takes differences of large terms, which rounding leaves NaN on some perfect tables, and comes
    only with tests that take a millisecond a table to set up.
    """
    rows, columns = shares.sum(axis=1), shares.sum(axis=0)
    contributions = np.eye(len(shares)) - (1 - kappa) * (columns[:, None] + rows[None, :])
    mean = (shares * contributions).sum()
    variance = (shares * (contributions - mean) ** 2).sum()
    return sqrt(float(variance) / n) / (1 - float(rows @ columns))


def _find_kappa_warnings(counts: Counts) -> tuple[Caution, ...]:
    """What to mind about a kappa that exists.

    A category is rare where it occurs at all and either rater used it under five times; one that
    nobody used is no part of the figure.
    """
    rows, columns = counts.sum(axis=1), counts.sum(axis=0)
    used = (rows + columns) > 0
    holds: dict[Caution, bool] = {
        "one_rater_constant": bool(np.count_nonzero(rows) == 1 or np.count_nonzero(columns) == 1),
        "perfect_agreement_se_zero": bool(counts.trace() == counts.sum()),
        "rare_label": bool(np.any(np.minimum(rows, columns)[used] < RARE_COUNT)),
    }
    return tuple(caution for caution, does_hold in holds.items() if does_hold)

"""Coefficients that correct the same observed agreement for chance, each in its own way.

Every one is (p_o - p_e) / (1 - p_e); they differ in p_e alone. Bennett's S and Gwet's AC1 take
chance over the declared categories, so that a category nobody used counts in them and in no other.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from trek_core.agreement.statistics.intervals import compute_score_interval, name_score_interval
from trek_core.agreement.statistics.kappa import compute_percent_agreement
from trek_core.agreement.statistics.results import AgreementResult, Statistic
from trek_core.agreement.statistics.tables import check_declared, check_table

Shares = NDArray[np.float64]


def compute_scott_pi(
    table: ArrayLike, view: str = "joint", *, excluded: Mapping[str, int] | None = None
) -> AgreementResult:
    """Scott's pi (1955): chance agreement from the shares of both raters together.

    Undefined without a case (`no_pairs`) and where both used one and the same category
    (`single_category`). Raises ValueError for a malformed table.
    """
    return _correct_for_chance(
        "scott_pi", table, view, excluded, chance=lambda shares: float((_pool(shares) ** 2).sum())
    )


def compute_bennett_s(
    table: ArrayLike,
    view: str = "joint",
    categories: int | None = None,
    *,
    excluded: Mapping[str, int] | None = None,
) -> AgreementResult:
    """Bennett's S (1954), Brennan and Prediger's kappa (1981): chance is 1 / q.

    q is the number of declared `categories`, at least as many as the table has (its default).
    Undefined without a case (`no_pairs`) and with one category (`single_category`).
    """
    counts = check_table(table)
    q = check_declared(counts, categories)
    name: Statistic = "bennett_s_brennan_prediger"
    return _correct_for_chance(name, counts, view, excluded, chance=lambda _: 1 / q)


def compute_pabak(
    table: ArrayLike, view: str = "joint", *, excluded: Mapping[str, int] | None = None
) -> AgreementResult:
    """Prevalence- and bias-adjusted kappa of two categories (Byrt 1993): 2 p_o - 1.

    Raises ValueError for a table that is not 2 x 2; with more categories it is Bennett's S.
    """
    counts = check_table(table)
    if counts.shape != (2, 2):
        raise ValueError(
            f"table: found shape {counts.shape}, expected (2, 2); with more categories this "
            "is bennett_s_brennan_prediger"
        )
    return _correct_for_chance("pabak", counts, view, excluded, chance=lambda _: 1 / 2)


def compute_gwet_ac1(
    table: ArrayLike,
    view: str = "joint",
    categories: int | None = None,
    *,
    excluded: Mapping[str, int] | None = None,
) -> AgreementResult:
    """Gwet's AC1 (2008): chance is the sum of share x (1 - share), over q - 1.

    q as for Bennett's S, and so are the cases without a value: where everybody used one of
    several declared categories AC1 exists and is 1.
    """
    counts = check_table(table)
    q = check_declared(counts, categories)

    def compute_chance(shares: Shares) -> float:
        pooled = _pool(shares)
        return float((pooled * (1 - pooled)).sum()) / (q - 1) if q > 1 else 1.0

    return _correct_for_chance("gwet_ac1", counts, view, excluded, chance=compute_chance)


def _pool(shares: Shares) -> Shares:
    pooled: Shares = (shares.sum(axis=0) + shares.sum(axis=1)) / 2
    return pooled


def _correct_for_chance(
    statistic: Statistic,
    table: ArrayLike,
    view: str,
    excluded: Mapping[str, int] | None,
    *,
    chance: Callable[[Shares], float],
) -> AgreementResult:
    counts = check_table(table)
    observed = compute_percent_agreement(counts, view, excluded=excluded)
    undefined = replace(observed, statistic=statistic, value=None, ci=None, ci_method=None)
    if observed.p_o is None or observed.p_o_ci is None:
        return undefined
    p_e = chance(counts / observed.n)
    if p_e >= 1:
        return replace(undefined, p_e=1.0, reason="single_category")
    value = (observed.p_o - p_e) / (1 - p_e)
    return replace(
        undefined,
        value=value,
        p_e=p_e,
        ci=compute_score_interval(observed.agreeing, observed.n, p_e, value),
        ci_method=name_score_interval(observed.agreeing, observed.n),
    )

"""Kappa beside its ceiling, and kappa of one category against all others."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from trek_core.agreement.statistics.kappa import compute_agreement
from trek_core.agreement.statistics.results import AgreementResult, Figure
from trek_core.agreement.statistics.tables import check_table, collapse_category


def compute_kappa_max(table: ArrayLike) -> Figure:
    """The highest kappa that the two raters' own shares of each category allow (Cohen 1960).

    Undefined as kappa is: without a case, and where both used one and the same category.
    """
    counts = check_table(table)
    kappa = compute_agreement(counts)
    if kappa.value is None or kappa.p_e is None:
        return Figure("kappa_max", None, kappa.n, kappa.reason)
    shares = counts / kappa.n
    highest = float(np.minimum(shares.sum(axis=0), shares.sum(axis=1)).sum())
    value = max((highest - kappa.p_e) / (1 - kappa.p_e), kappa.value)
    return Figure(
        "kappa_max", min(value, 1.0), kappa.n, details={"kappa": kappa.value, "p_o_max": highest}
    )


def compute_one_vs_rest(
    table: ArrayLike,
    category: int,
    view: str = "joint",
    *,
    excluded: Mapping[str, int] | None = None,
) -> AgreementResult:
    """Cohen's kappa of one category, by its position from 0, against all others together.

    Undefined also where nobody, or everybody always, used it (`single_category`).
    """
    return compute_agreement(collapse_category(table, category), view, excluded=excluded)

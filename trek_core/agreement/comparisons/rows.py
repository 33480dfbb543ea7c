"""One figure as a row: what it is, of whom and of which cases, and the cases behind it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from trek_core.agreement.comparisons.pairing import Pairing
from trek_core.agreement.statistics.intervals import compute_wilson
from trek_core.agreement.statistics.kappa import (
    SMALL_N,
    compute_agreement,
    compute_percent_agreement,
)
from trek_core.agreement.statistics.results import WILSON, AgreementResult, Figure, Interval

METHODS: dict[str, str] = {
    "cohen_kappa": "Cohen's kappa (1960)",
    "percent_agreement": "share of cases on which both give the same",
    "fleiss_kappa": "Fleiss' kappa (1971), cases with the commonest number of answers",
    "krippendorff_alpha": "Krippendorff's alpha (2004), answers may be missing",
    "share": "share of cases",
    "mcnemar_exact_p": "exact two-sided McNemar test, p adjusted by Holm in p_holm",
    "fisher_exact_p": "exact two-sided Fisher test, p adjusted by Holm in p_holm",
    "difference": "share after minus share before",
}
"""How each statistic is made, in words."""

CaseIds = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Row:
    """One figure of a section.

    `place` says whose figure it is and over what (comparison, round, mode, view, system ...), in
    the order in which it is shown. `value` is None exactly where `reason` says why. `details` are
    further plain values. `case_ids` has the cases behind the figure by a word for each group;
    they are for links and not part of the JSON, nor is `pairing`, which has the table of two raters
    with the cases in each cell.
    """

    statistic: str
    place: Mapping[str, Any]
    value: float | None
    n: int
    method: str
    ci: Interval | None = None
    ci_method: str | None = None
    reason: str | None = None
    warnings: tuple[str, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)
    case_ids: CaseIds = field(default_factory=dict)
    pairing: Pairing | None = None

    def to_json(self) -> dict[str, Any]:
        """The row as plain JSON values; None for what does not exist."""
        return {
            **self.place,
            "statistic": self.statistic,
            "value": self.value,
            "n": self.n,
            "method": self.method,
            "ci": list(self.ci) if self.ci else None,
            "ci_method": self.ci_method,
            "reason": self.reason,
            "warnings": list(self.warnings),
            **self.details,
        }


def row_of_result(
    result: AgreementResult, place: Mapping[str, Any], case_ids: CaseIds | None = None
) -> Row:
    """A two-rater figure as a row, with its agreement, error and exclusions as details."""
    return Row(
        result.statistic,
        {**place, "view": result.view},
        result.value,
        result.n,
        METHODS[result.statistic],
        result.ci,
        result.ci_method,
        result.reason,
        result.warnings,
        {
            "p_o": result.p_o,
            "p_o_ci": list(result.p_o_ci) if result.p_o_ci else None,
            "p_e": result.p_e,
            "se": result.se,
            "excluded": dict(result.excluded),
        },
        case_ids or {},
    )


def row_of_figure(
    figure: Figure,
    place: Mapping[str, Any],
    *,
    details: Mapping[str, Any] | None = None,
    case_ids: CaseIds | None = None,
) -> Row:
    """Any other statistic as a row; the formula of its distance, if any, is part of its method."""
    distance = figure.details.get("distance")
    method = METHODS[figure.statistic] + (f", distance {distance}" if distance else "")
    n = figure.n or 0
    return Row(
        figure.statistic,
        place,
        figure.value,
        n,
        method,
        reason=figure.reason,
        warnings=(*figure.warnings, *(["small_n"] if 0 < n < SMALL_N else [])),
        details={**figure.details, **(details or {})},
        case_ids=case_ids or {},
    )


def row_of_share(
    count: int,
    n: int,
    place: Mapping[str, Any],
    *,
    details: Mapping[str, Any] | None = None,
    case_ids: CaseIds | None = None,
) -> Row:
    """A share with its Wilson interval; without a case it does not exist (`empty_group`)."""
    return Row(
        "share",
        place,
        count / n if n else None,
        n,
        METHODS["share"],
        compute_wilson(count, n) if n else None,
        WILSON if n else None,
        None if n else "empty_group",
        ("small_n",) if 0 < n < SMALL_N else (),
        {"count": count, **(details or {})},
        case_ids or {},
    )


def rows_of_pairing(pairing: Pairing, place: Mapping[str, Any]) -> list[Row]:
    """Kappa and percent agreement of two raters on one question, with the cases behind them."""
    results = (
        compute(pairing.table, pairing.view, excluded=pairing.excluded)
        for compute in (compute_agreement, compute_percent_agreement)
    )
    return [
        replace(row_of_result(result, place, pairing.groups), pairing=pairing) for result in results
    ]

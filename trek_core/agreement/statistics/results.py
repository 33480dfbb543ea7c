"""What a computed statistic is: typed, with its reason where it does not exist."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, Literal

Statistic = Literal[
    "cohen_kappa",
    "percent_agreement",
    "scott_pi",
    "bennett_s_brennan_prediger",
    "pabak",
    "gwet_ac1",
]
Reason = Literal[
    "no_pairs",
    "single_category",
    "fewer_than_two_raters",
    "no_unit_with_two_ratings",
    "unequal_ratings",
    "all_rows_concordant",
    "zero_margin",
    "empty_group",
]
Caution = Literal[
    "one_rater_constant",
    "perfect_agreement_se_zero",
    "small_n",
    "rare_label",
    "bootstrap_undefined_share",
    "no_discordant_pairs",
]
Interval = tuple[float, float]

WILSON = "Wilson score"
WILSON_FIXED_P_E = "Wilson score on p_o, p_e held fixed"
MODIFIED_WILSON_FIXED_P_E = "modified Wilson score on p_o, p_e held fixed"
PERCENTILE_BOOTSTRAP = "percentile bootstrap"


@dataclass(frozen=True)
class AgreementResult:
    """One coefficient on one view of a two-rater table, with everything needed to report it.

    `value` is None where the statistic does not exist, and `reason` says why; it is never NaN.
    `p_o` is the observed and `p_e` the chance agreement, `se` the standard error of kappa,
    `ci` the 95 % interval made by `ci_method`. `excluded` counts the cases left out, by cause.
    `warnings` keep the value and say what to mind when reading it.
    """

    statistic: Statistic
    view: str
    n: int
    value: float | None = None
    p_o: float | None = None
    p_o_ci: Interval | None = None
    p_e: float | None = None
    se: float | None = None
    ci: Interval | None = None
    ci_method: str | None = None
    reason: Reason | None = None
    warnings: tuple[Caution, ...] = ()
    excluded: Mapping[str, int] = field(default_factory=dict, hash=False)

    @property
    def agreeing(self) -> int:
        """In how many of the n cases the two raters agree."""
        return round((self.p_o or 0.0) * self.n)

    def to_json(self) -> dict[str, Any]:
        """The result as plain JSON values; None for what does not exist."""
        return {
            "statistic": self.statistic,
            "view": self.view,
            "value": self.value,
            "n": self.n,
            "p_o": self.p_o,
            "p_o_ci": list(self.p_o_ci) if self.p_o_ci else None,
            "p_e": self.p_e,
            "se": self.se,
            "ci": list(self.ci) if self.ci else None,
            "ci_method": self.ci_method,
            "reason": self.reason,
            "warnings": list(self.warnings),
            "excluded": dict(self.excluded),
        }


@dataclass(frozen=True)
class Figure:
    """Any other statistic: its value, or why there is none, and what belongs to it.

    `value` is a number, a tuple, a mapping of plain values, or None exactly where `reason` says
    why. `n` is the number of cases or units behind it, None where it counts none. `details` are
    further plain values, such as degrees of freedom. Raises ValueError for a number that is not
    finite.
    """

    statistic: str
    value: Any
    n: int | None
    reason: Reason | None = None
    warnings: tuple[Caution, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if (self.value is None) != (self.reason is not None):
            raise ValueError(f"{self.statistic}: expected either a value or a reason")
        _check_finite(self.statistic, self.value)
        _check_finite(self.statistic, self.details)

    def to_json(self) -> dict[str, Any]:
        """The figure as plain JSON values; None for what does not exist."""
        return {
            "statistic": self.statistic,
            "value": _plain(self.value),
            "n": self.n,
            "reason": self.reason,
            "warnings": list(self.warnings),
            **{key: _plain(value) for key, value in self.details.items()},
        }


def _check_finite(where: str, value: Any) -> None:
    if isinstance(value, float) and not isfinite(value):
        raise ValueError(f"{where}: found {value}, expected a finite number")
    if isinstance(value, Mapping):
        value = tuple(value.values())
    if isinstance(value, tuple | list):
        for each in value:
            _check_finite(where, each)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, tuple | list) else value

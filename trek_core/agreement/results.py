from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Statistic = Literal["cohen_kappa", "percent_agreement"]
Reason = Literal["no_pairs", "single_category"]
Caution = Literal["one_rater_constant", "perfect_agreement_se_zero", "small_n", "rare_label"]
Interval = tuple[float, float]

WILSON = "Wilson score"
WILSON_FIXED_P_E = "Wilson score on p_o, p_e held fixed"


@dataclass(frozen=True)
class AgreementResult:
    """One statistic on one view of a table, with everything needed to report it.

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

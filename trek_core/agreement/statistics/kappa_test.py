"""How sure a kappa is by large-sample theory: its two standard errors, z, p and Wald interval.

These are what other programs report. At the high agreement of label checks the Wald interval is
too narrow; `compute_agreement` carries the interval to publish.
"""

from math import sqrt

from numpy.typing import ArrayLike

from trek_core.agreement.statistics.intervals import CONFIDENCE
from trek_core.agreement.statistics.kappa import compute_agreement
from trek_core.agreement.statistics.results import AgreementResult, Caution, Figure, Reason
from trek_core.agreement.statistics.tables import Counts, check_table


def compute_kappa_error(table: ArrayLike) -> Figure:
    """The standard error of kappa (Fleiss, Cohen, Everitt 1969); undefined as kappa is."""
    kappa = compute_agreement(table)
    return Figure("kappa_ase", kappa.se, *_state(kappa), details={"kappa": kappa.value})


def compute_kappa_null_error(table: ArrayLike) -> Figure:
    """The standard error of kappa if it truly were 0 (same source); undefined as kappa is.

    It is 0 where a rater used one category only.
    """
    counts = check_table(table)
    kappa = compute_agreement(counts)
    error = _compute_null_error(counts, kappa)
    return Figure("kappa_ase0", error, *_state(kappa), details={"kappa": kappa.value})


def compute_kappa_z(table: ArrayLike) -> Figure:
    """Kappa over its standard error at 0: the test of agreement no better than chance.

    Undefined as kappa is, and where a rater used one category only (`zero_margin`): kappa and the
    error are then both 0.
    """
    counts = check_table(table)
    kappa = compute_agreement(counts)
    error = _compute_null_error(counts, kappa)
    if kappa.value is None or error is None:
        return Figure("kappa_z0", None, *_state(kappa))
    details = {"kappa": kappa.value, "se0": error}
    if "one_rater_constant" in kappa.warnings:
        return Figure("kappa_z0", None, kappa.n, "zero_margin", kappa.warnings, details)
    return Figure("kappa_z0", kappa.value / error, kappa.n, None, kappa.warnings, details)


def compute_kappa_p(table: ArrayLike) -> Figure:
    """The two-sided p of that test, from the normal distribution; undefined as z is."""
    from scipy.stats import norm

    z = compute_kappa_z(table)
    if z.value is None:
        return Figure("kappa_p_two_sided", None, z.n, z.reason, z.warnings, z.details)
    p = float(2 * norm.sf(abs(z.value)))
    return Figure("kappa_p_two_sided", p, z.n, None, z.warnings, {**z.details, "z": float(z.value)})


def compute_kappa_wald(table: ArrayLike, confidence: float = CONFIDENCE) -> Figure:
    """The Wald interval of kappa: value and error times the normal point, not clipped.

    At perfect agreement it is a point, and says so (`perfect_agreement_se_zero`).
    """
    from scipy.stats import norm

    kappa = compute_agreement(table)
    if kappa.value is None or kappa.se is None:
        return Figure("kappa_ci95_wald", None, *_state(kappa))
    reach = float(norm.isf((1 - confidence) / 2)) * kappa.se
    return Figure(
        "kappa_ci95_wald",
        (kappa.value - reach, kappa.value + reach),
        *_state(kappa),
        details={"kappa": kappa.value, "se": kappa.se, "confidence": confidence},
    )


def _state(kappa: AgreementResult) -> tuple[int, Reason | None, tuple[Caution, ...]]:
    return kappa.n, kappa.reason, kappa.warnings


def _compute_null_error(counts: Counts, kappa: AgreementResult) -> float | None:
    if kappa.value is None or kappa.p_e is None:
        return None
    shares, p_e = counts / kappa.n, kappa.p_e
    rows, columns = shares.sum(axis=1), shares.sum(axis=0)
    variance = p_e + p_e**2 - float((rows * columns * (rows + columns)).sum())
    # Rounding must not leave the variance a hair below 0.
    return sqrt(max(variance, 0.0) / kappa.n) / (1 - p_e)

"""McNemar's tests: do two yes/no answers on the same cases differ in how often they say yes?

They rest on the discordant cases alone: b where only the first says yes, c where only the second.
"""

from dataclasses import dataclass

from numpy.typing import ArrayLike

from trek_core.agreement.statistics.results import Caution, Figure, Reason
from trek_core.agreement.statistics.tables import check_fourfold, is_count


@dataclass(frozen=True)
class Discordance:
    """The cases on which only the first (b) or only the second (c) says yes.

    `n` is the number of all cases where it is known. Raises ValueError for what is no count.
    """

    b: int
    c: int
    n: int | None = None

    def __post_init__(self) -> None:
        for name, value in (("b", self.b), ("c", self.c)):
            if not is_count(value):
                raise ValueError(f"{name}: found {value!r}, expected a count (whole, 0 or more)")

    @property
    def total(self) -> int:
        """How many cases are discordant."""
        return self.b + self.c

    @property
    def is_empty(self) -> bool:
        """Whether there is no case at all, as opposed to no discordant one."""
        return self.n == 0


def read_discordance(table: ArrayLike) -> Discordance:
    """The discordant cases of a 2 x 2 table, yes before no: [[both, b], [c, neither]]."""
    counts = check_fourfold(table)
    return Discordance(int(counts[0, 1]), int(counts[1, 0]), int(counts.sum()))


def compute_mcnemar_exact(cases: Discordance) -> Figure:
    """The exact two-sided p: the binomial test of b among b + c at one half.

    Without a discordant case p is 1, with a warning; without any case undefined (`no_pairs`).
    """
    from scipy.stats import binom

    tail = float(binom.cdf(min(cases.b, cases.c), cases.total, 0.5))
    return _report("mcnemar_exact_p", cases, min(2 * tail, 1.0))


def compute_mcnemar_midp(cases: Discordance) -> Figure:
    """The mid-p of Fagerland, Lydersen and Laake (2013): half the weight of the observed split.

    At b = c that is 1 less half the weight. Without a discordant case p is 1, as the exact p is.
    """
    from scipy.stats import binom

    if cases.total == 0:
        return _report("mcnemar_midp", cases, 1.0)
    weight = float(binom.pmf(cases.b, cases.total, 0.5))
    tail = float(binom.cdf(min(cases.b, cases.c), cases.total, 0.5))
    p = 1 - weight / 2 if cases.b == cases.c else 2 * tail - weight
    return _report("mcnemar_midp", cases, p)


def compute_mcnemar_chi2(cases: Discordance, *, continuity: bool = False) -> Figure:
    """The chi-square statistic (b - c)^2 / (b + c), one degree of freedom, its p in the details.

    With `continuity`, (|b - c| - 1)^2 / (b + c) (Edwards 1948). Undefined without a case
    (`no_pairs`) and without a discordant one (`all_rows_concordant`).
    """
    from scipy.stats import chi2

    name = "mcnemar_chi2_cc" if continuity else "mcnemar_chi2"
    if cases.total == 0:
        reason: Reason = "no_pairs" if cases.is_empty else "all_rows_concordant"
        return Figure(name, None, cases.n or 0, reason, details={"b": 0, "c": 0})
    difference = abs(cases.b - cases.c) - int(continuity)
    value = difference**2 / cases.total
    p = float(chi2.sf(value, 1))
    return Figure(name, value, _count(cases), details=_details(cases) | {"df": 1, "p": p})


def _report(name: str, cases: Discordance, p: float) -> Figure:
    if cases.is_empty:
        return Figure(name, None, 0, "no_pairs")
    warnings: tuple[Caution, ...] = () if cases.total else ("no_discordant_pairs",)
    return Figure(name, p, _count(cases), None, warnings, _details(cases))


def _count(cases: Discordance) -> int:
    return cases.total if cases.n is None else cases.n


def _details(cases: Discordance) -> dict[str, int]:
    return {"b": cases.b, "c": cases.c}

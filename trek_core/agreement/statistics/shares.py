"""Shares of a whole: how often a label occurs, how often a probe run fails again."""

from collections.abc import Sequence

from trek_core.agreement.statistics.intervals import CONFIDENCE, compute_wilson
from trek_core.agreement.statistics.kappa import SMALL_N
from trek_core.agreement.statistics.results import WILSON, Figure
from trek_core.agreement.statistics.tables import is_count


def compute_share(k: int, n: int, confidence: float = CONFIDENCE) -> Figure:
    """k of n as a share from 0 to 1 with its Wilson interval in the details.

    The prevalence of a label is one; so is non-reproduction, the probe runs of one case that fail
    among all its repeated runs. Undefined for n = 0 (`empty_group`). Raises ValueError for counts
    that are none, k > n, or a confidence outside 0 to 1.
    """
    check_part(k, n)
    check_confidence(confidence)
    if n == 0:
        return Figure("share", None, 0, "empty_group", details={"k": 0})
    interval = compute_wilson(k, n, confidence)
    return Figure(
        "share",
        k / n,
        n,
        warnings=("small_n",) if n < SMALL_N else (),
        details={"k": k, "ci": interval, "ci_method": WILSON, "confidence": confidence},
    )


def compute_wilson_interval(k: int, n: int, confidence: float = CONFIDENCE) -> Figure:
    """The Wilson (1927) interval itself as the value, with the share in the details."""
    share = compute_share(k, n, confidence)
    details = {"k": k, "share": share.value, "confidence": confidence}
    value = share.details.get("ci")
    return Figure("wilson_ci", value, n, share.reason, share.warnings, details)


def compute_percents(parts: Sequence[tuple[int, int]]) -> Figure:
    """Each k of n as a percentage in words with one decimal; None where n is 0.

    An exact tie has no agreed rule. Here it goes to the even digit from 10 % on and up below
    10 %, which gives every percentage that TrekTrace prints (36/64 as 56.2, 9/144 as 6.3). The
    details list the positions of ties and of empty groups. Undefined without a part, or where
    every group is empty (`empty_group`).
    """
    printed = [print_percent(k, n) for k, n in parts]
    empty = tuple(position for position, text in enumerate(printed) if text is None)
    ties = tuple(position for position, (k, n) in enumerate(parts) if n and 2000 * k % (2 * n) == n)
    details = {"ties": ties, "empty_groups": empty}
    n = sum(n for _, n in parts)
    if len(empty) == len(printed):
        return Figure("percent_one_decimal", None, n, "empty_group", details=details)
    return Figure("percent_one_decimal", tuple(printed), n, details=details)


def print_percent(k: int, n: int) -> str | None:
    """k of n in percent with one decimal, from whole numbers alone; None where n is 0."""
    check_part(k, n)
    if n == 0:
        return None
    tenths, rest = divmod(1000 * k, n)
    is_odd_or_small = tenths % 2 == 1 or tenths < 100
    if 2 * rest > n or (2 * rest == n and is_odd_or_small):
        tenths += 1
    return f"{tenths // 10}.{tenths % 10}"


def check_part(k: int, n: int) -> None:
    """Raise ValueError unless k of n are counts and k is no more than n."""
    for name, value in (("k", k), ("n", n)):
        if not is_count(value):
            raise ValueError(f"{name}: found {value!r}, expected a count (whole, 0 or more)")
    if k > n:
        raise ValueError(f"k: found {k} of {n}, expected no more than n")


def check_confidence(confidence: float) -> None:
    """Raise ValueError unless this is a level such as .95."""
    if isinstance(confidence, bool) or not isinstance(confidence, int | float):
        raise ValueError(f"confidence: found {confidence!r}, expected a number between 0 and 1")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence: found {confidence}, expected a number between 0 and 1")

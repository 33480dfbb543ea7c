"""ADTScore: one figure for answering what can be answered and declining what cannot."""

from collections.abc import Sequence
from math import isfinite
from typing import NamedTuple

from trek_core.agreement.statistics.results import Figure
from trek_core.agreement.statistics.tables import is_count


class Accuracy(NamedTuple):
    """The accuracy on one kind of instance (share or percent), and how many there are."""

    accuracy: float
    n: int


def compute_adt_score(answerable: Sequence[Accuracy], unanswerable: Sequence[Accuracy]) -> Figure:
    """The harmonic mean of two accuracies: on answerable and on unanswerable instances (NeoQA).

    Each accuracy weighs every instance alike, whatever its kind. In the unit given, shares or
    percent, which must be one for all. It is 0 where either accuracy is. Undefined where either
    group has no instance (`empty_group`). Raises ValueError naming what is malformed.
    """
    groups = {"answerable": answerable, "unanswerable": unanswerable}
    for name, kinds in groups.items():
        _check(name, kinds)
    counts = {name: sum(kind.n for kind in kinds) for name, kinds in groups.items()}
    n = sum(counts.values())
    if not all(counts.values()):
        return Figure("adt_score", None, n, "empty_group", details={"instances": counts})
    first, second = (
        sum(kind.accuracy * kind.n for kind in kinds) / counts[name]
        for name, kinds in groups.items()
    )
    value = 2 * first * second / (first + second) if first and second else 0.0
    accuracies = {"answerable": first, "unanswerable": second}
    return Figure("adt_score", value, n, details={"accuracies": accuracies, "instances": counts})


def _check(name: str, kinds: Sequence[Accuracy]) -> None:
    for position, (accuracy, n) in enumerate(kinds):
        where = f"{name}[{position}]"
        if isinstance(accuracy, bool) or not isinstance(accuracy, int | float):
            raise ValueError(f"{where}.acc: found {accuracy!r}, expected a number")
        if not isfinite(accuracy) or not 0 <= accuracy <= 100:
            raise ValueError(f"{where}.acc: found {accuracy}, expected a share or a percentage")
        if not is_count(n):
            raise ValueError(f"{where}.n: found {n!r}, expected a count (whole, 0 or more)")

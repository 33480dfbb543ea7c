"""How far two label sets are from each other: 0 for equal sets, 1 for sets without a common label.

J = |A & B| / |A | B| is Jaccard's (1912) overlap. M (Passonneau 2006) is 1 for equal sets, 2/3
where one holds the other (any set holds the empty one), 1/3 where they only overlap, 0 where they
have nothing in common. Two empty sets are equal. The name MASI stands for two formulas in use, so
each says which it is.
"""

from collections.abc import Callable, Hashable
from fractions import Fraction

from trek_core.agreement.statistics.results import Figure

LabelsGiven = frozenset[Hashable]
SetDistance = Callable[[LabelsGiven, LabelsGiven], float]

JACCARD = "1 - J"
MASI = "1 - J * M"
DKPRO_MASI = "(1 - J) * (1 - M)"


def compute_jaccard_distance(a: LabelsGiven, b: LabelsGiven) -> float:
    """1 - J."""
    return float(1 - _overlap(a, b))


def compute_masi_distance(a: LabelsGiven, b: LabelsGiven) -> float:
    """1 - J * M: MASI as Passonneau (2006) and NLTK have it."""
    return float(1 - _overlap(a, b) * _monotonicity(a, b))


def compute_dkpro_masi_distance(a: LabelsGiven, b: LabelsGiven) -> float:
    """(1 - J) * (1 - M): what DKPro Statistics calls MASI."""
    return float((1 - _overlap(a, b)) * (1 - _monotonicity(a, b)))


SET_DISTANCES: dict[str, SetDistance] = {
    JACCARD: compute_jaccard_distance,
    MASI: compute_masi_distance,
    DKPRO_MASI: compute_dkpro_masi_distance,
}


def measure_jaccard(a: LabelsGiven, b: LabelsGiven) -> Figure:
    """The Jaccard distance of two sets as a figure; it always exists."""
    return _report("jaccard_distance", a, b, JACCARD)


def measure_masi(a: LabelsGiven, b: LabelsGiven) -> Figure:
    """The MASI distance 1 - J * M of two sets as a figure; it always exists."""
    return _report("masi_distance", a, b, MASI)


def _report(name: str, a: LabelsGiven, b: LabelsGiven, distance: str) -> Figure:
    value = SET_DISTANCES[distance](a, b)
    return Figure(name, value, None, details={"distance": distance})


def _overlap(a: LabelsGiven, b: LabelsGiven) -> Fraction:
    return Fraction(len(a & b), len(a | b)) if a | b else Fraction(1)


def _monotonicity(a: LabelsGiven, b: LabelsGiven) -> Fraction:
    if a == b:
        return Fraction(1)
    if a <= b or b <= a:
        return Fraction(2, 3)
    return Fraction(1, 3) if a & b else Fraction(0)

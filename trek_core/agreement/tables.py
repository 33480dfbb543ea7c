"""The 9 x 9 table of two raters' label sets, and the smaller tables seen in it.

The table is all that a two-rater statistic needs: a new judgement is one more in a cell, and the
tables of two groups of cases add up to the table of both.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from trek_core.errors import UnknownLabelError
from trek_core.taxonomy import LABEL_SETS, POST_SIDES, RETRIEVAL_SIDES, Label, LabelSet

Counts = NDArray[np.int64]

LARGEST_COUNT = 2**53
"""Up to here a float holds every whole number, and the sum of a table fits 64 bits."""

_POSITIONS = {label_set: position for position, label_set in enumerate(LABEL_SETS)}


def _indicator(memberships: Iterable[int], size: int) -> Counts:
    return np.eye(size, dtype=np.int64)[[int(member) for member in memberships]]


VIEW_CATEGORIES: dict[str, tuple[str, ...]] = {
    "joint": tuple(str(label_set) for label_set in LABEL_SETS),
    "retrieval": tuple(map(str, RETRIEVAL_SIDES)),
    "post": tuple(map(str, POST_SIDES)),
    **{f"label:{label}": (f"not {label}", str(label)) for label in Label},
}
"""The views of the table, headline first, and the categories of each in table order."""

_INDICATORS: dict[str, Counts] = {
    "joint": _indicator(range(9), 9),
    "retrieval": _indicator((RETRIEVAL_SIDES.index(s.retrieval) for s in LABEL_SETS), 3),
    "post": _indicator((POST_SIDES.index(s.post) for s in LABEL_SETS), 3),
    **{f"label:{label}": _indicator((label in s.labels for s in LABEL_SETS), 2) for label in Label},
}


def agreement_table(pairs: Iterable[tuple[LabelSet, LabelSet]]) -> Counts:
    """Count pairs of label sets: 9 x 9 in `LABEL_SETS` order, rows the first rater's.

    Rows are TrekTrace or annotator A, columns people or annotator B. Raises `UnknownLabelError`
    (a ValueError) naming a set outside the nine.
    """
    table = np.zeros((len(LABEL_SETS), len(LABEL_SETS)), dtype=np.int64)
    for first, second in pairs:
        table[_find_position(first), _find_position(second)] += 1
    return table


def compute_view(table: ArrayLike, view: str) -> Counts:
    """Collapse a 9 x 9 table to one view: `joint`, `retrieval`, `post` or `label:X`.

    Randomness is the set without a failure on either side. Raises ValueError for an unknown view
    or a table that is not a 9 x 9 table of counts.
    """
    counts = check_table(table)
    if len(counts) != len(LABEL_SETS):
        raise ValueError(f"table: found shape {counts.shape}, expected 9 x 9 in LABEL_SETS order")
    if view not in _INDICATORS:
        raise ValueError(f"view: found {view!r}, expected one of {', '.join(_INDICATORS)}")
    indicator = _INDICATORS[view]
    return indicator.T @ counts @ indicator


def check_table(table: ArrayLike) -> Counts:
    """Take a square table of counts as integers, or raise ValueError naming what is wrong."""
    try:
        values = np.asarray(table)
    except ValueError:
        raise ValueError("table: found rows of different lengths, expected a square") from None
    if values.ndim != 2 or values.shape[0] != values.shape[1]:
        raise ValueError(f"table: found shape {values.shape}, expected as many columns as rows")
    for (row, column), value in np.ndenumerate(values):
        if not _is_count(value):
            raise ValueError(
                f"table[{row}][{column}]: found {value!r}, expected a count (whole, 0 or more)"
            )
    return values.astype(np.int64)


def _find_position(label_set: LabelSet) -> int:
    position = _POSITIONS.get(label_set)
    if position is None:
        raise UnknownLabelError(
            f"unknown label set {label_set!r}; expected a retrieval side and a post-retrieval side"
        )
    return position


def _is_count(value: object) -> bool:
    if not isinstance(value, int | float | np.integer | np.floating):
        return False
    return bool(0 <= value <= LARGEST_COUNT) and float(value).is_integer()

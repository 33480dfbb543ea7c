"""The 9 x 9 table of two raters' label sets, and the smaller tables seen in it.

The table is all that a two-rater statistic needs: a new judgement is one more in a cell, and the
tables of two groups of cases add up to the table of both.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

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

VIEW_INDICATORS: dict[str, Counts] = {
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
    for (first, second), count in Counter(pairs).items():
        table[_find_position(first), _find_position(second)] += count
    return table


def compute_view(table: ArrayLike, view: str) -> Counts:
    """Collapse a 9 x 9 table to one view: `joint`, `retrieval`, `post` or `label:X`.

    Randomness is the set without a failure on either side. Raises ValueError for an unknown view
    or a table that is not a 9 x 9 table of counts.
    """
    counts = check_table(table)
    if len(counts) != len(LABEL_SETS):
        raise ValueError(f"table: found shape {counts.shape}, expected 9 x 9 in LABEL_SETS order")
    if view not in VIEW_INDICATORS:
        raise ValueError(f"view: found {view!r}, expected one of {', '.join(VIEW_INDICATORS)}")
    indicator = VIEW_INDICATORS[view]
    return indicator.T @ counts @ indicator


def check_table(table: ArrayLike) -> Counts:
    """Take a square table of counts as integers, or raise ValueError naming what is wrong."""
    if not isinstance(table, np.ndarray):
        # As an array, true would already be 1 and a text among numbers no longer stand out.
        _check_cells(table)
    try:
        values = np.asarray(table)
    except ValueError:
        raise ValueError("table: found rows of different lengths, expected a square") from None
    if values.ndim != 2 or values.shape[0] != values.shape[1]:
        raise ValueError(f"table: found shape {values.shape}, expected as many columns as rows")
    if not _are_counts(values):
        _check_cells(values.tolist())
    return values.astype(np.int64)


def _check_cells(rows: Any) -> None:
    for row, cells in enumerate(rows if isinstance(rows, Iterable) else ()):
        for column, value in enumerate(cells if isinstance(cells, list | tuple) else ()):
            if not is_count(value):
                raise ValueError(
                    f"table[{row}][{column}]: found {value!r}, expected a count (whole, 0 or more)"
                )


def _are_counts(values: NDArray[Any]) -> bool:
    """Whether an array is one of whole numbers in range, so that no cell need be looked at."""
    if values.dtype.kind not in "iu" or values.size == 0:
        return False
    return bool(values.min() >= 0) and bool(values.max() <= LARGEST_COUNT)


def check_fourfold(table: ArrayLike) -> Counts:
    """Take a 2 x 2 table of counts, or raise ValueError naming what is wrong."""
    counts = check_table(table)
    if counts.shape != (2, 2):
        raise ValueError(f"table: found shape {counts.shape}, expected (2, 2)")
    return counts


def check_declared(table: Counts, categories: int | None) -> int:
    """The number of categories declared for a table, by default those that it has.

    Raises ValueError where the table has more than were declared.
    """
    if categories is None:
        return len(table)
    if not is_count(categories) or categories < len(table):
        raise ValueError(
            f"q: found {categories!r}, expected at least the {len(table)} categories of the table"
        )
    return int(categories)


def collapse_category(table: ArrayLike, category: int) -> Counts:
    """One category against all others, as a 2 x 2 table: the category first.

    Raises ValueError for a position that the table does not have, counted from 0.
    """
    counts = check_table(table)
    if not is_count(category) or category >= len(counts):
        raise ValueError(
            f"category: found {category!r}, expected a position from 0 to {len(counts) - 1}"
        )
    indicator = np.ones((len(counts), 2), dtype=np.int64)
    indicator[:, 0] = np.arange(len(counts)) == category
    indicator[:, 1] -= indicator[:, 0]
    return indicator.T @ counts @ indicator


def _find_position(label_set: LabelSet) -> int:
    position = _POSITIONS.get(label_set)
    if position is None:
        raise UnknownLabelError(
            f"unknown label set {label_set!r}; expected a retrieval side and a post-retrieval side"
        )
    return position


def is_count(value: object) -> bool:
    """Whether this is a number of things: whole, 0 or more, not true or false."""
    if isinstance(value, bool):
        return False
    if not isinstance(value, int | float | np.integer | np.floating):
        return False
    return bool(0 <= value <= LARGEST_COUNT) and float(value).is_integer()

"""Several people's answers: how many gave each category to each unit.

A unit is what was rated (a case, a question). Everything that Fleiss' and Krippendorff's
statistics need is in the table of counts, one row a unit and one column a category.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from trek_core.agreement.statistics.tables import LARGEST_COUNT, Counts, check_table, is_count

Rating = Hashable | None
"""One answer; None where it is missing."""


@dataclass(frozen=True)
class Ratings:
    """Counts of each category for each unit (`counts[unit, category]`), and how many raters.

    Row u stands for `times[u]` units alike. `raters` is None where the counts came without saying
    who gave them.
    """

    counts: Counts
    categories: tuple[Hashable, ...]
    times: Counts
    raters: int | None = None

    @property
    def n(self) -> int:
        """How many units there are."""
        return int(self.times.sum())

    def find_category(self, category: Hashable) -> int:
        """The column of a category; raises KeyError naming one that is not there."""
        if category not in self.categories:
            known = ", ".join(map(str, self.categories)) or "none"
            raise KeyError(f"category: found {category!r}, expected one of {known}")
        return self.categories.index(category)


def count_ratings(
    units: Sequence[Sequence[Rating]], categories: Iterable[Hashable] | None = None
) -> Ratings:
    """Count rows of answers, one row a unit and one column a rater, None where missing.

    Categories are those declared, else those that occur. Raises ValueError for rows of different
    lengths or an empty answer, KeyError for an answer that is not declared.
    """
    widths = {len(unit) for unit in units}
    if len(widths) > 1:
        raise ValueError(
            "ratings: found rows of different lengths, expected one answer a rater "
            "(null where it is missing)"
        )
    known = tuple(dict.fromkeys(categories if categories is not None else _find_occurring(units)))
    positions = {category: position for position, category in enumerate(known)}
    counts = np.zeros((len(units), len(known)), dtype=np.int64)
    for row, unit in enumerate(units):
        for rater, rating in enumerate(unit):
            if rating is None:
                continue
            if rating == "":
                raise ValueError(
                    f"ratings[{row}][{rater}]: found an empty text, expected an answer or null"
                )
            if rating not in positions:
                raise KeyError(
                    f"ratings[{row}][{rater}]: found {rating!r}, expected one of "
                    + ", ".join(map(str, known))
                )
            counts[row, positions[rating]] += 1
    return Ratings(counts, known, _once(counts), max(widths, default=0))


def take_counts(counts: Sequence[Sequence[int]]) -> Ratings:
    """Take counts as they are, one row a unit and one column a category.

    Raises ValueError for rows of different lengths or anything that is no count.
    """
    widths = {len(row) for row in counts}
    if len(widths) > 1:
        raise ValueError("counts: found rows of different lengths, expected one count a category")
    for row, values in enumerate(counts):
        for column, value in enumerate(values):
            if not is_count(value):
                raise ValueError(
                    f"counts[{row}][{column}]: found {value!r}, expected a count (whole, 0 or more)"
                )
    width = max(widths, default=0)
    taken = np.asarray(counts, dtype=np.int64).reshape(len(counts), width)
    if taken.sum() > LARGEST_COUNT:
        raise ValueError("counts: found more than 2^53 ratings")
    return Ratings(taken, tuple(range(width)), _once(taken))


def expand_table(table: ArrayLike, categories: Sequence[Hashable] | None = None) -> Ratings:
    """A two-rater table as units of two ratings each, a row for each cell that occurs.

    `categories` names the table's rows; without it they are positions from 0.
    """
    counts = check_table(table)
    rows, columns = np.nonzero(counts)
    identity = np.eye(len(counts), dtype=np.int64)
    known = tuple(categories if categories is not None else range(len(counts)))
    return Ratings(identity[rows] + identity[columns], known, counts[rows, columns], 2)


def _once(counts: Counts) -> Counts:
    return np.ones(len(counts), dtype=np.int64)


def _find_occurring(units: Sequence[Sequence[Rating]]) -> list[Hashable]:
    return [rating for unit in units for rating in unit if rating is not None]

"""Two raters on any closed question: which cases count, and which are behind every cell."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np

from trek_core.agreement.tables import Counts

Cell = tuple[int, int]
Key = TypeVar("Key")


@dataclass(frozen=True)
class Pairing:
    """Two raters' answers to one question, case by case.

    `cells` has, by row (the first rater's category) and column (the second's), the ids of the
    cases that count; an empty cell is not listed. `left_out` has the ids of the others by the
    first cause that holds. Every case is in exactly one of the two.
    """

    view: str
    categories: tuple[str, ...]
    cells: Mapping[Cell, tuple[str, ...]]
    left_out: Mapping[str, tuple[str, ...]]

    @cached_property
    def table(self) -> Counts:
        """How many cases are in each cell."""
        table = np.zeros((len(self.categories), len(self.categories)), dtype=np.int64)
        for cell, case_ids in self.cells.items():
            table[cell] = len(case_ids)
        return table

    @property
    def n(self) -> int:
        """How many cases count."""
        return sum(map(len, self.cells.values()))

    @property
    def cases(self) -> int:
        """How many cases there are, counted or not."""
        return self.n + sum(map(len, self.left_out.values()))

    @property
    def excluded(self) -> dict[str, int]:
        """How many cases each cause leaves out; a cause that leaves out none is not listed."""
        return {cause: len(case_ids) for cause, case_ids in self.left_out.items()}

    @property
    def differing(self) -> tuple[str, ...]:
        """The cases in which the two raters' answers differ, in the order of the cells."""
        return tuple(
            case_id
            for (row, column), case_ids in sorted(self.cells.items())
            if row != column
            for case_id in case_ids
        )


def pair_answers(
    view: str,
    categories: Sequence[str],
    answers: Iterable[tuple[str, str, str]],
    causes: Sequence[str],
) -> Pairing:
    """Pair two raters' answers: (case id, the first's, the second's).

    An answer is one of `categories`, or one of `causes` for why there is none; of two causes the
    earlier in `causes` counts. Raises ValueError naming an answer that is neither.
    """
    position = {category: place for place, category in enumerate(categories)}
    rank = {cause: place for place, cause in enumerate(causes)}
    cells: dict[Cell, list[str]] = {}
    left_out: dict[str, list[str]] = {cause: [] for cause in causes}
    for case_id, first, second in answers:
        row, column = position.get(first), position.get(second)
        if row is not None and column is not None:
            cells.setdefault((row, column), []).append(case_id)
            continue
        found = [each for each in (first, second) if each not in position]
        unknown = [each for each in found if each not in rank]
        if unknown:
            raise ValueError(f"{view}: found {unknown[0]!r}, expected an answer or a known cause")
        left_out[min(found, key=rank.__getitem__)].append(case_id)
    return Pairing(
        view,
        tuple(categories),
        {cell: tuple(case_ids) for cell, case_ids in cells.items()},
        {cause: tuple(case_ids) for cause, case_ids in left_out.items() if case_ids},
    )


def split_pairing(
    pairing: Pairing, slice_of: Mapping[str, str | None]
) -> dict[str | None, Pairing]:
    """The same pairing slice by slice, the cases without a slice (None) last; they add up to it."""
    names = sorted(set(slice_of.values()), key=lambda each: (each is None, each or ""))
    cells = _split(pairing.cells, slice_of)
    left_out = _split(pairing.left_out, slice_of)
    return {
        name: Pairing(pairing.view, pairing.categories, cells.get(name, {}), left_out.get(name, {}))
        for name in names
    }


def _split(
    groups: Mapping[Key, tuple[str, ...]], slice_of: Mapping[str, str | None]
) -> dict[str | None, dict[Key, tuple[str, ...]]]:
    found: dict[str | None, dict[Key, list[str]]] = {}
    for key, case_ids in groups.items():
        for case_id in case_ids:
            found.setdefault(slice_of[case_id], {}).setdefault(key, []).append(case_id)
    return {
        name: {key: tuple(case_ids) for key, case_ids in by_key.items()}
        for name, by_key in found.items()
    }

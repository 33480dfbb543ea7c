"""Two raters on any closed question: which cases count, and which are behind every cell."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from trek_core.agreement.statistics.tables import Counts

Cell = tuple[int, int]
Positions = NDArray[np.int64]
"""Places of cases in the list of all cases."""


class CaseGroups(Mapping[str, tuple[str, ...]]):
    """Case ids by group, written out only when a group is looked at."""

    def __init__(self, case_ids: Sequence[str], groups: Mapping[str, Positions]) -> None:
        self._case_ids = case_ids
        self._groups = groups

    def __getitem__(self, group: str) -> tuple[str, ...]:
        return tuple(self._case_ids[place] for place in np.sort(self._groups[group]).tolist())

    def __iter__(self) -> Iterator[str]:
        return iter(self._groups)

    def __len__(self) -> int:
        return len(self._groups)

    def __repr__(self) -> str:
        return repr(dict(self))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mapping) and dict(self) == dict(other)

    __hash__ = None  # type: ignore[assignment]  # compared by its cases, like a dict


@dataclass(frozen=True)
class Pairing:
    """Two raters' answers to one question, case by case.

    `counted` has, by row (the first rater's category) and column (the second's), the places in
    `case_ids` of the cases that count; an empty cell is not listed. `uncounted` has those of the
    others by the first cause that holds. Every case is in exactly one of the two.
    """

    view: str
    categories: tuple[str, ...]
    case_ids: Sequence[str]
    counted: Mapping[Cell, Positions]
    uncounted: Mapping[str, Positions]

    @cached_property
    def cells(self) -> dict[Cell, tuple[str, ...]]:
        """The cases in each cell, in their order."""
        return {cell: self._name(places) for cell, places in self.counted.items()}

    @property
    def left_out(self) -> CaseGroups:
        """The cases each cause leaves out, in their order."""
        return CaseGroups(self.case_ids, self.uncounted)

    @property
    def groups(self) -> CaseGroups:
        """The cases in which the raters differ, and those each cause leaves out."""
        return CaseGroups(self.case_ids, {"differing": self._find_differing(), **self.uncounted})

    @cached_property
    def table(self) -> Counts:
        """How many cases are in each cell."""
        table = np.zeros((len(self.categories), len(self.categories)), dtype=np.int64)
        for cell, places in self.counted.items():
            table[cell] = len(places)
        return table

    @property
    def n(self) -> int:
        """How many cases count."""
        return sum(map(len, self.counted.values()))

    @property
    def cases(self) -> int:
        """How many cases there are, counted or not."""
        return self.n + sum(map(len, self.uncounted.values()))

    @property
    def excluded(self) -> dict[str, int]:
        """How many cases each cause leaves out; a cause that leaves out none is not listed."""
        return {cause: len(places) for cause, places in self.uncounted.items()}

    @property
    def differing(self) -> tuple[str, ...]:
        """The cases in which the two raters' answers differ, in their order."""
        return self._name(self._find_differing())

    def _find_differing(self) -> Positions:
        return join_positions(
            places for (row, column), places in self.counted.items() if row != column
        )

    def _name(self, places: Positions) -> tuple[str, ...]:
        return tuple(self.case_ids[place] for place in np.sort(places).tolist())


Alike = tuple[Positions, str, str]
"""Cases on which the two raters answer alike: their places, the first's answer, the second's."""


def pair_answers(
    view: str,
    categories: Sequence[str],
    case_ids: Sequence[str],
    answers: Iterable[Alike],
    causes: Sequence[str],
) -> Pairing:
    """Pair two raters' answers to one question, given for groups of cases.

    An answer is one of `categories`, or one of `causes` for why there is none; of two causes the
    earlier in `causes` counts. Raises ValueError naming an answer that is neither.
    """
    position = {category: place for place, category in enumerate(categories)}
    rank = {cause: place for place, cause in enumerate(causes)}
    counted: dict[Cell, list[Positions]] = {}
    uncounted: dict[str, list[Positions]] = {}
    for places, first, second in answers:
        row, column = position.get(first), position.get(second)
        if row is not None and column is not None:
            counted.setdefault((row, column), []).append(places)
            continue
        found = [each for each in (first, second) if each not in position]
        unknown = [each for each in found if each not in rank]
        if unknown:
            raise ValueError(f"{view}: found {unknown[0]!r}, expected an answer or a known cause")
        uncounted.setdefault(min(found, key=rank.__getitem__), []).append(places)
    return Pairing(
        view,
        tuple(categories),
        case_ids,
        {cell: join_positions(chunks) for cell, chunks in counted.items()},
        {cause: join_positions(uncounted[cause]) for cause in causes if cause in uncounted},
    )


def group_alike(answers: Sequence[tuple[str, str]]) -> Iterator[Alike]:
    """Both raters' answers case by case as groups of cases answered alike."""
    found: dict[tuple[str, str], list[int]] = {}
    for place, pair in enumerate(answers):
        found.setdefault(pair, []).append(place)
    for (first, second), places in found.items():
        yield np.array(places, dtype=np.int64), first, second


def join_positions(chunks: Iterable[Positions]) -> Positions:
    """Several groups of places as one."""
    found = list(chunks)
    return np.concatenate(found) if found else np.zeros(0, dtype=np.int64)


def split_pairing(
    pairing: Pairing, slice_of: Mapping[str, str | None]
) -> dict[str | None, Pairing]:
    """The same pairing slice by slice, the cases without a slice (None) last; they add up to it."""
    names = sorted(set(slice_of.values()), key=lambda each: (each is None, each or ""))
    numbers = {name: number for number, name in enumerate(names)}
    numbered = np.array([numbers[slice_of[case_id]] for case_id in pairing.case_ids], dtype=int)

    def cut(places: Positions, number: int) -> Positions:
        kept: Positions = places[numbered[places] == number]
        return kept

    return {
        name: Pairing(
            pairing.view,
            pairing.categories,
            pairing.case_ids,
            {c: kept for c, all_ in pairing.counted.items() if len(kept := cut(all_, number))},
            {c: kept for c, all_ in pairing.uncounted.items() if len(kept := cut(all_, number))},
        )
        for name, number in numbers.items()
    }

"""Which cases a comparison counts, and why each other case is left out.

Every case counts once: either as a pair of label sets, or under the first cause that holds.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import filterfalse
from typing import NamedTuple

import numpy as np

from trek_core.agreement.comparisons.handed_in import PENDING, HandedIn, group_by_case
from trek_core.agreement.comparisons.material import Material, read_material
from trek_core.agreement.comparisons.sides import (
    CAUSES,
    CaseAttribution,
    Cause,
    Conclusion,
    HumanJudgement,
    Reading,
    RoundMode,
    read_attribution,
    read_conclusion,
)
from trek_core.agreement.statistics.tables import VIEW_INDICATORS
from trek_core.taxonomy import LABEL_SETS, LabelSet


class Pair(NamedTuple):
    """One case that counts: the first rater's label set and the second's."""

    case_id: str
    first: LabelSet
    second: LabelSet


@dataclass(frozen=True)
class Population:
    """The cases of one comparison: the pairs that count and, by cause, the ids of the others."""

    pairs: tuple[Pair, ...]
    left_out: Mapping[Cause, tuple[str, ...]]

    @property
    def n(self) -> int:
        """How many cases count."""
        return len(self.pairs)

    @property
    def cases(self) -> int:
        """How many cases there are, counted or not."""
        return self.n + sum(map(len, self.left_out.values()))

    @property
    def excluded(self) -> dict[str, int]:
        """How many cases each cause leaves out; a cause that leaves out none is not listed."""
        return {cause: len(case_ids) for cause, case_ids in self.left_out.items()}


def group_cells(population: Population, view: str) -> dict[tuple[int, int], tuple[str, ...]]:
    """The cases behind each cell of a view's table: (row, column) -> case ids, in their order.

    Rows and columns count in `VIEW_CATEGORIES[view]`; an empty cell is not listed. Raises KeyError
    for an unknown view.
    """
    place = {
        label_set: int(np.flatnonzero(row)[0])
        for label_set, row in zip(LABEL_SETS, VIEW_INDICATORS[view], strict=True)
    }
    found: dict[tuple[int, int], list[str]] = {}
    for pair in population.pairs:
        found.setdefault((place[pair.first], place[pair.second]), []).append(pair.case_id)
    return {cell: tuple(case_ids) for cell, case_ids in found.items()}


def compare_trektrace_with_humans(
    cases: Iterable[CaseAttribution],
    judgements: Iterable[HumanJudgement],
    within: RoundMode,
    *,
    decisions: Mapping[str, Conclusion] | None = None,
    annotator: str | None = None,
    include_incomplete: bool = False,
) -> Population:
    """Pair TrekTrace's label set with the human side's, for one round and mode.

    The human side is the adjudicated decision (`decisions`, by case id), else what all
    submitted judgements agree on exactly; or, with `annotator`, that person's own judgement.
    `include_incomplete` also counts cases whose attribution is incomplete. Judgements on cases
    not in `cases` are outside the population. Raises ValueError for a case given twice or a
    second judgement by one person on one case in one round and mode.
    """
    material = read_material(
        cases,
        judgements,
        decisions={(within.round, case_id): each for case_id, each in (decisions or {}).items()},
        annotator=annotator,
    )
    return pair_with_people(material, within, include_incomplete=include_incomplete)


def compare_annotators(
    case_ids: Iterable[str],
    judgements: Iterable[HumanJudgement],
    first: str,
    second: str,
    within: RoundMode,
) -> Population:
    """Pair two annotators' label sets on each case, for one round and mode.

    TrekTrace plays no part. A case counts where both blame the system and decide both sides.
    Raises ValueError as `compare_trektrace_with_humans` does.
    """
    given = tuple(case_ids)
    twice = next((case_id for case_id, n in Counter(given).items() if n > 1), None)
    if twice is not None:
        raise _given_twice(twice)
    handed_in = HandedIn(within, group_by_case(judgements, within.round))
    return pair_two_people(given, handed_in, first, second)


def pair_with_people(
    material: Material, within: RoundMode, *, include_incomplete: bool = False
) -> Population:
    """Pair TrekTrace's label set with the human side's, as `compare_trektrace_with_humans`."""
    people = material.conclude(within)
    return pair_readings(
        (
            case.case_id,
            read_attribution(case, include_incomplete=include_incomplete),
            read_conclusion(people[case.case_id]),
        )
        for case in material.cases_of(within.round)
    )


def pair_two_people(
    case_ids: Sequence[str], handed_in: HandedIn, first: str, second: str
) -> Population:
    """Pair two annotators' label sets, as `compare_annotators`; each case is given once."""
    readings, others = handed_in.find_readings(first), handed_in.find_readings(second)
    judged = readings.keys() | others.keys()
    found = pair_readings(
        (case_id, readings.get(case_id, PENDING), others.get(case_id, PENDING))
        for case_id in filter(judged.__contains__, case_ids)
    )
    # Of many cases most are judged by neither: they are not read one by one.
    decided = judged - set(found.left_out.get(PENDING, ()))
    pending = tuple(filterfalse(decided.__contains__, case_ids))
    left_out = {**found.left_out, PENDING: pending} if pending else found.left_out
    ordered = {cause: left_out[cause] for cause in CAUSES if cause in left_out}
    return Population(found.pairs, ordered)


def pair_readings(readings: Iterable[tuple[str, Reading, Reading]]) -> Population:
    """Pair what two sides say of each case: where both give a label set, else the first cause.

    Raises ValueError for a case given twice.
    """
    pairs: list[Pair] = []
    left_out: dict[Cause, list[str]] = {cause: [] for cause in CAUSES}
    seen: set[str] = set()
    for case_id, first, second in readings:
        if case_id in seen:
            raise _given_twice(case_id)
        seen.add(case_id)
        if isinstance(first, LabelSet) and isinstance(second, LabelSet):
            pairs.append(Pair(case_id, first, second))
        else:
            found = [side for side in (first, second) if not isinstance(side, LabelSet)]
            left_out[min(found, key=CAUSES.index)].append(case_id)
    return Population(
        tuple(pairs), {cause: tuple(case_ids) for cause, case_ids in left_out.items() if case_ids}
    )


def _given_twice(case_id: str) -> ValueError:
    """What to raise for a case of which a comparison is told twice."""
    return ValueError(f"case {case_id!r} is given twice; give each case once")

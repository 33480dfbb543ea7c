"""Cases grouped by who says what, so that a question is read once for each kind of judgement.

Two judgements are of one kind where they have the same state, conclusion and closed answers; every
question to them then has the same answer.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from trek_core.agreement.comparisons.handed_in import PENDING, HandedIn
from trek_core.agreement.comparisons.pairing import Positions
from trek_core.agreement.comparisons.sides import HumanJudgement

Missing = str
"""Why there is no judgement."""
Said = HumanJudgement | Missing
"""A judgement that stands for all of its kind, or why there is none."""


@dataclass(frozen=True)
class Profiles:
    """What everybody handed in on each case, in one round and mode."""

    case_ids: Sequence[str]
    handed_in: HandedIn

    @property
    def annotators(self) -> tuple[str, ...]:
        """Who handed in anything in this mode."""
        return self.handed_in.annotators

    def group_by_people(
        self, people: Sequence[str]
    ) -> Iterable[tuple[Positions, tuple[Said, ...]]]:
        """Groups of cases on which each of these people says the same as on the others."""
        people = tuple(people)
        if people not in self._grouped:
            self._grouped[people] = list(self._group(people))
        return self._grouped[people]

    def group_together(self) -> Iterable[tuple[Positions, list[HumanJudgement] | Missing]]:
        """Groups of cases by what all who judged them in this mode say, whoever they are."""
        for places, said in self.group_by_people(self.annotators):
            judgements = [each for each in said if isinstance(each, HumanJudgement)]
            if judgements:
                yield places, judgements
                continue
            by_nobody = np.array(
                [self.handed_in.say_why_missing(self.case_ids[place]) for place in places.tolist()]
            )
            for cause in np.unique(by_nobody).tolist():
                yield places[by_nobody == cause], cause

    def _group(self, people: tuple[str, ...]) -> Iterator[tuple[Positions, tuple[Said, ...]]]:
        own, why = self.handed_in.own, self.handed_in.say_why_missing
        kinds, examples = self._kinds
        judged = set[str]().union(*map(self.handed_in.find_judged_by, people))
        judged_at = sorted(self._places[each] for each in judged if each in self._places)
        found: dict[tuple[int | str, ...], list[int]] = {}
        for place in judged_at:
            case_id = self.case_ids[place]
            by_name = own.get(case_id, {})
            key: tuple[int | str, ...] = tuple(
                [
                    kinds[id(by_name[name])] if name in by_name else why(case_id, name)
                    for name in people
                ]
            )
            found.setdefault(key, []).append(place)
        for key, places in found.items():
            said = tuple(each if isinstance(each, str) else examples[each] for each in key)
            yield np.array(places, dtype=np.int64), said
        # Of many cases most are judged by none of these: they are not read one by one.
        others = np.setdiff1d(np.arange(len(self.case_ids)), judged_at, assume_unique=True)
        if others.size:
            yield others, (PENDING,) * len(people)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {case_id: place for place, case_id in enumerate(self.case_ids)}

    @cached_property
    def _grouped(self) -> dict[tuple[str, ...], list[tuple[Positions, tuple[Said, ...]]]]:
        return {}

    @cached_property
    def _kinds(self) -> tuple[dict[int, int], list[HumanJudgement]]:
        """The kind of each judgement, by its identity, and one judgement of each kind."""
        numbers: dict[tuple[object, ...], int] = {}
        kinds: dict[int, int] = {}
        examples: list[HumanJudgement] = []
        for by_name in self.handed_in.own.values():
            for one in by_name.values():
                kind = (one.state, one.outcome, one.retrieval_side, one.post_side, id(one.answers))
                number = numbers.setdefault(kind, len(numbers))
                if number == len(examples):
                    examples.append(one)
                kinds[id(one)] = number
        return kinds, examples

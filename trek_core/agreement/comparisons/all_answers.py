"""Everybody's answers to one question: where people split, and what Fleiss and alpha need."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from trek_core.agreement.comparisons.pairing import CaseGroups, Positions, join_positions
from trek_core.agreement.comparisons.people import read_once
from trek_core.agreement.comparisons.profiles import Profiles
from trek_core.agreement.comparisons.questions import Question
from trek_core.agreement.statistics.tables import VIEW_CATEGORIES, Counts
from trek_core.taxonomy import LABEL_SETS, Label

_LABEL_GIVEN = {
    label: tuple(int(label in label_set.labels) for label_set in LABEL_SETS) for label in Label
}
"""For each label, whether each of the nine label sets has it."""


@dataclass(frozen=True)
class AllAnswers:
    """Everybody's answers to one question on the cases that anybody judged.

    `patterns` has groups of cases answered alike: their places in `case_ids`, and each annotator's
    category by position, None where they have no answer. `missing` counts those by cause.
    """

    view: str
    categories: tuple[str, ...]
    annotators: tuple[str, ...]
    case_ids: Sequence[str]
    patterns: tuple[tuple[Positions, tuple[int | None, ...]], ...]
    missing: Mapping[str, int]

    @cached_property
    def times(self) -> Counts:
        """How many cases each pattern stands for."""
        return np.array([len(places) for places, _ in self.patterns], dtype=np.int64)

    @cached_property
    def counts(self) -> Counts:
        """How many people gave each category: a row a pattern."""
        counts = np.zeros((len(self.patterns), len(self.categories)), dtype=np.int64)
        for row, (_, answers) in enumerate(self.patterns):
            for answer in answers:
                if answer is not None:
                    counts[row, answer] += 1
        return counts

    @property
    def units(self) -> int:
        """How many cases anybody judged."""
        return int(self.times.sum())

    @property
    def compared(self) -> int:
        """On how many cases two or more people have an answer."""
        return int(self.times[self._is_compared].sum())

    @property
    def split(self) -> int:
        """On how many of them not all give the same."""
        return int(self.times[self._is_split].sum())

    @property
    def groups(self) -> CaseGroups:
        """The cases that are compared, and those of them on which people differ."""
        return CaseGroups(
            self.case_ids,
            {"differing": self._pick(self._is_split), "compared": self._pick(self._is_compared)},
        )

    def split_by_label(self) -> tuple["AllAnswers", ...]:
        """Label sets as five questions, one a label: not given (0) or given (1)."""
        return tuple(
            replace(
                self,
                view=f"label:{label}",
                categories=VIEW_CATEGORIES[f"label:{label}"],
                patterns=tuple(
                    (places, tuple(None if each is None else given[each] for each in answers))
                    for places, answers in self.patterns
                ),
            )
            for label, given in _LABEL_GIVEN.items()
        )

    def find_equal_group(self) -> tuple[int, Counts, Counts]:
        """The commonest number of raters, two or more, with counts and times of its patterns.

        Of two that are equally common the larger one; 0 and no rows where no case has two.
        """
        raters = self.counts.sum(axis=1)
        sizes: Counter[int] = Counter()
        for size, times in zip(raters.tolist(), self.times.tolist(), strict=True):
            if size >= 2:
                sizes[size] += times
        size = max(sizes, key=lambda each: (sizes[each], each), default=0)
        is_equal = raters == size if size else np.zeros(len(raters), dtype=bool)
        return size, self.counts[is_equal], self.times[is_equal]

    @cached_property
    def _is_compared(self) -> NDArray[np.bool_]:
        return np.asarray(self.counts.sum(axis=1) >= 2)

    @cached_property
    def _is_split(self) -> NDArray[np.bool_]:
        return np.asarray((self.counts > 0).sum(axis=1) >= 2)

    def _pick(self, chosen: NDArray[np.bool_]) -> Positions:
        return join_positions(self.patterns[row][0] for row in np.flatnonzero(chosen))


def gather_answers(question: Question, profiles: Profiles) -> AllAnswers:
    """Everybody's answers to one question, in one round and mode."""
    position = {category: place for place, category in enumerate(question.categories)}
    read = read_once(question)
    missing: Counter[str] = Counter()
    patterns: list[tuple[Positions, tuple[int | None, ...]]] = []
    for places, said in profiles.group_by_people(profiles.annotators):
        if all(isinstance(each, str) for each in said):
            continue
        answers = [read(each) for each in said]
        for answer in answers:
            if answer not in position:
                missing[answer] += len(places)
        patterns.append((places, tuple(position.get(answer) for answer in answers)))
    return AllAnswers(
        question.view, question.categories, profiles.annotators, profiles.case_ids,
        tuple(patterns), dict(missing),
    )  # fmt: skip

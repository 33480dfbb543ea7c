"""Who handed in what within one round, as one mode sees it."""

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Final

from trek_core.agreement.comparisons.sides import (
    FINISHED,
    Cause,
    HumanJudgement,
    Reading,
    RoundMode,
)

PENDING: Final = "human_pending"
"""Why there is no judgement where none was handed in, in whatever mode."""


@dataclass(frozen=True)
class HandedIn:
    """The judgements handed in within one round, as one mode sees them.

    `by_case` has every judgement of the round on a case, whatever its mode; `own` only those of
    this mode, by case and annotator.
    """

    within: RoundMode
    by_case: Mapping[str, list[HumanJudgement]]

    @cached_property
    def own(self) -> dict[str, dict[str, HumanJudgement]]:
        """Case id -> annotator -> judgement in this mode."""
        found: dict[str, dict[str, HumanJudgement]] = {}
        for case_id, judgements in self.by_case.items():
            in_mode = {one.annotator: one for one in judgements if one.mode == self.within.mode}
            if in_mode:
                found[case_id] = in_mode
        return found

    @cached_property
    def annotators(self) -> tuple[str, ...]:
        """Who handed in anything in this mode, in alphabetical order."""
        return tuple(sorted({name for by_name in self.own.values() for name in by_name}))

    def find_pairs(self, annotator: str | None = None) -> list[tuple[str, str]]:
        """The pairs of people who both judged some case; with `annotator`, those with them."""
        together = {
            pair for by_name in self.own.values() for pair in combinations(sorted(by_name), 2)
        }
        return sorted(pair for pair in together if annotator is None or annotator in pair)

    def find_readings(self, annotator: str) -> Mapping[str, Reading]:
        """What one person says of each case that they handed in, in whatever mode.

        A label set, or why there is none. Each person is read once, with however many compared.
        """
        if annotator not in self._readings:
            judged = self.find_judged_by(annotator)
            self._readings[annotator] = {each: self._read(each, annotator) for each in judged}
        return self._readings[annotator]

    def _read(self, case_id: str, annotator: str) -> Reading:
        judgement = self.own.get(case_id, {}).get(annotator)
        if judgement is None:
            return self.say_why_missing(case_id, annotator)
        if judgement.state == "needs_discussion":
            return "needs_discussion"
        return judgement.conclusion.read_label_set()

    @cached_property
    def _readings(self) -> dict[str, Mapping[str, Reading]]:
        return {}

    def say_why_missing(self, case_id: str, annotator: str | None = None) -> Cause:
        """Why there is no judgement in this mode on a case: by this person, or by anybody."""
        others = self.by_case.get(case_id, ())
        found = any(annotator in (None, one.annotator) for one in others)
        return "other_mode" if found else PENDING

    def find_judged_by(self, annotator: str) -> Set[str]:
        """The cases on which one person handed in anything, in whatever mode."""
        return self._judged_by.get(annotator, frozenset())

    @cached_property
    def _judged_by(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for case_id, judgements in self.by_case.items():
            for one in judgements:
                found.setdefault(one.annotator, set()).add(case_id)
        return found


def group_by_case(
    judgements: Iterable[HumanJudgement], round_name: str
) -> dict[str, list[HumanJudgement]]:
    """The judgements handed in within a round, by case; ValueError where one is given twice."""
    found: dict[tuple[str, str, str], HumanJudgement] = {}
    for judgement in judgements:
        if judgement.round != round_name or judgement.state not in FINISHED:
            continue
        key = (judgement.case_id, judgement.annotator, judgement.mode)
        if key in found:
            raise ValueError(
                f"{judgement.annotator!r} judges case {judgement.case_id!r} twice in round "
                f"{round_name!r} ({judgement.mode}); give the latest revision only"
            )
        found[key] = judgement
    by_case: dict[str, list[HumanJudgement]] = {}
    for judgement in found.values():
        by_case.setdefault(judgement.case_id, []).append(judgement)
    return by_case

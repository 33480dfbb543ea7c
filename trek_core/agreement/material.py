"""Everything that agreement is computed from, read once, and an index of who handed in what."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from trek_core.agreement.sides import (
    FINISHED,
    CaseAttribution,
    Cause,
    Conclusion,
    HumanJudgement,
    Reading,
    RoundMode,
    find_conclusion,
    read_people,
)

BEFORE_ANY_JUDGEMENT = RoundMode("default", "assisted")


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

    def read(self, case_id: str, annotator: str) -> Reading:
        """What one person says of a case: a label set, or why there is none."""
        judgement = self.own.get(case_id, {}).get(annotator)
        if judgement is None:
            return self.say_why_missing(case_id, annotator)
        return read_people([judgement], self.within.mode)

    def say_why_missing(self, case_id: str, annotator: str | None = None) -> Cause:
        """Why there is no judgement in this mode on a case: by this person, or by anybody."""
        others = self.by_case.get(case_id, ())
        found = any(annotator in (None, one.annotator) for one in others)
        return "other_mode" if found else "human_pending"


@dataclass(frozen=True)
class Material:
    """The cases, the judgements in any state and the adjudicated decisions, by (round, case id).

    With `annotator`, that person alone is the human side, and no decision counts.
    """

    cases: tuple[CaseAttribution, ...] = ()
    judgements: tuple[HumanJudgement, ...] = ()
    decisions: Mapping[tuple[str, str], Conclusion] = field(default_factory=dict)
    annotator: str | None = None

    @cached_property
    def case_ids(self) -> tuple[str, ...]:
        """The cases in the order given."""
        return tuple(case.case_id for case in self.cases)

    @cached_property
    def cases_by_id(self) -> dict[str, CaseAttribution]:
        """The cases by their id."""
        return {case.case_id: case for case in self.cases}

    @cached_property
    def annotators(self) -> tuple[str, ...]:
        """Everyone who has handed in a judgement, in any round and mode."""
        return tuple(sorted({one.annotator for one in self.judgements if one.state in FINISHED}))

    @cached_property
    def rounds(self) -> tuple[RoundMode, ...]:
        """The rounds and modes in which the human side handed something in, the fullest first."""
        counts = Counter(
            RoundMode(given.round, given.mode)
            for given in self.judgements
            if given.state in FINISHED and self.annotator in (None, given.annotator)
        )
        found = sorted(counts, key=lambda within: (-counts[within], within))
        return tuple(found) or (BEFORE_ANY_JUDGEMENT,)

    def find_handed_in(self, within: RoundMode) -> HandedIn:
        """What everybody handed in, as one round and mode sees it; each is indexed once."""
        if within not in self._handed_in:
            self._handed_in[within] = HandedIn(within, self._by_round(within.round))
        return self._handed_in[within]

    def find_human_side(self, within: RoundMode) -> HandedIn:
        """The same, of the human side alone: everybody, or the chosen annotator."""
        if self.annotator is None:
            return self.find_handed_in(within)
        own = (given for given in self.judgements if given.annotator == self.annotator)
        return HandedIn(within, group_by_case(own, within.round))

    def find_decisions(self, round_name: str) -> dict[str, Conclusion]:
        """The decisions that stand for the human side in a round, by case id."""
        if self.annotator is not None:
            return {}
        return {
            case_id: decision
            for (decided_in, case_id), decision in self.decisions.items()
            if decided_in == round_name
        }

    def conclude(
        self, within: RoundMode, *, with_unsure: bool = False
    ) -> dict[str, Conclusion | Cause]:
        """What the human side concludes about each case, or why it concludes nothing."""
        by_case = self.find_human_side(within).by_case
        decisions = self.find_decisions(within.round)
        return {
            case_id: find_conclusion(
                by_case.get(case_id, ()),
                within.mode,
                decisions.get(case_id),
                with_unsure=with_unsure,
            )
            for case_id in self.case_ids
        }

    @cached_property
    def _handed_in(self) -> dict[RoundMode, HandedIn]:
        return {}

    @cached_property
    def _rounds_read(self) -> dict[str, dict[str, list[HumanJudgement]]]:
        return {}

    def _by_round(self, round_name: str) -> dict[str, list[HumanJudgement]]:
        if round_name not in self._rounds_read:
            self._rounds_read[round_name] = group_by_case(self.judgements, round_name)
        return self._rounds_read[round_name]


def read_material(
    cases: Iterable[CaseAttribution],
    judgements: Iterable[HumanJudgement],
    *,
    decisions: Mapping[tuple[str, str], Conclusion] | None = None,
    annotator: str | None = None,
) -> Material:
    """Take cases and judgements as they come; see `Material`."""
    return Material(tuple(cases), tuple(judgements), dict(decisions or {}), annotator)


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

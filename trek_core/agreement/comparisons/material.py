"""Everything that agreement is computed from, read once and indexed once."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from trek_core.agreement.comparisons.handed_in import HandedIn, group_by_case
from trek_core.agreement.comparisons.profiles import Profiles
from trek_core.agreement.comparisons.sides import (
    FINISHED,
    CaseAttribution,
    Cause,
    Conclusion,
    HumanJudgement,
    RoundMode,
    find_conclusion,
)

BEFORE_ANY_JUDGEMENT = RoundMode("default", "assisted")


@dataclass(frozen=True)
class Material:
    """The cases, the judgements in any state and the adjudicated decisions, by (round, case id).

    With `annotator`, that person alone is the human side, and no decision counts. A round that
    `round_cases` does not name takes every case.
    """

    cases: tuple[CaseAttribution, ...] = ()
    judgements: tuple[HumanJudgement, ...] = ()
    decisions: Mapping[tuple[str, str], Conclusion] = field(default_factory=dict)
    annotator: str | None = None
    round_cases: Mapping[str, Collection[str]] = field(default_factory=dict)

    def cases_of(self, round_name: str) -> tuple[CaseAttribution, ...]:
        """The cases of a round, in the order given."""
        chosen = self.round_cases.get(round_name)
        if chosen is None:
            return self.cases
        if round_name not in self._cases_of:
            self._cases_of[round_name] = tuple(
                case for case in self.cases if case.case_id in chosen
            )
        return self._cases_of[round_name]

    def case_ids_of(self, round_name: str) -> tuple[str, ...]:
        """The ids of the cases of a round, in the order given."""
        cases = self.cases_of(round_name)
        return self.case_ids if cases is self.cases else tuple(case.case_id for case in cases)

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

    def find_profiles(self, within: RoundMode) -> Profiles:
        """A round's cases grouped by what everybody says; each round and mode is grouped once."""
        if within not in self._profiles:
            case_ids = self.case_ids_of(within.round)
            self._profiles[within] = Profiles(case_ids, self.find_handed_in(within))
        return self._profiles[within]

    def find_human_profiles(self, within: RoundMode) -> Profiles:
        """A round's cases grouped by what the human side says."""
        if self.annotator is None:
            return self.find_profiles(within)
        return Profiles(self.case_ids_of(within.round), self.find_human_side(within))

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
        key = (within, with_unsure)
        if key not in self._concluded:
            self._concluded[key] = self._conclude(within, with_unsure=with_unsure)
        return self._concluded[key]

    def _conclude(self, within: RoundMode, *, with_unsure: bool) -> dict[str, Conclusion | Cause]:
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
    def _cases_of(self) -> dict[str, tuple[CaseAttribution, ...]]:
        return {}

    @cached_property
    def _profiles(self) -> dict[RoundMode, Profiles]:
        return {}

    @cached_property
    def _concluded(self) -> dict[tuple[RoundMode, bool], dict[str, Conclusion | Cause]]:
        return {}

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

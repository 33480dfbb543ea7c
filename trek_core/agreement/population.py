"""Which cases a comparison counts, and why each other case is left out.

Every case counts once: either as a pair of label sets, or under the first cause that holds.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from trek_core.agreement.sides import (
    CAUSES,
    FINISHED,
    CaseAttribution,
    Cause,
    Conclusion,
    HumanJudgement,
    Reading,
    RoundMode,
    read_attribution,
    read_people,
)
from trek_core.taxonomy import LabelSet


@dataclass(frozen=True)
class Pair:
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
    if annotator is not None:
        judgements = [given for given in judgements if given.annotator == annotator]
        decisions = None
    handed_in = group_by_case(judgements, within.round)
    readings = (
        (
            case.case_id,
            read_attribution(case, include_incomplete=include_incomplete),
            read_people(
                handed_in.get(case.case_id, ()), within.mode, (decisions or {}).get(case.case_id)
            ),
        )
        for case in cases
    )
    return _count_once(readings)


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
    given = list(judgements)
    by_first, by_second = (
        group_by_case([one for one in given if one.annotator == annotator], within.round)
        for annotator in (first, second)
    )
    readings = (
        (
            case_id,
            read_people(by_first.get(case_id, ()), within.mode),
            read_people(by_second.get(case_id, ()), within.mode),
        )
        for case_id in case_ids
    )
    return _count_once(readings)


def _count_once(readings: Iterable[tuple[str, Reading, Reading]]) -> Population:
    """A pair where both sides read as a label set, else the first cause in the order."""
    pairs: list[Pair] = []
    left_out: dict[Cause, list[str]] = {cause: [] for cause in CAUSES}
    seen: set[str] = set()
    for case_id, first, second in readings:
        if case_id in seen:
            raise ValueError(f"case {case_id!r} is given twice; give each case once")
        seen.add(case_id)
        if isinstance(first, LabelSet) and isinstance(second, LabelSet):
            pairs.append(Pair(case_id, first, second))
        else:
            found = [side for side in (first, second) if not isinstance(side, LabelSet)]
            left_out[min(found, key=CAUSES.index)].append(case_id)
    return Population(
        tuple(pairs), {cause: tuple(case_ids) for cause, case_ids in left_out.items() if case_ids}
    )


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

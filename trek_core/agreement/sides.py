"""What each side says about one case: a label set to compare, or why there is none."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from trek_core.checklist import UNDETERMINED
from trek_core.taxonomy import (
    POST_SIDES,
    RETRIEVAL_SIDES,
    SYSTEM_INDEPENDENT,
    LabelSet,
    Outcome,
)

Cause = Literal[
    "no_attribution",
    "other_mode",
    "human_pending",
    "needs_discussion",
    "disputed",
    "not_a_failure",
    "system_independent",
    "human_undetermined",
    "attribution_incomplete",
]
CAUSES: tuple[Cause, ...] = get_args(Cause)
"""Why a case is left out, in the order in which the first that holds is counted."""

FINISHED = frozenset({"submitted", "needs_discussion"})
"""The states in which a person has handed a judgement in."""


Reading = LabelSet | Cause
"""One side of one case: the label set, or why there is none to compare."""


class RoundMode(NamedTuple):
    """One round in one mode; figures of two are never pooled."""

    round: str
    mode: str


@dataclass(frozen=True)
class CaseAttribution:
    """TrekTrace's side of one case; `label_set` is None where it has no attribution."""

    case_id: str
    label_set: LabelSet | None
    complete: bool


@dataclass(frozen=True)
class Conclusion:
    """What a person, or an adjudication, concludes about a case.

    A side is `none`, a label, `undetermined`, or None where no stage is blamed; sides count only
    where the outcome leaves the system at fault. Raises ValueError for any other side.
    """

    outcome: str | None
    retrieval_side: str | None = None
    post_side: str | None = None

    def __post_init__(self) -> None:
        _check_side("retrieval_side", self.retrieval_side, RETRIEVAL_SIDES)
        _check_side("post_side", self.post_side, POST_SIDES)
        if self.outcome not in (Outcome.SYSTEM_RELATED, Outcome.UNDECIDED, None):
            object.__setattr__(self, "retrieval_side", None)
            object.__setattr__(self, "post_side", None)

    def read_label_set(self) -> Reading:
        """The label set this comes to, or why it comes to none."""
        if self.outcome == Outcome.NOT_A_FAILURE:
            return "not_a_failure"
        if self.outcome in SYSTEM_INDEPENDENT:
            return "system_independent"
        sides = (self.retrieval_side, self.post_side)
        if self.outcome != Outcome.SYSTEM_RELATED or None in sides or UNDETERMINED in sides:
            return "human_undetermined"
        return LabelSet(str(self.retrieval_side), str(self.post_side))


@dataclass(frozen=True)
class HumanJudgement:
    """One annotator's latest judgement on one case in one round and mode, in any state."""

    case_id: str
    annotator: str
    round: str
    mode: str
    state: str
    outcome: str | None
    retrieval_side: str | None
    post_side: str | None

    @property
    def conclusion(self) -> Conclusion:
        """What the judgement says about the case."""
        return Conclusion(self.outcome, self.retrieval_side, self.post_side)


def read_attribution(case: CaseAttribution, *, include_incomplete: bool = False) -> Reading:
    """TrekTrace's label set; an incomplete one only where asked for."""
    if case.label_set is None:
        return "no_attribution"
    return case.label_set if case.complete or include_incomplete else "attribution_incomplete"


def read_people(
    handed_in: Sequence[HumanJudgement], mode: str, decision: Conclusion | None = None
) -> Reading:
    """What one person, or several together, say about a case in one mode.

    `handed_in` are the judgements handed in on the case in any mode of the round; a decision
    stands for all of them.
    """
    in_mode = [judgement for judgement in handed_in if judgement.mode == mode]
    if handed_in and not in_mode:
        return "other_mode"
    if decision is not None:
        return decision.read_label_set()
    if not in_mode:
        return "human_pending"
    if any(judgement.state == "needs_discussion" for judgement in in_mode):
        return "needs_discussion"
    conclusions = {judgement.conclusion for judgement in in_mode}
    return conclusions.pop().read_label_set() if len(conclusions) == 1 else "disputed"


def _check_side(field: str, side: str | None, known: tuple[str, ...]) -> None:
    if side not in (*known, UNDETERMINED, None):
        raise ValueError(
            f"{field}: found {side!r}, expected one of {', '.join(known)}, {UNDETERMINED}"
        )

"""What each side says about one case: a label set to compare, or why there is none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
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
    """TrekTrace's side of one case; `label_set` is None where it has no attribution.

    `question` is for people to read, its effective year first; `question_key` is what all wordings
    of it have in common (`question_wording`). `verdict` is the LLM judge's.
    `judgements` are TrekTrace's own answers by checklist field, yes or no, those unknown left out.
    """

    case_id: str
    label_set: LabelSet | None
    complete: bool
    dataset: str = ""
    system: str = ""
    question: str = ""
    verdict: str | None = None
    judgements: Mapping[str, str] = field(default_factory=dict, hash=False)
    year: str = ""
    question_key: str = ""


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
        return _read_label_set(self.outcome, self.retrieval_side, self.post_side)


@dataclass(frozen=True)
class HumanJudgement:
    """One annotator's latest judgement on one case in one round and mode, in any state.

    `answers` says of every closed checklist field what was answered, or why it was not (see
    `read_closed_answers`); None where the answers were not read. `submitted_at` is UTC, ISO 8601.
    """

    case_id: str
    annotator: str
    round: str
    mode: str
    state: str
    outcome: str | None
    retrieval_side: str | None
    post_side: str | None
    submitted_at: str | None = None
    answers: Mapping[str, str] | None = field(default=None, hash=False)

    @property
    def conclusion(self) -> Conclusion:
        """What the judgement says about the case."""
        return _conclude(self.outcome, self.retrieval_side, self.post_side)


# Few different ones occur: judgements that conclude the same share the conclusion.
@lru_cache(maxsize=1024)
def _conclude(outcome: str | None, retrieval_side: str | None, post_side: str | None) -> Conclusion:
    return Conclusion(outcome, retrieval_side, post_side)


@lru_cache(maxsize=1024)
def _read_label_set(
    outcome: str | None, retrieval_side: str | None, post_side: str | None
) -> Reading:
    if outcome == Outcome.NOT_A_FAILURE:
        return "not_a_failure"
    if outcome in SYSTEM_INDEPENDENT:
        return "system_independent"
    sides = (retrieval_side, post_side)
    if outcome != Outcome.SYSTEM_RELATED or None in sides or UNDETERMINED in sides:
        return "human_undetermined"
    return LabelSet(str(retrieval_side), str(post_side))


def read_attribution(case: CaseAttribution, *, include_incomplete: bool = False) -> Reading:
    """TrekTrace's label set; an incomplete one only where asked for."""
    if case.label_set is None:
        return "no_attribution"
    return case.label_set if case.complete or include_incomplete else "attribution_incomplete"


def read_conclusion(found: Conclusion | Cause) -> Reading:
    """The label set a conclusion comes to, or why there is none."""
    return found.read_label_set() if isinstance(found, Conclusion) else found


def find_conclusion(
    handed_in: Sequence[HumanJudgement],
    mode: str,
    decision: Conclusion | None = None,
    *,
    with_unsure: bool = False,
) -> Conclusion | Cause:
    """What one person, or several together, conclude about a case; else why there is nothing.

    `handed_in` are the judgements handed in on the case in any mode of the round; a decision
    stands for all of them. `with_unsure` also takes judgements that need discussion, as far as
    they decide anything.
    """
    in_mode = [judgement for judgement in handed_in if judgement.mode == mode]
    if handed_in and not in_mode:
        return "other_mode"
    if decision is not None:
        return decision
    if not in_mode:
        return "human_pending"
    unsure = any(judgement.state == "needs_discussion" for judgement in in_mode)
    if unsure and not with_unsure:
        return "needs_discussion"
    first, *others = [judgement.conclusion for judgement in in_mode]
    return first if all(each == first for each in others) else "disputed"


def _check_side(field: str, side: str | None, known: tuple[str, ...]) -> None:
    if side not in (*known, UNDETERMINED, None):
        raise ValueError(
            f"{field}: found {side!r}, expected one of {', '.join(known)}, {UNDETERMINED}"
        )

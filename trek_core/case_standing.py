"""What people's conclusions on a case come to for a list: whom they differ from, and the cause."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from trek_core.case_facets import SameOrNot
from trek_core.checklist import FIELDS_BY_NAME, Answers
from trek_core.taxonomy import POST_SIDES, RETRIEVAL_SIDES, LabelSet, Outcome

CAUSE_FIELDS = {
    Outcome.REFERENCE_ANSWER_ERROR: "reference_issue",
    Outcome.JUDGE_ERROR: "judge_error_reason",
}
"""Outcome -> the checklist field that says why."""

CAUSES = tuple(option.value for option in FIELDS_BY_NAME["reference_issue"].options)
OWN_WORDS = "other"
"""The cause of whatever was said in one's own words, which stay with the judgement."""


@dataclass(frozen=True)
class Concluded:
    """What one person, or a decision, concluded in a round."""

    outcome: str | None
    retrieval_side: str | None
    post_side: str | None
    cause: str = ""


@dataclass(frozen=True)
class Standing:
    """What a list shows of people's conclusions; '' where there are none (or only one of them)."""

    with_trektrace: SameOrNot | Literal[""]
    among_people: Literal["same", "differ", ""]
    cause: str


def compute_cause(outcome: str | None, answers: Answers) -> str:
    """Why a system-independent outcome was reached: one of `CAUSES`, '' where nobody said."""
    field = next((CAUSE_FIELDS[each] for each in CAUSE_FIELDS if each == outcome), None)
    said = str(answers.get(field) or "").strip() if field else ""
    return said if said in CAUSES or not said else OWN_WORDS


def compute_standing(
    trektrace: str,
    judged: Mapping[str, Sequence[Concluded]],
    decided: Mapping[str, Concluded],
) -> Standing:
    """Compare by round what was handed in (`judged`), or the decision over it, with one another.

    `trektrace` is the recorded label set as text. One differing conclusion makes `differ`;
    `open` means that nobody's conclusion can be compared, all being undecided.
    """
    counted = [
        each
        for name in {**judged, **decided}
        for each in ([decided[name]] if name in decided else judged[name])
    ]
    compared = [_compare(trektrace, each) for each in counted]
    several = [{*map(_conclusion, each)} for each in judged.values() if len(each) > 1]
    causes = dict.fromkeys(each.cause for each in counted if each.cause)
    return Standing(
        with_trektrace=_worst(compared),
        among_people=(
            "" if not several else "differ" if any(len(each) > 1 for each in several) else "same"
        ),
        cause=next(iter(causes), ""),
    )


def _compare(trektrace: str, concluded: Concluded) -> SameOrNot:
    if concluded.outcome in (None, Outcome.UNDECIDED):
        return "open"
    if concluded.outcome != Outcome.SYSTEM_RELATED:
        return "differ"
    retrieval, post = concluded.retrieval_side, concluded.post_side
    if retrieval not in RETRIEVAL_SIDES or post not in POST_SIDES:
        return "open"
    return "same" if str(LabelSet(str(retrieval), str(post))) == trektrace else "differ"


def _worst(compared: Sequence[SameOrNot]) -> SameOrNot | Literal[""]:
    order: tuple[SameOrNot, ...] = ("differ", "same", "open")
    return next((each for each in order if each in compared), "")


def _conclusion(each: Concluded) -> tuple[str | None, ...]:
    return (each.outcome, each.retrieval_side, each.post_side)

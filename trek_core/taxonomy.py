"""The five labels, the two sides they sit on, and the nine label sets the rule allows."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from trek_core.errors import UnknownLabelError


class Label(StrEnum):
    """A pipeline stage that failed, spelled as the paper spells it (section 2)."""

    PRE_RETRIEVAL = "Pre-retrieval"
    RETRIEVAL = "Retrieval"
    INTERPRETATION = "Interpretation"
    DISTRACTION = "Distraction"
    RANDOMNESS = "Randomness"


class Outcome(StrEnum):
    """What a review concludes about a case before any stage is blamed (appendix B.6, items 1-7)."""

    SYSTEM_RELATED = "system_related"
    REFERENCE_ANSWER_ERROR = "reference_answer_error"
    JUDGE_ERROR = "judge_error"
    NOT_A_FAILURE = "not_a_failure"
    UNDECIDED = "undecided"


SYSTEM_INDEPENDENT = frozenset({Outcome.REFERENCE_ANSWER_ERROR, Outcome.JUDGE_ERROR})

OUTCOME_TITLES = {
    Outcome.SYSTEM_RELATED: "System-related",
    Outcome.REFERENCE_ANSWER_ERROR: "Reference-answer error",
    Outcome.JUDGE_ERROR: "Judge error",
    Outcome.NOT_A_FAILURE: "Not a failure",
    Outcome.UNDECIDED: "Undecided",
}

NONE = "none"
"""No failure on a side."""

RETRIEVAL_SIDES: tuple[str, ...] = (NONE, Label.PRE_RETRIEVAL, Label.RETRIEVAL)
POST_SIDES: tuple[str, ...] = (NONE, Label.INTERPRETATION, Label.DISTRACTION)


@dataclass(frozen=True, order=True)
class LabelSet:
    """One of the nine allowed sets: a value on each side, none/none being Randomness."""

    retrieval: str = NONE
    post: str = NONE

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels of this set in taxonomy order, never empty."""
        return _list_labels(self.retrieval, self.post)

    def __str__(self) -> str:
        return " + ".join(self.labels)


# Nine answers, asked for once a case and more.
@lru_cache
def _list_labels(retrieval: str, post: str) -> tuple[Label, ...]:
    sides = [Label(side) for side in (retrieval, post) if side != NONE]
    return tuple(sides) or (Label.RANDOMNESS,)


LABEL_SETS: tuple[LabelSet, ...] = tuple(
    LabelSet(retrieval, post) for retrieval in RETRIEVAL_SIDES for post in POST_SIDES
)
"""The nine sets in the order of the 9 x 9 agreement table."""

LABEL_MEANINGS: dict[Label, str] = {
    Label.PRE_RETRIEVAL: (
        "The answer-bearing evidence was not fetched, and the queries were at fault: they missed "
        "the entity, the time, the fact, or a step the question needs."
    ),
    Label.RETRIEVAL: (
        "The answer-bearing evidence was not fetched although the queries asked for the right "
        "thing."
    ),
    Label.INTERPRETATION: (
        "Given the gold pages alone, the model still answers wrongly: it does not read or reason "
        "over the evidence correctly."
    ),
    Label.DISTRACTION: (
        "The model answers from the gold pages alone, but goes wrong once the other retrieved "
        "pages are back."
    ),
    Label.RANDOMNESS: (
        "Evidence was fetched and both probes are answered correctly: the failure did not come "
        "back. A residual, not an established cause."
    ),
}


def parse_label(name: str) -> Label:
    """Read one label name; raise `UnknownLabelError` naming it and the five allowed."""
    try:
        return Label(name)
    except ValueError:
        allowed = ", ".join(Label)
        raise UnknownLabelError(f"unknown label {name!r}; expected one of {allowed}") from None


def parse_label_set(names: Iterable[str]) -> LabelSet:
    """Read label names as one of the nine sets; raise `UnknownLabelError` naming the broken rule.

    The rule (appendix C.4) gives at most one label a side, and Randomness only alone.
    """
    labels = sorted({parse_label(name) for name in names}, key=list(Label).index)
    retrieval = [label for label in labels if label in RETRIEVAL_SIDES]
    post = [label for label in labels if label in POST_SIDES]
    if not labels:
        raise UnknownLabelError("no label chosen; choose at least one")
    if len(retrieval) > 1:
        raise UnknownLabelError(
            "Pre-retrieval and Retrieval exclude each other: either the queries were at fault or "
            "they were not"
        )
    if len(post) > 1:
        raise UnknownLabelError(
            "Interpretation and Distraction exclude each other: Distraction needs a correct "
            "gold-only answer"
        )
    if Label.RANDOMNESS in labels and len(labels) > 1:
        raise UnknownLabelError("Randomness stands alone: it means that no other label applies")
    return LabelSet(retrieval[0] if retrieval else NONE, post[0] if post else NONE)

"""A case held against another release's reference: does its verdict change?

Answers change. A case that fails under the reference it was recorded with, and not under that of
another release, is most likely no failure of the system but of the reference.
"""

from dataclasses import dataclass
from typing import Any, Literal

from pydantic import ValidationError

from trek_core.cases import SETTLED, Case, Judge, Verdict

FIELD = "other_reference"
"""The field of a case that keeps it; the case's own reference and verdict stay."""

Drift = Literal["now correct", "now wrong", "unchanged", ""]
"""What the other reference does to the verdict; '' where that is not known."""


@dataclass(frozen=True)
class OtherReference:
    """The reference of another release, where it is from, and what the answer is by it."""

    source: str
    reference_answers: tuple[str, ...]
    judge: Judge

    def to_json(self) -> dict[str, Any]:
        """As it stands in a case."""
        return {
            "source": self.source,
            "reference_answers": list(self.reference_answers),
            "judge": self.judge.to_json(),
        }


def read_other_reference(case: Case) -> OtherReference | None:
    """What a case keeps of another reference; None where it keeps none that can be read."""
    told = (case.model_extra or {}).get(FIELD)
    if not isinstance(told, dict):
        return None
    answers, source = told.get("reference_answers"), told.get("source")
    if not isinstance(answers, list) or not all(isinstance(each, str) for each in answers):
        return None
    judge = read_judge_json(told.get("judge"))
    if judge is None:
        return None
    return OtherReference(source if isinstance(source, str) else "", tuple(answers), judge)


def read_judge_json(told: object) -> Judge | None:
    """A verdict kept in a field that nobody checks; None where it is none."""
    try:
        return Judge.model_validate(told) if isinstance(told, dict) else None
    except ValidationError:
        return None


def add_other_reference(case: Case, other: OtherReference) -> Case:
    """The case with another reference beside its own."""
    return case.model_copy(update={FIELD: other.to_json()})


def compute_drift(case: Case) -> Drift:
    """What another reference does to the verdict; not attempted counts as wrong."""
    other = read_other_reference(case)
    return name_drift(case.verdict, other.judge.verdict) if other else ""


def name_drift(before: Verdict | None, after: Verdict | None) -> Drift:
    """How a verdict moves; '' where either is none."""
    if before not in SETTLED or after not in SETTLED:
        return ""
    if (before == "correct") == (after == "correct"):
        return "unchanged"
    return "now correct" if after == "correct" else "now wrong"

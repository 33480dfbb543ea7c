"""Ways through the checklist side by side, and where they part."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pages.parts.answer_words import NO_ANSWER, question_of, say_answer
from pages.parts.words import OUTCOME_WORDS
from review_db.store import CaseView, StoredDecision, StoredJudgement
from trek_core.checklist import FIELDS, Kind
from trek_core.checklist.answers import REASON_FIELDS
from trek_core.taxonomy import NONE, Outcome

_CLOSED = (Kind.YES_NO, Kind.CHOICE, Kind.SEVERAL)
_DECIDING = {
    "reference_valid", "response_correct", "evidence_retrieved", "queries_adequate",
    "gold_only_correct", "noise_correct",
}  # fmt: skip
_CONCLUSION = {
    "outcome": "Outcome",
    "retrieval_side": "Retrieval side",
    "post_side": "Post-retrieval side",
    "labels": "Labels",
}
_YES_NO = {True: "yes", False: "no"}


@dataclass(frozen=True)
class Path:
    """One way through the checklist: its answers and what they came to."""

    title: str
    answers: Mapping[str, Any]
    conclusion: Mapping[str, Any]


@dataclass(frozen=True)
class PathRow:
    """One question, or one part of the conclusion, as each path has it."""

    step: int | None
    title: str
    cells: tuple[str, ...]
    differs: bool
    is_first: bool


def path_of_judgement(title: str, judgement: StoredJudgement) -> Path:
    """A judgement as a path."""
    return Path(title, judgement.answers, asdict(judgement.submission))


def path_of_decision(title: str, decision: StoredDecision) -> Path:
    """A decision as a path."""
    return Path(title, decision.answers, asdict(decision))


def path_of_trektrace(view: CaseView) -> Path:
    """TrekTrace's side of a case that is not withheld."""
    found = view.attribution
    if found is None:
        return Path("TrekTrace", {}, {})
    said = {
        "evidence_retrieved": found.evidence_retrieved,
        "queries_adequate": found.queries_adequate,
        "gold_only_correct": found.gold_only_correct,
        "noise_correct": found.gold_plus_noise_correct,
    }
    answers = {name: _YES_NO[value] for name, value in said.items() if value is not None}
    conclusion = {
        "outcome": str(Outcome.SYSTEM_RELATED),
        "retrieval_side": view.facts.trektrace_retrieval,
        "post_side": view.facts.trektrace_post,
        "labels": tuple(found.labels),
    }
    return Path("TrekTrace", answers, conclusion)


TELLS_OF_TREKTRACE = frozenset(REASON_FIELDS.values())
"""Questions whose answers say what TrekTrace concluded: why somebody differs from it."""


def compute_rows(
    paths: Sequence[Path],
    *,
    only_compared: bool = False,
    without: Collection[str] = (),
) -> list[PathRow]:
    """The questions that any path answers, in order, then the conclusions.

    The first deciding question on which they differ is marked; without one, the first closed
    question, then the first part of the conclusion. `only_compared` leaves out questions that
    TrekTrace does not answer, `without` names others to leave out.
    """
    rows: list[tuple[int | None, str, bool, str, list[str]]] = [
        (field.step, field.name, field.kind in _CLOSED, question_of(field.name), [
            say_answer(field.name, path.answers.get(field.name)) for path in paths
        ])
        for field in FIELDS
        if field.name not in without
        and any(path.answers.get(field.name) is not None for path in paths)
        and (field.name in _DECIDING or not only_compared)
    ]  # fmt: skip
    rows += [
        (None, name, True, title, [_say_conclusion(name, path) for path in paths])
        for name, title in _CONCLUSION.items()
    ]
    differing = [name for _, name, closed, _, cells in rows if closed and _differ(cells)]
    first = next((name for name in differing if name in _DECIDING), None) or next(
        iter(differing), None
    )
    return [
        PathRow(step, title, tuple(cells), name in differing, name == first)
        for step, name, _, title, cells in rows
    ]


def _differ(cells: Sequence[str]) -> bool:
    """Whether two say different things; a question that a path never came to says nothing."""
    return len({*cells} - {NO_ANSWER}) > 1


def _say_conclusion(name: str, path: Path) -> str:
    value = path.conclusion.get(name)
    if name == "labels":
        return " + ".join(str(each) for each in value or ()) or NO_ANSWER
    if value is None:
        return NO_ANSWER
    if name == "outcome":
        return OUTCOME_WORDS.get(value, str(value))
    return "no failure" if value == NONE else str(value)

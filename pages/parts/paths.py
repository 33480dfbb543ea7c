"""Ways through the checklist side by side, and where they part."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pages.parts.answer_words import NO_ANSWER, NOT_ASKED, question_of, say_answer
from pages.parts.words import OUTCOME_WORDS
from review_db.store import CaseView, StoredDecision, StoredJudgement
from trek_core.checklist import FIELDS, CaseFacts, Kind, Status, evaluate
from trek_core.checklist.answers import REASON_FIELDS
from trek_core.taxonomy import NONE, SYSTEM_INDEPENDENT, Outcome

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
_WITHOUT_SIDES = {*SYSTEM_INDEPENDENT, Outcome.NOT_A_FAILURE}
_NOT_KNOWN = "not known"
_INCOMPLETE = " · incomplete"
_YES_NO = {True: "yes", False: "no"}


@dataclass(frozen=True)
class Path:
    """One way through the checklist: its answers and what they came to.

    `not_asked` are the questions that it never came to; `incomplete` in the conclusion says that
    labels rest on what is not known.
    """

    title: str
    answers: Mapping[str, Any]
    conclusion: Mapping[str, Any]
    not_asked: frozenset[str] = frozenset()


@dataclass(frozen=True)
class PathRow:
    """One question, or one part of the conclusion, as each path has it."""

    step: int | None
    title: str
    cells: tuple[str, ...]
    differs: bool
    is_first: bool


def path_of_judgement(title: str, judgement: StoredJudgement, facts: CaseFacts) -> Path:
    """A judgement as a path; `facts` of its case as whoever looks may see them."""
    answers = judgement.answers
    return Path(title, answers, asdict(judgement.submission), _find_not_asked(answers, facts))


def path_of_decision(title: str, decision: StoredDecision, facts: CaseFacts) -> Path:
    """A decision as a path; `facts` as for a judgement."""
    answers = decision.answers
    return Path(title, answers, asdict(decision), _find_not_asked(answers, facts))


def path_of_kept(title: str, kept: Mapping[str, Any], facts: CaseFacts) -> Path:
    """What a judgement was before a reveal as a path; `facts` as for a judgement."""
    answers = kept.get("answers", {})
    return Path(title, answers, kept, _find_not_asked(answers, facts))


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
        "incomplete": not found.complete,
    }
    not_asked = frozenset(field.name for field in FIELDS if field.name not in said)
    return Path("TrekTrace", answers, conclusion, not_asked)


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
            _say_answer(field.name, path) for path in paths
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
    said = {cell.removesuffix(_INCOMPLETE) for cell in cells}
    return len(said - {NO_ANSWER, NOT_ASKED, _NOT_KNOWN}) > 1


def _find_not_asked(answers: Mapping[str, Any], facts: CaseFacts) -> frozenset[str]:
    """The questions that these answers never came to; none where nothing was answered."""
    if not answers:
        return frozenset()
    status = evaluate(answers, facts).status
    return frozenset(name for name, found in status.items() if found is Status.NOT_ASKED)


def _say_answer(name: str, path: Path) -> str:
    said = say_answer(name, path.answers.get(name))
    return NOT_ASKED if said == NO_ANSWER and name in path.not_asked else said


def _say_conclusion(name: str, path: Path) -> str:
    value = path.conclusion.get(name)
    nothing = NOT_ASKED if path.conclusion.get("outcome") in _WITHOUT_SIDES else NO_ANSWER
    if name == "labels":
        labels = " + ".join(str(each) for each in value or ()) or nothing
        return f"{labels}{_INCOMPLETE}" if path.conclusion.get("incomplete") else labels
    if value is None:
        return _NOT_KNOWN if path.conclusion.get("incomplete") else nothing
    if name == "outcome":
        return OUTCOME_WORDS.get(value, str(value))
    return "no failure" if value == NONE else str(value)

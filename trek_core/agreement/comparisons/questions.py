"""What one judgement says to one question: an answer out of a closed set, or why there is none.

Each question that people can be compared on is one entry here; who is compared with whom is not
its business.
"""

from collections.abc import Callable
from dataclasses import dataclass

from trek_core.agreement.comparisons.closed_answers import CATEGORIES, NO_ANSWER
from trek_core.agreement.comparisons.sides import CAUSES, Conclusion, HumanJudgement
from trek_core.checklist import UNDETERMINED
from trek_core.taxonomy import (
    LABEL_SETS,
    POST_SIDES,
    RETRIEVAL_SIDES,
    SYSTEM_INDEPENDENT,
    LabelSet,
    Outcome,
)

UNSURE = "unsure"
ANSWER_CAUSES: tuple[str, ...] = (*CAUSES, "answers_not_read", *NO_ANSWER, UNSURE)
"""Why a judgement has no answer to a question, in the order in which the first one counts."""


@dataclass(frozen=True)
class Question:
    """One closed question to a judgement that was handed in.

    `read` gives one of `categories`, or a cause out of `ANSWER_CAUSES`. `with_undecided` says
    whether undecided answers are compared as answers of their own or left out.
    """

    view: str
    categories: tuple[str, ...]
    read: Callable[[HumanJudgement], str]
    with_undecided: bool = False


def _read_joint(judgement: HumanJudgement) -> str:
    return _settled(judgement) or str(judgement.conclusion.read_label_set())


def _side_reader(side: str) -> Callable[[HumanJudgement], str]:
    def read(judgement: HumanJudgement) -> str:
        found = judgement.conclusion.read_label_set()
        return _settled(judgement) or str(
            getattr(found, side) if isinstance(found, LabelSet) else found
        )

    return read


def _settled(judgement: HumanJudgement) -> str:
    """The cause that leaves out a judgement with an unsure answer; empty for any other."""
    return "needs_discussion" if judgement.state == "needs_discussion" else ""


LABEL_QUESTIONS = (
    Question("joint", tuple(map(str, LABEL_SETS)), _read_joint),
    Question("retrieval", tuple(map(str, RETRIEVAL_SIDES)), _side_reader("retrieval")),
    Question("post", tuple(map(str, POST_SIDES)), _side_reader("post")),
)
"""The label set and its two sides, undecided judgements left out: as the headline counts them."""

_OPEN_RETRIEVAL = (*map(str, RETRIEVAL_SIDES), UNDETERMINED)
_OPEN_POST = (*map(str, POST_SIDES), UNDETERMINED)


def read_open_sides(conclusion: Conclusion) -> tuple[str, str] | str:
    """Both sides, either of them perhaps undetermined; else the cause that leaves the case out."""
    if conclusion.outcome == Outcome.NOT_A_FAILURE:
        return "not_a_failure"
    if conclusion.outcome in SYSTEM_INDEPENDENT:
        return "system_independent"
    return (
        str(conclusion.retrieval_side or UNDETERMINED),
        str(conclusion.post_side or UNDETERMINED),
    )


OPEN_SIDES: dict[str, tuple[tuple[str, ...], Callable[[str, str], str]]] = {
    "joint": (
        tuple(f"{first} / {second}" for first in _OPEN_RETRIEVAL for second in _OPEN_POST),
        lambda retrieval, post: f"{retrieval} / {post}",
    ),
    "retrieval": (_OPEN_RETRIEVAL, lambda retrieval, _post: retrieval),
    "post": (_OPEN_POST, lambda _retrieval, post: post),
}
"""Each view with undecided judgements counted: its categories, and its name of two sides."""


def _open_reader(name: Callable[[str, str], str]) -> Callable[[HumanJudgement], str]:
    def read(judgement: HumanJudgement) -> str:
        sides = read_open_sides(judgement.conclusion)
        return sides if isinstance(sides, str) else name(*sides)

    return read


OPEN_QUESTIONS = tuple(
    Question(view, categories, _open_reader(name), with_undecided=True)
    for view, (categories, name) in OPEN_SIDES.items()
)
"""The same, with unsure judgements counted and an undetermined side an answer of its own."""


def _read_outcome(judgement: HumanJudgement) -> str:
    return str(judgement.outcome or Outcome.UNDECIDED)


def _read_settled_outcome(judgement: HumanJudgement) -> str:
    outcome = _read_outcome(judgement)
    undecided = "human_undetermined" if outcome == Outcome.UNDECIDED else ""
    return _settled(judgement) or undecided or outcome


def _read_system_independent(judgement: HumanJudgement) -> str:
    outcome = _read_settled_outcome(judgement)
    return {
        str(Outcome.SYSTEM_RELATED): "no",
        **{str(each): "yes" for each in SYSTEM_INDEPENDENT},
    }.get(outcome, outcome)


def _read_open_system_independent(judgement: HumanJudgement) -> str:
    outcome = _read_outcome(judgement)
    if outcome == Outcome.NOT_A_FAILURE:
        return outcome
    independent = "yes" if outcome in SYSTEM_INDEPENDENT else "no"
    return Outcome.UNDECIDED if outcome == Outcome.UNDECIDED else independent


_SETTLED_OUTCOMES = tuple(str(each) for each in Outcome if each != Outcome.UNDECIDED)

OUTCOME_QUESTIONS = (
    Question("outcome", _SETTLED_OUTCOMES, _read_settled_outcome),
    Question("outcome", tuple(map(str, Outcome)), _read_outcome, with_undecided=True),
    Question("system_independent", ("no", "yes"), _read_system_independent),
    Question(
        "system_independent",
        ("no", "yes", str(Outcome.UNDECIDED)),
        _read_open_system_independent,
        with_undecided=True,
    ),
)
"""What kind of case it is, and whether the failure lies outside the system (yes or no).

A response found correct and accepted is no failure, so it has no place in `system_independent`.
"""


def _step_reader(field: str) -> Callable[[HumanJudgement], str]:
    # Where unsure is not among a question's categories, it reads as the cause of that name.
    def read(judgement: HumanJudgement) -> str:
        return "answers_not_read" if judgement.answers is None else judgement.answers[field]

    return read


def _step_questions(field: str, categories: tuple[str, ...]) -> tuple[Question, ...]:
    sure = tuple(category for category in categories if category != UNSURE)
    return tuple(
        Question(f"step:{field}", kept, _step_reader(field), UNSURE in kept)
        for kept in dict.fromkeys((categories, sure))
    )


STEP_QUESTIONS = tuple(
    question
    for field, categories in CATEGORIES.items()
    for question in _step_questions(field, categories)
)
"""Every closed field of the checklist; one that may be answered unsure comes with and without."""

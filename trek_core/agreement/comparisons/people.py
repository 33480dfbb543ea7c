"""Judgements compared question by question: two people, and TrekTrace or a judge with people.

Most judgements are like many others: cases are grouped once by who says what (`profiles`), and a
question is read once for each kind of judgement, not once for each case.
"""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from trek_core.agreement.comparisons.material import Material
from trek_core.agreement.comparisons.pairing import Alike, Pairing, pair_answers
from trek_core.agreement.comparisons.profiles import Missing, Profiles, Said
from trek_core.agreement.comparisons.questions import ANSWER_CAUSES, Question
from trek_core.agreement.comparisons.sides import CaseAttribution, HumanJudgement

TOGETHER_CAUSES = (*ANSWER_CAUSES, "disputed")
"""Why people together have no answer; they dispute it only where each of them has one."""


def compare_pair(question: Question, profiles: Profiles, first: str, second: str) -> Pairing:
    """Pair two annotators' answers to one question, in one round and mode."""
    read = read_once(question)
    answers = (
        (places, read(one), read(other))
        for places, (one, other) in profiles.group_by_people((first, second))
    )
    return pair_answers(
        question.view, question.categories, profiles.case_ids, answers, ANSWER_CAUSES
    )


def read_once(question: Question) -> Callable[[Said], str]:
    """Read a question, once for each kind of judgement."""
    known: dict[int, str] = {}

    def read(said: Said) -> str:
        if not isinstance(said, HumanJudgement):
            return said
        if id(said) not in known:
            known[id(said)] = question.read(said)
        return known[id(said)]

    return read


def answer_together(question: Question, said: Sequence[HumanJudgement] | Missing) -> str:
    """The answer on which all who judged a case agree; else why there is none.

    Where one of them has no answer, neither have they together.
    """
    if isinstance(said, str):
        return said
    answers = {question.read(judgement) for judgement in said}
    if len(answers) == 1:
        return answers.pop()
    causes = [answer for answer in answers if answer not in question.categories]
    return min(causes, key=ANSWER_CAUSES.index) if causes else "disputed"


def compare_trektrace(
    question: Question, field: str, material: Material, profiles: Profiles
) -> Pairing:
    """Pair TrekTrace's own judgement of a checklist field with people's answer to it."""
    return pair_with_people(
        (question.view, question.categories),
        [
            _read_trektrace(case, field)
            for case in material.cases_of(profiles.handed_in.within.round)
        ],
        profiles,
        lambda said: answer_together(question, said),
        TOGETHER_CAUSES,
    )


def pair_with_people(
    asked: tuple[str, Sequence[str]],
    first: Sequence[str],
    profiles: Profiles,
    read: Callable[[Sequence[HumanJudgement] | Missing], str],
    causes: Sequence[str],
) -> Pairing:
    """Pair what one rater says of each case (`first`) with what people say of it together.

    `asked` is the view and its categories; `read` gives people's answer, or a cause.
    """
    names = list(dict.fromkeys(first))
    number = {name: each for each, name in enumerate(names)}
    numbered = np.array([number[name] for name in first], dtype=np.int64)

    def answers() -> Iterator[Alike]:
        for places, said in profiles.group_together():
            second = read(said)
            for each in np.unique(numbered[places]).tolist():
                yield places[numbered[places] == each], names[each], second

    return pair_answers(*asked, profiles.case_ids, answers(), causes)


def _read_trektrace(case: CaseAttribution, field: str) -> str:
    if case.label_set is None:
        return "no_attribution"
    return case.judgements.get(field, "attribution_incomplete")

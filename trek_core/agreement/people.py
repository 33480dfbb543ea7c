"""Judgements compared question by question: two people, all people, TrekTrace with people."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from trek_core.agreement.material import HandedIn, Material
from trek_core.agreement.pairing import Pairing, pair_answers
from trek_core.agreement.questions import ANSWER_CAUSES, Question
from trek_core.agreement.sides import CaseAttribution, HumanJudgement
from trek_core.agreement.tables import VIEW_CATEGORIES, Counts
from trek_core.taxonomy import LABEL_SETS, Label

TOGETHER_CAUSES = (*ANSWER_CAUSES, "disputed")
"""Why people together have no answer; they dispute it only where each of them has one."""


def compare_pair(
    question: Question, case_ids: Iterable[str], handed_in: HandedIn, first: str, second: str
) -> Pairing:
    """Pair two annotators' answers to one question, in one round and mode."""
    answers = (
        (
            case_id,
            _answer(question, handed_in, case_id, first),
            _answer(question, handed_in, case_id, second),
        )
        for case_id in case_ids
    )
    return pair_answers(question.view, question.categories, answers, ANSWER_CAUSES)


def _answer(question: Question, handed_in: HandedIn, case_id: str, annotator: str) -> str:
    judgement = handed_in.own.get(case_id, {}).get(annotator)
    if judgement is None:
        return handed_in.say_why_missing(case_id, annotator)
    return question.read(judgement)


def answer_together(question: Question, handed_in: HandedIn, case_id: str) -> str:
    """The answer on which all who judged a case in this mode agree; else why there is none.

    Where one of them has no answer, neither have they together.
    """
    judgements = handed_in.own.get(case_id)
    if not judgements:
        return handed_in.say_why_missing(case_id)
    answers = {question.read(judgement) for judgement in judgements.values()}
    if len(answers) == 1:
        return answers.pop()
    causes = [answer for answer in answers if answer not in question.categories]
    return min(causes, key=ANSWER_CAUSES.index) if causes else "disputed"


def compare_trektrace(
    question: Question, field: str, material: Material, side: HandedIn
) -> Pairing:
    """Pair TrekTrace's own judgement of a checklist field with people's answer to it."""
    answers = (
        (case.case_id, _read_trektrace(case, field), answer_together(question, side, case.case_id))
        for case in material.cases
    )
    return pair_answers(question.view, question.categories, answers, ANSWER_CAUSES)


def _read_trektrace(case: CaseAttribution, field: str) -> str:
    if case.label_set is None:
        return "no_attribution"
    return case.judgements.get(field, "attribution_incomplete")


_LABEL_GIVEN = {
    label: tuple(int(label in label_set.labels) for label_set in LABEL_SETS) for label in Label
}
"""For each label, whether each of the nine label sets has it."""


@dataclass(frozen=True)
class AllAnswers:
    """Everybody's answers to one question on the cases that anybody judged.

    `units` has a case id and each annotator's category by position, None where they have no
    answer; `missing` counts those by cause.
    """

    view: str
    categories: tuple[str, ...]
    annotators: tuple[str, ...]
    units: tuple[tuple[str, tuple[int | None, ...]], ...]
    missing: Mapping[str, int]

    @cached_property
    def counts(self) -> Counts:
        """How many people gave each category: a row a unit."""
        counts = np.zeros((len(self.units), len(self.categories)), dtype=np.int64)
        for row, (_, answers) in enumerate(self.units):
            for answer in answers:
                if answer is not None:
                    counts[row, answer] += 1
        return counts

    @cached_property
    def compared(self) -> tuple[str, ...]:
        """The cases on which two or more people have an answer."""
        return tuple(self._pick(self.counts.sum(axis=1) >= 2))

    @cached_property
    def split(self) -> tuple[str, ...]:
        """Those of them on which not all give the same."""
        return tuple(self._pick((self.counts > 0).sum(axis=1) >= 2))

    def split_by_label(self) -> tuple["AllAnswers", ...]:
        """Label sets as five questions, one a label: not given (0) or given (1)."""
        return tuple(
            replace(
                self,
                view=f"label:{label}",
                categories=VIEW_CATEGORIES[f"label:{label}"],
                units=tuple(
                    (case_id, tuple(None if each is None else given[each] for each in answers))
                    for case_id, answers in self.units
                ),
            )
            for label, given in _LABEL_GIVEN.items()
        )

    def find_equal_group(self) -> tuple[int, Counts]:
        """The commonest number of raters, two or more, and the counts of the cases with it.

        Of two that are equally common the larger one; (0, no rows) where no case has two.
        """
        raters = self.counts.sum(axis=1)
        sizes = Counter(int(size) for size in raters if size >= 2)
        if not sizes:
            return 0, self.counts[:0]
        size = max(sizes, key=lambda each: (sizes[each], each))
        return size, self.counts[raters == size]

    def _pick(self, chosen: NDArray[np.bool_]) -> Iterable[str]:
        return (self.units[row][0] for row in np.flatnonzero(chosen))


def gather_answers(question: Question, case_ids: Iterable[str], handed_in: HandedIn) -> AllAnswers:
    """Everybody's answers to one question, in one round and mode."""
    position = {category: place for place, category in enumerate(question.categories)}
    missing: Counter[str] = Counter()
    units: list[tuple[str, tuple[int | None, ...]]] = []
    for case_id in case_ids:
        judged = handed_in.own.get(case_id)
        if not judged:
            continue
        answers = [_read(question, judged.get(name)) for name in handed_in.annotators]
        missing.update(answer for answer in answers if answer not in position)
        units.append((case_id, tuple(position.get(answer) for answer in answers)))
    return AllAnswers(
        question.view, question.categories, handed_in.annotators, tuple(units), dict(missing)
    )


def _read(question: Question, judgement: HumanJudgement | None) -> str:
    return "human_pending" if judgement is None else question.read(judgement)

"""A dataset's questions by id, by their wording, and by a wording that comes close."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from rapidfuzz import fuzz, process

from trek_core.cases import Case
from trek_core.datasets.questions import DatasetQuestion
from trek_core.question_wording import normalise_question

NEAR = 85.0
"""From this likeness on (0 to 100) two wordings are reported as a near miss."""

MOST_NEAR = 3

How = Literal["id", "question", "ambiguous", "other_question", "none"]

_SAID = {"reference_answers", "gold_urls", "effective_year", "false_premise"}
"""Questions that agree in these can stand for one another."""


class Match(NamedTuple):
    """How a case found its question: by id, by its wording, or why not.

    `ambiguous`: several questions are worded the same, with other answers, pages or years;
    `other_question`: the case's id belongs to a question worded quite differently.
    """

    how: How
    question: DatasetQuestion | None = None


class NearMiss(NamedTuple):
    """A question whose wording comes close: its likeness from 0 to 100."""

    question_id: str | None
    question: str
    likeness: float


class QuestionIndex:
    """Finds the question that a case was asked."""

    def __init__(self, questions: Sequence[DatasetQuestion]) -> None:
        self._questions = questions
        self._by_id: dict[str, list[DatasetQuestion]] = defaultdict(list)
        self._by_wording: dict[str, list[DatasetQuestion]] = defaultdict(list)
        for question in questions:
            if question.question_id is not None:
                self._by_id[question.question_id].append(question)
            self._by_wording[normalise_question(question.question)].append(question)
        self._wordings = list(self._by_wording)

    def duplicates(self) -> list[tuple[DatasetQuestion, ...]]:
        """The questions that are worded the same, together."""
        return [tuple(each) for each in self._by_wording.values() if len(each) > 1]

    def find(self, case: Case) -> Match:
        """The question of a case; an id counts only where the wording comes close too."""
        wording = normalise_question(case.question)
        same_id = [
            each for each in self._by_id.get(case.question_id or "", ()) if _may_be_of(case, each)
        ]
        close = [each for each in same_id if _likeness(wording, each) >= NEAR]
        if close:
            return _only(close, "id")
        if same_wording := self._by_wording.get(wording):
            return _only(same_wording, "question")
        return Match("other_question" if same_id else "none")

    def add_question(self, fields: dict[str, Any]) -> dict[str, Any]:
        """A record's fields with the wording of its question, where it has the id alone."""
        if fields.get("question") is not None or not isinstance(fields.get("question_id"), str):
            return fields
        wordings = {each.question for each in self._by_id.get(fields["question_id"], ())}
        return fields | {"question": wordings.pop()} if len(wordings) == 1 else fields

    def near(self, case: Case) -> tuple[NearMiss, ...]:
        """The questions whose wording comes close to a case's, nearest first."""
        found = process.extract(
            normalise_question(case.question),
            self._wordings,
            scorer=fuzz.ratio,
            score_cutoff=NEAR,
            limit=MOST_NEAR,
        )
        return tuple(
            NearMiss(question.question_id, question.question, round(score, 1))
            for wording, score, _ in found
            for question in self._by_wording[wording][:1]
        )


def _may_be_of(case: Case, question: DatasetQuestion) -> bool:
    """Ids count within one dataset; a part of one goes by a longer name (`sealqa_hard`)."""
    names = [case.dataset or question.dataset, question.dataset]
    shorter, longer = sorted(map(str.casefold, names), key=len)
    return longer == shorter or longer.startswith((f"{shorter}_", f"{shorter}-"))


def _likeness(wording: str, question: DatasetQuestion) -> float:
    return fuzz.ratio(wording, normalise_question(question.question))


def _only(found: Sequence[DatasetQuestion], how: How) -> Match:
    """The one question found; of several that say the same but for their ids, the first."""
    said = [each.model_dump(include=_SAID) for each in found]
    return Match(how, found[0]) if all(each == said[0] for each in said) else Match("ambiguous")

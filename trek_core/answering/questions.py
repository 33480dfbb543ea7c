"""A dataset's question as it is asked, and as the case that its answer becomes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from trek_core.answering.templates import AnswerTemplate
from trek_core.cases import Case, System, derive_case_id
from trek_core.datasets.joining import JOINED_FIELDS
from trek_core.datasets.questions import DatasetQuestion
from trek_core.effective_time import ANSWERING_WORDS, time_rule
from trek_core.probes.prompts import PromptText, render_prompt_text

_STATE_NO_YEAR = ("infodeepseek",)
"""Datasets whose answer prompt states no year, whatever is recorded (B.5)."""


@dataclass(frozen=True)
class AskedQuestion:
    """One question: the case it becomes, without what the system has yet to do, and its prompt."""

    case: Case
    text: str


def prepare_questions(
    questions: Iterable[DatasetQuestion],
    system: System,
    template: AnswerTemplate,
    prompt: PromptText,
) -> Iterator[AskedQuestion]:
    """The questions as they are asked of a system; one that is there twice is asked once.

    Where two go by one id, the second's case is named by its wording.
    """
    seen: dict[str, str] = {}
    for question in questions:
        case = make_case(question, system)
        if seen.get(case.case_id, case.question) != case.question:
            by_wording = derive_case_id(case.model_copy(update={"question_id": None}))
            case = case.model_copy(update={"case_id": by_wording})
        if case.case_id in seen:
            continue
        seen[case.case_id] = case.question
        yield AskedQuestion(case, render_prompt_text(template, prompt, select_inputs(question)))


def make_case(question: DatasetQuestion, system: System) -> Case:
    """The case of a question, with what a join would give it; never its canary or its pages."""
    given = question.to_json()
    fields = {name: given[name] for name in ("question", *JOINED_FIELDS) if name in given}
    return Case.model_validate(fields | {"system": system.to_json()})


def select_inputs(question: DatasetQuestion) -> dict[str, Any]:
    """All that a prompt may show of a question: nothing of its references, nor of its pages."""
    year = question.effective_year
    states_year = not question.dataset.casefold().startswith(_STATE_NO_YEAR)
    has_rule = year is not None and states_year
    return {
        "question": question.question,
        "time_rule": time_rule(year, ANSWERING_WORDS) if has_rule else None,
        "options": question.options,
    }

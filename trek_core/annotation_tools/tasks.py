"""One case in one round as a task: what is shown, what TrekTrace suggests, what people answered."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from trek_core.annotation_tools.questions import (
    ANNOTATOR,
    Question,
    list_columns,
    list_questions,
    list_shown,
)
from trek_core.annotation_tools.task_keys import NOBODY, TaskKey
from trek_core.attribution import Attribution
from trek_core.checklist import Status
from trek_core.workbook.cells import join_lines
from trek_core.workbook.checklist_sheet import CHECKLIST, ChecklistRow
from trek_core.workbook.reviewed import (
    ReviewedCase,
    ReviewedJudgement,
    WorkbookCase,
    read_case,
)
from trek_core.workbook.row_keys import STATE

Answer = str | list[str]
"""A text or an option's value; a list of values where a question takes several."""

SUGGESTED = {
    "evidence_retrieved": "evidence_retrieved",
    "queries_adequate": "queries_adequate",
    "gold_only_correct": "gold_only_correct",
    "noise_correct": "gold_plus_noise_correct",
}
"""Question -> the part of an attribution that says the same, where it is known."""

_HANDED_IN = ("submitted", "needs_discussion")


@dataclass(frozen=True)
class Task:
    """One case in one round; `answers` maps annotators to what they answered."""

    key: TaskKey
    shown: Mapping[str, str]
    suggestions: Mapping[str, str]
    answers: Mapping[str, Mapping[str, Answer]]


def build_tasks(
    cases: Iterable[WorkbookCase], round_name: str, *, with_trektrace: bool
) -> Iterator[Task]:
    """The tasks of each case: one a round that somebody judges it in, else one of `round_name`."""
    for case in cases:
        reviewed = read_case(case, with_trektrace)
        people: dict[str, list[ReviewedJudgement]] = {}
        for person in reviewed.judgements:
            people.setdefault(person.judgement.round, []).append(person)
        for name, some in (people or {round_name: []}).items():
            yield _make_task(reviewed, name, some)


def _make_task(case: ReviewedCase, round_name: str, people: list[ReviewedJudgement]) -> Task:
    rows = {NOBODY: _make_row_key(case, None)} | {
        person.judgement.annotator: _make_row_key(case, person) for person in people
    }
    questions = list_questions(case.with_trektrace)
    return Task(
        TaskKey(case.record.case.case_id, round_name, case.with_trektrace, rows),
        {each.name: each.read(case) for each in list_shown(case.with_trektrace)},
        _suggest(case.attribution),
        {
            person.judgement.annotator: dict(_read_answers(questions, person))
            for person in people
            if person.has_begun
        },
    )


def _make_row_key(case: ReviewedCase, person: ReviewedJudgement | None) -> str:
    row = ChecklistRow(case, person)
    return CHECKLIST.make_key(list_columns(case.with_trektrace), row).to_text()


def _suggest(made: Attribution | None) -> Mapping[str, str]:
    known = {name: getattr(made, part) for name, part in SUGGESTED.items()} if made else {}
    return {name: "yes" if flag else "no" for name, flag in known.items() if flag is not None}


def _read_answers(
    questions: Iterable[Question], person: ReviewedJudgement
) -> Iterator[tuple[str, Answer]]:
    for question in questions:
        if question.name == ANNOTATOR:
            yield question.name, person.judgement.annotator
        elif question.name == STATE:
            if person.state == "draft" or person.state in _HANDED_IN:
                yield question.name, "draft" if person.state == "draft" else "submitted"
        elif person.evaluation.status[question.name] is Status.ANSWERED:
            yield question.name, _as_answer(question, person)


def _as_answer(question: Question, person: ReviewedJudgement) -> Answer:
    value = person.show(question.name)
    if isinstance(value, str):
        return value
    values = [str(each) for each in value] if isinstance(value, list | tuple) else []
    return values if question.takes_several else join_lines(values)

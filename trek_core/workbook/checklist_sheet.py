"""The Checklist sheet: one row per case and judgement, the checklist's fields as columns."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from trek_core.attribution import Attribution
from trek_core.cases import Case
from trek_core.checklist import FIELDS, Field, Kind
from trek_core.checklist.answers import REASON_FIELDS
from trek_core.workbook.cells import Value
from trek_core.workbook.columns import (
    CASE_COLUMNS,
    JUDGEMENT_COLUMNS,
    MIDDLE,
    NARROW,
    WIDE,
    Column,
    Table,
    from_person,
    option_values,
)
from trek_core.workbook.reviewed import ReviewedCase, ReviewedJudgement


@dataclass(frozen=True)
class ChecklistRow:
    """One case with one judgement, or with none."""

    case: ReviewedCase
    person: ReviewedJudgement | None


def compute_rows(case: ReviewedCase) -> Iterable[ChecklistRow]:
    """One row per judgement; one row where there is none."""
    return (ChecklistRow(case, person) for person in case.people)


def _of_case(name: str, width: int, read: Callable[[Case], Value]) -> Column[ChecklistRow]:
    return Column(name, width, lambda row: read(row.case.record.case))


def _of_attribution(
    name: str, width: int, read: Callable[[Attribution], Value]
) -> Column[ChecklistRow]:
    def value(row: ChecklistRow) -> Value:
        return read(row.case.attribution) if row.case.attribution else None

    return Column(f"trektrace_{name}", width, value, "trektrace")


def _known(flag: bool | None) -> Value:
    return "unknown" if flag is None else flag


def _of_field(field: Field) -> Column[Any]:
    """A checklist field under its own name; what gives TrekTrace's side away counts as its."""
    offered = option_values(field) if field.kind in (Kind.YES_NO, Kind.CHOICE) else ()
    width = NARROW if field.kind is Kind.YES_NO else MIDDLE if offered else WIDE
    column = from_person(field.name, width, lambda person: person.show(field.name), offered)
    if field.name in REASON_FIELDS.values():
        return Column(column.name, column.width, column.value, "trektrace")
    return column


CHECKLIST = Table(
    "Checklist",
    (
        *CASE_COLUMNS,
        _of_case("question_id", NARROW, lambda case: case.question_id),
        _of_case("question", WIDE, lambda case: case.question),
        _of_case("effective_year", NARROW, lambda case: case.effective_year),
        _of_case("reference_answers", WIDE, lambda case: case.reference_answers),
        _of_case("gold_urls", WIDE, lambda case: case.gold_urls),
        _of_case("prediction", WIDE, lambda case: case.prediction),
        _of_case("verdict", NARROW, lambda case: case.verdict),
        _of_case("protocol", NARROW, lambda case: case.judge.protocol if case.judge else None),
        _of_attribution("labels", MIDDLE, lambda made: made.labels),
        _of_attribution("complete", NARROW, lambda made: made.complete),
        _of_attribution("missing", MIDDLE, lambda made: made.missing),
        _of_attribution("evidence_retrieved", NARROW, lambda made: _known(made.evidence_retrieved)),
        _of_attribution("queries_adequate", NARROW, lambda made: _known(made.queries_adequate)),
        _of_attribution("gold_only_correct", NARROW, lambda made: _known(made.gold_only_correct)),
        _of_attribution(
            "gold_plus_noise_correct", NARROW, lambda made: _known(made.gold_plus_noise_correct)
        ),
        _of_attribution("notes", WIDE, lambda made: made.notes),
        *JUDGEMENT_COLUMNS,
        from_person("submitted_at", MIDDLE, lambda person: person.judgement.submitted_at),
        *(_of_field(field) for field in FIELDS),
        from_person("outcome", MIDDLE, lambda person: person.evaluation.outcome),
        from_person("judge_agrees", NARROW, lambda person: person.evaluation.judge_agrees),
        from_person(
            "computed_retrieval", MIDDLE, lambda person: person.evaluation.computed_retrieval
        ),
        from_person("computed_post", MIDDLE, lambda person: person.evaluation.computed_post),
        from_person("labels", MIDDLE, lambda person: person.evaluation.labels),
    ),
    compute_rows,
)

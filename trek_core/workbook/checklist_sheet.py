"""The Checklist sheet: one row per case and judgement, the checklist's fields as columns."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from trek_core.attribution import Attribution
from trek_core.cases import Case
from trek_core.checklist import FIELDS, Evaluation, Field, Kind
from trek_core.checklist.answers import REASON_FIELDS
from trek_core.workbook.cells import Value
from trek_core.workbook.columns import (
    CASE_COLUMNS,
    HANDED_IN,
    JUDGEMENT_COLUMNS,
    MIDDLE,
    NARROW,
    WIDE,
    Column,
    Table,
    from_field,
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
    column = from_field(field.name, field.name, width, offered)
    hidden = field.name in REASON_FIELDS.values()
    return replace(column, source="trektrace") if hidden else column


def _of_reading(name: str, width: int, read: Callable[[Evaluation], Value]) -> Column[Any]:
    """What follows from the answers of a person."""
    return from_person(name, width, lambda person: read(person.evaluation), is_computed=True)


def _differs_from_trektrace(row: ChecklistRow) -> Value:
    """Whether a finished judgement departs from TrekTrace's labels or finds no system failure."""
    person, made = row.person, row.case.attribution
    if person is None or made is None or not _is_decided(person):
        return None
    return set(map(str, person.evaluation.labels)) != set(map(str, made.labels))


def _differs_between_people(row: ChecklistRow) -> Value:
    """Whether finished judgements of the same case and round come to something else."""
    if row.person is None or not _is_decided(row.person):
        return None
    others = [
        other
        for other in row.case.judgements
        if other.judgement.round == row.person.judgement.round and _is_decided(other)
    ]
    return len({_conclude(other) for other in others}) > 1 if len(others) > 1 else None


def _is_decided(person: ReviewedJudgement) -> bool:
    return person.has_begun and person.judgement.state in ("submitted", "needs_discussion")


def _conclude(person: ReviewedJudgement) -> tuple[str, frozenset[str]]:
    reading = person.evaluation
    return str(reading.outcome), frozenset(map(str, reading.labels))


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
        *(column for column in JUDGEMENT_COLUMNS if column.name != "state"),
        HANDED_IN,
        from_person("submitted_at", MIDDLE, lambda person: person.judgement.submitted_at),
        *(_of_field(field) for field in FIELDS),
        _of_reading("outcome", MIDDLE, lambda reading: reading.outcome),
        _of_reading("judge_agrees", NARROW, lambda reading: reading.judge_agrees),
        _of_reading("computed_retrieval", MIDDLE, lambda reading: reading.computed_retrieval),
        _of_reading("computed_post", MIDDLE, lambda reading: reading.computed_post),
        _of_reading("labels", MIDDLE, lambda reading: reading.labels),
        Column(
            "differs_from_trektrace", NARROW, _differs_from_trektrace, "trektrace", is_mark=True
        ),
        Column("differs_between_people", NARROW, _differs_between_people, "people", is_mark=True),
    ),
    compute_rows,
)

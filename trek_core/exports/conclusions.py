"""Reviewed cases with people's labels, TrekTrace's beside them, and corrections of references.

A case comes to what the Decisions sheet says: an adjudication, else what all who handed it in agree
on. What is still open is in neither.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

from trek_core.jsonl.content import plain_json
from trek_core.taxonomy import Outcome
from trek_core.workbook.decisions_sheet import DecisionRow, compute_rows
from trek_core.workbook.reviewed import WorkbookCase, read_case

Fields = dict[str, Callable[[DecisionRow], Any]]


def build_reviewed(
    cases: Iterable[WorkbookCase], training_rounds: Collection[str] = ()
) -> Iterator[dict[str, Any]]:
    """One line for each case and round that is settled, training rounds left out."""
    return (_make(REVIEWED_FIELDS, row) for row in _settled(cases, training_rounds))


def build_corrections(
    cases: Iterable[WorkbookCase], training_rounds: Collection[str] = ()
) -> Iterator[dict[str, Any]]:
    """One line for each case and round whose reference was found wrong.

    The case's own reference is as it was; the correction stands beside it.
    """
    return (
        _make(CORRECTION_FIELDS, row)
        for row in _settled(cases, training_rounds)
        if row.outcome == Outcome.REFERENCE_ANSWER_ERROR
    )


def is_of_trektrace(name: str) -> bool:
    """Whether a field of a line is TrekTrace's, and so withheld from a blind export."""
    return name.startswith("trektrace_")


def _settled(
    cases: Iterable[WorkbookCase], training_rounds: Collection[str]
) -> Iterator[DecisionRow]:
    for case in cases:
        rows = compute_rows(read_case(case, with_trektrace=True))
        yield from (
            row for row in rows if row.decided_by is not None and row.round not in training_rounds
        )


def _make(fields: Fields, row: DecisionRow) -> dict[str, Any]:
    return {name: read(row) for name, read in fields.items()}


def _of_case(name: str) -> Callable[[DecisionRow], Any]:
    return lambda row: plain_json(row.case.record.case).get(name)


def _of_trektrace(name: str) -> Callable[[DecisionRow], Any]:
    def read(row: DecisionRow) -> Any:
        made = row.case.attribution
        value = getattr(made, name) if made else None
        return [str(each) for each in value] if isinstance(value, tuple) else value

    return read


def _of_answers(name: str) -> Callable[[DecisionRow], Any]:
    return lambda row: row.answers.get(name)


_WHICH: Fields = {
    name: _of_case(name)
    for name in ("case_id", "dataset", "question_id", "question", "reference_answers")
}
_WHO: Fields = {
    "round": lambda row: row.round,
    "annotators": lambda row: list(row.annotators),
    "decided_by": lambda row: row.decided_by,
    "reason": lambda row: row.reason,
}

REVIEWED_FIELDS: Fields = {
    **_WHICH,
    "prediction": _of_case("prediction"),
    "outcome": lambda row: row.outcome,
    "labels": lambda row: list(row.labels),
    "retrieval_side": lambda row: row.retrieval_side,
    "post_side": lambda row: row.post_side,
    "trektrace_labels": _of_trektrace("labels"),
    "trektrace_complete": _of_trektrace("complete"),
    **_WHO,
}
"""Field -> its value, in the order of a line."""

CORRECTION_FIELDS: Fields = {
    **_WHICH,
    "gold_urls": _of_case("gold_urls"),
    "reference_issue": _of_answers("reference_issue"),
    "verified_answer_status": _of_answers("verified_answer_status"),
    "verified_answer": _of_answers("verified_answer"),
    "reference_evidence": _of_answers("reference_evidence"),
    **_WHO,
}

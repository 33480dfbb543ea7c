"""The Judgements sheet: every revision of every judgement, one event a row, oldest first."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from trek_core.workbook.cells import Value
from trek_core.workbook.columns import CASE_COLUMNS, MIDDLE, NARROW, WIDE, Column, Table
from trek_core.workbook.reviewed import ReviewedCase, Revision


@dataclass(frozen=True)
class RevisionRow:
    """One revision of one case."""

    case: ReviewedCase
    revision: Revision
    person: None = None


def compute_rows(case: ReviewedCase) -> Iterator[RevisionRow]:
    """One row per event."""
    return (RevisionRow(case, revision) for revision in case.revisions)


def _of(name: str, width: int, read: Callable[[Revision], Value]) -> Column[RevisionRow]:
    return Column(name, width, lambda row: read(row.revision), "people")


JUDGEMENTS = Table(
    "Judgements",
    (
        *CASE_COLUMNS,
        _of("annotator", MIDDLE, lambda each: each.annotator),
        _of("round", NARROW, lambda each: each.round),
        _of("mode", NARROW, lambda each: each.mode),
        _of("revision", NARROW, lambda each: each.revision),
        _of("event", NARROW, lambda each: each.event),
        _of("step", NARROW, lambda each: each.step),
        _of("field", MIDDLE, lambda each: each.field),
        _of("page_url", WIDE, lambda each: each.page_url),
        _of("old", WIDE, lambda each: each.old),
        _of("new", WIDE, lambda each: each.new),
        _of("by", MIDDLE, lambda each: each.by),
        _of("origin", WIDE, lambda each: each.origin),
        _of("case_version", NARROW, lambda each: each.case_version),
        _of("guideline_version", NARROW, lambda each: each.guideline_version),
        _of("at", MIDDLE, lambda each: each.at),
    ),
    compute_rows,
    hidden=None,
)

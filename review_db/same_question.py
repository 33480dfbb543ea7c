"""Other cases of one question: what other systems, or other settings, made of it."""

from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from review_db.blind_cases import find_hidden
from review_db.cases import load_case_version

MOST = 200
"""More cases than this of one question are not listed."""

_SAME = """
select position, case_id, dataset, system, effective_year, verdict, labels, complete from cases
where question_key = (select question_key from cases where case_id = :case_id)
and case_id <> :case_id order by dataset, system, position limit :most
"""


@dataclass(frozen=True)
class SameQuestion:
    """Another case of a question. Where it is withheld from who looks, labels are None."""

    case_id: str
    dataset: str
    system: str
    effective_year: str
    verdict: str | None
    labels: str | None
    complete: bool | None


def list_same_question(
    db: Database, case_id: str, visible_to: str | None = None
) -> list[SameQuestion]:
    """The other cases with the same question, as somebody sees them: wordings that differ in
    nothing but case, spacing, typography and marks at their ends are one.

    Raises `CaseNotFoundError`.
    """
    load_case_version(db, case_id)
    rows = [dict(row) for row in db.execute(_SAME, {"case_id": case_id, "most": MOST}).fetchall()]
    hidden = find_hidden(db, visible_to) if rows else 0
    return [_read(row, is_hidden=bool(hidden >> row.pop("position") & 1)) for row in rows]


def _read(row: dict[str, Any], *, is_hidden: bool) -> SameQuestion:
    complete = None if is_hidden or row["complete"] is None else bool(row["complete"])
    labels = None if is_hidden else row["labels"]
    return SameQuestion(
        **{**row, "verdict": row["verdict"] or None, "labels": labels, "complete": complete}
    )

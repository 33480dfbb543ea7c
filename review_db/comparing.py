"""Cases of one question, whole, for looking at them side by side."""

import json
from dataclasses import dataclass

from sqlite_utils import Database

from review_db.cases import QUESTION_SHOWN, load_case
from review_db.figures import load_conclusions
from trek_core.side_by_side import ComparedCase

MOST = 100
"""Cases of one question that are offered."""

_SAME = """
select case_id from cases where question = :shown and (case_id = :case_id or dataset = :dataset)
order by system, position limit :most"""

_REPEATED = """
select question, dataset, count(*) as cases, count(distinct system) as systems,
    count(distinct labels) as label_sets, count(distinct verdict) as verdicts,
    min(case_id) as case_id
from cases where instr(lower(question), lower(:words)) > 0
group by question, dataset having count(*) > 1
order by label_sets desc, verdicts desc, cases desc, min(position) limit :most"""


@dataclass(frozen=True)
class RepeatedQuestion:
    """A question of a dataset with several cases, and how far they differ as recorded."""

    question: str
    dataset: str
    cases: int
    systems: int
    label_sets: int
    verdicts: int
    case_id: str


def list_same_cases(db: Database, case_id: str) -> list[str]:
    """The cases with the question of this one in its dataset, itself among them.

    Raises `CaseNotFoundError`.
    """
    case = load_case(db, case_id).record.case
    values = {
        "shown": case.question[:QUESTION_SHOWN],
        "dataset": case.dataset or "",
        "case_id": case_id,
        "most": MOST,
    }
    found = [row[0] for row in db.execute(_SAME, values)]
    if len(case.question) < QUESTION_SHOWN:
        return found
    # Lists have only the beginning of a long question.
    return [each for each in found if load_case(db, each).record.case.question == case.question]


def load_compared(db: Database, case_ids: list[str]) -> list[ComparedCase]:
    """These cases with TrekTrace's side and what people concluded."""
    concluded = load_conclusions(db, json.dumps(case_ids))
    stored = [load_case(db, case_id) for case_id in case_ids]
    return [
        ComparedCase(each.record, each.attribution, concluded.get(each.record.case.case_id))
        for each in stored
    ]


def list_repeated_questions(
    db: Database, words: str = "", limit: int = 200
) -> list[RepeatedQuestion]:
    """Questions with several cases, those whose labels and verdicts differ most first."""
    rows = db.execute(_REPEATED, {"words": words, "most": limit})
    return [RepeatedQuestion(**dict(row)) for row in rows]

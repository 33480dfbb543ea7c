"""Cases of one question, whole, for looking at them side by side."""

import json
from dataclasses import dataclass

from sqlite_utils import Database

from review_db.case_filter import CaseFilter
from review_db.case_finding import compute_where
from review_db.case_search import find_in_questions
from review_db.case_sets import as_json
from review_db.cases import load_case
from review_db.figures import load_conclusions
from trek_core.side_by_side import ComparedCase

# Not by the index (+): its order leads to rows all over the file.
_REPEATED = """
select min(question) as question, count(distinct dataset) as datasets, min(dataset) as dataset,
    count(*) as cases, count(distinct system) as systems,
    count(distinct labels) as label_sets, count(distinct verdict) as verdicts,
    min(case_id) as case_id
from cases c where {where}
group by +question_key
having count(*) > 1 and (not :of_several_runs or count(*) > count(distinct system))
order by label_sets desc, verdicts desc, cases desc, min(position) limit :most"""


@dataclass(frozen=True)
class RepeatedQuestion:
    """A question with several cases, and how far they differ as recorded.

    `dataset` is one of its `datasets`.
    """

    question: str
    datasets: int
    dataset: str
    cases: int
    systems: int
    label_sets: int
    verdicts: int
    case_id: str


def load_compared(db: Database, case_ids: list[str]) -> list[ComparedCase]:
    """These cases with TrekTrace's side and what people concluded."""
    concluded = load_conclusions(db, json.dumps(case_ids))
    stored = [load_case(db, case_id) for case_id in case_ids]
    return [
        ComparedCase(each.record, each.attribution, concluded.get(each.record.case.case_id))
        for each in stored
    ]


def list_repeated_questions(
    db: Database,
    words: str = "",
    *,
    of_several_runs: bool = False,
    case_filter: CaseFilter | None = None,
    limit: int = 200,
) -> list[RepeatedQuestion]:
    """Questions with several cases, those whose labels and verdicts differ most first.

    `words`: all of them in the question, each by its beginning. `of_several_runs`: those alone that
    some system was asked more than once. Of a filter, the cases that it finds count alone.
    """
    where, values = compute_where(db, case_filter)
    if words.strip():
        where += " and c.position in (select value from json_each(:asking))"
        values["asking"] = as_json(find_in_questions(db, words))
    values |= {"of_several_runs": of_several_runs, "most": limit}
    rows = db.execute(_REPEATED.format(where=where), values)
    return [RepeatedQuestion(**dict(row)) for row in rows]

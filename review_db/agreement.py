"""What the agreement statistics read: TrekTrace's side and every judgement, in two flat queries."""

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sqlite_utils import Database

from review_db.decisions import load_decided_conclusions
from trek_core.taxonomy import LabelSet

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trek_core.agreement import AgreementReport, CaseAttribution, HumanJudgement

TREKTRACE_JUDGEMENTS = {
    "evidence_retrieved": "evidence_retrieved",
    "queries_adequate": "queries_adequate",
    "gold_only_correct": "gold_only_correct",
    "noise_correct": "gold_plus_noise_correct",
}
"""Checklist field -> TrekTrace's own judgement of the same thing."""

_ATTRIBUTIONS = """
select c.case_id, a.retrieval_side, a.post_side, a.complete, c.dataset, c.system,
    c.effective_year || ' ' || c.question as question, nullif(c.verdict, '') as verdict,
    json_extract(a.attribution, {paths}) as judged, c.effective_year, c.question_key
from cases c left join attributions a on a.case_id = c.case_id and a.version = c.version
order by c.position
"""

# After a reveal the first conclusion counts, and the answers that led to it: those that were given
# without TrekTrace's. How many moved to TrekTrace's is a figure of its own (review_db/reveals.py).
# Training is in no figure.
_JUDGEMENTS = """
select case_id, annotator, round, mode, {revealed} as state, {outcome}, {retrieval_side},
    {post_side}, {submitted_at},
    case when {revealed} in ('submitted', 'needs_discussion')
    then json_extract(case when before_reveal is null then answers
    else json_extract(before_reveal, '$.answers') end, {paths}) end as answers
from judgements where state <> 'not_started'
and round not in (select round from rounds where kind = 'training')
"""
_SUBMISSION = ("outcome", "retrieval_side", "post_side", "submitted_at")


def load_agreement_report(db: Database, annotator: str | None) -> "AgreementReport":
    """Agreement over everything in the database; with `annotator`, theirs alone."""
    from trek_core.agreement import compute_report

    decisions = load_decided_conclusions(db)
    cases, judgements = _load_cases(db), _load_judgements(db)
    return compute_report(
        cases,
        judgements,
        decisions=decisions,
        annotator=annotator,
        round_cases=_load_round_cases(db),
    )


def _load_round_cases(db: Database) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for row in db.execute("select round, case_id from round_cases"):
        found.setdefault(row["round"], set()).add(row["case_id"])
    return found


def _load_cases(db: Database) -> list["CaseAttribution"]:
    from trek_core.agreement import CaseAttribution

    rows = db.execute(_ATTRIBUTIONS.format(paths=_paths(TREKTRACE_JUDGEMENTS.values())))
    return [
        CaseAttribution(
            row["case_id"],
            row["retrieval_side"] and LabelSet(row["retrieval_side"], row["post_side"]),
            bool(row["complete"]),
            row["dataset"],
            row["system"],
            row["question"],
            row["verdict"],
            _read_judged(row["judged"]),
            row["effective_year"],
            row["question_key"],
        )
        for row in rows
    ]


def _load_judgements(db: Database) -> list["HumanJudgement"]:
    from trek_core.agreement import HumanJudgement
    from trek_core.agreement.comparisons.closed_answers import CLOSED_FIELDS

    first = {name: f"{_before_reveal(name)} as {name}" for name in _SUBMISSION}
    paths = _paths(field.name for field in CLOSED_FIELDS)
    rows = db.execute(_JUDGEMENTS.format(paths=paths, revealed=_before_reveal("state"), **first))
    return [
        HumanJudgement(**{**row, "answers": _read_answered(row["answers"])})
        for row in map(dict, rows)
    ]


def _before_reveal(column: str) -> str:
    return (
        f"case when before_reveal is null then {column} "
        f"else json_extract(before_reveal, '$.{column}') end"
    )


def _paths(names: Any) -> str:
    return ", ".join(f"'$.{name}'" for name in names)


# Few different ones occur: each is read once, and the judgements that give it share the reading.
@lru_cache(maxsize=4096)
def _read_judged(judged: str | None) -> "Mapping[str, str]":
    values = json.loads(judged) if judged else ()
    return {
        field: "yes" if value else "no"
        for field, value in zip(TREKTRACE_JUDGEMENTS, values, strict=bool(judged))
        if value is not None
    }


@lru_cache(maxsize=16384)
def _read_answered(answered: str | None) -> "Mapping[str, str] | None":
    from trek_core.agreement.comparisons.closed_answers import CLOSED_FIELDS, read_closed_answers

    if answered is None:
        return None
    values = zip(CLOSED_FIELDS, json.loads(answered), strict=True)
    return read_closed_answers({field.name: value for field, value in values})

"""Where a case stands, derived from the judgements on it; this is the only place that says so."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from sqlite_utils import Database

CaseState = Literal[
    "not_started", "in_progress", "submitted", "needs_discussion", "needs_adjudication", "final"
]

_WORST_FIRST: tuple[CaseState, ...] = (
    "needs_discussion", "needs_adjudication", "submitted", "final", "in_progress", "not_started",
)  # fmt: skip
"""Over several rounds a case stands as in the first of these that any of them gives."""

_STANDINGS = """
select j.round, j.state, j.outcome, j.retrieval_side, j.post_side, r.overlap
from judgements j join rounds r on r.round = j.round and r.kind = 'normal'
where j.case_id = ? order by j.round
"""

_DECISIONS = """
select d.round, d.outcome from decisions d
join rounds r on r.round = d.round and r.kind = 'normal'
where d.case_id = ? order by d.decided_at, d.decision_id
"""


@dataclass(frozen=True)
class Standing:
    """What one judgement contributes: its state and what it concludes."""

    state: str
    outcome: str | None
    retrieval_side: str | None
    post_side: str | None


def compute_case_state(
    standings: Iterable[Standing], overlap: int | None = None
) -> tuple[CaseState, str | None]:
    """The state of a case in a round, and the outcome where everyone who handed one in agrees.

    A discussion comes before an adjudication: an unsure answer may still change. A case on which
    as many as the round wants (`overlap`) agree is final by itself.
    """
    started = [standing for standing in standings if standing.state != "not_started"]
    finished = [each for each in started if each.state in ("submitted", "needs_discussion")]
    if not finished:
        begun = any(standing.state == "draft" for standing in started)
        return ("in_progress" if begun else "not_started"), None
    outcomes = {standing.outcome for standing in finished}
    outcome = outcomes.pop() if len(outcomes) == 1 else None
    if any(standing.state == "needs_discussion" for standing in finished):
        return "needs_discussion", outcome
    conclusions = {(each.outcome, each.retrieval_side, each.post_side) for each in finished}
    if len(conclusions) > 1:
        return "needs_adjudication", outcome
    return complete_state("submitted", len(finished), overlap), outcome


def complete_state(state: CaseState, handed_in: int, overlap: int | None) -> CaseState:
    """The state of a case with so many judgements: agreed ones are final once they are enough."""
    is_enough = overlap is not None and handed_in >= overlap
    return "final" if state == "submitted" and is_enough else state


def refresh_case(db: Database, case_id: str) -> None:
    """Write down where a case stands over all rounds but those for training."""
    found = {}
    for round_name, rows in groupby(db.execute(_STANDINGS, [case_id]).fetchall(), lambda r: r[0]):
        given = list(rows)
        found[round_name] = compute_case_state([Standing(*row[1:5]) for row in given], given[0][5])
    found |= {row["round"]: ("final", row["outcome"]) for row in db.execute(_DECISIONS, [case_id])}
    state = min((each[0] for each in found.values()), key=_WORST_FIRST.index, default="not_started")
    outcomes = {outcome for stands, outcome in found.values() if stands not in _UNFINISHED}
    outcome = outcomes.pop() if len(outcomes) == 1 else None
    db.execute(
        "update cases set state = :state, outcome = :outcome "
        "where case_id = :case_id and (state, outcome) <> (:state, :outcome)",
        {"case_id": case_id, "state": state, "outcome": outcome or ""},
    )


_UNFINISHED = ("in_progress", "not_started")

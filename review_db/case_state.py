"""Where a case stands, derived from the judgements on it; this is the only place that says so."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

CaseState = Literal[
    "not_started", "in_progress", "submitted", "needs_discussion", "needs_adjudication"
]


@dataclass(frozen=True)
class Standing:
    """What one judgement contributes: its state and what it concludes."""

    state: str
    outcome: str | None
    retrieval_side: str | None
    post_side: str | None


def compute_case_state(standings: Iterable[Standing]) -> tuple[CaseState, str | None]:
    """The state of a case, and the outcome where everyone who handed one in agrees.

    A discussion comes before an adjudication: an unsure answer may still change.
    """
    started = [standing for standing in standings if standing.state != "not_started"]
    finished = [standing for standing in started if standing.state != "draft"]
    if not finished:
        return ("in_progress" if started else "not_started"), None
    outcomes = {standing.outcome for standing in finished}
    outcome = outcomes.pop() if len(outcomes) == 1 else None
    if any(standing.state == "needs_discussion" for standing in finished):
        return "needs_discussion", outcome
    conclusions = {(each.outcome, each.retrieval_side, each.post_side) for each in finished}
    return ("submitted" if len(conclusions) == 1 else "needs_adjudication"), outcome

"""Settled findings that a reference is wrong, and the cases of the question they may hold for.

A case comes to what was decided, else to what all who handed it in agree on.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from review_db.access import By
from review_db.blind_cases import judges_blind
from review_db.cases import load_case
from review_db.decisions import StoredDecision, load_decisions
from review_db.judgement_events import StoredJudgement
from review_db.judgements import load_judgements
from review_db.rounds import load_rules
from review_db.shown_decisions import load_decisions_for
from review_db.visibility import load_judgements_for
from trek_core.carried_findings import has_same_reference
from trek_core.taxonomy import Outcome

_WRONG = Outcome.REFERENCE_ANSWER_ERROR.value
MOST = 50
"""More other cases of one question than this are not looked at."""

_OTHERS = """
select o.case_id, o.outcome = :wrong and o.state in ('submitted', 'final') as is_found, o.system,
o.is_failure
from cases c join cases o on o.question_key = c.question_key and o.dataset = c.dataset
and o.case_id <> c.case_id
where c.case_id = :case_id order by o.position limit :most
"""


@dataclass(frozen=True)
class ReferenceFinding:
    """That the reference of a case is wrong, as one round settled it.

    `people`: who decided it, or all who handed it in and agree. `answers` are all of theirs.
    """

    case_id: str
    round: str
    people: tuple[str, ...]
    is_decision: bool
    found_at: str
    answers: Mapping[str, Any]


@dataclass(frozen=True)
class Reach:
    """A finding, and the other failures with the same reference that are not settled so: `cases`
    has their ids and systems."""

    finding: ReferenceFinding
    cases: tuple[tuple[str, str], ...]


def find_reference_finding(db: Database, case_id: str, by: By) -> ReferenceFinding | None:
    """What settled, on the case as it is now, that its reference is wrong; a decision first.

    None where it is not settled so, or `by` may not see all that settled it.
    """
    row = db.execute(
        "select version, outcome from cases where case_id = ? and state in ('submitted', 'final')",
        [case_id],
    ).fetchone()
    if row is None or row["outcome"] != _WRONG:
        return None
    if isinstance(by, str) and judges_blind(db, case_id, by):
        return None
    found = [*_list_decided(db, case_id, by), *_list_agreed(db, case_id, row["version"], by)]
    return found[0] if found else None


def list_found(db: Database, case_id: str, by: By) -> Iterator[ReferenceFinding]:
    """Findings on other cases of the question with the same reference, in order of import."""
    found = [each["case_id"] for each in _list_others(db, case_id) if each["is_found"]]
    for other in _keep_same(db, case_id, found):
        finding = find_reference_finding(db, other, by)
        if finding is not None:
            yield finding


def find_reach(db: Database, case_id: str, by: By) -> Reach | None:
    """The finding on a case and where else it may hold; None where there is neither.

    Cases that are withheld from `by` are left out.
    """
    finding = find_reference_finding(db, case_id, by)
    if finding is None:
        return None
    systems = {
        each["case_id"]: each["system"]
        for each in _list_others(db, case_id)
        if each["is_failure"] and not each["is_found"]
    }
    cases = tuple(
        (other, systems[other])
        for other in _keep_same(db, case_id, systems)
        if not (isinstance(by, str) and judges_blind(db, other, by))
    )
    return Reach(finding, cases) if cases else None


def _list_decided(db: Database, case_id: str, by: By) -> Iterator[ReferenceFinding]:
    visible = {each.decision_id for each in load_decisions_for(db, case_id, by)}
    changed_at = _load_changed_at(db, case_id)
    for each in _latest_decisions(db, case_id).values():
        is_of_now = changed_at is None or each.decided_at >= changed_at
        if each.outcome == _WRONG and each.decision_id in visible and is_of_now:
            people = (each.decided_by,)
            yield ReferenceFinding(case_id, each.round, people, True, each.decided_at, each.answers)


def _list_agreed(db: Database, case_id: str, version: int, by: By) -> Iterator[ReferenceFinding]:
    decided = _latest_decisions(db, case_id)
    rounds: dict[str, list[StoredJudgement]] = {}
    for each in load_judgements(db, case_id):
        if each.is_finished and each.round not in decided:
            rounds.setdefault(each.round, []).append(each)
    for name, given in rounds.items():
        visible = {each.annotator for each in load_judgements_for(db, case_id, name, by)}
        people = tuple(each.annotator for each in given)
        settled = all(
            each.state == "submitted" and each.outcome == _WRONG and each.case_version == version
            for each in given
        )
        if settled and visible.issuperset(people) and load_rules(db, name).kind == "normal":
            found_at = max(str(each.submitted_at) for each in given)
            yield ReferenceFinding(case_id, name, people, False, found_at, given[0].answers)


def _latest_decisions(db: Database, case_id: str) -> dict[str, StoredDecision]:
    """By round, training left out: the latest by time counts."""
    found = sorted(load_decisions(db, case_id=case_id), key=lambda d: (d.decided_at, d.decision_id))
    latest = {each.round: each for each in found}
    return {name: each for name, each in latest.items() if load_rules(db, name).kind == "normal"}


def _load_changed_at(db: Database, case_id: str) -> str | None:
    """When a case became what it is now; None where it never was anything else."""
    case = load_case(db, case_id)
    return case.imported_at if case.version > 1 else None


def _list_others(db: Database, case_id: str) -> list[dict[str, Any]]:
    values = {"case_id": case_id, "wrong": _WRONG, "most": MOST}
    return [dict(row) for row in db.execute(_OTHERS, values).fetchall()]


def _keep_same(db: Database, case_id: str, others: Iterable[str]) -> Iterator[str]:
    """Those of the others whose reference is that of the case, as recorded."""
    case = None
    for other in others:
        case = case or load_case(db, case_id).record.case
        if has_same_reference(case, load_case(db, other).record.case):
            yield other

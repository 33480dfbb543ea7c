"""Findings on other cases of a question, offered to whoever judges one: proposed, never applied."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from review_db.answering import Saved, load_own, save_answers
from review_db.blind_cases import judges_blind
from review_db.event_origins import find_last_event, keep_finding
from review_db.judgements import load_judgement
from review_db.reference_findings import ReferenceFinding, list_found
from review_db.rounds import load_rules
from review_db.visibility import load_case_for
from trek_core.carried_findings import compute_carried
from trek_core.errors import StoreError


@dataclass(frozen=True)
class Proposal:
    """A finding on another case, and what taking it would change here: field -> new value."""

    finding: ReferenceFinding
    answers: Mapping[str, Any]


def list_proposals(db: Database, case_id: str, annotator: str, round_name: str) -> list[Proposal]:
    """What somebody judging a case is offered, each set of answers once.

    Nothing while the case is withheld from them for any round, in training, once it is handed in,
    or where they say themself that the reference is wrong.
    """
    judgement = load_judgement(db, case_id, annotator, round_name)
    says_so = judgement.answers.get("reference_valid") == "no"
    if judgement.is_finished or says_so or load_rules(db, round_name).kind == "training":
        return []
    if judges_blind(db, case_id, annotator):
        return []
    found = list(list_found(db, case_id, annotator))
    if not found:
        return []
    facts = load_case_for(db, case_id, annotator, round_name).facts
    offered: list[Proposal] = []
    for finding in found:
        answers = compute_carried(finding.answers, judgement.answers, facts)
        if all(each.answers != answers for each in offered):
            offered.append(Proposal(finding, answers))
    return offered


def take_finding(
    db: Database,
    case_id: str,
    annotator: str,
    round_name: str,
    finding: ReferenceFinding,
    *,
    seen: Mapping[str, Any],
) -> Saved:
    """Answer as a finding that was offered says, as one step, and keep where that came from.

    `seen` are the answers that the person saw. Raises `StoreError` where the finding is not offered
    any more as it was, `StaleRevisionError` where an answer changed meanwhile.
    """
    judgement = load_own(db, case_id, annotator, round_name)
    offered = list_proposals(db, case_id, annotator, round_name)
    proposal = next((each for each in offered if each.finding == finding), None)
    if proposal is None:
        raise StoreError(
            f"The finding on {finding.case_id} is not offered here any more as it was shown: it or "
            "your own answers changed meanwhile. Nothing was taken; look at the case again."
        )
    before = find_last_event(db)
    saved = save_answers(db, judgement, proposal.answers, seen=seen)
    keep_finding(db, finding, after=before)
    return saved

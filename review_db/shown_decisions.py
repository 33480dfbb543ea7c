"""Which decisions on a case somebody may see; apart from `visibility`, which decisions rest on."""

from sqlite_utils import Database

from review_db.access import RESEARCH, By, may
from review_db.blind_cases import judges_blind
from review_db.decisions import StoredDecision, load_decisions
from review_db.judgements import load_judgement
from review_db.rounds import load_rules


def load_decisions_for(db: Database, case_id: str, by: By) -> list[StoredDecision]:
    """The decisions on a case that somebody may see, oldest first: none while it is withheld.

    A lead or researcher sees all; others those of rounds that are closed, or in which they have
    handed the case in.
    """
    if isinstance(by, str) and judges_blind(db, case_id, by):
        return []
    found = load_decisions(db, case_id=case_id)
    if may(db, by, RESEARCH):
        return found
    return [each for each in found if _is_done_with(db, case_id, each.round, by)]


def _is_done_with(db: Database, case_id: str, round_name: str, by: By) -> bool:
    if load_rules(db, round_name).state == "closed":
        return True
    return isinstance(by, str) and load_judgement(db, case_id, by, round_name).is_finished

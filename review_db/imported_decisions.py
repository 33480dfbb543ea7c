"""An adjudication that came with a file: added to the history unless it is there already."""

from datetime import datetime

from sqlite_utils import Database

from review_db.decisions import StoredDecision, load_decisions, store_decision
from review_db.round_making import ensure_round
from review_db.rounds import load_rules
from trek_core.agreement import Conclusion
from trek_core.checklist import check_answer
from trek_core.errors import AnswerError, CaseFormatError, StoreError
from trek_core.judgements import Decision


def import_decision(db: Database, case_id: str, decision: Decision) -> bool:
    """Store a file's decision; whether it was added.

    Raises `CaseFormatError` with the field inside it where the checklist or the taxonomy refuses
    it, or its round is closed here.
    """
    known = load_decisions(db, decision.round, case_id)
    same = {(each.decided_by, each.decided_at) for each in known}
    if (decision.decided_by, decision.decided_at) in same:
        return False
    _check(decision)
    try:
        ensure_round(db, decision.round, "assisted", None, case_id)
    except StoreError:
        raise CaseFormatError(".round", repr(decision.round), "a round's name") from None
    if load_rules(db, decision.round).state == "closed":
        raise CaseFormatError(".round", "a round that is closed here", "a round that is open")
    values = decision.model_dump(include=set(Decision.model_fields))
    store_decision(db, StoredDecision(decision_id=0, case_id=case_id, **values))
    return True


def _check(decision: Decision) -> None:
    try:
        for name, value in decision.answers.items():
            check_answer(name, value)
    except AnswerError as error:
        raise CaseFormatError(".answers", str(error), "answers the checklist takes") from None
    try:
        datetime.fromisoformat(decision.decided_at)
    except ValueError:
        found = repr(decision.decided_at)
        raise CaseFormatError(".decided_at", found, "an ISO 8601 time") from None
    try:
        Conclusion(decision.outcome, decision.retrieval_side, decision.post_side)
    except ValueError as error:
        raise CaseFormatError("", str(error), "sides the taxonomy knows") from None

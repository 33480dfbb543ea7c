"""Adjudications: what was decided on a case in a round, each kept, the latest counting."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlite_utils import Database

from review_db.answering import as_stored, say_problems, settle
from review_db.case_state import refresh_case
from review_db.cases import load_case
from review_db.clock import now_text
from review_db.json_text import dump_json, load_json
from review_db.judgement_events import Submission
from review_db.judgements import load_judgement
from review_db.marks import check_text
from review_db.probe_calls import find_answered_probes
from review_db.rounds import load_rules
from trek_core.agreement import Conclusion
from trek_core.checklist import GUIDELINE_VERSION, check_answer, compute_facts, evaluate
from trek_core.checklist.answers import REASON_FIELDS
from trek_core.errors import AnswerError, StoreError

LATEST_DECISIONS = """decision_id in (select decision_id from (select decision_id,
row_number() over (partition by round, case_id order by decided_at desc, decision_id desc) as nth
from decisions) where nth = 1)"""
"""The decision that counts of each round and case: by time, for an older one may be imported."""


@dataclass(frozen=True)
class StoredDecision:
    """One adjudication. `adopted` is the annotator whose judgement it took over, if any."""

    decision_id: int
    round: str
    case_id: str
    adopted: str | None
    answers: dict[str, Any]
    outcome: str | None
    retrieval_side: str | None
    post_side: str | None
    labels: tuple[str, ...]
    reason: str
    flag_for_guideline: bool
    guideline_version: str | None
    decided_by: str
    decided_at: str

    @property
    def conclusion(self) -> Conclusion:
        """What it says about the case."""
        return Conclusion(self.outcome, self.retrieval_side, self.post_side)


@dataclass(frozen=True)
class Verdict:
    """What is to be decided: one annotator's judgement adopted, or answers given anew."""

    reason: str
    adopt: str | None = None
    answers: Mapping[str, Any] | None = None
    flag_for_guideline: bool = False


def decide(
    db: Database, case_id: str, round_name: str, verdict: Verdict, by: str
) -> StoredDecision:
    """Store an adjudication; an earlier one of the case stays in the history.

    Raises `AnswerError` for answers that are not finished or a reason that is missing,
    `StoreError` where nothing can be adopted or the round is closed.
    """
    rules = load_rules(db, round_name)
    if rules.state == "closed":
        raise StoreError(f"The round {round_name!r} is closed: reopen it before deciding anything.")
    if not verdict.reason.strip():
        raise AnswerError("A decision needs its reason: say why in a sentence.")
    if (verdict.adopt is None) == (verdict.answers is None):
        raise AnswerError("Adopt one judgement or answer anew: one of the two, not both.")
    answers, settled = (
        _adopt(db, case_id, verdict.adopt, round_name)
        if verdict.adopt is not None
        else _answer_anew(db, case_id, verdict.answers or {}, verdict.reason)
    )
    decision = StoredDecision(
        decision_id=0,
        round=round_name,
        case_id=case_id,
        adopted=verdict.adopt,
        answers=answers,
        outcome=settled.outcome,
        retrieval_side=settled.retrieval_side,
        post_side=settled.post_side,
        labels=settled.labels,
        reason=check_text(verdict.reason),
        flag_for_guideline=verdict.flag_for_guideline,
        guideline_version=GUIDELINE_VERSION,
        decided_by=by,
        decided_at=now_text(),
    )
    return store_decision(db, decision)


def store_decision(db: Database, decision: StoredDecision) -> StoredDecision:
    """Add a decision as it is; returns it with its number."""
    values = asdict(decision) | {
        "decision_id": None,
        "answers": dump_json(decision.answers),
        "labels": dump_json(list(decision.labels)),
    }
    places = ", ".join(f":{name}" for name in values)
    cursor = db.execute(
        f"insert into decisions ({', '.join(values)}) values ({places})",  # noqa: S608
        values,
    )
    refresh_case(db, decision.case_id)
    return replace(decision, decision_id=int(cursor.lastrowid or 0))


def load_decisions(
    db: Database, round_name: str | None = None, case_id: str | None = None
) -> list[StoredDecision]:
    """Every decision of a round, of a case, or of both, oldest first."""
    rows = db.execute(
        "select * from decisions where (:round is null or round = :round) "
        "and (:case_id is null or case_id = :case_id) order by decision_id",
        {"round": round_name, "case_id": case_id},
    )
    return [_read(dict(row)) for row in rows]


def load_latest_decisions(db: Database, round_name: str) -> dict[str, StoredDecision]:
    """The decision that counts for each decided case of a round."""
    rows = db.execute(
        f"select * from decisions where round = ? and {LATEST_DECISIONS}",  # noqa: S608
        [round_name],
    )
    return {row["case_id"]: _read(dict(row)) for row in rows}


def load_decided_conclusions(db: Database) -> dict[tuple[str, str], Conclusion]:
    """What the agreement report takes as `decisions`: by (round, case id), training left out."""
    rows = db.execute(
        "select round, case_id, outcome, retrieval_side, post_side from decisions "  # noqa: S608
        f"where {LATEST_DECISIONS} and round in (select round from rounds where kind = 'normal')"
    )
    return {(row[0], row[1]): Conclusion(*tuple(row)[2:]) for row in rows}


def _adopt(
    db: Database, case_id: str, annotator: str | None, round_name: str
) -> tuple[dict[str, Any], Submission]:
    judgement = load_judgement(db, case_id, str(annotator), round_name)
    if not judgement.is_finished:
        raise StoreError(f"{annotator} has not handed this case in: there is nothing to adopt.")
    return judgement.answers, judgement.submission


def _answer_anew(
    db: Database, case_id: str, given: Mapping[str, Any], reason: str
) -> tuple[dict[str, Any], Submission]:
    for name, value in given.items():
        check_answer(name, value)
    answers = {name: as_stored(value) for name, value in given.items()}
    answers = {name: value for name, value in answers.items() if value is not None}
    case = load_case(db, case_id)
    runs = find_answered_probes(db, case_id)
    # TrekTrace's side is shown to who decides only if they ask for it.
    facts = compute_facts(case.record, case.attribution, runs, "revealed")
    # The decision's own reason says as well why it differs from TrekTrace.
    needed = {each.field for each in evaluate(answers, facts).problems}
    reasons = needed & {*REASON_FIELDS.values(), "override_reason"}
    answers |= dict.fromkeys(sorted(reasons), reason)
    evaluation = evaluate(answers, facts)
    if evaluation.problems:
        raise AnswerError(say_problems(evaluation))
    return answers, settle(evaluation, None)


def _read(row: dict[str, Any]) -> StoredDecision:
    read = {
        "answers": load_json(row["answers"]),
        "labels": tuple(load_json(row["labels"])),
        "flag_for_guideline": bool(row["flag_for_guideline"]),
    }
    return StoredDecision(**{**row, **read})

"""Training rounds: known answers, and what somebody is told once they have handed theirs in."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from review_db.answering import as_stored
from review_db.claims import check_member
from review_db.clock import now_text
from review_db.json_text import dump_json, load_json
from review_db.judgements import load_judgement
from review_db.rounds import load_rules
from trek_core.checklist import FIELDS, check_answer
from trek_core.errors import StoreError


@dataclass(frozen=True)
class FieldFeedback:
    """One question of a training case: one's own answer beside the known one."""

    step: int
    field: str
    mine: Any
    known: Any
    is_right: bool


def set_known_answers(
    db: Database, round_name: str, case_id: str, answers: Mapping[str, Any], by: str | None
) -> None:
    """Say what a training case comes to; raise `StoreError` in any other round."""
    if load_rules(db, round_name).kind != "training":
        raise StoreError(f"The round {round_name!r} is no training: it has no known answers.")
    check_member(db, case_id, round_name)
    for name, value in answers.items():
        check_answer(name, value)
    known = {name: as_stored(value) for name, value in answers.items() if value is not None}
    db.execute(
        "insert or replace into known_answers (round, case_id, answers, by, at) "
        "values (?, ?, ?, ?, ?)",
        [round_name, case_id, dump_json(known), by, now_text()],
    )


def load_known_answers(db: Database, round_name: str) -> dict[str, dict[str, Any]]:
    """The known answers of a training round, by case id: for leads, not for trainees."""
    rows = db.execute("select case_id, answers from known_answers where round = ?", [round_name])
    return {row["case_id"]: load_json(row["answers"]) for row in rows}


def load_feedback(
    db: Database, case_id: str, annotator: str, round_name: str
) -> list[FieldFeedback]:
    """Each known answer beside one's own, in checklist order.

    Raises `StoreError` before the own judgement is handed in.
    """
    if not load_judgement(db, case_id, annotator, round_name).is_finished:
        raise StoreError("Hand your own answer in first: the known one is shown after that.")
    mine = load_judgement(db, case_id, annotator, round_name).answers
    known = load_known_answers(db, round_name).get(case_id, {})
    return [
        FieldFeedback(
            field.step,
            field.name,
            mine.get(field.name),
            known[field.name],
            mine.get(field.name) == known[field.name],
        )
        for field in FIELDS
        if field.name in known
    ]

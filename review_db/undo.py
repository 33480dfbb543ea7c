"""Undo: the inverse of a person's latest step is appended; nothing is taken out of the history."""

from dataclasses import dataclass
from sqlite3 import Row

from sqlite_utils import Database

from review_db.judgement_events import INVERSE, JudgementEvent
from review_db.judgements import Happening, append_events, load_judgement, read_event
from trek_core.checklist import FIELDS_BY_NAME

_LATEST_STEP = """
select max(batch) from judgement_events e
where case_id = ? and annotator = ? and round = ?
and kind not in ('import', 'reveal', 'send_back') and undoes is null
and not exists (select 1 from judgement_events u where u.undoes = e.event_id)
and not exists (select 1 from judgement_events b where b.case_id = e.case_id
and b.annotator = e.annotator and b.round = e.round and b.kind in ('reveal', 'send_back')
and b.event_id > e.event_id)
"""

_LATEST_EVENT = """
select * from judgement_events where annotator = ? and round = ? order by event_id desc limit 1
"""


@dataclass(frozen=True)
class Undone:
    """What was undone: on which case, in which field (None for several, or none), in words."""

    case_id: str
    field: str | None
    what: str


def undo(
    db: Database, case_id: str, annotator: str, round_name: str, came_from: str | None = None
) -> Undone | None:
    """Undo this person's latest step on a case; None where there is nothing to undo.

    A submission or skip that is the last thing they did in the round is undone instead where they
    `came_from` its case, or where no step of theirs is left on this one: that is the way back
    right after "save and next".
    """
    left = _find_left(db, annotator, round_name)
    batch = db.execute(_LATEST_STEP, [case_id, annotator, round_name]).fetchone()[0]
    if left is not None and (batch is None or left["case_id"] == came_from):
        batch, case_id = left["batch"], left["case_id"]
    if batch is None:
        return None
    rows = db.execute(
        "select * from judgement_events where batch = ? order by event_id desc", [batch]
    )
    events = [read_event(dict(row)) for row in rows]
    judgement = load_judgement(db, case_id, annotator, round_name)
    append_events(db, judgement, [_invert(event) for event in events])
    field = events[0].field if len(events) == 1 else None
    return Undone(case_id, field, _say(events))


def _find_left(db: Database, annotator: str, round_name: str) -> Row | None:
    """The last thing this person did in the round, where it was to hand a case in or skip it."""
    latest: Row | None = db.execute(_LATEST_EVENT, [annotator, round_name]).fetchone()
    if latest is None or latest["kind"] not in ("submit", "skip") or latest["undoes"] is not None:
        return None
    return latest


def _invert(event: JudgementEvent) -> Happening:
    return Happening(
        INVERSE[event.kind],
        by_widget=False,
        field=event.field,
        part=event.part,
        old=event.new,
        new=event.old,
        undoes=event.event_id,
    )


def _say(events: list[JudgementEvent]) -> str:
    event = events[0]
    if event.kind == "submit":
        return "The case is a draft again."
    if event.kind == "skip":
        return "The case is skipped no more."
    if event.kind == "flag":
        return "The flag is as it was before."
    if event.kind == "reopen":
        return "The case is submitted again."
    if len(events) > 1:
        return f"Took back {len(events)} answers."
    known = FIELDS_BY_NAME.get(event.field or "")
    question = known.question if known else "a question asked no more"
    return f"Took back: {question}" if event.part is None else f"Took back a mark: {question}"

"""Judgements in the database: events are appended, and the current row follows from them."""

from dataclasses import dataclass, fields
from typing import Any

from sqlite_utils import Database

from review_db.activity import touch
from review_db.case_state import refresh_case
from review_db.cases import load_case_version
from review_db.clock import now_text
from review_db.json_text import dump_json, load_json
from review_db.judgement_events import (
    EventKind,
    JudgementEvent,
    StoredJudgement,
    apply_event,
    new_judgement,
)
from review_db.places import check_place, takes_place
from review_db.rounds import load_rules
from trek_core.checklist import FIELDS_BY_NAME, GUIDELINE_VERSION
from trek_core.judgements import Mode

_JSON_COLUMNS = ("labels", "answers", "extras", "sent_back", "before_reveal")


@dataclass(frozen=True)
class Happening:
    """An event before it is stored."""

    kind: EventKind
    by_widget: bool
    field: str | None = None
    part: str | None = None
    old: Any = None
    new: Any = None
    undoes: int | None = None
    client: str | None = None
    by: str | None = None
    guideline_version: str | None = GUIDELINE_VERSION


def load_judgement(db: Database, case_id: str, annotator: str, round_name: str) -> StoredJudgement:
    """One person's judgement on a case, `not_started` where there is none yet.

    Raises `CaseNotFoundError` for an unknown case, `StoreError` for an unknown round.
    """
    row = db.execute(
        "select * from judgements where case_id = ? and annotator = ? and round = ?",
        [case_id, annotator, round_name],
    ).fetchone()
    if row is None:
        version = load_case_version(db, case_id)
        mode = load_rules(db, round_name).mode
        return new_judgement(case_id, annotator, round_name, version, mode)
    return read_judgement(dict(row))


def load_judgements(db: Database, case_id: str) -> list[StoredJudgement]:
    """Everyone's judgements on a case that hold anything, by name and round."""
    rows = db.execute(
        "select * from judgements where case_id = ? and state <> 'not_started' "
        "order by annotator, round",
        [case_id],
    )
    return [read_judgement(dict(row)) for row in rows]


def load_judgement_events(
    db: Database, case_id: str, annotator: str | None = None, round_name: str | None = None
) -> list[JudgementEvent]:
    """What happened to the judgements on a case, oldest first."""
    rows = db.execute(
        "select * from judgement_events where case_id = :case_id "
        "and (:annotator is null or annotator = :annotator) "
        "and (:round is null or round = :round) order by event_id",
        {"case_id": case_id, "annotator": annotator, "round": round_name},
    )
    return [read_event(dict(row)) for row in rows]


def append_events(
    db: Database,
    judgement: StoredJudgement,
    happenings: list[Happening],
    *,
    mode: Mode | None = None,
) -> StoredJudgement:
    """Store what happened as one step, and where the judgement then stands."""
    case_version = load_case_version(db, judgement.case_id)
    batch = db.execute("select coalesce(max(event_id), 0) + 1 from judgement_events").fetchone()[0]
    for event_id, happening in enumerate(happenings, batch):
        known = FIELDS_BY_NAME.get(happening.field or "")
        event = JudgementEvent(
            event_id=event_id,
            case_id=judgement.case_id,
            annotator=judgement.annotator,
            round=judgement.round,
            mode=mode or judgement.mode,
            batch=batch,
            step=known.step if known else None,
            case_version=case_version,
            at=now_text(),
            **_values(happening),
        )
        _insert(db, "judgement_events", _values(event) | _as_json(event, "old", "new"))
        changed = apply_event(judgement, event)
        if happening.kind != "import" and takes_place(judgement.state, changed.state):
            check_place(db, judgement.round, judgement.case_id, judgement.annotator)
        judgement = changed
    store_judgement(db, judgement)
    touch(db, judgement.round, judgement.case_id, judgement.annotator)
    refresh_case(db, judgement.case_id)
    return judgement


def store_judgement(db: Database, judgement: StoredJudgement) -> None:
    """Write down where a judgement stands, as computed from its events."""
    _insert(
        db,
        "judgements",
        _values(judgement) | _as_json(judgement, *_JSON_COLUMNS),
        verb="insert or replace",
    )


def read_event(row: dict[str, Any]) -> JudgementEvent:
    """An event from its row."""
    by_widget = bool(row["by_widget"])
    values = {"by_widget": by_widget, "old": load_json(row["old"]), "new": load_json(row["new"])}
    return JudgementEvent(**{**row, **values})


def read_judgement(row: dict[str, Any]) -> StoredJudgement:
    """A judgement from its row."""
    labels = load_json(row["labels"])
    values = {
        "labels": None if labels is None else tuple(labels),
        **{name: load_json(row[name]) for name in _JSON_COLUMNS if name != "labels"},
    }
    return StoredJudgement(**{**row, **values})


def _values(thing: Any) -> dict[str, Any]:
    return {field.name: getattr(thing, field.name) for field in fields(thing)}


def _as_json(thing: Any, *names: str) -> dict[str, str | None]:
    values = {name: getattr(thing, name) for name in names}
    return {name: None if given is None else dump_json(given) for name, given in values.items()}


def _insert(db: Database, table: str, values: dict[str, Any], verb: str = "insert") -> None:
    names = ", ".join(values)
    places = ", ".join(f":{name}" for name in values)
    db.execute(f"{verb} into {table} ({names}) values ({places})", values)

"""Rounds: what each asks of whom, and what happened to it."""

from dataclasses import dataclass
from typing import Any, Literal

from sqlite_utils import Database

from review_db.clock import now_text
from review_db.json_text import dump_json, load_json
from trek_core.errors import StoreError
from trek_core.judgements import Mode

RoundState = Literal["open", "paused", "closed"]
RoundKind = Literal["normal", "training"]
CaseOrder = Literal["imported", "shuffled"]
RoundEventKind = Literal["created", "opened", "paused", "closed", "reopened", "changed"]

_STATE_AFTER: dict[str, RoundState] = {
    "created": "open",
    "opened": "open",
    "reopened": "open",
    "paused": "paused",
    "closed": "closed",
}

_LATEST = """coalesce((select e.kind from round_events e where e.round = r.round
and e.kind <> 'changed' order by e.event_id desc limit 1), 'created') as latest"""

_RULES = f"select r.kind, r.mode, r.overlap, {_LATEST} from rounds r"  # noqa: S608 - our own words

_LOAD = f"""
select r.*, {_LATEST},
(select json_group_array(annotator) from (select annotator from round_annotators a
where a.round = r.round order by annotator)) as annotators,
case when r.round = 'default' then (select count(*) from cases where is_failure)
else (select count(*) from round_cases c where c.round = r.round) end as n
from rounds r
"""  # noqa: S608


@dataclass(frozen=True)
class Round:
    """A round as it stands.

    `annotators` is empty for everybody (the round `default`). `overlap` is how many judgements a
    case is to have, None for no limit. `chosen_by` says in words how its cases were chosen; `n` is
    how many there are.
    """

    name: str
    state: RoundState
    kind: RoundKind
    mode: Mode
    annotators: tuple[str, ...]
    overlap: int | None
    guideline_version: str
    order: CaseOrder
    seed: int
    chosen_by: str
    n: int
    created_by: str | None
    created_at: str

    @property
    def is_training(self) -> bool:
        """Whether it is outside every figure."""
        return self.kind == "training"


@dataclass(frozen=True)
class RoundEvent:
    """One thing that happened to a round: who did it, why, and what it changed or froze."""

    event_id: int
    round: str
    kind: RoundEventKind
    by: str | None
    why: str
    detail: dict[str, Any]
    at: str


@dataclass(frozen=True)
class Rules:
    """What every write in a round looks at."""

    name: str
    state: RoundState
    kind: RoundKind
    mode: Mode
    overlap: int | None


def load_rules(db: Database, name: str) -> Rules:
    """A round's rules, without counting its cases; raise `StoreError` where there is none."""
    row = db.execute(f"{_RULES} where r.round = ?", [name]).fetchone()
    if row is None:
        raise _round_not_found(name)
    return Rules(name, _STATE_AFTER[row["latest"]], row["kind"], row["mode"], row["overlap"])


def load_round(db: Database, name: str) -> Round:
    """A round; raise `StoreError` where there is none of this name."""
    row = db.execute(f"{_LOAD} where r.round = ?", [name]).fetchone()
    if row is None:
        raise _round_not_found(name)
    return _read_round(dict(row))


def list_rounds(db: Database) -> list[Round]:
    """Every round, `default` first, then in the order of creation."""
    rows = db.execute(f"{_LOAD} order by r.round <> 'default', r.rowid")
    return [_read_round(dict(row)) for row in rows]


def append_round_event(
    db: Database,
    name: str,
    kind: RoundEventKind,
    by: str | None,
    why: str = "",
    detail: dict[str, Any] | None = None,
) -> None:
    """Store what happened to a round."""
    db.execute(
        "insert into round_events (round, kind, by, why, detail, at) values (?, ?, ?, ?, ?, ?)",
        [name, kind, by, why, dump_json(detail or {}), now_text()],
    )


def load_round_events(db: Database, name: str) -> list[RoundEvent]:
    """What happened to a round, oldest first."""
    rows = db.execute("select * from round_events where round = ? order by event_id", [name])
    return [RoundEvent(**{**row, "detail": load_json(row["detail"])}) for row in map(dict, rows)]


def has_judgements(db: Database, name: str) -> bool:
    """Whether anybody has begun to judge in a round."""
    row = db.execute("select 1 from judgements where round = ? limit 1", [name]).fetchone()
    return row is not None


def _round_not_found(name: str) -> StoreError:
    return StoreError(f"There is no round {name[:100]!r} here: choose one from the list of rounds.")


def _read_round(row: dict[str, Any]) -> Round:
    return Round(
        name=row["round"],
        state=_STATE_AFTER[row["latest"]],
        kind=row["kind"],
        mode=row["mode"],
        annotators=tuple(load_json(row["annotators"])),
        overlap=row["overlap"],
        guideline_version=row["guideline_version"],
        order=row["case_order"],
        seed=row["seed"],
        chosen_by=row["chosen_by"],
        n=row["n"],
        created_by=row["created_by"],
        created_at=row["created_at"],
    )

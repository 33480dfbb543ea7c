"""Probe calls: every request with its whole reply, added and never changed."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from sqlite_utils import Database

from review_db.connection import open_database, write_transaction
from trek_core.probes.budget import count_spent
from trek_core.probes.calls import ProbeCall
from trek_core.probes.contracts import ProbeName

# Preferred: an answer, then any reply, then the latest.
_FIND = (
    "select call from probe_calls where key = ? "
    "order by outcome = 'answered' desc, outcome = 'failed', call_id desc limit 1"
)

_INSERT = (
    "insert into probe_calls (run_id, key, case_id, probe, repeat, model, outcome, tokens, cost, "
    "asked_at, call) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


@dataclass(frozen=True)
class StoredCall:
    """A call with its number and the run it was made in."""

    call_id: int
    run_id: int
    call: ProbeCall


class AskedCall(NamedTuple):
    """That a model was asked a repeat of a probe about a case."""

    case_id: str
    probe: ProbeName
    repeat: int
    model: str


class RunLog:
    """The log of one run: what it stores is its own, what it finds may be any run's.

    What other processes store after its first look is not found.
    """

    def __init__(self, path: Path, run_id: int) -> None:
        self._path = path
        self._run_id = run_id
        # Most calls of a run are new: those are told without opening the database.
        self._keys: set[str] | None = None

    def find(self, key: str) -> ProbeCall | None:
        """The answered call with this key, else one with a reply, else the last one, else None."""
        if key not in self._known_keys():
            return None
        with open_database(self._path) as db:
            row = db.execute(_FIND, [key]).fetchone()
        return None if row is None else ProbeCall.model_validate_json(row["call"])

    def store(self, *calls: ProbeCall) -> None:
        """Keep calls; they are on the disk, all of them, when this returns."""
        rows = [_as_row(self._run_id, call) for call in calls]
        with write_transaction(self._path) as db:
            db.conn.executemany(_INSERT, rows)
        self._known_keys().update(call.request.key for call in calls)

    def _known_keys(self) -> set[str]:
        if self._keys is None:
            with open_database(self._path) as db:
                self._keys = {row[0] for row in db.execute("select distinct key from probe_calls")}
        return self._keys


def load_calls(
    db: Database, case_id: str, probes: Iterable[ProbeName] | None = None
) -> list[StoredCall]:
    """The calls about a case, oldest first; those of some probes, or all."""
    rows = db.execute(
        "select call_id, run_id, probe, call from probe_calls where case_id = ? order by call_id",
        [case_id],
    )
    wanted = None if probes is None else set(probes)
    return [
        StoredCall(row["call_id"], row["run_id"], ProbeCall.model_validate_json(row["call"]))
        for row in rows
        if wanted is None or row["probe"] in wanted
    ]


def count_calls(db: Database, case_id: str) -> int:
    """How many calls there are about a case; calls are only ever added."""
    row = db.execute("select count(*) from probe_calls where case_id = ?", [case_id]).fetchone()
    return int(row[0])


def list_asked(db: Database, case_ids: Iterable[str]) -> list[AskedCall]:
    """What was asked about these cases and had a reply, each call once."""
    rows = db.execute(
        "select distinct c.case_id, c.probe, c.repeat, c.model from json_each(?) wanted "
        "join probe_calls c on c.case_id = wanted.value where c.outcome <> 'failed'",
        [json.dumps(list(case_ids))],
    )
    return [AskedCall(*row) for row in rows]


def find_answered_probes(db: Database, case_id: str) -> frozenset[str]:
    """The probes of a case that any run has an answer of."""
    rows = db.execute(
        "select distinct probe from probe_calls where case_id = ? and outcome = 'answered'",
        [case_id],
    )
    return frozenset(row[0] for row in rows)


def next_repeat(db: Database, case_id: str, probe: ProbeName) -> int:
    """The first repeat of a probe on a case that was never asked, by any model."""
    row = db.execute(
        "select coalesce(max(repeat), 0) + 1 from probe_calls where case_id = ? and probe = ?",
        [case_id, probe],
    ).fetchone()
    return int(row[0])


def _as_row(run_id: int, call: ProbeCall) -> list[object]:
    request = call.request
    return [
        run_id,
        request.key,
        request.case_id,
        request.probe,
        request.repeat,
        request.model,
        call.outcome,
        count_spent(call, {}).tokens,
        call.cost,
        call.asked_at,
        call.model_dump_json(),
    ]

"""Probe runs: what each was to ask, who carries it out, how far it is and how it ended."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

from sqlite_utils import Database

from review_db.clock import now_text
from review_db.json_text import dump_json, load_json
from review_db.probe_calls import next_repeat
from review_db.run_owner import is_at_work, this_process
from trek_core.errors import StoreError
from trek_core.probes.budget import Spending, count_spent
from trek_core.probes.calls import ProbeCall
from trek_core.probes.plan import Plan
from trek_core.probes.progress import RunState as EndState
from trek_core.recorded_probes import Probes
from trek_core.settings import Price, Settings

Found = tuple[str, int, Probes]
"""A case's id, the number of a repeat, and the probes it led to."""

RunState = Literal["running", "interrupted"] | EndState
"""Where a run stands; `interrupted` is a running one whose process is gone or has long said
nothing."""


@dataclass(frozen=True)
class ProbeRun:
    """A run as it stands. `progress` is what it said last (`RunProgress.to_json`)."""

    run_id: int
    state: RunState
    plan: Plan
    settings: dict[str, Any]
    case_ids: tuple[str, ...]
    asked_by: str | None
    owner: str
    progress: dict[str, Any] | None
    problem: str | None
    cancel_asked: bool
    started_at: str
    heartbeat_at: str
    ended_at: str | None


@dataclass(frozen=True)
class ProbeResult:
    """The probes of one case as one repeat in a run found them, what was recorded filled in."""

    run_id: int
    case_id: str
    repeat: int
    probes: Probes


def start_run(
    db: Database, plan: Plan, settings: Settings, case_ids: Iterable[str], asked_by: str | None
) -> int:
    """Begin a run in this process; returns its number. Keys are no part of the settings."""
    now = now_text()
    cursor = db.execute(
        "insert into probe_runs (state, owner, asked_by, plan, settings, case_ids, started_at, "
        "heartbeat_at) values ('running', ?, ?, ?, ?, ?, ?, ?)",
        [
            this_process(),
            asked_by,
            json.dumps(plan.to_json()),
            settings.model_dump_json(),
            dump_json(list(case_ids)),
            now,
            now,
        ],
    )
    return int(cursor.lastrowid or 0)


def start_case_run(
    db: Database,
    plan: Plan,
    settings: Settings,
    case_id: str,
    asked_by: str | None,
    *,
    anew: bool,
) -> int:
    """Begin a run of one case; call it in a write transaction, so that no other begins beside it.

    With `anew` its repeats are the first that no run of the case has, whatever the plan says.
    Raises `StoreError` while a run of the case is under way.
    """
    runs = [run for run in _runs_of(db, case_id) if set(run.plan.probes) & set(plan.probes)]
    _refuse_beside(runs, plan, [case_id])
    if anew:
        asked = [next_repeat(db, case_id, probe) for probe in plan.probes]
        planned = [run.plan.repeat_numbers.stop for run in runs]
        plan = replace(plan, first_repeat=max(1, *asked, *planned))
    return start_run(db, plan, settings, [case_id], asked_by)


def _runs_of(db: Database, case_id: str) -> list[ProbeRun]:
    rows = db.execute(
        "select * from probe_runs where ? in (select value from json_each(case_ids))", [case_id]
    )
    return [_read_run(dict(row)) for row in rows]


def resume_run(db: Database, run_id: int, settings: Settings) -> ProbeRun:
    """Take a run that is over, however it ended, into this process, under these settings.

    Raises `StoreError` while another process carries it out, or another run asks the same.
    """
    run = load_run(db, run_id)
    if run.state == "running":
        raise StoreError(
            f"Probe run {run_id} is being carried out by {run.owner}: wait for it, or stop it "
            "there first."
        )
    others = [_read_run(dict(row)) for row in db.execute(_RUNNING)]
    _refuse_beside(others, run.plan, run.case_ids)
    db.execute(
        "update probe_runs set state = 'running', owner = ?, settings = ?, heartbeat_at = ?, "
        "problem = null, cancel_asked = 0, ended_at = null where run_id = ?",
        [this_process(), settings.model_dump_json(), now_text(), run_id],
    )
    return load_run(db, run_id)


_RUNNING = "select * from probe_runs where state = 'running'"


def _refuse_beside(runs: Iterable[ProbeRun], plan: Plan, case_ids: Iterable[str]) -> None:
    """Raise `StoreError` where a run under way asks a probe of this plan about the same case."""
    wanted = set(case_ids)
    for run in runs:
        asks_the_same = set(run.plan.probes) & set(plan.probes) and wanted.intersection(
            run.case_ids
        )
        if run.state == "running" and asks_the_same:
            raise StoreError(
                f"Probe run {run.run_id} is asking about this case already: wait until it is done, "
                "or stop it first."
            )


def beat(db: Database, run_id: int, progress: dict[str, Any] | None) -> bool:
    """Say that a run is alive and how far it is; returns whether somebody asked it to stop."""
    db.execute(
        "update probe_runs set heartbeat_at = ?, progress = coalesce(?, progress) where run_id = ?",
        [now_text(), None if progress is None else json.dumps(progress), run_id],
    )
    row = db.execute("select cancel_asked from probe_runs where run_id = ?", [run_id]).fetchone()
    return bool(row and row["cancel_asked"])


def end_run(
    db: Database, run_id: int, state: EndState, progress: dict[str, Any] | None, problem: str | None
) -> None:
    """Write down how a run ended."""
    beat(db, run_id, progress)
    db.execute(
        "update probe_runs set state = ?, problem = ?, ended_at = ? where run_id = ?",
        [state, problem, now_text(), run_id],
    )


def ask_to_cancel(db: Database, run_id: int) -> None:
    """Ask a running run to stop; whoever carries it out sees it at its next sign of life."""
    db.execute("update probe_runs set cancel_asked = 1 where run_id = ?", [run_id])


def load_run(db: Database, run_id: int) -> ProbeRun:
    """A run as it stands; raises `StoreError` where there is none."""
    row = db.execute("select * from probe_runs where run_id = ?", [run_id]).fetchone()
    if row is None:
        raise StoreError(f"There is no probe run {run_id} in this database.")
    return _read_run(dict(row))


def list_runs(db: Database, limit: int) -> list[ProbeRun]:
    """The latest runs, newest first."""
    rows = db.execute("select * from probe_runs order by run_id desc limit ?", [limit])
    return [_read_run(dict(row)) for row in rows]


def sum_spending(db: Database, run_id: int) -> Spending:
    """What the calls of a run have used so far.

    A call whose cost is not known counts as estimated, by the prices the run has now.
    """
    row = db.execute(
        "select count(*), coalesce(sum(tokens), 0), coalesce(sum(cost), 0.0) "
        "from probe_calls where run_id = ?",
        [run_id],
    ).fetchone()
    return Spending(*row) + _sum_uncounted(db, run_id, _load_prices(db, run_id))


def _sum_uncounted(db: Database, run_id: int, prices: dict[str, Price]) -> Spending:
    """The money of calls that have no cost of their own, or their number where none is known."""
    without_cost = "run_id = ? and cost is null and model {} (select value from json_each(?))"
    values = [run_id, json.dumps(list(prices))]
    priced = db.execute(
        f"select call from probe_calls where {without_cost.format('in')}",  # noqa: S608
        values,
    )
    calls = (ProbeCall.model_validate_json(row["call"]) for row in priced)
    money = sum(count_spent(call, prices).money for call in calls)
    # A call that failed is counted by its tokens alone: it has none if it was never answered.
    unpriced = db.execute(
        f"select model, count(*) from probe_calls where {without_cost.format('not in')} "  # noqa: S608
        "and (outcome <> 'failed' or tokens > 0) group by model",
        values,
    )
    return Spending(money=money, unpriced={row[0]: row[1] for row in unpriced})


def _load_prices(db: Database, run_id: int) -> dict[str, Price]:
    row = db.execute("select settings from probe_runs where run_id = ?", [run_id]).fetchone()
    prices = load_json(row["settings"]).get("prices", {}) if row else {}
    return {model: Price.model_validate(price) for model, price in prices.items()}


def store_results(db: Database, run_id: int, found: Iterable[Found]) -> None:
    """Keep what repeats of cases added up to; a continued run may know more than before."""
    db.conn.executemany(
        "insert or replace into probe_results (run_id, case_id, repeat, probes) "
        "values (?, ?, ?, ?)",
        [
            (run_id, case_id, repeat, probes.model_dump_json(exclude_unset=True))
            for case_id, repeat, probes in found
        ],
    )


def load_results(
    db: Database, run_id: int | None = None, case_id: str | None = None
) -> list[ProbeResult]:
    """What runs made of cases: of one run, of one case, or of both; latest run last."""
    rows = db.execute(
        "select run_id, case_id, repeat, probes from probe_results "
        "where run_id = coalesce(?, run_id) and case_id = coalesce(?, case_id) "
        "order by run_id, case_id, repeat",
        [run_id, case_id],
    )
    return [ProbeResult(row[0], row[1], row[2], Probes.model_validate_json(row[3])) for row in rows]


def _read_run(row: dict[str, Any]) -> ProbeRun:
    state = row["state"]
    if state == "running" and not is_at_work(row["owner"], row["heartbeat_at"], now_text()):
        state = "interrupted"
    return ProbeRun(
        run_id=row["run_id"],
        state=state,
        plan=Plan.from_json(load_json(row["plan"])),
        settings=load_json(row["settings"]),
        case_ids=tuple(load_json(row["case_ids"])),
        asked_by=row["asked_by"],
        owner=row["owner"],
        progress=load_json(row["progress"]),
        problem=row["problem"],
        cancel_asked=bool(row["cancel_asked"]),
        started_at=row["started_at"],
        heartbeat_at=row["heartbeat_at"],
        ended_at=row["ended_at"],
    )

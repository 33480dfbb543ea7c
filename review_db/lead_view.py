"""A round's numbers for its lead: who is how far, how long it takes, who is stuck, what blocks it.

Few queries, each over a round at once; every count adds up and has its cases behind it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from statistics import quantiles
from typing import Final

from sqlite_utils import Database

from review_db.clock import now_text
from review_db.guideline_reads import load_outdated_judgements
from review_db.round_states import compute_round_states
from review_db.rounds import Round, load_round

FAST_SECONDS: Final = 30
"""A judgement handed in after less work than this is worth a look."""

STUCK_HOURS: Final = 48
"""A draft that was not touched for this long is stuck."""

MOST_CASE_IDS: Final = 200
"""How many cases a count links to; the count itself is of all."""


@dataclass(frozen=True)
class PersonProgress:
    """How far one annotator is; the states add up to the round's cases.

    `assigned` are cases leased and not begun. `seconds` is all their work, `median_seconds` that of
    a judgement handed in, None before the first.
    """

    annotator: str
    total: int
    assigned: int
    draft: int
    submitted: int
    needs_discussion: int
    skipped: int
    not_started: int
    flagged: int
    seconds: float
    median_seconds: float | None
    last_at: str | None


@dataclass(frozen=True)
class Pace:
    """Active seconds of the judgements handed in: how many, and their quartiles (None before)."""

    n: int
    lower: float | None
    median: float | None
    upper: float | None


@dataclass(frozen=True)
class Noticed:
    """One judgement worth a look, with the seconds or the time that made it so."""

    case_id: str
    annotator: str
    seconds: float | None
    since: str | None


@dataclass(frozen=True)
class Blocker:
    """One thing that keeps a round from being closed: how many cases, and the first of them."""

    what: str
    count: int
    case_ids: tuple[str, ...]


@dataclass(frozen=True)
class RoundOverview:
    """A round's numbers as of one moment. `states`: case state -> cases, adding up to `round.n`."""

    round: Round
    people: tuple[PersonProgress, ...]
    states: dict[str, int]
    pace: Pace
    fast: tuple[Noticed, ...]
    stuck: tuple[Noticed, ...]
    blockers: tuple[Blocker, ...]


@dataclass
class _Person:
    states: Counter[str] = field(default_factory=Counter)
    flagged: int = 0
    seconds: float = 0.0
    handed_in: list[float] = field(default_factory=list)
    last_at: str | None = None


_WORK = """
select j.annotator, j.case_id, j.state, j.flag is not null as flagged, j.saved_at,
j.sent_back is not null as sent_back, coalesce(t.seconds, 0) as seconds
from judgements j left join active_time t on t.round = j.round and t.case_id = j.case_id
and t.annotator = j.annotator where j.round = ?
"""

_LEASES = """
select l.annotator, l.case_id from leases l left join judgements j on j.round = l.round
and j.case_id = l.case_id and j.annotator = l.annotator
where l.round = ? and l.expires_at > ? and coalesce(j.state, 'not_started') = 'not_started'
"""

_BLOCKING_STATES = {
    "needs_adjudication": "annotators differ and nothing is decided",
    "needs_discussion": "somebody was unsure",
    "in_progress": "begun and not handed in",
    "submitted": "fewer judgements than the round wants",
    "not_started": "nobody has handed anything in",
}


def load_round_overview(db: Database, round_name: str) -> RoundOverview:
    """Everything a lead sees of a round."""
    shown = load_round(db, round_name)
    work = db.execute(_WORK, [round_name]).fetchall()
    people: dict[str, _Person] = {name: _Person() for name in shown.annotators}
    for row in work:
        person = people.setdefault(row["annotator"], _Person())
        person.states[row["state"]] += 1
        person.flagged += row["flagged"]
        person.seconds += row["seconds"]
        person.last_at = max(person.last_at or "", row["saved_at"])
        if row["state"] in ("submitted", "needs_discussion"):
            person.handed_in.append(row["seconds"])
    for row in db.execute(_LEASES, [round_name, now_text()]):
        people.setdefault(row["annotator"], _Person()).states["assigned"] += 1
    states = compute_round_states(db, round_name)
    return RoundOverview(
        round=shown,
        people=tuple(_read_person(name, each, shown.n) for name, each in sorted(people.items())),
        states=dict(Counter(states.values())),
        pace=_compute_pace([s for each in people.values() for s in each.handed_in]),
        fast=tuple(
            Noticed(row["case_id"], row["annotator"], row["seconds"], row["saved_at"])
            for row in work
            if row["state"] in ("submitted", "needs_discussion") and row["seconds"] < FAST_SECONDS
        ),
        stuck=_find_stuck(work),
        blockers=tuple(_find_blockers(db, shown, states, work)),
    )


def _read_person(name: str, person: _Person, total: int) -> PersonProgress:
    states = person.states
    begun = ("assigned", "draft", "submitted", "needs_discussion", "skipped")
    counts = {state: states[state] for state in begun}
    return PersonProgress(
        annotator=name,
        total=total,
        **counts,
        not_started=total - sum(counts.values()),
        flagged=person.flagged,
        seconds=person.seconds,
        median_seconds=_compute_pace(person.handed_in).median,
        last_at=person.last_at,
    )


def _compute_pace(seconds: list[float]) -> Pace:
    if len(seconds) < 2:
        only = seconds[0] if seconds else None
        return Pace(len(seconds), only, only, only)
    lower, median, upper = quantiles(seconds, n=4, method="inclusive")
    return Pace(len(seconds), lower, median, upper)


def _find_stuck(work: Iterable[dict[str, object]]) -> tuple[Noticed, ...]:
    limit = datetime.now(UTC) - timedelta(hours=STUCK_HOURS)
    oldest = limit.isoformat(timespec="milliseconds")
    return tuple(
        Noticed(str(row["case_id"]), str(row["annotator"]), None, str(row["saved_at"]))
        for row in work
        if row["state"] == "draft" and str(row["saved_at"]) < oldest
    )


def _find_blockers(
    db: Database, shown: Round, states: Mapping[str, str], work: Iterable[dict[str, object]]
) -> Iterable[Blocker]:
    for state, what in _BLOCKING_STATES.items():
        if state == "submitted" and shown.overlap is None:
            continue
        yield from _block(what, [case_id for case_id, stands in states.items() if stands == state])
    rows = list(work)
    yield from _block("flagged", [str(row["case_id"]) for row in rows if row["flagged"]])
    yield from _block(
        "sent back and not handed in again",
        [str(row["case_id"]) for row in rows if row["sent_back"]],
    )
    yield from _block(
        "judged under an older guideline",
        [each.case_id for each in load_outdated_judgements(db, shown.name)],
    )


def _block(what: str, case_ids: list[str]) -> Iterable[Blocker]:
    distinct = list(dict.fromkeys(case_ids))
    if distinct:
        yield Blocker(what, len(distinct), tuple(distinct[:MOST_CASE_IDS]))

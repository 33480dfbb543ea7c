"""A round's numbers for its lead: who is how far, how long it takes, who is stuck, what blocks it.

Few queries, each over a round at once; every count adds up and has its cases behind it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from heapq import nsmallest
from itertools import groupby
from statistics import quantiles
from typing import Final

from sqlite_utils import Database

from review_db.clock import now_text
from review_db.guideline_reads import load_outdated_judgements
from review_db.json_text import load_json
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
    """One person's judgements worth a look: how many, and the first of them, worst first."""

    annotator: str
    count: int
    case_ids: tuple[str, ...]


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


_IS_HANDED_IN = "j.state in ('submitted', 'needs_discussion')"

_TIMED = """left join active_time t on t.round = j.round and t.case_id = j.case_id
and t.annotator = j.annotator"""

# Person by person, as the index has them, so that nothing is sorted; the quick ones are in the same
# order as their seconds.
_WORK = f"""
select a.annotator, j.state, count(*), max(j.saved_at), {_IS_HANDED_IN},
json_group_array(coalesce(t.seconds, 0)),
json_group_array(j.case_id) filter (
    where {_IS_HANDED_IN} and coalesce(t.seconds, 0) < {FAST_SECONDS})
from annotators a cross join judgements j on j.annotator = a.annotator and j.round = :round
{_TIMED} group by a.annotator, j.state
"""  # noqa: S608 - our own words

_FLAGGED = """
select annotator, count(*) as n from judgements
where round = :round and flag is not null group by annotator
"""

_STUCK = """
select a.annotator, j.case_id from annotators a cross join judgements j
on j.annotator = a.annotator and j.round = :round and j.state = 'draft'
where j.saved_at < :oldest order by 1, j.saved_at
"""

_LEASES = """
select l.annotator, count(*) as n from leases l left join judgements j on j.round = l.round
and j.case_id = l.case_id and j.annotator = l.annotator where l.round = :round
and l.expires_at > :now and coalesce(j.state, 'not_started') = 'not_started' group by 1
"""

_MARKED = """
select distinct j.case_id from judgements j
where j.round = :round and j.{mark} is not null order by 1
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
    states = compute_round_states(db, round_name)
    work = [
        _Work(name, state, n, last_at, bool(is_handed_in), load_json(seconds), load_json(fast))
        for name, state, n, last_at, is_handed_in, seconds, fast in db.execute(
            _WORK, {"round": round_name}
        )
    ]
    return RoundOverview(
        round=shown,
        people=tuple(_load_people(db, shown, work)),
        states=dict(Counter(states.values())),
        pace=_compute_pace(_seconds_handed_in(work)),
        fast=tuple(_find_fast(work)),
        stuck=tuple(_load_stuck(db, round_name)),
        blockers=tuple(_find_blockers(db, shown, states)),
    )


@dataclass(frozen=True)
class _Work:
    """One person's judgements in one state: the seconds of each, and which were handed in fast."""

    annotator: str
    state: str
    n: int
    last_at: str
    is_handed_in: bool
    seconds: list[float]
    fast: list[str]


def _seconds_handed_in(work: Iterable[_Work]) -> list[float]:
    return [each for done in work if done.is_handed_in for each in done.seconds]


def _load_people(db: Database, shown: Round, work: Sequence[_Work]) -> Iterable[PersonProgress]:
    leases = dict(db.execute(_LEASES, {"round": shown.name, "now": now_text()}).fetchall())
    flagged = dict(db.execute(_FLAGGED, {"round": shown.name}).fetchall())
    for name in sorted({*shown.annotators, *leases, *(each.annotator for each in work)}):
        mine = [each for each in work if each.annotator == name]
        states = Counter({each.state: each.n for each in mine})
        begun = ("draft", "submitted", "needs_discussion", "skipped")
        counts = {state: states[state] for state in begun} | {"assigned": leases.get(name, 0)}
        yield PersonProgress(
            annotator=name,
            total=shown.n,
            **counts,
            not_started=shown.n - sum(counts.values()),
            flagged=flagged.get(name, 0),
            seconds=sum(sum(each.seconds) for each in mine),
            median_seconds=_compute_pace(_seconds_handed_in(mine)).median,
            last_at=max((each.last_at for each in mine), default=None),
        )


def _find_fast(work: Iterable[_Work]) -> Iterable[Noticed]:
    found: dict[str, list[tuple[float, str]]] = {}
    for done in work:
        if done.fast:
            quick = (each for each in done.seconds if each < FAST_SECONDS)
            found.setdefault(done.annotator, []).extend(zip(quick, done.fast, strict=True))
    for name, timed in found.items():
        first = nsmallest(MOST_CASE_IDS, timed)
        yield Noticed(name, len(timed), tuple(case_id for _, case_id in first))


def _load_stuck(db: Database, round_name: str) -> Iterable[Noticed]:
    oldest = datetime.now(UTC) - timedelta(hours=STUCK_HOURS)
    values = {"round": round_name, "oldest": oldest.isoformat(timespec="milliseconds")}
    for name, rows in groupby(db.execute(_STUCK, values), lambda row: row["annotator"]):
        case_ids = [row["case_id"] for row in rows]
        yield Noticed(name, len(case_ids), tuple(case_ids[:MOST_CASE_IDS]))


def _compute_pace(seconds: list[float]) -> Pace:
    if len(seconds) < 2:
        only = seconds[0] if seconds else None
        return Pace(len(seconds), only, only, only)
    lower, median, upper = quantiles(seconds, n=4, method="inclusive")
    return Pace(len(seconds), lower, median, upper)


def _find_blockers(db: Database, shown: Round, states: Mapping[str, str]) -> Iterable[Blocker]:
    standing: dict[str, list[str]] = {}
    for case_id, state in states.items():
        standing.setdefault(state, []).append(case_id)
    for state, what in _BLOCKING_STATES.items():
        if state != "submitted" or shown.overlap is not None:
            yield from _block(what, standing.get(state, []))
    for mark, what in (("flag", "flagged"), ("sent_back", "sent back and not handed in again")):
        rows = db.execute(_MARKED.format(mark=mark), {"round": shown.name})
        yield from _block(what, [row["case_id"] for row in rows])
    yield from _block(
        "judged under an older guideline",
        [each.case_id for each in load_outdated_judgements(db, shown.name)],
    )


def _block(what: str, case_ids: list[str]) -> Iterable[Blocker]:
    distinct = list(dict.fromkeys(case_ids))
    if distinct:
        yield Blocker(what, len(distinct), tuple(distinct[:MOST_CASE_IDS]))

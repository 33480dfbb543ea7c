"""Lists of cases: filtered, counted, sorted and paged by key, never touching long text."""

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from sqlite_utils import Database

from review_db.case_filter import ALL_CASES, DEFAULT_ORDER, CaseFilter
from review_db.case_finding import (
    WITHHELD,
    Counts,
    Found,
    count_beside,
    count_values,
    find_cases,
    find_parts,
    join_parts,
)
from review_db.case_orders import Placed, place_cases
from review_db.case_search import Snippet, load_snippets
from review_db.judgement_events import DEFAULT_ROUND
from trek_core.reading_order import Reading

__all__ = [
    "ALL_CASES",
    "WITHHELD",
    "CaseFilter",
    "CasePage",
    "CaseRow",
    "count_cases",
    "list_cases",
]


@dataclass(frozen=True)
class CaseRow:
    """One case in a list. `mine` is the asking annotator's own state, None before they began.

    Where the case is withheld from who looks, labels, `complete` and outcome are as if not
    recorded, and the state reads `withheld`. `queries` and `pages` are None where not recorded.
    `snippet` is where a search hit; `reading` is why the case stands where it does, in the order
    that has reasons.
    """

    position: int
    case_id: str
    dataset: str
    system: str
    question: str
    effective_year: str | None
    labels: str
    complete: bool | None
    verdict: str | None
    state: str
    mine: str | None
    outcome: str | None
    queries: int | None = None
    pages: int | None = None
    is_withheld: bool = False
    snippet: Snippet | None = None
    reading: Reading | None = None


@dataclass(frozen=True)
class CasePage:
    """Some rows of a list, how many there are in all, and `after` of the next page if any.

    `options` has, for each facet asked for, how many cases each option would find beside the other
    filters.
    """

    rows: list[CaseRow]
    total: int
    next_after: int | None
    options: Counts = field(default_factory=dict)


_COUNTED = ("dataset", "system", "label", "state", "outcome")
SNIPPETS = 500
"""A longer page goes without snippets: it is read by a program."""

_ROWS = """
select c.position, c.case_id, c.dataset, c.system, c.question,
    nullif(c.effective_year, '') as effective_year, c.labels, c.complete,
    nullif(c.verdict, '') as verdict, c.state, nullif(j.state, 'not_started') as mine,
    nullif(c.outcome, '') as outcome, nullif(c.queries, -1) as queries, nullif(c.pages, -1) as pages
from json_each(:positions) p join cases c on c.position = p.value
left join judgements j on j.case_id = c.case_id and j.annotator = :annotator and j.round = :round
order by p.key"""


def list_cases(  # noqa: PLR0913, PLR0917 - a list is asked for by all of these
    db: Database,
    case_filter: CaseFilter | None,
    annotator: str | None,
    after: int | None,
    limit: int,
    visible_to: str | None = None,
    order: str = DEFAULT_ORDER,
    options: Collection[str] = (),
) -> CasePage:
    """The cases that follow the one at position `after` in an order (`case_filter.ORDERS`)."""
    parts, everything = find_parts(db, case_filter, visible_to)
    found = join_parts(parts, everything)
    placed = place_cases(db, found, order, after, limit + 1)
    positions = placed.positions[:limit]
    snippets = _load_snippets(db, found, positions, visible_to)
    rows = db.execute(
        _ROWS,
        {"positions": json.dumps(positions), "annotator": annotator, "round": DEFAULT_ROUND},
    )
    page = [_read_row(dict(row), found, placed, snippets) for row in rows]
    next_after = positions[-1] if len(placed.positions) > limit else None
    counted = count_beside(parts, everything, options)
    return CasePage(page, found.total, next_after, counted)


def count_cases(
    db: Database,
    case_filter: CaseFilter | None,
    visible_to: str | None = None,
    names: Iterable[str] = _COUNTED,
) -> Counts:
    """How many cases there are per dataset, system, label, state and outcome (or other facets).

    Each adds up to the total, but for labels: a case with two counts under both. '' counts the
    cases where it is not recorded (no label: an accepted answer).
    """
    found = find_cases(db, case_filter, visible_to)
    return count_values(found.sets, found.cases, found.hidden, names)


def _load_snippets(
    db: Database, found: Found, positions: list[int], visible_to: str | None
) -> dict[int, Snippet]:
    if found.match is None or not 0 < len(positions) <= SNIPPETS:
        return {}
    return load_snippets(db, found.match, positions, found.hidden, visible_to)


def _read_row(
    row: dict[str, Any], found: Found, placed: Placed, snippets: dict[int, Snippet]
) -> CaseRow:
    position = row["position"]
    row["complete"] = None if row["complete"] is None else bool(row["complete"])
    if found.hidden >> position & 1:
        row |= {"labels": "", "complete": None, "state": WITHHELD, "outcome": None}
        row["is_withheld"] = True
    reading: Reading | None = placed.readings.get(position)
    return CaseRow(**row, snippet=snippets.get(position), reading=reading)

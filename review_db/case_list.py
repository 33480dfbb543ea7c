"""Lists of cases: filtered, counted and paged by key, from the narrow table alone."""

from collections import Counter
from dataclasses import dataclass, fields
from typing import Any

from sqlite_utils import Database

from review_db.judgement_events import DEFAULT_ROUND


@dataclass(frozen=True)
class CaseFilter:
    """Which cases: each None for any, '' for those where it is not recorded.

    `label` holds for every case whose label set has it. `search` is text somewhere in the case id
    or the question, upper and lower case alike.
    """

    dataset: str | None = None
    system: str | None = None
    label: str | None = None
    state: str | None = None
    outcome: str | None = None
    search: str | None = None


ALL_CASES = CaseFilter()


@dataclass(frozen=True)
class CaseRow:
    """One case in a list. `mine` is the asking annotator's own state, None before they began.

    Where the case is withheld from who looks, labels, `complete` and outcome are as if not
    recorded, and the state reads `withheld`.
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
    is_withheld: bool = False


@dataclass(frozen=True)
class CasePage:
    """Some rows of a list, how many there are in all, and `after` of the next page if any."""

    rows: list[CaseRow]
    total: int
    next_after: int | None


_CONDITIONS = {
    "dataset": "c.dataset = :dataset",
    "system": "c.system = :system",
    # A set reads "Retrieval + Interpretation"; the marks around both keep whole names whole.
    "label": "instr(' + ' || c.labels || ' + ', ' + ' || :label || ' + ') > 0",
    "state": "c.state = :state",
    "outcome": "c.outcome = :outcome",
    "search": "instr(c.search_text, :search) > 0",
}

_COLUMNS = (
    "c.position, c.case_id, c.dataset, c.system, c.question, "
    "nullif(c.effective_year, '') as effective_year, iif({hidden}, '', c.labels) as labels, "
    "iif({hidden}, null, c.complete) as complete, nullif(c.verdict, '') as verdict, "
    "iif({hidden}, 'withheld', c.state) as state, nullif(j.state, 'not_started') as mine, "
    "iif({hidden}, null, nullif(c.outcome, '')) as outcome, {hidden} as is_withheld"
)

WITHHELD = "withheld"
"""Under which counts put the cases whose labels and state who looks may not see."""

# Whether somebody still judges case `c` blind (`visibility.is_withheld` says it of one judgement):
# asked of each row shown, through the index of a round's cases.
_HIDDEN = """exists (select 1 from round_annotators a
join rounds r on r.round = a.round and r.mode <> 'assisted'
join round_cases m on m.round = r.round and m.case_id = c.case_id
where a.annotator = :visible_to and 'closed' <> coalesce((select e.kind from round_events e
where e.round = r.round and e.kind <> 'changed' order by e.event_id desc limit 1), '')
and not exists (select 1 from judgements b where b.round = m.round and b.case_id = m.case_id
and b.annotator = a.annotator and b.revealed_at is not null))"""

_JUDGES_BLIND = """select 1 from round_annotators a
join rounds r on r.round = a.round and r.mode <> 'assisted' where a.annotator = ? limit 1"""

_TELLING = ("label", "state", "outcome")
"""Filters that would tell what is withheld: they find none of these cases."""

_COUNTED = ("dataset", "system", "labels", "state", "outcome")
_HIDING = ("labels", "state", "outcome")


def compute_where(case_filter: CaseFilter | None) -> tuple[str, dict[str, Any]]:
    """The filter as an SQL condition over `cases c`, with its parameters."""
    chosen = case_filter or ALL_CASES
    given = {field.name: getattr(chosen, field.name) for field in fields(chosen)}
    values = {name: value for name, value in given.items() if value is not None}
    if "search" in values:
        values["search"] = values["search"].strip().casefold()
    return " and ".join(_CONDITIONS[name] for name in values) or "true", values


def _look_as(
    db: Database, case_filter: CaseFilter | None, visible_to: str | None
) -> tuple[str, str, dict[str, Any]]:
    """How somebody may see the cases: what hides one, which are found, with the parameters."""
    where, values = compute_where(case_filter)
    if visible_to is None:
        return "false", where, values
    if not db.execute(_JUDGES_BLIND, [visible_to]).fetchone():
        return "false", where, values
    if any(name in values for name in _TELLING):
        where = f"{where} and not {_HIDDEN}"
    return _HIDDEN, where, values | {"visible_to": visible_to}


def list_cases(
    db: Database,
    case_filter: CaseFilter | None,
    annotator: str | None,
    after: int | None,
    limit: int,
    visible_to: str | None = None,
) -> CasePage:
    """The cases after a position, in the order of import."""
    hidden, where, values = _look_as(db, case_filter, visible_to)
    total = db.execute(
        f"select count(*) from cases c where {where}",  # noqa: S608
        values,
    ).fetchone()[0]
    columns = _COLUMNS.format(hidden=hidden)
    rows = db.execute(
        f"select {columns} from cases c left join judgements j on j.case_id = c.case_id "  # noqa: S608
        f"and j.annotator = :annotator and j.round = :round where {where} "
        "and c.position > :after order by c.position limit :limit",
        values
        | {
            "annotator": annotator,
            "round": DEFAULT_ROUND,
            "after": after or 0,
            "limit": limit + 1,
        },
    ).fetchall()
    page = [_read_row(dict(row)) for row in rows[:limit]]
    return CasePage(page, total, page[-1].position if len(rows) > limit else None)


def count_cases(
    db: Database, case_filter: CaseFilter | None, visible_to: str | None = None
) -> dict[str, dict[str, int]]:
    """How many cases there are per dataset, system, label, state and outcome.

    Each adds up to the total, but for labels: a case with two counts under both. '' counts the
    cases where it is not recorded (no label: an accepted answer).
    """
    hidden, where, values = _look_as(db, case_filter, visible_to)
    columns = ", ".join(f"c.{name}" for name in _COUNTED)
    counted, shown = f"cases c where {where}", columns
    if hidden != "false":  # Looked at once for each case, not once for each column.
        counted = f"(select {columns}, {hidden} as hidden from cases c where {where} limit -1) c"  # noqa: S608
        shown = ", ".join(
            f"iif(c.hidden, '{WITHHELD}', c.{name})" if name in _HIDING else f"c.{name}"
            for name in _COUNTED
        )
    counts: dict[str, Counter[str]] = {name: Counter() for name in _COUNTED}
    for *keys, count in db.execute(
        f"select {shown}, count(*) from {counted} group by {shown}",  # noqa: S608
        values,
    ):
        for name, key in zip(_COUNTED, keys, strict=True):
            counts[name][key] += count
    per_label: Counter[str] = Counter()
    for label_set, count in counts.pop("labels").items():
        per_label.update(dict.fromkeys(label_set.split(" + "), count))
    return {
        name: dict(sorted(each.items())) for name, each in (counts | {"label": per_label}).items()
    }


def _read_row(row: dict[str, Any]) -> CaseRow:
    complete = None if row["complete"] is None else bool(row["complete"])
    return CaseRow(**{**row, "complete": complete, "is_withheld": bool(row["is_withheld"])})

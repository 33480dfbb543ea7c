"""Orders of a list of cases, each going on from the last row of a page by its key."""

from dataclasses import dataclass

from sqlite_utils import Database

from review_db.case_filter import DEFAULT_ORDER, ORDERS_BY_NAME, Order
from review_db.case_finding import Found
from review_db.case_readings import list_readings
from review_db.case_sets import (
    as_bits,
    as_json,
    first_positions,
    last_positions,
)
from trek_core.reading_order import Reading

FEW = 2000
"""So many cases are sorted by themselves; more are picked from the order of all cases."""

READINGS = 500
"""How far the reading order looks ahead; the rest follows in order of import."""


@dataclass(frozen=True)
class Placed:
    """Positions in order, and why a case stands where it does, where the order has reasons."""

    positions: list[int]
    readings: dict[int, Reading]


def place_cases(
    db: Database, found: Found, order_name: str, after: int | None, limit: int
) -> Placed:
    """The positions of found cases that follow `after` (the last one shown) in an order."""
    order = ORDERS_BY_NAME.get(order_name, ORDERS_BY_NAME[DEFAULT_ORDER])
    after = None if after is None or after < 0 else after  # a page from nowhere is the first
    if order.name == "informative":
        return _place_readings(found, after, limit)
    if order.is_telling:
        return Placed(_place_telling(db, found, order, after, limit), {})
    if order.column is not None:
        return Placed(_place_by_column(db, found.cases, order, after, limit), {})
    if order.is_descending:
        return Placed(last_positions(found.cases, after, limit), {})
    return Placed(first_positions(found.cases, after or 0, limit), {})


def _place_telling(
    db: Database, found: Found, order: Order, after: int | None, limit: int
) -> list[int]:
    """What may be seen in its order first, then what is withheld in order of import."""
    withheld = found.cases & found.hidden
    placed: list[int] = []
    if after is None or not found.hidden >> after & 1:
        seen = found.cases & ~found.hidden
        placed = _place_by_column(db, seen, order, after, limit)
        after = None
    return placed + first_positions(withheld, after or 0, limit - len(placed))


def _place_by_column(
    db: Database, cases: int, order: Order, after: int | None, limit: int
) -> list[int]:
    column, sign, way = order.column, *(("<", "desc") if order.is_descending else (">", "asc"))
    beyond = f"(c.{column}, c.position) {sign} (:key, :after)" if after is not None else "true"
    values = {"after": after, "key": _load_key(db, str(column), after)}
    ordered = f"order by c.{column} {way}, c.position {way}"
    if cases.bit_count() <= FEW:
        rows = db.execute(
            "select c.position from json_each(:found) f "  # noqa: S608 - our own columns
            f"join cases c on c.position = f.value where {beyond} {ordered} limit :limit",
            values | {"found": as_json(cases), "limit": limit},
        )
        return [row[0] for row in rows]
    positions: list[int] = []
    for row in db.execute(
        f"select c.position from cases c where {beyond} {ordered}",  # noqa: S608
        values,
    ):
        if cases >> row[0] & 1:
            positions.append(row[0])
            if len(positions) == limit:
                break
    return positions


def _load_key(db: Database, column: str, after: int | None) -> object:
    row = db.execute(
        f"select {column} from cases where position = ?",  # noqa: S608 - our own column
        [after],
    ).fetchone()
    return row[0] if row else None


def _place_readings(found: Found, after: int | None, limit: int) -> Placed:
    """Unjudged failures in reading order first; what is withheld says nothing, so it comes last."""
    # The first page needs no more than it shows; a later one finds its place among all of them.
    wanted = READINGS if after is not None else min(limit, READINGS)
    readings = dict(list_readings(found, wanted))
    ordered = list(readings)
    if after in readings:
        ordered = ordered[ordered.index(after) + 1 :]
        after = 0
    elif after is not None:
        ordered = []
    left = limit - len(ordered[:limit])
    more = first_positions(found.cases & ~as_bits(readings), after or 0, left) if left else []
    return Placed([*ordered[:limit], *more], readings)

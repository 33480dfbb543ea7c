"""Which cases a filter finds, as somebody may see them, and how many have each value."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import reduce
from operator import and_
from typing import Any

from sqlite_utils import Database

from review_db.blind_cases import find_hidden
from review_db.case_filter import ALL_CASES, FACETS_BY_NAME, CaseFilter, read_list, read_range
from review_db.case_search import compute_match, find_matches
from review_db.case_sets import (
    Sets,
    as_bits,
    as_json,
    first_positions,
    last_positions,
)
from review_db.cases import case_not_found
from review_db.filter_choices import read_choices

WITHHELD = "withheld"
"""Under which counts put the cases whose labels and state who looks may not see."""

Counts = dict[str, dict[str, int]]
Parts = dict[str, int]
"""Each part of a filter with the cases that it finds by itself."""


@dataclass(frozen=True)
class Found:
    """The cases a filter finds, as bits, and those of all cases that are withheld.

    `match` is the search as the index of words reads it, None without one. `sets` are those that
    were looked at.
    """

    cases: int
    hidden: int
    match: str | None
    sets: Sets

    @property
    def total(self) -> int:
        """How many were found."""
        return self.cases.bit_count()


def find_cases(
    db: Database, case_filter: CaseFilter | None = None, visible_to: str | None = None
) -> Found:
    """The cases of a filter; one on what is withheld finds none of those it is withheld of.

    Raises `FilterError` for a range or list that is none, and for a value that no case can have.
    """
    return join_parts(*find_parts(db, case_filter, visible_to))


def find_beside(
    db: Database, case_id: str, case_filter: CaseFilter, visible_to: str | None = None
) -> tuple[str | None, str | None]:
    """The cases found before and after a case in order of import, None at either end.

    The case itself need not be among them. Raises as `find_cases`, and `CaseNotFoundError`.
    """
    row = db.execute("select position from cases where case_id = ?", [case_id]).fetchone()
    if row is None:
        raise case_not_found(case_id)
    cases = find_cases(db, case_filter, visible_to).cases
    before, after = (
        _load_id(db, each)
        for each in (last_positions(cases, row[0], 1), first_positions(cases, row[0], 1))
    )
    return before, after


def join_parts(parts: Parts, everything: Found) -> Found:
    """The cases that every part finds."""
    return replace(everything, cases=reduce(and_, parts.values(), everything.cases))


def count_values(sets: Sets, cases: int, hidden: int, names: Iterable[str]) -> Counts:
    """How many of some cases have each value of some facets; '' is not recorded.

    Cases of which a facet is withheld count as `withheld`.
    """
    counts: Counts = {}
    for name in names:
        kept = cases & ~hidden if FACETS_BY_NAME[name].is_telling else cases
        found = {value: (bits & kept).bit_count() for value, bits in sets[name].items()}
        if kept != cases:
            found[WITHHELD] = (cases & hidden).bit_count()
        counts[name] = {value: n for value, n in sorted(found.items()) if n}
    return counts


def count_options(
    db: Database, case_filter: CaseFilter, names: Collection[str], visible_to: str | None = None
) -> Counts:
    """For each facet how many cases each option would find beside the other filters."""
    return count_beside(*find_parts(db, case_filter, visible_to), names)


def count_beside(parts: Parts, everything: Found, names: Collection[str]) -> Counts:
    """The same of a filter whose parts were found already."""
    counts: Counts = {}
    for name in names:
        others = (cases for part, cases in parts.items() if part != name)
        cases = reduce(and_, others, everything.cases)
        counts |= count_values(everything.sets, cases, everything.hidden, [name])
    return counts


def compute_where(
    db: Database, case_filter: CaseFilter | None, visible_to: str | None = None
) -> tuple[str, dict[str, Any]]:
    """The filter as an SQL condition over `cases c`, with its parameters."""
    chosen = case_filter or ALL_CASES
    if not chosen.given:
        return "true", {}
    return (
        "c.position in (select value from json_each(:found))",
        {"found": as_json(find_cases(db, chosen, visible_to).cases)},
    )


def find_parts(
    db: Database, case_filter: CaseFilter | None, visible_to: str | None = None
) -> tuple[Parts, Found]:
    """The parts of a filter, and all cases there are. Raises as `find_cases`."""
    chosen = read_choices(case_filter or ALL_CASES)
    hidden = find_hidden(db, visible_to)
    sets = Sets(db)
    everything = sets.having("all", [""])
    parts = {
        name: _find_facet(sets, name, value, hidden, everything.bit_length())
        for name, value in chosen.given.items()
        if name != "search"
    }
    match = None
    if chosen.search and chosen.search.strip():
        match = compute_match(chosen.search)
        parts["search"] = find_matches(db, match, hidden, visible_to) if match else 0
    return parts, Found(everything, hidden, match, sets)


def _load_id(db: Database, positions: list[int]) -> str | None:
    """The case at the position, if there is one."""
    rows = (
        db.execute("select case_id from cases where position = ?", [each]) for each in positions
    )
    return next((str(row.fetchone()[0]) for row in rows), None)


def _find_facet(sets: Sets, name: str, value: str, hidden: int, end: int) -> int:
    facet = FACETS_BY_NAME[name]
    if facet.kind == "list":
        return as_bits(each for each in read_list(name, value) if each < end)
    values = [value]
    if facet.kind == "range" and value:
        low, high = read_range(name, value)
        counts = (int(each) for each in sets[name] if each)
        values = [str(n) for n in counts if low <= n and (high is None or n <= high)]
    if facet.kind == "several":
        found = [sets.having(name, [each]) for each in value.split(" + ")]
        cases = reduce(and_, found)
    else:
        cases = sets.having(name, values)
    return cases & ~hidden if facet.is_telling else cases

"""What every part of a merge does: look at both databases, and add the rows that ours lacks."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from sqlite_utils import Database

from review_db.merge_report import Conflict, MergeReport

Row = dict[str, Any]
Place = tuple[str, str, str]
"""A judgement's case id, annotator and round."""


@dataclass
class Merge:
    """A merge under way.

    `versions` maps a case and its version there to the version with the same content here.
    `refused_rounds` have other rules here, `closed_rounds` are closed here: neither takes
    judgements. `refused_places` are judgements in conflict.
    """

    ours: Database
    theirs: Database
    report: MergeReport
    versions: dict[tuple[str, int], int] = field(default_factory=dict)
    new_rounds: set[str] = field(default_factory=set)
    refused_rounds: set[str] = field(default_factory=set)
    closed_rounds: set[str] = field(default_factory=set)
    refused_places: set[Place] = field(default_factory=set)
    touched_cases: set[str] = field(default_factory=set)

    def insert(self, table: str, row: Row, end: str = "") -> int:
        """Add a row to ours, and count it; returns its number, 0 where `end` left it out."""
        names, places = ", ".join(row), ", ".join(f":{name}" for name in row)
        cursor = self.ours.execute(
            f"insert into {table} ({names}) values ({places}) {end}",  # noqa: S608 - our own names
            row,
        )
        if cursor.rowcount < 1:
            return 0
        self.report.taken[table] += 1
        return int(cursor.lastrowid or 0)

    def refuse(self, conflict: Conflict) -> None:
        """List something that is not taken."""
        self.report.conflicts.append(conflict)


def load_rows(db: Database, table: str, where: str = "1", *values: object) -> list[Row]:
    """Rows of a table as dicts, in the order in which they were added."""
    found = db.execute(
        f"select * from {table} where {where} order by rowid",  # noqa: S608 - our own names
        list(values),
    )
    return [dict(row) for row in found.fetchall()]


def list_lacking(ours: Iterable[Row], theirs: Iterable[Row], *, but: str) -> list[Row]:
    """The rows there that are not here, in order; `but` is the number, which says nothing."""
    here = Counter(map(_as_key(but), ours))
    lacking = []
    for row in theirs:
        key = _as_key(but)(row)
        if here[key]:
            here[key] -= 1
        else:
            lacking.append(row)
    return lacking


def _as_key(but: str) -> Any:
    return lambda row: tuple(value for name, value in sorted(row.items()) if name != but)

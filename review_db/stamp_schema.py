"""The steps of the schema by which it is told whether what was read before is still what is stored.

set_stamps      for each facet of `case_sets` a word drawn anew at each change of its sets
project.stamp   a word drawn anew wherever the revision counter is raised

Drawn, not counted: a file put in the place of another has other words, whatever its counts.
"""

from sqlite_utils import Database

SET_STAMPS = """
create table set_stamps (
    facet text primary key,
    stamp blob not null
) strict, without rowid"""

_STAMP = "insert into set_stamps {rows} on conflict do update set stamp = excluded.stamp"

_ALREADY = _STAMP.format(rows="select facet, randomblob(12) from case_sets where true group by 1")

# No writer of sets has to think of stamps.
TRIGGERS = tuple(
    f"create trigger sets_are_stamped_after_{action} after {action} on case_sets begin "
    + _STAMP.format(rows=f"values ({'old' if action == 'delete' else 'new'}.facet, randomblob(12))")
    + "; end"
    for action in ("insert", "update", "delete")
)


def m016_set_stamps(db: Database) -> None:
    """Stamp what is there, and whatever changes from now on."""
    for statement in (SET_STAMPS, _ALREADY, *TRIGGERS):
        db.execute(statement)


_DRAW = "update project set stamp = randomblob(12)"

WRITE_STAMP = (
    "alter table project add column stamp blob not null default x''",
    _DRAW,
    "create trigger writes_are_stamped after update of revision on project begin "
    + _DRAW
    + "; end",
)


def m017_write_stamp(db: Database) -> None:
    """Stamp the state that is there, and each one that a write leaves from now on."""
    for statement in WRITE_STAMP:
        db.execute(statement)

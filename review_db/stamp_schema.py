"""The step of the schema by which it is told whether the sets of a facet are still the same.

set_stamps  for each facet of `case_sets` a word drawn anew at each change, so that sets that were
            read before are known to be those that are stored (`case_sets.py`), in whatever file
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

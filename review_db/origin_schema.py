"""Where an answer came from that was not simply given: the fourth and ninth steps of the schema.

event_origins    the cell of a file
event_findings   the finding of another case: its case and round, who found it (a list of names),
                 whether by a decision, and when; kept as it was, whatever becomes of that case
"""

from sqlite_utils import Database

EVENT_ORIGINS = """
create table event_origins (
    event_id integer primary key references judgement_events (event_id),
    file text not null,
    sha256 text not null,
    sheet text not null,
    row integer not null,
    column_name text not null
) strict"""


def m004_event_origins(db: Database) -> None:
    """Keep where answers that came back in a workbook stood."""
    _create(db, EVENT_ORIGINS, "event_origins")


EVENT_FINDINGS = """
create table event_findings (
    event_id integer primary key references judgement_events (event_id),
    case_id text not null,
    round text not null,
    people text not null,
    is_decision integer not null check (is_decision in (0, 1)),
    found_at text not null
) strict"""


def m009_event_findings(db: Database) -> None:
    """Keep which finding of another case answers were taken from."""
    _create(db, EVENT_FINDINGS, "event_findings")


def _create(db: Database, statement: str, table: str) -> None:
    """Create a table whose rows are never changed or deleted."""
    db.execute(statement)
    for action, done in (("update", "changed"), ("delete", "deleted")):
        db.execute(
            f"create trigger {table}_are_never_{done} before {action} on {table} "
            f"begin select raise(abort, '{table.replace('_', ' ')} are never {done}'); end"
        )

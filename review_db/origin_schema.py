"""The fourth step of the schema: the cell of a file that an answer came from."""

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

NEVER_CHANGED = """
create trigger event_origins_are_never_changed before update on event_origins
begin select raise(abort, 'event origins are never changed'); end"""

NEVER_DELETED = """
create trigger event_origins_are_never_deleted before delete on event_origins
begin select raise(abort, 'event origins are never deleted'); end"""


def m004_event_origins(db: Database) -> None:
    """Keep where answers that came back in a workbook stood."""
    for statement in (EVENT_ORIGINS, NEVER_CHANGED, NEVER_DELETED):
        db.execute(statement)

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


EVENT_FINDINGS = """
create table event_findings (
    event_id integer primary key references judgement_events (event_id),
    case_id text not null,
    round text not null,
    people text not null,
    is_decision integer not null check (is_decision in (0, 1)),
    found_at text not null
) strict"""

FINDINGS_NEVER_CHANGED = """
create trigger event_findings_are_never_changed before update on event_findings
begin select raise(abort, 'event findings are never changed'); end"""

FINDINGS_NEVER_DELETED = """
create trigger event_findings_are_never_deleted before delete on event_findings
begin select raise(abort, 'event findings are never deleted'); end"""


def m009_event_findings(db: Database) -> None:
    """Keep which finding of another case answers were taken from."""
    for statement in (EVENT_FINDINGS, FINDINGS_NEVER_CHANGED, FINDINGS_NEVER_DELETED):
        db.execute(statement)

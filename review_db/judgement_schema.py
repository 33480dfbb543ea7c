"""The judgement tables as they are since rounds came, and how older ones become them."""

from sqlite_utils import Database

JUDGEMENT_EVENTS = """
create table judgement_events_new (
    event_id integer primary key,
    case_id text not null references cases (case_id),
    annotator text not null references annotators (annotator),
    round text not null,
    mode text not null check (mode in ('assisted', 'blind', 'blind_then_reveal')),
    kind text not null check (
        kind in (
            'answer', 'submit', 'reopen', 'import', 'skip', 'unskip', 'flag', 'reveal', 'send_back'
        )
    ),
    batch integer not null references judgement_events_new (event_id),
    undoes integer unique references judgement_events_new (event_id),
    by_widget integer not null check (by_widget in (0, 1)),
    step integer,
    field text,
    part text,
    old text,
    new text,
    case_version integer not null,
    guideline_version text,
    client text,
    by text,
    at text not null,
    check ((kind = 'answer') = (field is not null))
) strict"""

JUDGEMENTS = """
create table judgements_new (
    case_id text not null references cases (case_id),
    annotator text not null references annotators (annotator),
    round text not null,
    mode text not null check (mode in ('assisted', 'blind', 'blind_then_reveal')),
    state text not null check (
        state in ('not_started', 'draft', 'submitted', 'needs_discussion', 'skipped')
    ),
    outcome text,
    retrieval_side text,
    post_side text,
    labels text,
    revision integer not null,
    epoch integer not null,
    saved_at text not null,
    submitted_at text,
    case_version integer not null,
    guideline_version text,
    answers text not null,
    extras text not null,
    skipped text,
    flag text,
    sent_back text,
    revealed_at text,
    before_reveal text,
    primary key (case_id, annotator, round)
) strict"""

_EVENT_COLUMNS = (
    "event_id, case_id, annotator, round, mode, kind, batch, undoes, by_widget, step, field, part, "
    "old, new, case_version, guideline_version, client, at"
)
_JUDGEMENT_COLUMNS = (
    "case_id, annotator, round, mode, state, outcome, retrieval_side, post_side, labels, revision, "
    "epoch, saved_at, submitted_at, case_version, guideline_version, answers, extras"
)

_REBUILD = (
    JUDGEMENT_EVENTS,
    (
        f"insert into judgement_events_new ({_EVENT_COLUMNS}) "  # noqa: S608 - our own column names
        f"select {_EVENT_COLUMNS} from judgement_events order by event_id"
    ),
    JUDGEMENTS,
    (
        f"insert into judgements_new ({_JUDGEMENT_COLUMNS}) "  # noqa: S608
        f"select {_JUDGEMENT_COLUMNS} from judgements"
    ),
)


def rebuild_judgement_tables(db: Database) -> None:
    """Move every judgement and event into tables with the wider checks.

    A dropped table takes its indexes and triggers along: they are read first and made again.
    Renaming lets the references between events, and of other tables, follow.
    """
    tables = ("judgement_events", "judgements")
    kept = [
        row["sql"]
        for row in db.execute(
            "select sql from sqlite_master where type in ('index', 'trigger') "
            "and tbl_name in (?, ?) and sql is not null",
            tables,
        ).fetchall()
    ]
    for statement in _REBUILD:
        db.execute(statement)
    for table in tables:
        # Dropping counts as deleting where rows refer to one another; none are left to.
        for trigger in _triggers(db, table):
            db.execute(f"drop trigger {trigger}")
        db.execute(f"drop table {table}")
        db.execute(f"alter table {table}_new rename to {table}")
    for statement in kept:
        db.execute(statement)


def _triggers(db: Database, table: str) -> list[str]:
    rows = db.execute(
        "select name from sqlite_master where type = 'trigger' and tbl_name = ?", [table]
    )
    return [row["name"] for row in rows.fetchall()]

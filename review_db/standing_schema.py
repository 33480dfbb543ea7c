"""The step of the schema by which a lead's reads of a round look at no answer.

round_standings  where each judged case of a round stands (`round_standings.py`)
active_time      as it was, kept in the order of its key: a row is found with one look

and one index has the time as well, to tell when each person was last at work.
"""

import json

from sqlite_utils import Database

from review_db.round_standings import refresh_round_standings

ROUND_STANDINGS = """
create table round_standings (
    round text not null,
    case_id text not null references cases (case_id),
    state text not null,
    handed_in integer not null,
    annotators text not null,
    pair_agreement real not null,
    answer_agreement real not null,
    first_field text,
    primary key (round, case_id)
) strict, without rowid"""

_ACTIVE_TIME = (
    """
create table active_time_new (
    round text not null,
    case_id text not null,
    annotator text not null,
    seconds real not null,
    last_at text not null,
    primary key (round, case_id, annotator)
) strict, without rowid""",
    """
insert into active_time_new select round, case_id, annotator, seconds, last_at from active_time""",
    "drop table active_time",
    "alter table active_time_new rename to active_time",
)

_INDEXES = (
    "drop index judgements_by_annotator",
    (
        "create index judgements_by_annotator on judgements "
        "(annotator, round, state, case_id, saved_at)"
    ),
)

_AT_ONCE = 2000


def m013_round_standings(db: Database) -> None:
    """Write down where the judged cases stand, and sort the time of work."""
    for statement in (ROUND_STANDINGS, *_ACTIVE_TIME, *_INDEXES):
        db.execute(statement)
    judged = [row[0] for row in db.execute("select distinct case_id from judgements").fetchall()]
    for start in range(0, len(judged), _AT_ONCE):
        refresh_round_standings(db, json.dumps(judged[start : start + _AT_ONCE]))

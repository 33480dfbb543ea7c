"""The schema, step by step.

project            one row: the revision counter, and which sample file this was made from, if any
cases              one narrow row a case: what lists show, filter and count; never long text
case_versions      the record itself, one row each time its content changed
attributions       TrekTrace's side of a version, computed when it was imported
annotators         who may judge
judgement_events   every answer, submission and undo, never changed or deleted
judgements         where each judgement stands now, derived from its events

and, from `probe_schema.py`, probe runs, their calls and documents; from `round_schema.py`, rounds,
decisions and people's roles; from `origin_schema.py`, what answers came from; from
`case_list_schema.py`, what lists of cases filter, sort and search by; from `figure_schema.py`, what
figures read; from `mapping_schema.py`, how plain rows are read;
from `drift_schema.py`, what another reference does to a verdict.
`session_schema.py` has who is signed in and decisions being made, `round_indexes.py` what a lead's
reads look at, `standing_schema.py` where the cases of a round stand, `question_schema.py` what
tells one question from another, `asked_schema.py` in which rounds each is asked, `stamp_schema.py`
what tells whether sets of cases changed, `judgement_schema.py` the judgement tables as they are
now.

Text that was not recorded is '' in `cases`, so that lists can filter by it; the record itself keeps
null apart from empty.
"""

from datetime import UTC, datetime

from sqlite_utils import Database

from review_db.asked_schema import m015_asked_questions
from review_db.case_list_schema import m005_case_lists, m012_fixed_causes
from review_db.drift_schema import m011_drift
from review_db.figure_schema import m008_figures
from review_db.mapping_schema import m010_row_mappings
from review_db.origin_schema import m004_event_origins, m009_event_findings
from review_db.probe_schema import m002_probe_runs
from review_db.question_schema import m014_question_keys
from review_db.round_indexes import m006_round_indexes
from review_db.round_schema import m003_rounds
from review_db.session_schema import m007_sessions
from review_db.stamp_schema import m016_set_stamps, m017_write_stamp
from review_db.standing_schema import m013_round_standings

APPLICATION_ID = 0x5452454B
"""Marks the file as a review database ("TREK"): no other program's file is taken for one."""

PROJECT = """
create table project (
    project_id integer primary key check (project_id = 1),
    revision integer not null default 0,
    sample_hash text,
    created_at text not null
) strict"""

CASES = """
create table cases (
    position integer primary key,
    case_id text not null unique,
    version integer not null,
    content_hash text not null,
    is_failure integer not null check (is_failure in (0, 1)),
    dataset text not null,
    system text not null,
    effective_year text not null,
    verdict text not null,
    labels text not null,
    complete integer check (complete in (0, 1)),
    state text not null default 'not_started',
    outcome text not null default '',
    question text not null,
    search_text text not null
) strict"""

CASE_VERSIONS = """
create table case_versions (
    case_id text not null references cases (case_id),
    version integer not null,
    content_hash text not null,
    imported_at text not null,
    record text not null,
    primary key (case_id, version)
) strict"""

ATTRIBUTIONS = """
create table attributions (
    case_id text not null,
    version integer not null,
    retrieval_side text not null,
    post_side text not null,
    complete integer not null check (complete in (0, 1)),
    attribution text not null,
    primary key (case_id, version),
    foreign key (case_id, version) references case_versions (case_id, version)
) strict"""

ANNOTATORS = """
create table annotators (
    annotator text primary key,
    added_at text not null
) strict"""

JUDGEMENT_EVENTS = """
create table judgement_events (
    event_id integer primary key,
    case_id text not null references cases (case_id),
    annotator text not null references annotators (annotator),
    round text not null,
    mode text not null check (mode in ('assisted', 'blind', 'blind_then_reveal')),
    kind text not null check (kind in ('answer', 'submit', 'reopen', 'import')),
    batch integer not null references judgement_events (event_id),
    undoes integer unique references judgement_events (event_id),
    by_widget integer not null check (by_widget in (0, 1)),
    step integer,
    field text,
    part text,
    old text,
    new text,
    case_version integer not null,
    guideline_version text,
    client text,
    at text not null,
    check ((kind = 'answer') = (field is not null))
) strict"""

JUDGEMENTS = """
create table judgements (
    case_id text not null references cases (case_id),
    annotator text not null references annotators (annotator),
    round text not null,
    mode text not null check (mode in ('assisted', 'blind', 'blind_then_reveal')),
    state text not null
        check (state in ('not_started', 'draft', 'submitted', 'needs_discussion')),
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
    primary key (case_id, annotator, round)
) strict"""

INDEXES = (
    "create index cases_by_dataset on cases (dataset, position)",
    "create index cases_by_system on cases (system, position)",
    "create index cases_by_state on cases (state, position)",
    # Holds all that counts look at, in their order.
    "create index cases_counted on cases (dataset, system, labels, state, outcome)",
    "create index judgement_events_by_case on judgement_events (case_id, annotator, event_id)",
    "create index judgement_events_by_annotator on judgement_events (annotator, event_id)",
    "create index judgements_by_annotator on judgements (annotator, round, state, case_id)",
)

NEVER_CHANGED = """
create trigger judgement_events_are_never_changed before update on judgement_events
begin select raise(abort, 'judgement events are never changed'); end"""

NEVER_DELETED = """
create trigger judgement_events_are_never_deleted before delete on judgement_events
begin select raise(abort, 'judgement events are never deleted'); end"""


def m001_first_schema(db: Database) -> None:
    """Everything needed to import cases and judge them."""
    db.execute(f"pragma application_id = {APPLICATION_ID}")
    tables = (PROJECT, CASES, CASE_VERSIONS, ATTRIBUTIONS, ANNOTATORS, JUDGEMENT_EVENTS, JUDGEMENTS)
    for statement in (*tables, *INDEXES, NEVER_CHANGED, NEVER_DELETED):
        db.execute(statement)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    db.execute("insert into project (project_id, created_at) values (1, ?)", [now])


STEPS = (
    m001_first_schema,
    m002_probe_runs,
    m003_rounds,
    m004_event_origins,
    m005_case_lists,
    m006_round_indexes,
    m007_sessions,
    m008_figures,
    m009_event_findings,
    m010_row_mappings,
    m011_drift,
    m012_fixed_causes,
    m013_round_standings,
    m014_question_keys,
    m015_asked_questions,
    m016_set_stamps,
    m017_write_stamp,
)
"""Applied in order, each once; a step that was ever released is never edited."""

SCHEMA_VERSION = len(STEPS)
"""Kept in the file as its `user_version`: a program that knows fewer steps writes nothing there."""

"""The second step of the schema: probe runs, what was asked in them, and pages as fetched.

probe_runs    one row a run: its plan, who runs it now, its last sign of life, how it ended
probe_calls   every call with its request and whole reply, never changed or deleted
probe_results what the calls of a run add up to, one row for each repeat of each case
documents     page snapshots, one row for each page and moment

A call names its case by id alone: a run over a file need not have imported the file's cases.
"""

from sqlite_utils import Database

PROBE_RUNS = """
create table probe_runs (
    run_id integer primary key,
    state text not null check (
        state in (
            'running', 'done', 'waiting', 'cancelled', 'out_of_budget', 'out_of_quota', 'failed'
        )
    ),
    owner text not null,
    asked_by text references annotators (annotator),
    plan text not null,
    settings text not null,
    case_ids text not null,
    progress text,
    problem text,
    cancel_asked integer not null default 0 check (cancel_asked in (0, 1)),
    started_at text not null,
    heartbeat_at text not null,
    ended_at text
) strict"""

PROBE_CALLS = """
create table probe_calls (
    call_id integer primary key,
    run_id integer not null references probe_runs (run_id),
    key text not null,
    case_id text not null,
    probe text not null,
    repeat integer not null,
    model text not null,
    outcome text not null,
    tokens integer not null,
    cost real,
    asked_at text not null,
    call text not null
) strict"""

PROBE_RESULTS = """
create table probe_results (
    run_id integer not null references probe_runs (run_id),
    case_id text not null,
    repeat integer not null,
    probes text not null,
    primary key (run_id, case_id, repeat)
) strict"""

DOCUMENTS = """
create table documents (
    document_id integer primary key,
    url text not null,
    fetched_at text not null,
    status text not null,
    document text not null,
    unique (url, fetched_at)
) strict"""

INDEXES = (
    "create index probe_calls_by_key on probe_calls (key, outcome)",
    "create index probe_calls_by_case on probe_calls (case_id, probe, repeat)",
    "create index probe_results_by_case on probe_results (case_id)",
    # Holds all that a run's budget counts.
    "create index probe_calls_by_run on probe_calls (run_id, tokens, cost)",
)

NEVER = tuple(
    f"create trigger {table}_are_never_{done} before {action} on {table} "
    f"begin select raise(abort, '{what} are never {done}'); end"
    for table, what in (("probe_calls", "probe calls"), ("documents", "documents"))
    for action, done in (("update", "changed"), ("delete", "deleted"))
)


def m002_probe_runs(db: Database) -> None:
    """Everything needed to run probes, to continue a run, and to show what was asked."""
    for statement in (PROBE_RUNS, PROBE_CALLS, PROBE_RESULTS, DOCUMENTS, *INDEXES, *NEVER):
        db.execute(statement)

"""The third step of the schema: rounds, their assignment, decisions, and who may do what.

rounds            one row a round: what it asks of whom; what happened to it is in round_events
round_events      created, opened, paused, closed ..., never changed or deleted
round_cases       the cases of a round in its order; those of `default` are all failures
round_annotators  who judges in a round; `default` is everybody's
known_answers     what a training round's cases come to
leases            who is on which case, and until when
active_time       seconds of work on a case, gaps left out
comments          what people say about a case, never changed or deleted
decisions         adjudications, the latest of a case counts, never changed or deleted
guideline_reads   who has read which version
annotator_roles   who may do what; `access_events` is its history, never changed or deleted
passwords         salted hashes; `sign_ins` slows guessing down
identities        names under which an outside sign-in knows a person

The judgement tables are made anew, for their closed sets of kinds and states have grown: a table's
check cannot be changed in place. Every row, index and trigger is kept.
"""

from sqlite_utils import Database

from review_db.judgement_schema import rebuild_judgement_tables

ROUNDS = """
create table rounds (
    round text primary key,
    kind text not null check (kind in ('normal', 'training')),
    mode text not null check (mode in ('assisted', 'blind', 'blind_then_reveal')),
    overlap integer check (overlap >= 1),
    guideline_version text not null,
    case_order text not null check (case_order in ('imported', 'shuffled')),
    seed integer not null,
    chosen_by text not null,
    created_by text,
    created_at text not null
) strict"""

ROUND_EVENTS = """
create table round_events (
    event_id integer primary key,
    round text not null references rounds (round),
    kind text not null check (
        kind in ('created', 'opened', 'paused', 'closed', 'reopened', 'changed')
    ),
    by text,
    why text not null,
    detail text not null,
    at text not null
) strict"""

ROUND_CASES = """
create table round_cases (
    round text not null references rounds (round),
    position integer not null,
    case_id text not null references cases (case_id),
    primary key (round, position),
    unique (round, case_id)
) strict"""

ROUND_ANNOTATORS = """
create table round_annotators (
    round text not null references rounds (round),
    annotator text not null references annotators (annotator),
    primary key (round, annotator)
) strict"""

KNOWN_ANSWERS = """
create table known_answers (
    round text not null references rounds (round),
    case_id text not null references cases (case_id),
    answers text not null,
    by text,
    at text not null,
    primary key (round, case_id)
) strict"""

LEASES = """
create table leases (
    round text not null references rounds (round),
    case_id text not null references cases (case_id),
    annotator text not null references annotators (annotator),
    expires_at text not null,
    primary key (round, case_id, annotator)
) strict"""

ACTIVE_TIME = """
create table active_time (
    round text not null,
    case_id text not null,
    annotator text not null,
    seconds real not null,
    last_at text not null,
    primary key (round, case_id, annotator)
) strict"""

COMMENTS = """
create table comments (
    comment_id integer primary key,
    round text not null references rounds (round),
    case_id text not null references cases (case_id),
    annotator text not null references annotators (annotator),
    text text not null,
    at text not null
) strict"""

DECISIONS = """
create table decisions (
    decision_id integer primary key,
    round text not null references rounds (round),
    case_id text not null references cases (case_id),
    adopted text,
    answers text not null,
    outcome text,
    retrieval_side text,
    post_side text,
    labels text not null,
    reason text not null,
    flag_for_guideline integer not null check (flag_for_guideline in (0, 1)),
    guideline_version text,
    decided_by text not null,
    decided_at text not null
) strict"""

GUIDELINE_READS = """
create table guideline_reads (
    annotator text not null references annotators (annotator),
    version text not null,
    read_at text not null,
    primary key (annotator, version)
) strict"""

ANNOTATOR_ROLES = """
create table annotator_roles (
    annotator text not null references annotators (annotator),
    role text not null check (role in ('annotator', 'lead', 'researcher', 'admin')),
    primary key (annotator, role)
) strict"""

ACCESS_EVENTS = """
create table access_events (
    event_id integer primary key,
    by text,
    what text not null,
    at text not null
) strict"""

PASSWORDS = """
create table passwords (
    annotator text primary key references annotators (annotator),
    hashed text not null,
    set_at text not null
) strict"""

SIGN_INS = """
create table sign_ins (
    annotator text primary key,
    failures integer not null,
    blocked_until text not null
) strict"""

IDENTITIES = """
create table identities (
    identity text primary key,
    annotator text not null references annotators (annotator)
) strict"""

TABLES = (
    ROUNDS, ROUND_EVENTS, ROUND_CASES, ROUND_ANNOTATORS, KNOWN_ANSWERS, LEASES, ACTIVE_TIME,
    COMMENTS, DECISIONS, GUIDELINE_READS, ANNOTATOR_ROLES, ACCESS_EVENTS, PASSWORDS, SIGN_INS,
    IDENTITIES,
)  # fmt: skip

INDEXES = (
    "create index round_events_by_round on round_events (round, event_id)",
    "create index round_annotators_by_annotator on round_annotators (annotator, round)",
    "create index leases_by_annotator on leases (annotator, round, expires_at)",
    "create index comments_by_case on comments (case_id, round, comment_id)",
    "create index decisions_by_case on decisions (case_id, round, decision_id)",
    "create index decisions_by_round on decisions (round, case_id, decision_id)",
    # Holds all that a round's assignment and its counts look at.
    "create index judgements_by_round on judgements (round, case_id, annotator, state)",
)

NEVER = tuple(
    f"create trigger {table}_are_never_{done} before {action} on {table} "
    f"begin select raise(abort, '{what} are never {done}'); end"
    for table, what in (
        ("round_events", "round events"),
        ("comments", "comments"),
        ("decisions", "decisions"),
        ("access_events", "access events"),
    )
    for action, done in (("update", "changed"), ("delete", "deleted"))
)

ACCESS_MODE = (
    "alter table project add column access text not null default 'open' "
    "check (access in ('open', 'users'))"
)

# Rounds that judgements brought along before rounds were a table, with the cases they judge.
EARLIER_ROUNDS = (
    (
        "insert into rounds select round, 'normal', min(mode), null, '1', 'imported', 0, 'import', "
        "null, min(saved_at) from judgements where round <> 'default' group by round"
    ),
    (
        "insert into round_cases select round, row_number() over (partition by round order by "
        "position), case_id from (select distinct j.round, c.position, c.case_id from judgements j "
        "join cases c on c.case_id = j.case_id where j.round <> 'default')"
    ),
    (
        "insert into round_annotators select distinct round, annotator from judgements "
        "where round <> 'default'"
    ),
)

DEFAULT = (
    "insert into rounds select 'default', 'normal', 'assisted', null, '1', 'imported', 0, "
    "'all failures', null, created_at from project"
)

# What was worked before heartbeats, from the events' own times: a gap of over 120 s is a pause.
EARLIER_TIME = """
insert into active_time
select round, case_id, annotator,
    coalesce(sum(case when gap <= 120 then gap else 0 end), 0), max(at)
from (
    select round, case_id, annotator, at, (julianday(at) - julianday(lag(at) over (
        partition by round, case_id, annotator order by event_id))) * 86400 as gap
    from judgement_events where kind <> 'import'
) group by round, case_id, annotator"""


def m003_rounds(db: Database) -> None:
    """Everything a team needs: rounds, claims, blind review, adjudication, roles."""
    rebuild_judgement_tables(db)
    statements = (*TABLES, *INDEXES, *NEVER, ACCESS_MODE, DEFAULT, *EARLIER_ROUNDS, EARLIER_TIME)
    for statement in statements:
        db.execute(statement)

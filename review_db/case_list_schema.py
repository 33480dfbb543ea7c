"""The fifth and twelfth steps of the schema: what lists of cases filter, sort and search by.

cases          more narrow columns, recorded ones and those that follow from people and probes
case_sets      which cases have a value, as bits, to filter and count (`case_sets.py`)
changed_cases  cases that a transaction touched; `case_changes.py` empties it before the commit
case_search    the words of each case (FTS5), by position
notes          whose note is where; `note_search` has its words (FTS5), by note
saved_filters  filters that people keep under a name

Triggers note every change, so that no writer has to think of lists.
"""

from sqlite_utils import Database

from review_db.recorded_values import fill_recorded_values

COLUMNS = (
    *(
        f"alter table cases add column {name} text not null default ''"
        for name in (
            "backend", "effort", "freshness", "protocol", "url_policy", "cause", "with_trektrace",
            "among_people", "with_rerun", "worked_at",
        )
    ),
    # -1 where it was not recorded: a number, so that pages can go on from it.
    "alter table cases add column queries integer not null default -1",
    "alter table cases add column pages integer not null default -1",
)  # fmt: skip

CASE_SETS = """
create table case_sets (
    facet text not null,
    value text not null,
    block integer not null,
    bits blob not null,
    primary key (facet, value, block)
) strict, without rowid"""

CHANGED_CASES = """
create table changed_cases (
    case_id text not null,
    is_anew integer not null check (is_anew in (0, 1))
) strict"""

NOTES = """
create table notes (
    note_id integer primary key,
    position integer not null references cases (position),
    kind text not null check (kind in ('judgement', 'comment', 'decision')),
    round text not null,
    annotator text not null,
    source integer not null,
    unique (position, kind, round, annotator, source)
) strict"""

# Marks above letters are looked past, as people leave them out.
_TOKENS = "tokenize = 'unicode61 remove_diacritics 2'"
CASE_SEARCH = (
    "create virtual table case_search using "
    f"fts5(case_id, question, answers, queries, evidence, {_TOKENS})"
)
NOTE_SEARCH = f"create virtual table note_search using fts5(notes, {_TOKENS})"

SAVED_FILTERS = """
create table saved_filters (
    annotator text not null references annotators (annotator),
    name text not null,
    query text not null,
    saved_at text not null,
    primary key (annotator, name)
) strict"""

TABLES = (CASE_SETS, CHANGED_CASES, NOTES, CASE_SEARCH, NOTE_SEARCH, SAVED_FILTERS)

INDEXES = (
    "create index case_sets_by_block on case_sets (block)",
    "create index cases_by_question on cases (question, position)",
    "create index cases_by_work on cases (worked_at, position)",
    "create index cases_by_queries on cases (queries, position)",
    "create index cases_by_pages on cases (pages, position)",
    # Counts come from case_sets now.
    "drop index cases_counted",
)

_NOTED: tuple[tuple[str, str, str], ...] = (
    ("cases", "insert", "1"),
    ("cases", "update", "new.version <> old.version"),
    ("judgements", "insert", "0"),
    ("judgements", "update", "0"),
    ("decisions", "insert", "0"),
    ("comments", "insert", "0"),
    ("round_cases", "insert", "0"),
    ("round_cases", "delete", "0"),
    ("probe_results", "insert", "1"),
    ("probe_results", "update", "1"),
)
"""Table, what happens to a row of it, and whether probes are to be compared anew."""

# Plain inserts: a conflict rule of the writing statement would reach into the trigger.
TRIGGERS = tuple(
    f"create trigger {table}_{action}_is_noted after {action} on {table} begin "  # noqa: S608
    f"insert into changed_cases values ({'old' if action == 'delete' else 'new'}.case_id, {anew}); "
    "end"
    for table, action, anew in _NOTED
)


def m005_case_lists(db: Database) -> None:
    """Everything that lists need; cases that are here already are filled in."""
    for statement in (*COLUMNS, *TABLES, *INDEXES):
        db.execute(statement)
    fill_recorded_values(db)
    for statement in TRIGGERS:
        db.execute(statement)
    db.execute("insert into changed_cases select case_id, 1 from cases")


def m012_fixed_causes(db: Database) -> None:
    """Look again at cases with a cause: it was free text once, and is one of a few words now."""
    db.execute("insert into changed_cases select case_id, 0 from cases where cause <> ''")

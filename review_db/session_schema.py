"""The seventh step of the schema: sign-in sessions, and decisions while they are being made.

sessions         who is signed in; the token itself is in the browser alone, here is its SHA-256
decision_drafts  a lead's decision on a case as far as it has got; it is nobody's judgement
"""

from sqlite_utils import Database

SESSIONS = """
create table sessions (
    token_hash text primary key,
    annotator text not null references annotators (annotator),
    created_at text not null,
    seen_at text not null,
    expires_at text not null,
    signed_out_at text
) strict"""

SESSIONS_BY_ANNOTATOR = "create index sessions_by_annotator on sessions (annotator)"

DECISION_DRAFTS = """
create table decision_drafts (
    round text not null references rounds (round),
    case_id text not null references cases (case_id),
    lead text not null,
    draft text not null,
    saved_at text not null,
    primary key (round, case_id, lead)
) strict"""


def m007_sessions(db: Database) -> None:
    """Let a sign-in and a half-made decision outlive the server that took them."""
    for statement in (SESSIONS, SESSIONS_BY_ANNOTATOR, DECISION_DRAFTS):
        db.execute(statement)

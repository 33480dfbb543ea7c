"""Who is signed in: a random token in the browser, its hash here. It outlives a restart."""

import hashlib
import secrets
from datetime import UTC, datetime, timedelta
from typing import Final

from sqlite_utils import Database

from review_db.annotators import check_annotator
from review_db.clock import now_text

SESSION_HOURS: Final = 12
"""How long somebody stays signed in, however busy."""

_SEEN_MINUTES: Final = 5
"""How exactly it is kept when a session was last used."""

_LIVE = "signed_out_at is null and expires_at > ?"


def start_session(db: Database, annotator: str, hours: float) -> str:
    """Let somebody in; returns the token that says so. Sessions that ran out are swept away."""
    check_annotator(db, annotator)
    now = now_text()
    db.execute("delete from sessions where expires_at <= ?", [now])
    token = secrets.token_urlsafe(32)
    db.execute(
        "insert into sessions (token_hash, annotator, created_at, seen_at, expires_at) "
        "values (?, ?, ?, ?, ?)",
        [_hash(token), annotator, now, now, _from_now(hours=hours)],
    )
    return token


def find_session(db: Database, token: str) -> tuple[str | None, bool]:
    """Whose session this is (None: nobody's, or it is over), and whether to note its use."""
    row = db.execute(
        f"select annotator, seen_at from sessions where token_hash = ? and {_LIVE}",  # noqa: S608
        [_hash(token), now_text()],
    ).fetchone()
    if row is None:
        return None, False
    return str(row["annotator"]), row["seen_at"] < _from_now(minutes=-_SEEN_MINUTES)


def note_seen(db: Database, token: str) -> None:
    """Keep that a session was used just now."""
    db.execute("update sessions set seen_at = ? where token_hash = ?", [now_text(), _hash(token)])


def end_session(db: Database, token: str) -> None:
    """Let a token say nothing any more."""
    now = now_text()
    db.execute(
        f"update sessions set signed_out_at = ? where token_hash = ? and {_LIVE}",  # noqa: S608
        [now, _hash(token), now],
    )


def end_sessions_of(db: Database, annotator: str, but: str | None = None) -> int:
    """End every session of a person but that of a token; returns how many were ended."""
    now = now_text()
    cursor = db.execute(
        "update sessions set signed_out_at = ? "  # noqa: S608
        f"where annotator = ? and token_hash <> ? and {_LIVE}",
        [now, annotator, _hash(but) if but else "", now],
    )
    return int(cursor.rowcount)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _from_now(*, hours: float = 0, minutes: float = 0) -> str:
    when = datetime.now(UTC) + timedelta(hours=hours, minutes=minutes)
    return when.isoformat(timespec="milliseconds")

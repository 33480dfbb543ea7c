"""Who holds which sign-in session: a random token in the browser, its hash here."""

import hashlib
import secrets
import time
from dataclasses import dataclass

HOURS = 12
"""How long somebody stays signed in."""


@dataclass(frozen=True)
class _Session:
    name: str
    ends: float


# Not one of Streamlit's caches, which any browser can ask a server to clear.
_SESSIONS: dict[str, _Session] = {}


def start_session(name: str) -> str:
    """Let somebody in; returns the token that says so from now on."""
    token = secrets.token_urlsafe(32)
    _SESSIONS[_hash(token)] = _Session(name, time.time() + HOURS * 3600)
    return token


def find_session(token: str) -> str | None:
    """Whose session this is, None when it is nobody's or has run out."""
    found = _SESSIONS.get(_hash(token))
    return found.name if found and found.ends > time.time() else None


def end_session(token: str) -> None:
    """Let a token say nothing any more."""
    _SESSIONS.pop(_hash(token), None)


def end_sessions_of(name: str, but: str | None = None) -> None:
    """End all sessions of a person, such as when their password changes, but for one."""
    kept = _hash(but) if but else None
    for key, session in list(_SESSIONS.items()):
        if session.name == name and key != kept:
            _SESSIONS.pop(key, None)


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()

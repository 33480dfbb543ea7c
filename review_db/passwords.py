"""Local sign-in: salted hashes, compared in constant time, guessing slowed down."""

import base64
import hashlib
import hmac
import secrets
import unicodedata
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from sqlite_utils import Database

from review_db.clock import now_text
from review_db.connection import open_database, write_transaction
from trek_core.errors import AccessError, StoreError

SHORTEST_PASSWORD: Final = 10
_COST: Final = (2**14, 8, 1)
"""scrypt's n, r, p: 16 MiB and some 50 ms a try."""

FREE_FAILURES: Final = 5
LONGEST_WAIT_SECONDS: Final = 900
"""After this many failures in a row each further one doubles the wait, up to this long."""


def hash_password(password: str) -> str:
    """`scrypt$n$r$p$salt$hash`, with a new salt; raise `StoreError` for a password too short.

    Of the composed form: keyboards differ in how they send one letter with its accent.
    """
    password = unicodedata.normalize("NFC", password)
    if len(password) < SHORTEST_PASSWORD:
        raise StoreError(f"Choose a password of at least {SHORTEST_PASSWORD} characters.")
    salt = secrets.token_bytes(16)
    parts = [*map(str, _COST), _encode(salt), _encode(_derive(password, salt, *_COST))]
    return "$".join(["scrypt", *parts])


def verify_password(password: str, hashed: str) -> bool:
    """Whether a password gives this hash; takes the same time wherever they differ.

    Hashes made before passwords were composed are of what was typed then, so that counts too.
    """
    _, n, r, p, salt, expected = hashed.split("$")
    forms = {unicodedata.normalize("NFC", password), password}
    found = [_derive(each, base64.b64decode(salt), int(n), int(r), int(p)) for each in forms]
    return any(hmac.compare_digest(each, base64.b64decode(expected)) for each in found)


# Compared with where nobody has this name, so that trying takes as long.
_NOBODY: Final = f"scrypt$16384$8$1${base64.b64encode(bytes(16)).decode()}${'A' * 43}="


def store_password(db: Database, annotator: str, hashed: str) -> None:
    """Keep somebody's hash in place of the one before."""
    db.execute(
        "insert or replace into passwords (annotator, hashed, set_at) values (?, ?, ?)",
        [annotator, hashed, now_text()],
    )
    db.execute("delete from sign_ins where annotator = ?", [annotator])


def check_password(path: Path, annotator: str, password: str) -> bool:
    """Whether this is the person's password; raise `AccessError` while they have to wait.

    Each try counts as failed before it is looked at, so that many at once get no more guesses.
    """
    with open_database(path) as db:
        row = db.execute("select hashed from passwords where annotator = ?", [annotator]).fetchone()
    if row:
        with write_transaction(path) as db:
            _count_try(db, annotator)
    if not verify_password(password, row["hashed"] if row else _NOBODY) or row is None:
        return False
    with write_transaction(path) as db:
        db.execute("delete from sign_ins where annotator = ?", [annotator])
    return True


def _count_try(db: Database, annotator: str) -> None:
    now = datetime.now(UTC)
    row = db.execute(
        "select failures, blocked_until from sign_ins where annotator = ?", [annotator]
    ).fetchone()
    if row and row["blocked_until"] > now.isoformat(timespec="milliseconds"):
        until = datetime.fromisoformat(row["blocked_until"])
        raise AccessError(f"Too many wrong passwords: wait until {until:%H:%M:%S} UTC.")
    failures = (row["failures"] if row else 0) + 1
    wait = timedelta(seconds=compute_wait(failures))
    blocked_until = (now + wait).isoformat(timespec="milliseconds")
    db.execute(
        "insert or replace into sign_ins (annotator, failures, blocked_until) values (?, ?, ?)",
        [annotator, failures, blocked_until],
    )


def compute_wait(failures: int) -> int:
    """Seconds to wait after so many failures in a row."""
    beyond = min(failures - FREE_FAILURES, LONGEST_WAIT_SECONDS.bit_length())
    return min(2**beyond, LONGEST_WAIT_SECONDS) if beyond >= 0 else 0


def _derive(password: str, salt: bytes, n: int, r: int, p: int) -> bytes:
    return hashlib.scrypt(password.encode("utf-8", "replace"), salt=salt, n=n, r=r, p=p, dklen=32)


def _encode(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def has_password(db: Database, annotator: str) -> bool:
    """Whether somebody has a password here."""
    row = db.execute("select 1 from passwords where annotator = ?", [annotator]).fetchone()
    return row is not None


def link_identity(db: Database, identity: str, annotator: str) -> None:
    """Let an outside identity be this person, and nobody else any more."""
    if not identity.strip():
        raise StoreError("Enter the identity under which the person signs in, an e-mail address.")
    db.execute(
        "insert or replace into identities values (?, ?)", [identity.strip().casefold(), annotator]
    )


def find_identity(db: Database, identity: str) -> str | None:
    """Whose identity this is, upper and lower case alike."""
    key = identity.strip().casefold()
    row = db.execute("select annotator from identities where identity = ?", [key]).fetchone()
    return None if row is None else str(row["annotator"])

"""Who judges: a name, kept as it was typed."""

import unicodedata

from sqlite_utils import Database

from review_db.clock import now_text
from trek_core.errors import StoreError

LONGEST_NAME = 80


def clean_name(name: str) -> str:
    """The name trimmed and in Unicode's composed form; raise `StoreError` where it is no name."""
    cleaned = unicodedata.normalize("NFC", name).strip()
    unprintable = any(unicodedata.category(character) in ("Cc", "Cs") for character in cleaned)
    if not cleaned or len(cleaned) > LONGEST_NAME or unprintable:
        raise StoreError(
            f"Enter a name of 1 to {LONGEST_NAME} characters, without line breaks or other "
            "control characters."
        )
    return cleaned


def add_annotator(db: Database, name: str) -> str:
    """Add a person, or find the one who has this name already; returns the name as kept."""
    cleaned = clean_name(name)
    db.execute(
        "insert into annotators (annotator, added_at) values (?, ?) on conflict do nothing",
        [cleaned, now_text()],
    )
    return cleaned


def load_annotators(db: Database) -> list[str]:
    """Everyone's name, in alphabetical order."""
    return [row["annotator"] for row in db.execute("select annotator from annotators order by 1")]


def check_annotator(db: Database, name: str) -> None:
    """Raise `StoreError` unless somebody of this name was added."""
    if not db.execute("select 1 from annotators where annotator = ?", [name]).fetchone():
        raise StoreError(f"Nobody called {name!r} reviews here yet: enter your name first.")

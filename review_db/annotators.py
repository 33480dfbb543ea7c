"""Who judges: a name, kept as it was typed."""

import unicodedata

from sqlite_utils import Database

from review_db.clock import now_text
from trek_core.errors import NameRefusedError, StoreError

LONGEST_NAME = 80

# Small letters of Cyrillic and Greek that are drawn as Latin ones, after case folding.
_DRAWN_ALIKE = str.maketrans("аеорсухіјѕһԁѵαορνικτυ", "aeopcyxijshdvaopvikty")
_INVISIBLE_CATEGORIES = ("Cf", "Zs")
# Of other categories, but drawn as nothing: joiners, fillers and variation selectors.
_INVISIBLE = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0xFE00, 0xFE10)}


def clean_name(name: str) -> str:
    """The name trimmed and in Unicode's composed form; raise `NameRefusedError` where
    it is none."""
    cleaned = unicodedata.normalize("NFC", name).strip()
    unprintable = any(unicodedata.category(character) in ("Cc", "Cs") for character in cleaned)
    if not cleaned or len(cleaned) > LONGEST_NAME or unprintable:
        raise NameRefusedError(
            f"Enter a name of 1 to {LONGEST_NAME} characters, without line breaks or other "
            "control characters."
        )
    return cleaned


def compute_look(name: str) -> str:
    """What is left of a name once case, width, spacing and all that is not drawn are taken away.

    Two names with one look cannot be told apart beside an answer.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    drawn = (each for each in folded if ord(each) not in _INVISIBLE)
    return "".join(
        each for each in drawn if unicodedata.category(each) not in _INVISIBLE_CATEGORIES
    ).translate(_DRAWN_ALIKE)


def add_annotator(db: Database, name: str) -> str:
    """Add a person, or find the one who has this name already; returns the name as kept."""
    cleaned = clean_name(name)
    db.execute(
        "insert into annotators (annotator, added_at) values (?, ?) on conflict do nothing",
        [cleaned, now_text()],
    )
    return cleaned


def add_by_hand(db: Database, name: str) -> str:
    """Add a person whose name somebody typed, or find them; returns the name as kept.

    Raises `NameRefusedError` where a new name looks like another's: one person would become two.
    Files are not held to this, for they tell of people who did judge under two such names.
    """
    cleaned = clean_name(name)
    known = load_annotators(db)
    look = compute_look(cleaned)
    if not look:
        raise NameRefusedError(f"The name {cleaned!r} cannot be seen: enter one that can.")
    twin = next((each for each in known if compute_look(each) == look), None)
    if cleaned not in known and twin is not None:
        raise NameRefusedError(
            f"The name {cleaned!r} looks like {twin!r}, who is here already: for the same person, "
            "enter it as it is here; for another, add something that tells them apart."
        )
    return add_annotator(db, cleaned)


def load_annotators(db: Database) -> list[str]:
    """Everyone's name, in alphabetical order."""
    return [row["annotator"] for row in db.execute("select annotator from annotators order by 1")]


def check_annotator(db: Database, name: str) -> None:
    """Raise `StoreError` unless somebody of this name was added."""
    if not db.execute("select 1 from annotators where annotator = ?", [name]).fetchone():
        raise StoreError(
            f"Nobody called {name!r} reviews here yet: enter the name on Review, or add it on "
            "People or with `trek users`."
        )

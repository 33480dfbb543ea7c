"""Which column of plain rows is which field of a case, kept under names for the whole database."""

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from sqlite_utils import Database

from review_db.access import By, by_name
from review_db.annotators import clean_name
from review_db.clock import now_text
from trek_core.errors import StoreError
from trek_core.sources import check_mapping


@dataclass(frozen=True)
class RowMapping:
    """A mapping by its name: `columns` gives the column of each field."""

    name: str
    columns: Mapping[str, str]
    saved_by: str | None
    saved_at: str


def load_mappings(db: Database) -> list[RowMapping]:
    """The mappings by name."""
    rows = db.execute("select name, columns, saved_by, saved_at from row_mappings order by name")
    return [RowMapping(name, json.loads(columns), by, at) for name, columns, by, at in rows]


def load_mapping(db: Database, name: str) -> RowMapping:
    """One mapping; raises `StoreError`, which names those there are."""
    there = {each.name: each for each in load_mappings(db)}
    if name not in there:
        names = f"there are {', '.join(there)}" if there else "none is saved yet"
        raise StoreError(f"There is no saved mapping {name!r}: {names}.")
    return there[name]


def clean_mapping_name(name: str) -> str:
    """The name as it is kept; raises `StoreError` for one that no mapping can be called by."""
    try:
        cleaned = clean_name(name)
    except StoreError as error:
        raise StoreError(f"The mapping's name: {error}") from None
    if any(unicodedata.category(character) == "Cf" for character in cleaned):
        raise StoreError(
            "The mapping's name: it holds characters that are not seen or that turn the text "
            "around. Type it anew."
        )
    if cleaned.endswith(".json"):
        raise StoreError(
            f"The mapping's name: {cleaned} ends in .json, which `--mapping` takes for a file. "
            "Leave the ending out."
        )
    return cleaned


def save_mapping(db: Database, name: str, columns: Mapping[str, str], by: By) -> RowMapping:
    """Keep a mapping; another one of the same name gives way.

    Raises `StoreError` for a name that is none, `CaseFormatError` for a mapping that is none.
    """
    saved = RowMapping(clean_mapping_name(name), check_mapping(columns), by_name(by), now_text())
    db.execute(
        "insert into row_mappings (name, columns, saved_by, saved_at) values (?, ?, ?, ?) "
        "on conflict do update set columns = excluded.columns, saved_by = excluded.saved_by, "
        "saved_at = excluded.saved_at",
        [saved.name, json.dumps(saved.columns, ensure_ascii=False), saved.saved_by, saved.saved_at],
    )
    return saved


def delete_mapping(db: Database, name: str) -> None:
    """Forget a mapping; one that is gone already stays gone."""
    db.execute("delete from row_mappings where name = ?", [name])

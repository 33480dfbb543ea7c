"""Filters that a person keeps under a name, each as the address of its view."""

from dataclasses import dataclass

from sqlite_utils import Database

from review_db.annotators import check_annotator, clean_name, compute_look
from review_db.clock import now_text
from trek_core.errors import StoreError

LONGEST_QUERY = 20_000
"""Characters of an address that is kept."""


@dataclass(frozen=True)
class SavedFilter:
    """A filter by its name; `query` is what follows the `?` of its address."""

    name: str
    query: str
    saved_at: str


def load_saved_filters(db: Database, annotator: str) -> list[SavedFilter]:
    """A person's filters by name."""
    rows = db.execute(
        "select name, query, saved_at from saved_filters where annotator = ? order by name",
        [annotator],
    )
    return [SavedFilter(*row) for row in rows]


def save_filter(db: Database, annotator: str, name: str, query: str) -> SavedFilter:
    """Keep a filter; another one of the same name gives way. Raises `StoreError`."""
    check_annotator(db, annotator)
    if len(query) > LONGEST_QUERY:
        raise StoreError(
            f"These filters are {len(query):,} characters long, expected at most "
            f"{LONGEST_QUERY:,}: choose fewer cases one by one."
        )
    saved = SavedFilter(_clean(name), query, now_text())
    db.execute(
        "insert into saved_filters (annotator, name, query, saved_at) values (?, ?, ?, ?) "
        "on conflict do update set query = excluded.query, saved_at = excluded.saved_at",
        [annotator, saved.name, saved.query, saved.saved_at],
    )
    return saved


def rename_filter(db: Database, annotator: str, name: str, new_name: str) -> str:
    """Give a filter another name, and return it as kept; raises `StoreError` for a taken one."""
    cleaned = _clean(new_name)
    names = {each.name for each in load_saved_filters(db, annotator)}
    if name not in names:
        raise StoreError(f"There is no saved filter {name!r}: it was renamed or deleted.")
    if cleaned != name and cleaned in names:
        raise StoreError(f"There is a saved filter {cleaned!r} already: choose another name.")
    db.execute(
        "update saved_filters set name = ? where annotator = ? and name = ?",
        [cleaned, annotator, name],
    )
    return cleaned


def delete_filter(db: Database, annotator: str, name: str) -> None:
    """Forget a filter; one that is gone already stays gone."""
    db.execute("delete from saved_filters where annotator = ? and name = ?", [annotator, name])


def _clean(name: str) -> str:
    try:
        cleaned = clean_name(name)
    except StoreError as error:
        raise StoreError(f"The filter's name: {error}") from None
    if not compute_look(cleaned):
        raise StoreError(f"The filter's name {cleaned!r} cannot be seen: enter one that can.")
    return cleaned

"""The part of `ReviewStore` that keeps filters under names."""

from pathlib import Path

from review_db import saved_filters
from review_db.access import By, check_own
from review_db.connection import open_database, write_transaction
from review_db.saved_filters import SavedFilter


class FilterMethods:
    """Saved filters, each person's own."""

    path: Path

    def load_saved_filters(self, annotator: str) -> list[SavedFilter]:
        """A person's filters by name."""
        with open_database(self.path) as db:
            return saved_filters.load_saved_filters(db, annotator)

    def save_filter(self, annotator: str, name: str, query: str, *, by: By = None) -> SavedFilter:
        """Keep a filter (what follows the `?` of its address) under a name."""
        with write_transaction(self.path) as db:
            check_own(db, "save_filter", annotator, by)
            return saved_filters.save_filter(db, annotator, name, query)

    def rename_filter(self, annotator: str, name: str, new_name: str, *, by: By = None) -> str:
        """Give a filter another name; `StoreError` where that is taken."""
        with write_transaction(self.path) as db:
            check_own(db, "rename_filter", annotator, by)
            return saved_filters.rename_filter(db, annotator, name, new_name)

    def delete_filter(self, annotator: str, name: str, *, by: By = None) -> None:
        """Forget a filter."""
        with write_transaction(self.path) as db:
            check_own(db, "delete_filter", annotator, by)
            saved_filters.delete_filter(db, annotator, name)

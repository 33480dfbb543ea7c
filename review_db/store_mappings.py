"""The part of `ReviewStore` that keeps how plain rows are read."""

from collections.abc import Mapping
from pathlib import Path

from review_db import row_mappings
from review_db.access import By, check_may
from review_db.connection import open_database, write_transaction
from review_db.row_mappings import RowMapping


class MappingMethods:
    """Mappings of columns to fields under names, of everybody who imports here."""

    path: Path

    def load_mappings(self) -> list[RowMapping]:
        """The saved mappings by name."""
        with open_database(self.path) as db:
            return row_mappings.load_mappings(db)

    def load_mapping(self, name: str) -> RowMapping:
        """One saved mapping; `StoreError` where there is none of this name."""
        with open_database(self.path) as db:
            return row_mappings.load_mapping(db, name)

    def save_mapping(self, name: str, columns: Mapping[str, str], *, by: By = None) -> RowMapping:
        """Keep which column is which field under a name."""
        with write_transaction(self.path) as db:
            check_may(db, "save_mapping", by)
            return row_mappings.save_mapping(db, name, columns, by)

    def delete_mapping(self, name: str, *, by: By = None) -> None:
        """Forget a mapping."""
        with write_transaction(self.path) as db:
            check_may(db, "delete_mapping", by)
            row_mappings.delete_mapping(db, name)

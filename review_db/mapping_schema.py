"""The step of the schema that keeps which column of plain rows is which field of a case."""

from sqlite_utils import Database

ROW_MAPPINGS = """
create table row_mappings (
    name text primary key,
    columns text not null check (json_valid(columns)),
    saved_by text,
    saved_at text not null
) strict"""


def m010_row_mappings(db: Database) -> None:
    """Mappings under names: a lab says once how its tables are read."""
    db.execute(ROW_MAPPINGS)

"""The step of the schema by which lists know what another reference does to a verdict."""

from sqlite_utils import Database


def m011_drift(db: Database) -> None:
    """No case kept another reference before, so that '' is right for each; its lists follow."""
    db.execute("alter table cases add column drift text not null default ''")
    db.execute("insert into changed_cases select case_id, 0 from cases")

"""What figures take from a record, written down beside its case."""

from dataclasses import asdict
from typing import Any

from sqlite_utils import Database

from review_db.json_text import dump_json
from trek_core.figures.facts import FigureFacts, compute_figure_facts
from trek_core.records import Record

_EVERY_RECORD = """
select c.position, c.case_id, v.record from cases c
join case_versions v on v.case_id = c.case_id and v.version = c.version
where c.position > ? order by c.position limit 200"""


def store_figure_facts(db: Database, case_id: str, facts: FigureFacts) -> None:
    """Write the facts of a case's latest version in place of earlier ones."""
    values: dict[str, Any] = asdict(facts)
    values["domains"] = dump_json(values["domains"])
    values["ages"] = None if values["ages"] is None else dump_json(values["ages"])
    put_figure_facts(db, {"case_id": case_id} | values)


def put_figure_facts(db: Database, row: dict[str, Any]) -> None:
    """The same, of a row as another database has it."""
    names = ", ".join(row)
    places = ", ".join(f":{name}" for name in row)
    db.execute(
        f"insert or replace into figure_facts ({names}) values ({places})",  # noqa: S608
        row,
    )


def fill_figure_facts(db: Database) -> None:
    """Write the facts of cases that were imported before there were any."""
    after = 0
    while rows := db.execute(_EVERY_RECORD, [after]).fetchall():
        for position, case_id, text in rows:
            record = Record.model_validate_json(text)
            store_figure_facts(db, case_id, compute_figure_facts(record))
            after = position

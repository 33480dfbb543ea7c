"""The narrow values and the words of a case, as they are written down beside its record."""

from dataclasses import asdict
from typing import Any

from sqlite_utils import Database

from trek_core.attribution import Attribution
from trek_core.case_facets import CaseFacets, compute_case_facets
from trek_core.records import Record
from trek_core.search_texts import SearchTexts, compute_search_texts

_EVERY_RECORD = """
select c.position, v.record, a.attribution from cases c
join case_versions v on v.case_id = c.case_id and v.version = c.version
left join attributions a on a.case_id = c.case_id and a.version = c.version
where c.position > ? order by c.position limit 200"""


def as_columns(facets: CaseFacets) -> dict[str, Any]:
    """The values as columns of `cases`: counts that were not recorded are -1."""
    return {name: -1 if value is None else value for name, value in asdict(facets).items()}


def store_texts(db: Database, position: int, texts: SearchTexts) -> None:
    """Make the case at a position be found by these texts alone."""
    db.execute("delete from case_search where rowid = ?", [position])
    db.execute(
        "insert into case_search (rowid, case_id, question, answers, queries, evidence) "
        "values (:position, :case_id, :question, :answers, :queries, :evidence)",
        {"position": position, **asdict(texts)},
    )


def fill_recorded_values(db: Database) -> None:
    """Write the values and words of cases that were imported before there were any.

    A column that a later step of the schema adds is that step's to fill.
    """
    after = 0
    there = {column.name for column in db.table("cases").columns}
    while rows := db.execute(_EVERY_RECORD, [after]).fetchall():
        for position, text, attribution in rows:
            record = Record.model_validate_json(text)
            attributed = Attribution.model_validate_json(attribution) if attribution else None
            facets = compute_case_facets(record.case, record.probes, attributed)
            columns = {name: v for name, v in as_columns(facets).items() if name in there}
            updates = ", ".join(f"{name} = :{name}" for name in columns)
            db.execute(
                f"update cases set {updates} where position = :position",  # noqa: S608 - our names
                columns | {"position": position},
            )
            store_texts(db, position, compute_search_texts(record))
        after = rows[-1][0]

"""The step of the schema by which every wording of a question is known as that question."""

import json

from sqlite_utils import Database

from review_db.cases import QUESTION_SHOWN
from trek_core.question_wording import compute_question_key

_COLUMN = "alter table cases add column question_key text not null default ''"
_INDEX = "create index cases_by_question_key on cases (question_key, position)"

# Lists have only the beginning of a long one.
_QUESTIONS = f"""
select c.position, case when length(c.question) < {QUESTION_SHOWN} then c.question
else json_extract(v.record, '$.case.question') end
from cases c join case_versions v on v.case_id = c.case_id and v.version = c.version
where c.position > ? order by c.position limit 2000"""  # noqa: S608 - our own words


def m014_question_keys(db: Database) -> None:
    """Keep the key of each case's question."""
    db.execute(_COLUMN)
    # Nothing that lists look at changes with it, so that no case has to be looked at anew.
    (noted,) = db.execute("select coalesce(max(rowid), 0) from changed_cases").fetchone()
    after = -1
    while rows := db.execute(_QUESTIONS, [after]).fetchall():
        keys = [[position, compute_question_key(question)] for position, question in rows]
        db.execute(
            "update cases set question_key = k.value ->> 1 "
            "from json_each(?) k where cases.position = k.value ->> 0",
            [json.dumps(keys)],
        )
        after = rows[-1][0]
    db.execute("delete from changed_cases where rowid > ?", [noted])
    db.execute(_INDEX)

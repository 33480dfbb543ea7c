"""The step of the schema by which it is written down in which rounds a case's question is asked.

A blind round withholds every case of its questions (`blind_cases.py`). Which those are is kept as
bits beside the other sets (facet `asked_in`), so that it need not be found at each look.

changed_questions  questions of which a transaction touched a case, or a round's list of cases;
                   `asked_rounds.py` empties it before the commit
"""

from sqlite_utils import Database

CHANGED_QUESTIONS = "create table changed_questions (question_key text not null) strict"

_INDEX = "create index round_cases_by_case on round_cases (case_id, round)"

_OF_CASE = "insert into changed_questions values ({row}.question_key);"
_OF_MEMBER = """
insert into changed_questions select question_key from cases where case_id = {row}.case_id;"""

# What is written, and what then is noted.
_NOTED: dict[str, str] = {
    "insert on cases": _OF_CASE.format(row="new"),
    "update of question_key on cases when new.question_key <> old.question_key": (
        _OF_CASE.format(row="old") + _OF_CASE.format(row="new")
    ),
    "insert on round_cases": _OF_MEMBER.format(row="new"),
    "delete on round_cases": _OF_MEMBER.format(row="old"),
}

TRIGGERS = tuple(
    f"create trigger question_is_noted_{number} after {what} begin {then} end"
    for number, (what, then) in enumerate(_NOTED.items(), 1)
)

_ASKED_ALREADY = """
insert into changed_questions select distinct c.question_key
from round_cases m join cases c on c.case_id = m.case_id"""


def m015_asked_questions(db: Database) -> None:
    """Note in which rounds each question is asked, and keep it so."""
    for statement in (CHANGED_QUESTIONS, _INDEX, *TRIGGERS, _ASKED_ALREADY):
        db.execute(statement)

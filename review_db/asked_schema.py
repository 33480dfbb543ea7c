"""The step of the schema by which it is written down in which rounds a case's question is asked.

A blind round withholds every case of its questions (`blind_cases.py`). Which those are is kept as
bits beside the other sets (facet `asked_in`), so that it need not be found at each look: a round
that comes to ask a question, or to ask it no longer, changes all cases of it.
"""

from sqlite_utils import Database

_INDEX = "create index round_cases_by_case on round_cases (case_id, round)"

_REMARK = """
create trigger round_cases_{action}_is_noted after {action} on round_cases begin
insert into changed_cases values ({row}.case_id, 0);
insert into changed_cases select c.case_id, 0 from cases asked
join cases c on c.question_key = asked.question_key and c.case_id <> asked.case_id
where asked.case_id = {row}.case_id and not exists (
    select 1 from cases s join round_cases m on m.case_id = s.case_id and m.round = {row}.round
    where s.question_key = asked.question_key and s.case_id <> asked.case_id);
end"""

_REPLACED = tuple(
    statement
    for action, row in (("insert", "new"), ("delete", "old"))
    for statement in (
        f"drop trigger round_cases_{action}_is_noted",
        _REMARK.format(action=action, row=row),
    )
)

_REWORDED = """
create trigger cases_question_is_noted after update of question_key on cases
when new.question_key <> old.question_key begin
insert into changed_cases select case_id, 0 from cases
where question_key in (old.question_key, new.question_key);
end"""

_ASKED_ALREADY = """
insert into changed_cases select c.case_id, 0 from cases c where c.question_key in (
select a.question_key from round_cases m join cases a on a.case_id = m.case_id)"""


def m015_asked_rounds(db: Database) -> None:
    """Note in which rounds each question is asked, and keep it so."""
    for statement in (_INDEX, *_REPLACED, _REWORDED, _ASKED_ALREADY):
        db.execute(statement)

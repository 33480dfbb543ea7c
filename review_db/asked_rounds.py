"""In which rounds the question of each case is asked, kept as sets of cases (facet `asked_in`)."""

import json
from collections import defaultdict

from sqlite_utils import Database

from review_db.case_sets import ASKED_IN, Key, store_asked

AT_ONCE = 2000
"""Questions that are looked at together."""

# Every case of the questions, a row for each round that asks it and one for none.
_ASKED = """
with asked as materialized (
    select distinct k.value as question_key, m.round from json_each(?1) k
    join cases s on s.question_key = k.value join round_cases m on m.case_id = s.case_id)
select c.position, a.round from json_each(?1) k join cases c on c.question_key = k.value
left join asked a on a.question_key = k.value"""


def refresh_asked_rounds(db: Database) -> None:
    """Write down anew where the changed questions are asked, and forget that they changed."""
    found = db.execute("select distinct question_key from changed_questions").fetchall()
    keys = [row[0] for row in found]
    for start in range(0, len(keys), AT_ONCE):
        values: dict[int, list[Key]] = defaultdict(list)
        for position, round_name in db.execute(_ASKED, [json.dumps(keys[start : start + AT_ONCE])]):
            values[position] += [] if round_name is None else [(ASKED_IN, round_name)]
        store_asked(db, values)
    if keys:
        db.execute("delete from changed_questions")

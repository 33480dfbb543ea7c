"""What people say to one another about a case: added, never changed."""

from dataclasses import dataclass

from sqlite_utils import Database

from review_db.annotators import check_annotator
from review_db.cases import load_case_version
from review_db.clock import now_text
from review_db.marks import check_text
from review_db.rounds import load_rules
from trek_core.errors import AnswerError


@dataclass(frozen=True)
class Comment:
    """One remark on a case in a round."""

    comment_id: int
    round: str
    case_id: str
    annotator: str
    text: str
    at: str


def add_comment(db: Database, case_id: str, annotator: str, round_name: str, text: str) -> Comment:
    """Keep a remark; raise `AnswerError` for an empty one."""
    if not text.strip():
        raise AnswerError("The comment is empty: write something first.")
    check_annotator(db, annotator)
    load_case_version(db, case_id)
    load_rules(db, round_name)
    values = [round_name, case_id, annotator, check_text(text), now_text()]
    cursor = db.execute(
        "insert into comments (round, case_id, annotator, text, at) values (?, ?, ?, ?, ?)", values
    )
    return Comment(int(cursor.lastrowid or 0), *values)


def load_comments(
    db: Database, case_id: str, round_name: str | None, only_by: str | None = None
) -> list[Comment]:
    """The remarks on a case in a round, or in any, oldest first.

    Of one person only, where others' are withheld.
    """
    rows = db.execute(
        "select * from comments where case_id = :case_id and (:round is null or round = :round) "
        "and (:only_by is null or annotator = :only_by) order by comment_id",
        {"case_id": case_id, "round": round_name, "only_by": only_by},
    )
    return [Comment(**dict(row)) for row in rows]

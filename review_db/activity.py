"""Time of work on a case: from one sign of life to the next, a longer gap being a pause."""

from datetime import datetime

from sqlite_utils import Database

from review_db.clock import now_text

LONGEST_GAP_SECONDS = 120
"""A gap longer than this between two signs of life is not work (design: review, section 3)."""


def touch(db: Database, round_name: str, case_id: str, annotator: str) -> None:
    """Take a sign of life: an event, or a page that says it is being worked on."""
    now = now_text()
    place = {"round": round_name, "case_id": case_id, "annotator": annotator, "now": now}
    row = db.execute(
        "select last_at from active_time "
        "where round = :round and case_id = :case_id and annotator = :annotator",
        place,
    ).fetchone()
    gap = 0.0 if row is None else _seconds_between(row["last_at"], now)
    worked = gap if 0 < gap <= LONGEST_GAP_SECONDS else 0.0
    db.execute(
        "insert into active_time (round, case_id, annotator, seconds, last_at) "
        "values (:round, :case_id, :annotator, 0, :now) on conflict do update "
        "set seconds = seconds + :worked, last_at = excluded.last_at",
        place | {"worked": worked},
    )


def _seconds_between(first: str, second: str) -> float:
    return (datetime.fromisoformat(second) - datetime.fromisoformat(first)).total_seconds()

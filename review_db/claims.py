"""Claiming cases: a lease says who is on a case, and runs out unless it is renewed."""

from datetime import UTC, datetime, timedelta
from typing import Final

from sqlite_utils import Database

from review_db.annotators import check_annotator
from review_db.case_queue import NextCase, Queue
from review_db.clock import now_text
from review_db.judgement_events import DEFAULT_ROUND
from review_db.places import HOLDING_SQL, check_place
from review_db.rounds import Rules, load_rules
from trek_core.errors import AccessError, StoreError

LEASE_SECONDS: Final = 900
"""How long a case is kept for somebody whose page says nothing more."""

_OPEN_LEASE = f"""
select l.case_id from leases l left join judgements j on j.round = l.round
and j.case_id = l.case_id and j.annotator = l.annotator
where l.round = ? and l.annotator = ? and l.expires_at > ?
and coalesce(j.state, 'not_started') not in ({HOLDING_SQL}, 'skipped')
order by l.expires_at desc limit 1
"""  # noqa: S608 - our own words


def claim_next(
    db: Database, annotator: str, round_name: str, after_case_id: str | None
) -> NextCase:
    """Find what comes next and lease it, in the transaction of the caller.

    A person works on one case at a time: what they had leased and not begun is given back.
    """
    rules = check_may_judge(db, annotator, round_name)
    queue = Queue(db, annotator, round_name)
    held = _find_open_lease(db, annotator, round_name)
    if held is not None and held != after_case_id and not queue.withholds(held):
        lease(db, held, annotator, rules)
        return NextCase(held, "You opened this case and have answered nothing yet.")
    db.execute("delete from leases where round = ? and annotator = ?", [round_name, annotator])
    found = queue.find_next(after_case_id)
    if found.case_id is not None:
        lease(db, found.case_id, annotator, rules)
    return found


def claim_case(db: Database, case_id: str, annotator: str, round_name: str) -> str:
    """Lease one case by name; returns until when. Raises `StoreError` where no place is left."""
    rules = check_may_judge(db, annotator, round_name)
    check_member(db, case_id, round_name)
    row = db.execute(
        f"select 1 from judgements where case_id = ? and annotator = ? and round = ? "  # noqa: S608
        f"and state in ({HOLDING_SQL})",
        [case_id, annotator, round_name],
    ).fetchone()
    if row is None:
        check_place(db, round_name, case_id, annotator)
    return lease(db, case_id, annotator, rules)


def lease(db: Database, case_id: str, annotator: str, rules: Rules) -> str:
    """Keep a case for somebody from now on for `LEASE_SECONDS`; returns until when."""
    until = datetime.now(UTC) + timedelta(seconds=LEASE_SECONDS)
    expires_at = until.isoformat(timespec="milliseconds")
    db.execute(
        "insert or replace into leases (round, case_id, annotator, expires_at) values (?, ?, ?, ?)",
        [rules.name, case_id, annotator, expires_at],
    )
    return expires_at


def release(db: Database, case_id: str, annotator: str, round_name: str) -> None:
    """Give a case back before its lease runs out."""
    db.execute(
        "delete from leases where round = ? and case_id = ? and annotator = ?",
        [round_name, case_id, annotator],
    )


def check_may_judge(db: Database, annotator: str, round_name: str) -> Rules:
    """Raise unless the round is open and this person is in it: `AccessError`, `StoreError`."""
    check_annotator(db, annotator)
    rules = load_rules(db, round_name)
    if rules.state != "open":
        raise StoreError(
            f"The round {round_name!r} is {rules.state}: nothing can be changed in it until a lead "
            "opens it again."
        )
    if round_name != DEFAULT_ROUND:
        row = db.execute(
            "select 1 from round_annotators where round = ? and annotator = ?",
            [round_name, annotator],
        ).fetchone()
        if row is None:
            raise AccessError(
                f"{annotator} does not judge in the round {round_name!r}: a lead can add them."
            )
    return rules


def check_member(db: Database, case_id: str, round_name: str) -> None:
    """Raise `StoreError` for a case that the round does not have."""
    if round_name == DEFAULT_ROUND:
        return
    row = db.execute(
        "select 1 from round_cases where round = ? and case_id = ?", [round_name, case_id]
    ).fetchone()
    if row is None:
        raise StoreError(f"The round {round_name!r} does not have the case {case_id[:200]!r}.")


def _find_open_lease(db: Database, annotator: str, round_name: str) -> str | None:
    row = db.execute(_OPEN_LEASE, [round_name, annotator, now_text()]).fetchone()
    return None if row is None else str(row["case_id"])

"""The places a round has for judgements of one case: its overlap, taken by work and by leases."""

from typing import Final

from sqlite_utils import Database

from review_db.clock import now_text
from review_db.judgement_events import HOLDING, JudgementState
from trek_core.errors import StoreError

HOLDING_SQL: Final = ", ".join(f"'{state}'" for state in HOLDING)

TAKEN_BY_OTHERS: Final = f"""(
select count(*) from judgements o where o.round = :round and o.case_id = m.case_id
and o.annotator <> :annotator and o.state in ({HOLDING_SQL})
) + (
select count(*) from leases l where l.round = :round and l.case_id = m.case_id
and l.annotator <> :annotator and l.expires_at > :now and not exists (
select 1 from judgements h where h.round = l.round and h.case_id = l.case_id
and h.annotator = l.annotator and h.state in ({HOLDING_SQL})))"""  # noqa: S608 - our own words
"""How many places of case `m` others hold: judgements begun or handed in, and live leases."""


def takes_place(before: JudgementState, after: JudgementState) -> bool:
    """Whether a judgement begins to hold one of its round's places."""
    return before not in HOLDING and after in HOLDING


def check_place(db: Database, round_name: str, case_id: str, annotator: str) -> None:
    """Raise `StoreError` where others hold all places of a case."""
    row = db.execute(
        f"select r.overlap, {TAKEN_BY_OTHERS} as taken from rounds r "  # noqa: S608 - our own words
        "join (select :case_id as case_id) m where r.round = :round and r.overlap is not null",
        {
            "round": round_name,
            "case_id": case_id,
            "annotator": annotator,
            "now": now_text(),
        },
    ).fetchone()
    if row is not None and row["taken"] >= row["overlap"]:
        raise StoreError(
            "Others have taken this case by now, as many as the round wants: go on with the next "
            "one. Nothing was saved."
        )

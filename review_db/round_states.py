"""Where each case of one round stands, all at once, and what a closed round holds fast."""

from typing import Any

from sqlite_utils import Database

from review_db.case_state import CaseState, complete_state
from review_db.json_text import load_json
from review_db.judgement_events import DEFAULT_ROUND
from review_db.rounds import (
    RoundEventKind,
    RoundState,
    append_round_event,
    list_rounds,
    load_round_events,
    load_rules,
)
from trek_core.errors import StoreError

_STANDINGS = """
select state, handed_in, json_group_array(case_id) from round_standings
where round = ? group by state, handed_in
"""

_CASES = "select case_id from round_cases where round = ? order by position"
_FAILURES = "select case_id from cases where is_failure and ? <> '' order by position"
_AT_ONCE = "select json_group_array(case_id) from ({each})"  # A row for each costs twice as much.
_IS_MEMBER = "select 1 from round_cases where round = :round and case_id = :case_id"
_IS_FAILURE = "select 1 from cases where is_failure and case_id = :case_id"


def load_round_case_ids(db: Database, round_name: str) -> list[str]:
    """The cases of a round, in its order."""
    statement = _FAILURES if round_name == DEFAULT_ROUND else _CASES
    found = db.execute(_AT_ONCE.format(each=statement), [round_name]).fetchone()[0]
    return list(load_json(found))


def has_case(db: Database, round_name: str, case_id: str) -> bool:
    """Whether a round has a case."""
    statement = _IS_FAILURE if round_name == DEFAULT_ROUND else _IS_MEMBER
    values = {"round": round_name, "case_id": case_id}
    return db.execute(statement, values).fetchone() is not None


def find_rounds_to_judge(db: Database, case_id: str, annotator: str) -> list[str]:
    """The open rounds in which somebody may judge a case, the latest first, `default` last."""
    return [
        each.name
        for each in reversed(list_rounds(db))
        if each.state == "open"
        and (
            each.name == DEFAULT_ROUND
            or (annotator in each.annotators and has_case(db, each.name, case_id))
        )
    ]


def compute_round_states(db: Database, round_name: str) -> dict[str, CaseState]:
    """Case id -> where it stands in this round alone, for every case of it."""
    overlap = load_rules(db, round_name).overlap
    states: dict[str, CaseState] = dict.fromkeys(load_round_case_ids(db, round_name), "not_started")
    for agreed, handed_in, case_ids in db.execute(_STANDINGS, [round_name]):
        state = complete_state(agreed, handed_in, overlap)
        states |= {case_id: state for case_id in load_json(case_ids) if case_id in states}
    for row in db.execute("select distinct case_id from decisions where round = ?", [round_name]):
        if row["case_id"] in states:
            states[row["case_id"]] = "final"
    return states


def freeze_population(db: Database, round_name: str) -> dict[str, Any]:
    """What a round that is closed is quoted by: its cases, and those with a settled conclusion.

    `n` and `case_ids` are of all its cases. `settled` are those decided, or handed in and agreed.
    """
    states = compute_round_states(db, round_name)
    settled = [case_id for case_id, state in states.items() if state in ("final", "submitted")]
    return {
        "n": len(states),
        "case_ids": list(states),
        "n_settled": len(settled),
        "settled": settled,
    }


_ALLOWED: dict[RoundEventKind, tuple[RoundState, ...]] = {
    "paused": ("open",),
    "opened": ("paused",),
    "closed": ("open", "paused"),
    "reopened": ("closed",),
}


def set_round_state(
    db: Database, round_name: str, kind: RoundEventKind, by: str | None, why: str
) -> None:
    """Open, pause, close or reopen a round; raise `StoreError` where it is not in a state for it.

    Reopening needs a reason: the figures quoted from the closed round stand no more.
    """
    state = load_rules(db, round_name).state
    if state not in _ALLOWED[kind]:
        raise StoreError(f"The round {round_name!r} is {state}: it cannot be {kind} now.")
    if kind == "reopened" and not why.strip():
        raise StoreError("Reopening a closed round needs its reason: say why in a sentence.")
    detail = freeze_population(db, round_name) if kind == "closed" else {}
    append_round_event(db, round_name, kind, by, why, detail)


def load_frozen(db: Database, round_name: str) -> dict[str, Any] | None:
    """What a closed round is quoted by; None while it is not closed."""
    if load_rules(db, round_name).state != "closed":
        return None
    closed = [each for each in load_round_events(db, round_name) if each.kind == "closed"]
    return closed[-1].detail

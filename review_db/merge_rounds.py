"""Merging rounds: those of the same rules become one, others of the same name stay apart."""

from typing import Any

from sqlite_utils import Database

from review_db.json_text import load_json
from review_db.judgement_events import DEFAULT_ROUND
from review_db.merge_report import Conflict
from review_db.merge_rows import Merge, Row, list_lacking, load_rows
from review_db.round_making import add_round_cases
from review_db.round_states import freeze_population, load_round_case_ids
from review_db.rounds import load_rules

RULES = ("kind", "mode", "overlap", "guideline_version", "case_order", "seed", "chosen_by")
_GROWING = "import"
"""`chosen_by` of a round that takes whatever comes with files."""


def take_rounds(merge: Merge) -> None:
    """Add rounds with their cases and people; refuse those whose rules differ here."""
    present = {row["round"]: row for row in load_rows(merge.ours, "rounds")}
    for row in load_rows(merge.theirs, "rounds"):
        name = row["round"]
        if name not in present:
            merge.insert("rounds", row)
            merge.new_rounds.add(name)
        elif different := _compare(merge, present[name], row):
            ours, theirs = different
            theirs["judgements"] = len(load_rows(merge.theirs, "judgements", "round = ?", name))
            merge.refused_rounds.add(name)
            merge.refuse(
                Conflict(
                    "round",
                    name,
                    None,
                    None,
                    ours,
                    theirs,
                    "its rules differ: nothing in it was taken",
                )
            )
            continue
        elif load_rules(merge.ours, name).state == "closed":
            merge.closed_rounds.add(name)
            continue
        if name != DEFAULT_ROUND:
            _take_members(merge, name)
        _take_known_answers(merge, name)


def take_guideline_reads(merge: Merge) -> None:
    """Add who has read which version of the guideline."""
    for row in load_rows(merge.theirs, "guideline_reads"):
        merge.insert("guideline_reads", row, "on conflict do nothing")


def take_round_histories(merge: Merge) -> None:
    """Add what happened to rounds, once all judgements are in: closing freezes what is there."""
    for name in sorted(_list_rounds(merge.theirs) - merge.refused_rounds):
        ours, theirs = (
            load_rows(db, "round_events", "round = ?", name) for db in (merge.ours, merge.theirs)
        )
        if name in merge.new_rounds:
            _append(merge, theirs)
            continue
        _append(merge, list_lacking(_changes(ours), _changes(theirs), but="event_id"))
        _take_states(merge, name, _states(ours), _states(theirs))


def _compare(merge: Merge, ours: Row, theirs: Row) -> tuple[Row, Row] | None:
    """The rules that differ, on each side; None where all are the same."""
    names = [name for name in RULES if ours[name] != theirs[name]]
    if names:
        return {name: ours[name] for name in names}, {name: theirs[name] for name in names}
    if ours["round"] == DEFAULT_ROUND or ours["chosen_by"] == _GROWING:
        return None
    here, there = (set(load_round_case_ids(db, ours["round"])) for db in (merge.ours, merge.theirs))
    if here <= there or there <= here:
        return None
    return {"cases_only_here": len(here - there)}, {"cases_only_there": len(there - here)}


def _take_members(merge: Merge, name: str) -> None:
    here = set(load_round_case_ids(merge.ours, name))
    lacking = [each for each in load_round_case_ids(merge.theirs, name) if each not in here]
    add_round_cases(merge.ours, name, lacking)
    if lacking:
        merge.report.taken["round_cases"] += len(lacking)
    for row in load_rows(merge.theirs, "round_annotators", "round = ?", name):
        merge.insert("round_annotators", row, "on conflict do nothing")


def _take_known_answers(merge: Merge, name: str) -> None:
    known = {
        row["case_id"]: row["answers"]
        for row in load_rows(merge.ours, "known_answers", "round = ?", name)
    }
    for row in load_rows(merge.theirs, "known_answers", "round = ?", name):
        case_id = row["case_id"]
        if case_id not in known:
            merge.insert("known_answers", row)
        elif load_json(known[case_id]) != load_json(row["answers"]):
            ours, theirs = load_json(known[case_id]), load_json(row["answers"])
            merge.refuse(
                Conflict("known answers", name, case_id, None, ours, theirs, "they differ here")
            )


def _take_states(merge: Merge, name: str, ours: list[Row], theirs: list[Row]) -> None:
    """Add openings, pauses and closings that follow on ours."""
    lacking = list_lacking(ours, theirs, but="event_id")
    if not lacking:
        return
    states: tuple[dict[str, Any], dict[str, Any]] = (
        {"history": [row["kind"] for row in ours]},
        {"history": [row["kind"] for row in theirs]},
    )
    if list_lacking(theirs, ours, but="event_id"):
        why = "it was opened, paused or closed on both sides"
    elif lacking[-1]["kind"] == "closed" and (
        load_json(lacking[-1]["detail"]) != freeze_population(merge.ours, name)
    ):
        why = "it was closed there while work went on here: close it again once all is merged"
    else:
        _append(merge, lacking)
        return
    merge.refuse(Conflict("round", name, None, None, *states, why))


def _append(merge: Merge, rows: list[Row]) -> None:
    for row in rows:
        merge.insert("round_events", row | {"event_id": None})


def _changes(rows: list[Row]) -> list[Row]:
    return [row for row in rows if row["kind"] == "changed"]


def _states(rows: list[Row]) -> list[Row]:
    # Rounds made apart under the same rules were each created; that is no difference.
    return [row for row in rows if row["kind"] not in ("changed", "created")]


def _list_rounds(db: Database) -> set[str]:
    return {row["round"] for row in db.execute("select round from rounds")}

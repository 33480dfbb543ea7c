"""Merging judgements: a history is taken where ours is its beginning, and never mixed with ours."""

from itertools import groupby
from typing import Any

from sqlite_utils import Database

from review_db.judgement_events import new_judgement, replay_events
from review_db.judgements import load_judgement, load_judgement_events, store_judgement
from review_db.merge_report import Conflict
from review_db.merge_rows import Merge, Place, Row, list_lacking, load_rows
from review_db.places import HOLDING_SQL
from review_db.rounds import load_rules

_PLACE = "case_id = ? and annotator = ? and round = ?"
_NUMBERS = ("event_id", "batch", "undoes")


def take_judgements(merge: Merge) -> None:
    """Append what followed there, in the order in which it happened, and compute where all stand.

    Events get new numbers, by which steps and undoings refer to one another as before.
    """
    numbers: dict[int, int] = {}
    following: list[Row] = []
    for place in _list_places(merge.theirs):
        if place[2] not in merge.refused_rounds:
            following += _find_following(merge, place, numbers)
    following.sort(key=lambda row: row["event_id"])
    origins = {
        table: {row["event_id"]: row for row in load_rows(merge.theirs, table)}
        for table in ("event_origins", "event_findings")
    }
    next_number = merge.ours.execute(
        "select coalesce(max(event_id), 0) + 1 from judgement_events"
    ).fetchone()[0]
    for number, row in enumerate(following, next_number):
        numbers[row["event_id"]] = number
        version = merge.versions[row["case_id"], row["case_version"]]
        renumbered = {name: _renumber(row[name], numbers) for name in _NUMBERS}
        merge.insert("judgement_events", row | renumbered | {"case_version": version})
        for table, known in origins.items():
            if origin := known.get(row["event_id"]):
                merge.insert(table, origin | {"event_id": number})
    for place in sorted({_place_of(row) for row in following}):
        _replay(merge, place)
    _take_active_time(merge)


def take_comments(merge: Merge) -> None:
    """Add what people said to one another."""
    ours, theirs = load_rows(merge.ours, "comments"), load_rows(merge.theirs, "comments")
    for row in list_lacking(ours, theirs, but="comment_id"):
        if row["round"] not in merge.refused_rounds:
            merge.insert("comments", row | {"comment_id": None})


def take_decisions(merge: Merge) -> None:
    """Add decisions on a case that follow on ours; the latest counts, so two are never mixed."""
    ours, theirs = _load_decisions(merge.ours), _load_decisions(merge.theirs)
    for (round_name, case_id), rows in theirs.items():
        present = ours.get((round_name, case_id), [])
        lacking = list_lacking(present, rows, but="decision_id")
        if not lacking or round_name in merge.refused_rounds:
            continue
        why = ""
        if round_name in merge.closed_rounds:
            why = "the round is closed here"
        elif list_lacking(rows, present, but="decision_id"):
            why = "it was decided on both sides"
        if why:
            sides = _say_deciders(present), _say_deciders(rows)
            merge.refuse(Conflict("decision", round_name, case_id, None, *sides, why))
            continue
        for row in lacking:
            merge.insert("decisions", row | {"decision_id": None})
        merge.touched_cases.add(case_id)


def note_overlap(merge: Merge) -> None:
    """Say where a case now has more judgements than its round wants: both are kept."""
    for round_name, case_id, held, overlap in merge.ours.execute(
        "select j.round, j.case_id, count(*), r.overlap from judgements j "  # noqa: S608 - ours
        f"join rounds r on r.round = j.round where j.state in ({HOLDING_SQL}) "
        "group by j.round, j.case_id having count(*) > r.overlap order by 1, 2"
    ):
        if case_id in merge.touched_cases:
            merge.report.notes.append(
                f"{case_id} now has {held} judgements in the round {round_name!r}, which wants "
                f"{overlap}: all are kept."
            )


def _find_following(merge: Merge, place: Place, numbers: dict[int, int]) -> list[Row]:
    """The events there after those that both have; notes the numbers of the latter."""
    ours, theirs = (_load_events(db, place) for db in (merge.ours, merge.theirs))
    our_story = tell_history(ours, {})
    their_story = tell_history(theirs, merge.versions)
    common = min(len(ours), len(theirs))
    rest = theirs[common:]
    if our_story[:common] != their_story[:common]:
        return _refuse(merge, place, "both sides went on differently")
    if not rest:
        return []
    if place[2] in merge.closed_rounds:
        return _refuse(merge, place, "the round is closed here")
    if any((place[0], row["case_version"]) not in merge.versions for row in rest):
        return _refuse(merge, place, "it is about a version of the case that is not here")
    numbers |= {
        there["event_id"]: here["event_id"] for here, there in zip(ours, theirs, strict=False)
    }
    return rest


def _refuse(merge: Merge, place: Place, why: str) -> list[Row]:
    case_id, annotator, round_name = place
    sides = _say_standing(merge.ours, place), _say_standing(merge.theirs, place)
    merge.refused_places.add(place)
    merge.refuse(Conflict("judgement", round_name, case_id, annotator, *sides, why))
    return []


def _say_standing(db: Database, place: Place) -> dict[str, Any]:
    judgement = load_judgement(db, *place)
    return {"state": judgement.state, "revision": judgement.revision}


def _say_deciders(decisions: list[Row]) -> dict[str, Any]:
    return {"decided_by": [row["decided_by"] for row in decisions]}


def tell_history(rows: list[Row], versions: dict[tuple[str, int], int]) -> list[tuple[Any, ...]]:
    """A history without its numbers: steps and undoings point to places in it instead."""
    index = {row["event_id"]: position for position, row in enumerate(rows)}
    told = []
    for row in rows:
        place = (row["case_id"], row["case_version"])
        version = versions.get(place, row["case_version"])
        own = tuple(value for name, value in row.items() if name not in (*_NUMBERS, "case_version"))
        told.append((version, index[row["batch"]], index.get(row["undoes"]), *own))
    return told


def _replay(merge: Merge, place: Place) -> None:
    case_id, annotator, round_name = place
    mode = load_rules(merge.ours, round_name).mode
    blank = new_judgement(case_id, annotator, round_name, 1, mode)
    store_judgement(merge.ours, replay_events(blank, load_judgement_events(merge.ours, *place)))
    merge.report.taken["judgements"] += 1
    merge.touched_cases.add(case_id)


def _take_active_time(merge: Merge) -> None:
    """Keep the longer of both times of work, which have the time before the copy in common."""
    for row in map(dict, merge.theirs.execute("select * from active_time").fetchall()):
        left_out = merge.refused_rounds | merge.closed_rounds
        if row["round"] in left_out or _place_of(row) in merge.refused_places:
            continue
        merge.insert(
            "active_time",
            row,
            "on conflict do update set seconds = max(seconds, excluded.seconds), "
            "last_at = max(last_at, excluded.last_at) "
            "where excluded.seconds > seconds or excluded.last_at > last_at",
        )


def _list_places(db: Database) -> list[Place]:
    rows = db.execute("select distinct case_id, annotator, round from judgement_events")
    return [(row[0], row[1], row[2]) for row in rows.fetchall()]


def _load_events(db: Database, place: Place) -> list[Row]:
    return load_rows(db, "judgement_events", _PLACE, *place)


def _load_decisions(db: Database) -> dict[tuple[str, str], list[Row]]:
    def key(row: Row) -> tuple[str, str]:
        return row["round"], row["case_id"]

    rows = sorted(load_rows(db, "decisions"), key=key)
    return {place: list(found) for place, found in groupby(rows, key)}


def _place_of(row: Row) -> Place:
    return row["case_id"], row["annotator"], row["round"]


def _renumber(number: int | None, numbers: dict[int, int]) -> int | None:
    return None if number is None else numbers[number]

"""Bringing up to date what lists and rounds look at, for the cases that a transaction touched.

Triggers write down which (`case_list_schema.py`); the transaction calls `refresh_changed_cases`
before it commits, so that none of it is ever behind.
"""

import json
from collections import defaultdict
from typing import Any

from sqlite_utils import Database

from review_db.case_filter import FACETS
from review_db.case_notes import refresh_notes
from review_db.case_sets import Key, store_sets
from review_db.json_text import load_json
from review_db.round_standings import refresh_round_standings
from trek_core.attribution import attribute
from trek_core.case_standing import Concluded, compute_cause, compute_standing
from trek_core.probes.comparison import compare_attributions
from trek_core.recorded_probes import Probes
from trek_core.records import Record

AT_ONCE = 2000
"""Cases that are looked at together."""

_JUDGED = """
select j.case_id, j.round, j.outcome, j.retrieval_side, j.post_side, j.answers
from json_each(?) w join judgements j on j.case_id = w.value
join rounds r on r.round = j.round and r.kind = 'normal'
where j.state in ('submitted', 'needs_discussion') order by j.round, j.annotator"""

_DECIDED = """
select d.case_id, d.round, d.outcome, d.retrieval_side, d.post_side, d.answers
from json_each(?) w join decisions d on d.case_id = w.value
join rounds r on r.round = d.round and r.kind = 'normal'
order by d.decided_at, d.decision_id"""

_WORKED = """
select w.value, max(
    coalesce((select max(j.saved_at) from judgements j where j.case_id = w.value), ''),
    coalesce((select max(d.decided_at) from decisions d where d.case_id = w.value), ''))
from json_each(?) w"""

_RERUN = """
select p.case_id, p.probes, v.record from json_each(?) w
join probe_results p on p.case_id = w.value
join cases c on c.case_id = p.case_id and c.is_failure
join case_versions v on v.case_id = c.case_id and v.version = c.version
order by p.case_id"""


def refresh_changed_cases(db: Database) -> None:
    """Write down anew what follows from the changed cases, and forget that they changed."""
    changed = {row[0]: bool(row[1]) for row in _load_changed(db)}
    case_ids = list(changed)
    for start in range(0, len(case_ids), AT_ONCE):
        some = case_ids[start : start + AT_ONCE]
        wanted = json.dumps(some)
        _refresh_standing(db, wanted)
        _refresh_rerun(db, json.dumps([each for each in some if changed[each]]))
        refresh_notes(db, wanted)
        refresh_round_standings(db, wanted)
        _refresh_sets(db, wanted)
    if changed:
        db.execute("delete from changed_cases")


def _load_changed(db: Database) -> list[Any]:
    if not db.execute("select 1 from sqlite_master where name = 'changed_cases'").fetchone():
        return []  # A database that is being brought up to date.
    return db.execute("select case_id, max(is_anew) from changed_cases group by case_id").fetchall()


def _refresh_standing(db: Database, wanted: str) -> None:
    judged: dict[str, dict[str, list[Concluded]]] = defaultdict(lambda: defaultdict(list))
    for case_id, round_name, *concluded in db.execute(_JUDGED, [wanted]):
        judged[case_id][round_name].append(_read_concluded(*concluded))
    decided: dict[str, dict[str, Concluded]] = defaultdict(dict)
    for case_id, round_name, *concluded in db.execute(_DECIDED, [wanted]):
        decided[case_id][round_name] = _read_concluded(*concluded)
    worked = {row[0]: row[1] for row in db.execute(_WORKED, [wanted])}
    rows = db.execute(
        "select c.case_id, c.labels, c.with_trektrace, c.among_people, c.cause, c.worked_at "
        "from json_each(?) w join cases c on c.case_id = w.value",
        [wanted],
    ).fetchall()
    for case_id, labels, *before in rows:
        given, over = judged.get(case_id, {}), decided.get(case_id, {})
        standing = compute_standing(labels, given, over)
        now = [standing.with_trektrace, standing.among_people, standing.cause, worked[case_id]]
        if now != before:
            db.execute(
                "update cases set with_trektrace = ?, among_people = ?, cause = ?, worked_at = ? "
                "where case_id = ?",
                [*now, case_id],
            )


def _read_concluded(
    outcome: str | None, retrieval_side: str | None, post_side: str | None, answers: str
) -> Concluded:
    cause = compute_cause(outcome, load_json(answers))
    return Concluded(outcome, retrieval_side, post_side, cause)


def _refresh_rerun(db: Database, wanted: str) -> None:
    """Whether any repeat of a probe run leads to other labels than those recorded."""
    found: dict[str, set[str]] = defaultdict(set)
    for case_id, probes, text in db.execute(_RERUN, [wanted]):
        record = Record.model_validate_json(text)
        recorded = attribute(record.case, record.probes)
        new = attribute(record.case, Probes.model_validate_json(probes))
        compared = compare_attributions(case_id, recorded, new)
        found[case_id].add(
            "open" if compared.is_open else "differ" if compared.is_changed else "same"
        )
    for case_id in json.loads(wanted):
        value = next(
            (each for each in ("differ", "same", "open") if each in found.get(case_id, ())), ""
        )
        db.execute(
            "update cases set with_rerun = :value "
            "where case_id = :case_id and with_rerun <> :value",
            {"case_id": case_id, "value": value},
        )


_COLUMNS = ", ".join(
    f"c.{name}"
    for name in (
        "position", "is_failure", "dataset", "system", "labels", "state", "outcome", "verdict",
        "protocol", "effective_year", "freshness", "backend", "effort", "complete", "cause",
        "with_trektrace", "among_people", "with_rerun", "url_policy", "drift", "queries",
        "pages",
    )
)  # fmt: skip


# By question first: there may be thousands of cases of one.
_ASKED_IN = """
with asked as materialized (
    select distinct c.question_key from json_each(?1) w join cases c on c.case_id = w.value),
asked_in as materialized (
    select distinct a.question_key, m.round from asked a
    join cases s on s.question_key = a.question_key join round_cases m on m.case_id = s.case_id)
select c.position, a.round from json_each(?1) w join cases c on c.case_id = w.value
join asked_in a on a.question_key = c.question_key"""


def _refresh_sets(db: Database, wanted: str) -> None:
    rounds = _group(
        db,
        "select c.position, m.round from json_each(?) w join cases c on c.case_id = w.value "
        "join round_cases m on m.case_id = w.value",
        wanted,
    )
    asked_in = _group(db, _ASKED_IN, wanted)
    revealed = _group(
        db,
        "select c.position, j.annotator || char(10) || j.round from json_each(?) w "
        "join cases c on c.case_id = w.value join judgements j on j.case_id = w.value "
        "where j.revealed_at is not null",
        wanted,
    )
    values: dict[int, list[Key]] = {}
    for row in db.execute(
        f"select {_COLUMNS} from json_each(?) w join cases c on c.case_id = w.value",  # noqa: S608
        [wanted],
    ):
        keys: list[Key] = [("all", "")]
        keys += [(each.name, value) for each in FACETS for value in each.read(row)]
        keys += [("round", name) for name in rounds.get(row["position"], ())]
        keys += [("asked_in", name) for name in asked_in.get(row["position"], ())]
        keys += [("revealed", name) for name in revealed.get(row["position"], ())]
        values[row["position"]] = keys
    store_sets(db, values)


def _group(db: Database, query: str, wanted: str) -> dict[int, list[str]]:
    found: dict[int, list[str]] = defaultdict(list)
    for position, value in db.execute(query, [wanted]):
        found[position].append(value)
    return found

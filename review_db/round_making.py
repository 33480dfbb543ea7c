"""Making a round, and changing what may be changed of one."""

import json
from collections import defaultdict
from collections.abc import Collection, Hashable, Sequence
from dataclasses import asdict, dataclass
from typing import Final, Literal

from sqlite_utils import Database

from review_db.annotators import add_by_hand, check_annotator, clean_name
from review_db.case_filter import CaseFilter, read_list
from review_db.case_finding import compute_where
from review_db.clock import now_text
from review_db.judgement_events import DEFAULT_ROUND
from review_db.rounds import (
    CaseOrder,
    RoundKind,
    append_round_event,
    has_judgements,
    load_rules,
)
from review_db.typed_ids import read_ids
from trek_core.checklist import GUIDELINE_VERSION
from trek_core.errors import StoreError
from trek_core.judgements import Mode
from trek_core.sampling import draw_stratified_sample, shuffle_by_seed

Stratum = Literal["labels", "system", "dataset"]

FAILURES_ONLY: Final = "a round takes failures only"


@dataclass(frozen=True)
class Sample:
    """A seeded sample of `n` failures of a filter, proportional over what `strata` names."""

    n: int
    seed: int
    strata: tuple[Stratum, ...] = ("labels",)
    filter: CaseFilter | None = None


CaseChoice = CaseFilter | Sample | Sequence[str]
"""Which cases a round takes: all failures of a filter, a sample, or by id (see `typed_ids`)."""


@dataclass(frozen=True)
class RoundPlan:
    """What a new round is to be.

    `new_people` are those of the annotators who are added with it. `overlap` is how many
    judgements each case is to have, None for no limit. `seed` is for the shuffled order.
    """

    name: str
    cases: CaseChoice
    annotators: tuple[str, ...]
    overlap: int | None = None
    mode: Mode = "assisted"
    kind: RoundKind = "normal"
    guideline_version: str = GUIDELINE_VERSION
    order: CaseOrder = "shuffled"
    seed: int = 0
    new_people: tuple[str, ...] = ()


def create_round(db: Database, plan: RoundPlan, by: str | None) -> str:
    """Store a new round and return its name as kept; raise `StoreError` for one that cannot be."""
    name = _clean_round_name(db, plan.name)
    for person in plan.new_people:
        add_by_hand(db, person)
    people = tuple(dict.fromkeys(clean_name(person) for person in plan.annotators))
    for person in people:
        check_annotator(db, person)
    _check_overlap(plan.overlap, len(people))
    case_ids, chosen_by = choose_cases(db, plan.cases, by)
    if not case_ids:
        raise StoreError("A round needs cases: none of the failures here are in this choice.")
    if plan.order == "shuffled":
        case_ids = shuffle_by_seed(case_ids, plan.seed)
    db.execute(
        "insert into rounds values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [name, plan.kind, plan.mode, plan.overlap, plan.guideline_version, plan.order, plan.seed,
         chosen_by, by, now_text()],
    )  # fmt: skip
    add_round_cases(db, name, case_ids)
    for person in people:
        _add_person(db, name, person)
    append_round_event(db, name, "created", by, detail={"n": len(case_ids), "annotators": people})
    return name


def choose_cases(
    db: Database, choice: CaseChoice, visible_to: str | None = None
) -> tuple[list[str], str]:
    """The failures chosen, in the order of import, and in words how they were.

    A filter finds what `visible_to` finds with it on Cases: how many it took would tell the rest.
    """
    if isinstance(choice, CaseFilter):
        return _list_failures(db, choice, visible_to), _say_filter(choice)
    if isinstance(choice, Sample):
        return _draw_sample(db, choice, visible_to)
    known = _find_positions(db, list(read_ids(db, choice)))
    return sorted(known, key=known.__getitem__), "named by their ids"


def change_round(
    db: Database,
    name: str,
    by: str | None,
    *,
    mode: Mode | None = None,
    overlap: int | None = None,
    add_annotators: Collection[str] = (),
    new_people: Collection[str] = (),
) -> None:
    """Change a round's mode (before its first judgement only), its overlap, or add people.

    `new_people` are those of the annotators to add who are nobody here yet.
    """
    rules = load_rules(db, name)
    if name == DEFAULT_ROUND:
        raise StoreError(
            "The round 'default' is everybody's, assisted and without limit: make a new round."
        )
    if mode is not None and mode != rules.mode:
        if has_judgements(db, name):
            raise StoreError(
                f"The mode of round {name!r} is fixed, for judgements were made in it: make a new "
                "round for another mode."
            )
        db.execute("update rounds set mode = ? where round = ?", [mode, name])
    for person in new_people:
        add_by_hand(db, person)
    for person in map(clean_name, add_annotators):
        check_annotator(db, person)
        _add_person(db, name, person)
    if overlap is not None:
        people = db.execute("select count(*) from round_annotators where round = ?", [name])
        _check_overlap(overlap, people.fetchone()[0])
        db.execute("update rounds set overlap = ? where round = ?", [overlap, name])
    detail = {"mode": mode, "overlap": overlap, "added": list(add_annotators)}
    append_round_event(db, name, "changed", by, detail=detail)


def add_round_cases(db: Database, name: str, case_ids: Sequence[str]) -> None:
    """Put cases at the end of a round's order; those it has stay where they are."""
    row = db.execute("select coalesce(max(position), 0) from round_cases where round = ?", [name])
    first = row.fetchone()[0] + 1
    db.conn.executemany(
        "insert into round_cases (round, position, case_id) values (?, ?, ?) "
        "on conflict (round, case_id) do nothing",
        [(name, position, case_id) for position, case_id in enumerate(case_ids, first)],
    )


def ensure_round(db: Database, name: str, mode: Mode, annotator: str | None, case_id: str) -> None:
    """Make sure that what comes with a file finds its round, with its case and annotator in it."""
    if name == DEFAULT_ROUND:
        return
    db.execute(
        "insert into rounds values (?, 'normal', ?, null, ?, 'imported', 0, 'import', null, ?) "
        "on conflict do nothing",
        [clean_name(name), mode, GUIDELINE_VERSION, now_text()],
    )
    if annotator is not None:
        _add_person(db, name, annotator)
    add_round_cases(db, name, [case_id])


def _clean_round_name(db: Database, name: str) -> str:
    try:
        cleaned = clean_name(name)
    except StoreError as error:
        raise StoreError(f"The round's name: {error}") from None
    if db.execute("select 1 from rounds where round = ?", [cleaned]).fetchone():
        raise StoreError(f"There is a round {cleaned!r} already: choose another name.")
    return cleaned


def _check_overlap(overlap: int | None, people: int) -> None:
    if overlap is not None and not 1 <= overlap <= max(people, 1):
        raise StoreError(
            f"Found {overlap} judgements wanted per case, expected 1 to {people}, as many as the "
            "round has annotators."
        )
    if not people:
        raise StoreError("A round needs annotators: choose at least one.")


def _add_person(db: Database, name: str, person: str) -> None:
    db.execute("insert into round_annotators values (?, ?) on conflict do nothing", [name, person])


def _list_failures(db: Database, chosen: CaseFilter | None, visible_to: str | None) -> list[str]:
    where, values = compute_where(db, chosen, visible_to)
    rows = db.execute(
        f"select c.case_id from cases c where c.is_failure and {where} order by c.position",  # noqa: S608
        values,
    )
    return [row["case_id"] for row in rows]


def _draw_sample(db: Database, sample: Sample, visible_to: str | None) -> tuple[list[str], str]:
    where, values = compute_where(db, sample.filter, visible_to)
    rows = db.execute(
        "select c.case_id, c.position, c.labels, c.system, c.dataset from cases c "  # noqa: S608
        f"where c.is_failure and {where} order by c.position",
        values,
    ).fetchall()
    strata: dict[Hashable, list[str]] = defaultdict(list)
    for row in rows:
        strata[tuple(row[name] for name in sample.strata)].append(row["case_id"])
    try:
        drawn = draw_stratified_sample(strata, sample.n, sample.seed)
    except ValueError as error:
        raise StoreError(f"The sample cannot be drawn: {error}.") from None
    taken = {case_id for case_ids in drawn.values() for case_id in case_ids}
    over = ", ".join(sample.strata) or "nothing"
    said = f"sample of {sample.n} of {len(rows)} over {over}, seed {sample.seed}"
    said += f", {_say_filter(sample.filter)}"
    return [row["case_id"] for row in rows if row["case_id"] in taken], said


def _find_positions(db: Database, case_ids: Sequence[str]) -> dict[str, int]:
    rows = db.execute(
        "select c.case_id, c.position, c.is_failure from json_each(?) wanted "
        "join cases c on c.case_id = wanted.value",
        [json.dumps(list(case_ids))],
    ).fetchall()
    found = {row["case_id"]: row["position"] for row in rows}
    accepted = [row["case_id"] for row in rows if not row["is_failure"]]
    if accepted:
        raise StoreError(
            f"Case {accepted[0]!r} was judged correct: {FAILURES_ONLY} "
            f"({len(accepted)} of these cases are none)."
        )
    return found


def _say_filter(chosen: CaseFilter | None) -> str:
    given = {name: value for name, value in asdict(chosen or CaseFilter()).items() if value}
    listed = given.pop("cases", None)
    parts = [f"{name} {value}" for name, value in given.items()]
    said = [f"filter {', '.join(parts)}"] if parts else []
    if listed:
        n = len(read_list("cases", listed))
        said.append(f"{n} chosen case{'s' if n > 1 else ''}")
    return ", ".join(said) or "filter all failures"

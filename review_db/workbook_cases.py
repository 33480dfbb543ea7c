"""Cases as a workbook holds them: the record, every revision, and who has yet to judge it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from sqlite_utils import Database

from review_db.blind_cases import find_blind_rounds
from review_db.case_filter import ALL_CASES, CaseFilter
from review_db.case_finding import compute_where, find_cases
from review_db.case_sets import load_set
from review_db.cases import load_case, load_case_version
from review_db.event_origins import load_origins
from review_db.json_text import dump_json
from review_db.judgement_events import DEFAULT_ROUND, JudgementEvent
from review_db.judgements import load_judgement, load_judgement_events
from review_db.probe_calls import find_answered_probes
from review_db.records import as_file_judgement, load_records
from review_db.restoring import load_at_revision
from review_db.rounds import Round, load_round, load_rules
from trek_core.records import Record
from trek_core.workbook import Revision, Seat, WorkbookCase


@dataclass(frozen=True)
class WorkbookChoice:
    """What goes into a workbook: the cases of a filter, and of a round where one is named.

    With `annotator`, that person's judgements alone. `with_seats` adds a row for everybody in the
    round who has not begun a case; outside a round, for the annotator.
    """

    filter: CaseFilter | None = None
    round: str | None = None
    annotator: str | None = None
    with_seats: bool = False


def load_workbook_cases(db: Database, choice: WorkbookChoice) -> Iterator[WorkbookCase]:
    """The cases of a choice, one at a time, in order."""
    chosen = load_round(db, choice.round) if choice.round is not None else None
    members = _load_members(db, chosen)
    for record in load_records(db, choice.filter):
        if members is None or record.case.case_id in members:
            yield _load(db, record, choice, chosen)


def count_workbook_rows(db: Database, choice: WorkbookChoice) -> tuple[int, int]:
    """How many cases and judgements the workbook of a choice holds."""
    where, values = compute_where(db, choice.filter)
    if choice.round not in (None, DEFAULT_ROUND):
        where += (
            " and exists (select 1 from round_cases m "
            "where m.round = :in_round and m.case_id = c.case_id)"
        )
    values |= {"in_round": choice.round, "only": choice.annotator}
    cases = db.execute(
        f"select count(*) from cases c where {where}",  # noqa: S608 - our own conditions
        values,
    ).fetchone()[0]
    judgements = db.execute(
        "select count(*) from judgements j join cases c on c.case_id = j.case_id "  # noqa: S608
        "where j.state <> 'not_started' and (:in_round is null or j.round = :in_round) "
        f"and (:only is null or j.annotator = :only) and {where}",
        values,
    ).fetchone()[0]
    return int(cases), int(judgements)


def find_rounds_judging(db: Database, choice: WorkbookChoice) -> list[str]:
    """The rounds in which anybody judges cases of a choice or its questions blind now."""
    chosen = find_cases(db, choice.filter or ALL_CASES).cases
    if choice.round not in (None, DEFAULT_ROUND):
        chosen &= load_set(db, "round", [choice.round])
    return find_blind_rounds(db, chosen)


def is_blind_round(db: Database, name: str) -> bool:
    """Whether a round is judged without TrekTrace's side and is not over."""
    rules = load_rules(db, name)
    return rules.mode != "assisted" and rules.state != "closed"


def load_base_case(
    db: Database, case_id: str, annotator: str | None, round_name: str, revision: int
) -> WorkbookCase:
    """A case as a workbook held it for one judgement at one of its revisions.

    Raises `StoreError` where the case, the round or the revision is not here.
    """
    case = load_case(db, case_id)
    record = case.record
    runs = find_answered_probes(db, case_id)
    empty = record.model_copy(update={"judgements": (), "decisions": ()})
    if annotator is None:
        return WorkbookCase(empty, probes_run=runs, version=case.version)
    stored = load_judgement(db, case_id, annotator, round_name)
    if revision == 0:
        seat = Seat(annotator, round_name, load_rules(db, round_name).mode)
        return WorkbookCase(empty, seats=(seat,), probes_run=runs, version=case.version)
    earlier = load_at_revision(db, stored, revision)
    if earlier.state == "not_started":
        earlier = replace(earlier, state="draft")
    judged = empty.model_copy(update={"judgements": (as_file_judgement(earlier),)})
    return WorkbookCase(judged, probes_run=runs, version=case.version)


def _load(
    db: Database, record: Record, choice: WorkbookChoice, chosen: Round | None
) -> WorkbookCase:
    case_id = record.case.case_id
    judgements = [each for each in record.judgements if _is_chosen(each, choice)]
    decisions = [each for each in record.decisions if choice.round in (None, each.round)]
    if choice.annotator is not None:
        decisions = []
    people = {"judgements": tuple(judgements), "decisions": tuple(decisions)}
    events = load_judgement_events(db, case_id, choice.annotator, choice.round)
    origins = load_origins(db, case_id)
    counts: dict[tuple[str, str], int] = {}
    begun = {each.annotator for each in judgements}
    return WorkbookCase(
        record.model_copy(update=people),
        tuple(_as_revision(event, counts, origins) for event in events),
        tuple(seat for seat in _seats(choice, chosen) if seat.annotator not in begun),
        find_answered_probes(db, case_id),
        load_case_version(db, case_id),
    )


def _is_chosen(each: Any, choice: WorkbookChoice) -> bool:
    return choice.round in (None, each.round) and choice.annotator in (None, each.annotator)


def _seats(choice: WorkbookChoice, chosen: Round | None) -> Iterator[Seat]:
    if not choice.with_seats:
        return
    if chosen is None or not chosen.annotators:
        if choice.annotator is not None:
            yield Seat(choice.annotator)
        return
    for annotator in chosen.annotators:
        if choice.annotator in (None, annotator):
            yield Seat(annotator, chosen.name, chosen.mode)


def _load_members(db: Database, chosen: Round | None) -> frozenset[str] | None:
    if chosen is None or chosen.name == DEFAULT_ROUND:
        return None
    rows = db.execute("select case_id from round_cases where round = ?", [chosen.name])
    return frozenset(row[0] for row in rows)


def _as_revision(
    event: JudgementEvent, counts: dict[tuple[str, str], int], origins: dict[int, str]
) -> Revision:
    judge = (event.annotator, event.round)
    earlier = event.new["earlier_revisions"] if event.kind == "import" else 0
    counts[judge] = counts.get(judge, 0) + 1 + earlier
    return Revision(
        annotator=event.annotator,
        round=event.round,
        mode=event.mode,
        revision=counts[judge],
        event=event.kind,
        step=event.step,
        field=event.field,
        page_url=event.part,
        old=_as_text(event.old),
        new=_as_text(event.new),
        by=event.by,
        origin=origins.get(event.event_id),
        case_version=event.case_version,
        guideline_version=event.guideline_version,
        at=event.at,
    )


def _as_text(value: Any) -> str | None:
    return value if value is None or isinstance(value, str) else dump_json(value)

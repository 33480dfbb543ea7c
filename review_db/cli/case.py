"""`trek case`: everything that is recorded and judged of one case."""

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from review_db.cli.printable import make_printable, show, show_json

if TYPE_CHECKING:
    from review_db.store import ReviewStore, StoredCase
    from trek_core.judgements import Judgement
    from trek_core.records import Record

_MOST_URLS = 10


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `trek case` to the command line."""
    parser = subparsers.add_parser(
        "case",
        help="show one case with its labels and judgements",
        description=(
            "Show one case: what was asked and answered, what was searched, TrekTrace's labels "
            "with what they rest on, and what people concluded. With --json the whole record."
        ),
    )
    parser.add_argument("case_id", metavar="ID", help="the case, as `trek cases` names it")
    parser.add_argument(
        "--db", metavar="PATH", help="review database (default: TREK_DB, else your data folder)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the case; a case that is not there is an error."""
    from review_db.location import existing_database_path
    from review_db.store import ReviewStore
    from trek_core.jsonl import record_to_json

    store = ReviewStore(existing_database_path(args.db))
    case = store.load_case(args.case_id)
    record = load_record(store, args.case_id)
    if args.json:
        # As a line of a TrekTrace file, with what this database adds to it.
        asked = tuple(leave_out_moot(store, args.case_id, each) for each in record.judgements)
        shown = record.model_copy(update={"judgements": asked})
        line = record_to_json(shown, case.attribution)
        line |= {"version": case.version, "imported_at": case.imported_at}
        show_json(line)
    else:
        show("\n".join([*describe(case), *describe_people(record)]))
    return 0


def load_record(store: "ReviewStore", case_id: str) -> "Record":
    """The record with everyone's judgements and every decision."""
    from review_db.store import CaseFilter

    position = store.list_positions([case_id])[case_id]
    return next(iter(store.load_records(CaseFilter(cases=str(position)))))


def leave_out_moot(store: "ReviewStore", case_id: str, judgement: "Judgement") -> "Judgement":
    """The judgement without answers to what is not asked any more.

    An export keeps them, for they return with their path.
    """
    from trek_core.checklist import Status, evaluate, join_answers, split_answers

    answers = join_answers(judgement.model_dump(mode="json"))
    facts = store.load_case_for(case_id, judgement.annotator, judgement.round).facts
    status = evaluate(answers, facts).status
    asked = {name: given for name, given in answers.items() if status[name] != Status.NOT_ASKED}
    return judgement.model_copy(update=split_answers(asked))


def describe(case: "StoredCase") -> Iterator[str]:
    """The case for people, line by line."""
    from trek_core.sources import say_verdict

    record = case.record.case
    yield make_printable(record.case_id)
    facts: tuple[tuple[str, object], ...] = (
        ("Question", record.question),
        ("Year", record.effective_year),
        ("Reference", " | ".join(record.reference_answers or ())),
        ("Dataset", record.dataset),
        ("System", record.system.name if record.system else None),
        ("Answer", record.prediction),
        ("Verdict", say_verdict(record)),
    )
    for name, value in facts:
        if value:
            yield f"{name + ':':12}{' '.join(str(value).split())}"
    yield from _describe_list("Queries", record.queries)
    yield from _describe_list("Gold pages", None if record.gold_urls is None else record.gold)
    yield from _describe_list("Retrieved", record.retrieved)
    if record.opened_urls is not None:
        yield from _describe_list("Opened", record.opened_urls)
    if record.cited is not None:
        yield from _describe_list("Cited", record.cited)
    attribution = case.attribution
    if attribution is None:
        yield "Labels:     none, the answer was accepted"
        return
    incomplete = "" if attribution.complete else f" (incomplete: {', '.join(attribution.missing)})"
    yield f"Labels:     {attribution.label_set}{incomplete}"
    for label, grounds in attribution.grounds.items():
        rests_on = ", ".join(f"{each.judgement} {_say(each.value)}" for each in grounds)
        yield f"  {label}: {rests_on}"
    yield from (f"  Note: {note}" for note in attribution.notes)


def describe_people(record: "Record") -> Iterator[str]:
    """What each person concluded, and what was decided, a line each."""
    for each in record.judgements:
        handed_in = f"handed in {each.submitted_at}" if each.submitted_at else None
        said = (each.state, each.outcome, ", ".join(each.labels or ()), handed_in)
        yield f"Judged by {each.annotator} in {each.round}: {_join(said)}"
    for decision in record.decisions:
        decided = (decision.outcome, ", ".join(decision.labels or ()), decision.reason)
        yield f"Decided by {decision.decided_by} in {decision.round}: {_join(decided)}"


def _join(parts: "tuple[str | None, ...]") -> str:
    return "; ".join(" ".join(part.split()) for part in parts if part)


def _describe_list(name: str, values: tuple[str, ...] | None) -> Iterator[str]:
    if values is None:
        yield f"{name + ':':12}not recorded"
        return
    yield f"{name + ':':12}{len(values)}"
    yield from (f"  {' '.join(value.split())}" for value in values[:_MOST_URLS])
    if len(values) > _MOST_URLS:
        yield f"  ... and {len(values) - _MOST_URLS} more"


def _say(value: bool | None) -> str:
    return {None: "unknown", True: "yes", False: "no"}[value]

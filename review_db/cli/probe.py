"""`trek probe`: ask one probe of one case, once or k times, and say how often it fails."""

import argparse
import asyncio
from typing import TYPE_CHECKING, Any

from review_db.cli.printable import show, show_json
from review_db.cli.probe_answers import list_answers, tell_answer
from review_db.cli.probing import (
    STOPPED,
    add_settings_option,
    load_run_settings,
    read_model,
    read_probe_name,
    say,
    stop_on_interrupt,
    tell_progress,
)
from review_db.clock import now_text
from trek_core.errors import TrekError

if TYPE_CHECKING:
    from review_db.store import ReviewStore
    from trek_core.probes.contracts import ProbeName
    from trek_core.probes.left import LogReader
    from trek_core.probes.plan import Plan
    from trek_core.probes.progress import RunSummary
    from trek_core.recorded_probes import Probes
    from trek_core.records import Record
    from trek_core.settings import Settings


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `trek probe` to the command line."""
    parser = subparsers.add_parser(
        "probe",
        help="ask one probe of one case, once or several times",
        description=(
            "Ask one probe of one case of the review database, graded where it is an answer. "
            "With --repeat K it is asked until there are K of it, those asked earlier included, "
            "and the failures are counted with a 95 % interval. The record is not changed."
        ),
    )
    parser.add_argument("case_id", metavar="CASE_ID")
    parser.add_argument("--probe", required=True, type=read_probe_name, metavar="PROBE")
    parser.add_argument(
        "--repeat", type=int, default=1, metavar="K", help="how many there shall be"
    )
    parser.add_argument(
        "--model", type=read_model, metavar="NAME", help="another model for this probe's role"
    )
    add_settings_option(parser)
    parser.add_argument(
        "--db", metavar="PATH", help="review database (default: TREK_DB, else your data folder)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Ask and report; the exit code says how it ended (docs/probes.md)."""
    from review_db.location import existing_database_path
    from review_db.store import OWNER, ReviewStore
    from trek_core.probes.plan import say_accepted

    settings = use_model(load_run_settings(args.settings), args.probe, args.model)
    store = ReviewStore(existing_database_path(args.db))
    record = store.load_case(args.case_id).record
    if not record.case.is_failure:
        raise TrekError(say_accepted(args.case_id))
    plan = plan_probe(args.probe, args.repeat)
    # Where all of it is there already, there is nothing to run.
    summary, reader = _read_log(store, record, plan, settings)
    run_id = None
    if summary.unfinished:
        run_id = store.start_case_run(plan, settings, args.case_id, anew=False, by=OWNER).run_id
        summary = _ask(store, run_id, record, plan, settings)
        _, reader = _read_log(store, record, plan, settings)
    repeats = summary.results.get(args.case_id, ())
    result = {
        "case_id": args.case_id,
        "probe": args.probe,
        "run_id": run_id,
        "state": summary.state,
        "problem": summary.problem,
        **summary.progress.to_json(),
        "not_asked": dict(summary.not_asked),
        "reproduction": _count(repeats, args.probe),
        "answers": list_answers(reader.calls, args.case_id, args.probe, plan.repeat_numbers),
        "results": [each.to_json() for each in repeats],
    }
    if args.json:
        show_json(result)
    else:
        _tell(result)
    if summary.problem:
        say(f"trek probe: {summary.problem}")
    return STOPPED[summary.state]


def _read_log(
    store: "ReviewStore", record: "Record", plan: "Plan", settings: "Settings"
) -> "tuple[RunSummary, LogReader]":
    """What the database holds of a plan already."""
    from trek_core.probes.left import LogReader

    cache = store.document_cache(now_text())
    reader = LogReader(settings, store.probe_log(0), cache)
    return asyncio.run(reader.run([record], plan)), reader


def _ask(
    store: "ReviewStore", run_id: int, record: "Record", plan: "Plan", settings: "Settings"
) -> "RunSummary":
    from review_db.run_probes import run_probes

    with stop_on_interrupt() as is_cancelled, tell_progress() as on_progress:
        return run_probes(
            store,
            run_id,
            [record],
            plan,
            settings,
            on_progress=on_progress,
            is_cancelled=is_cancelled,
        )


def use_model(settings: "Settings", probe: "ProbeName", model: str | None) -> "Settings":
    """The settings with another model in the role that a probe asks."""
    from trek_core.probes.contracts import CONTRACTS

    if model is None:
        return settings
    name = CONTRACTS[probe].role
    role = settings.role(name).model_copy(update={"model": model})
    return settings.model_copy(update={"roles": {**settings.roles, name: role}})


def plan_probe(probe: "ProbeName", repeats: int) -> "Plan":
    """The plan of one probe, with the call that grades it where it is an answer."""
    from trek_core.probes.plan import Plan
    from trek_core.probes.repeats import GRADED_BY

    graded_by = [grade for answer, grade in GRADED_BY.items() if answer == probe]
    return Plan(probes=(probe, *graded_by), repeats=repeats, whatever_the_grade=True)


def _count(repeats: "tuple[Probes, ...]", probe: "ProbeName") -> dict[str, Any] | None:
    from trek_core.probes.repeats import compute_reproduction

    match probe:
        case "gold_only" | "gold_plus_noise":
            return compute_reproduction(repeats, probe).to_json()
    return None


def _tell(result: dict[str, Any]) -> None:
    from trek_core.counted import count_of

    outcomes = ", ".join(f"{count} {name}" for name, count in result["outcomes"].items())
    kept = "nothing left to ask"
    if result["run_id"] is not None:
        kept = f"kept as run {result['run_id']}"
    show(
        f"{count_of(result['asked'], 'call')} asked and {result['reused']} found in the log "
        f"({outcomes or 'none'}), {kept}"
    )
    for answer in result["answers"]:
        show(tell_answer(answer))
    if result["reproduction"]:
        show(f"{result['probe']}: {result['reproduction']['sentence']}")
    for why, count in result["not_asked"].items():
        show(f"  {count:>6}  not asked, {why}")

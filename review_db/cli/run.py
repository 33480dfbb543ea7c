"""`trek run`: ask the probes of every failed case of a file and write its attributions."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from review_db.cli.printable import show, show_json
from review_db.cli.probing import (
    STOPPED,
    load_run_settings,
    read_probe_names,
    say,
)
from review_db.cli.run_files import (
    add_file_options,
    check_files,
    load_cases,
    open_log,
    write_results,
)
from review_db.cli.run_here import print_estimate, run_here

if TYPE_CHECKING:
    from trek_core.probes.progress import RunSummary


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `trek run` to the command line."""
    parser = subparsers.add_parser(
        "run",
        help="ask the probes of every failed case and attribute it",
        description=(
            "Ask the probes of every failed case with the models of the settings and write all "
            "cases to OUT with their attributions. Every call is kept in OUT.probes.db; a run that "
            "was stopped goes on with --resume and pays for nothing twice."
        ),
    )
    add_file_options(
        parser, limit_help="the first N failed cases", resume_help="go on with the run of OUT"
    )
    parser.add_argument(
        "--only", metavar="PROBES", type=read_probe_names, help="these probes, with commas between"
    )
    parser.add_argument("--batch-out", metavar="FILE", help="write the calls to a batch file")
    parser.add_argument(
        "--batch-in", metavar="FILE", action="append", help="take in a batch's output; repeatable"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run and write OUT; the exit code says how it ended (docs/probes.md)."""
    from trek_core.probes.contracts import PROBE_NAMES
    from trek_core.probes.plan import Plan

    source, out = check_files(args, args.batch_out, *(args.batch_in or ()))
    settings = load_run_settings(args.settings)
    plan = Plan(probes=args.only or PROBE_NAMES, limit=args.limit)
    records = load_cases(source)
    if args.dry_run:
        return print_estimate(records, plan, settings, args)
    is_batch = args.batch_out is not None or args.batch_in is not None
    store, run_id = open_log(out, records, plan, settings, goes_on=args.resume or is_batch)
    if is_batch:
        from review_db.cli.run_batch import run_batch

        summary, told = run_batch(store, run_id, records, plan, settings, args)
    else:
        summary, told = run_here(store, run_id, records, plan, settings), {}
    write_results(out, records, summary, store)
    result = describe_run(out, store.path, run_id, summary) | told
    if args.json:
        show_json(result)
    else:
        show(_in_words(result))
    if summary.problem:
        say(f"trek run: {summary.problem}")
    return STOPPED[summary.state]


def describe_run(out: Path, log: Path, run_id: int, summary: "RunSummary") -> dict[str, Any]:
    """How a run ended, as plain JSON values."""
    return {
        "out": str(out),
        "log": str(log),
        "run_id": run_id,
        "state": summary.state,
        "problem": summary.problem,
        **summary.progress.to_json(),
        "not_asked": dict(summary.not_asked),
    }


def _tell_calls(result: dict[str, Any]) -> str:
    from trek_core.counted import count_of

    if "taken_in" in result:
        return f"{count_of(result['taken_in'], 'call')} taken in"
    return f"{count_of(result['asked'], 'call')} asked"


def _in_words(result: dict[str, Any]) -> str:
    from trek_core.counted import count_of
    from trek_core.probes.progress import tell_cost

    outcomes = ", ".join(f"{count} {name}" for name, count in result["outcomes"].items())
    done = (
        f"{result['out']}: {result['cases_done']} of "
        f"{count_of(result['cases'], 'failed case')} done, "
        f"{_tell_calls(result)} and {result['reused']} found in the log "
        f"({outcomes or 'none'}); {result['tokens']} tokens, "
        f"cost {tell_cost(result['money'], result['unpriced'])}"
    )
    lines = [done, *(f"{name}: removed, an earlier round" for name in result.get("removed", ()))]
    if "batch_out" in result:
        lines += [
            f"{name}: {count_of(calls, 'call')} to send"
            for name, calls in result["batch_out"].items()
        ]
    lines += [f"  {count:>6}  not asked, {why}" for why, count in result["not_asked"].items()]
    if result["state"] == "waiting":
        lines.append("Send the calls, then take the output in with --batch-in.")
    elif result["state"] != "done":
        lines.append("The run is not complete: go on with it with --resume.")
    return "\n".join(lines)

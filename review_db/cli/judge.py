"""`trek judge`: judge recorded answers by their dataset's protocol."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from review_db.cli.case_files import write_cases
from review_db.cli.printable import show, show_json
from review_db.cli.probing import STOPPED, load_run_settings, say
from review_db.cli.run_files import add_file_options, check_files, load_cases, open_log
from review_db.cli.run_here import print_estimate, run_here
from review_db.cli.select import add_dataset_option

if TYPE_CHECKING:
    from review_db.store import ReviewStore
    from trek_core.cases import Judge, Protocol
    from trek_core.probes.plan import Plan
    from trek_core.records import Record

PROTOCOLS = ("freshqa", "infodeepseek", "sealqa")


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `trek judge` to the command line."""
    parser = subparsers.add_parser(
        "judge",
        help="judge recorded answers",
        description=(
            "Judge every answer that has no verdict by its dataset's protocol, with the analysis "
            "judge of the settings, and write all cases to OUT. FreshQA's answers that equal a "
            "reference need no judge. Every call is kept in OUT.probes.db; what was stopped goes "
            "on with --resume and pays for nothing twice."
        ),
    )
    add_file_options(
        parser,
        limit_help="ask about the first N cases",
        resume_help="go on with the judging of OUT",
    )
    parser.add_argument(
        "--protocol",
        choices=PROTOCOLS,
        help="judge by this one (default: as recorded with the verdict, else by the dataset)",
    )
    parser.add_argument(
        "--again", action="store_true", help="also where there is a verdict; the earlier is kept"
    )
    parser.add_argument(
        "--references",
        metavar="DATASET",
        help="judge again by this release's references where they differ; both are kept",
    )
    add_dataset_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Judge and write OUT; the exit code says how it ended, as for `trek run`."""
    from review_db.cli.judge_references import load_release
    from review_db.cli.judge_report import describe, summarise

    source, out = check_files(args, args.references)
    records = load_cases(source)
    release = load_release(args, records) if args.references else None
    judges, to_ask = _sort_out(release.records if release else records, args)
    summary, log = None, None
    if to_ask:
        plan, settings = _make_plan(to_ask, args.limit), load_run_settings(args.settings)
        if args.dry_run:
            return print_estimate(to_ask, plan, settings, args)
        store, run_id = open_log(out, to_ask, plan, settings, goes_on=args.resume)
        summary, log = run_here(store, run_id, to_ask, plan, settings), store.path
        judges |= _read_judges(store, to_ask, plan)
    if release:
        judged = release.add(records, judges)
    else:
        judged = [_with_judge(record, judges.get(record.case.case_id)) for record in records]
    if not args.dry_run:
        _write(out, judged)
    result: dict[str, Any] = {"out": str(out), "log": str(log) if log else None}
    result |= summarise(records, judged, summary)
    if release:
        result |= release.report(judged, judges)
    if args.json:
        show_json(result)
    else:
        show(describe(result))
    if summary and summary.problem:
        say(f"trek judge: {summary.problem}")
    return STOPPED[summary.state] if summary else 0


def _sort_out(
    records: "list[Record]", args: argparse.Namespace
) -> "tuple[dict[str, Judge], list[Record]]":
    """The verdicts that need no judge, by case, and the cases to ask one about."""
    from trek_core.cases import SETTLED
    from trek_core.judging import choose_protocol, judge_by_equality

    judges: dict[str, Judge] = {}
    to_ask: list[Record] = []
    without = 0
    for record in records:
        case = record.case
        if case.verdict in SETTLED and not (args.again or args.references):
            continue
        protocol = choose_protocol(case, args.protocol)
        if protocol is None:
            without += 1
        elif equal := judge_by_equality(case, protocol):
            judges[case.case_id] = equal
        else:
            to_ask.append(_without_verdict(record, protocol))
    if without:
        left = "1 case is" if without == 1 else f"{without:,} cases are"
        say(
            f"trek judge: {left} left as found: no protocol goes with the dataset. Name one with "
            f"--protocol {', '.join(PROTOCOLS[:-1])} or {PROTOCOLS[-1]}."
        )
    return judges, to_ask


def _without_verdict(record: "Record", protocol: "Protocol") -> "Record":
    """The case as a judge gets it: with its protocol, and no earlier verdict."""
    from trek_core.cases import Judge

    case = record.case.model_copy(update={"judge": Judge(protocol=protocol)})
    return record.model_copy(update={"case": case})


def _make_plan(records: "list[Record]", limit: int | None) -> "Plan":
    from trek_core.probes.contracts import JUDGE_NAMES
    from trek_core.probes.plan import Plan
    from trek_core.probes.steps import choose_judge

    used = {choose_judge(record.case) for record in records}
    return Plan(probes=tuple(name for name in JUDGE_NAMES if name in used), limit=limit)


def _read_judges(store: "ReviewStore", records: "list[Record]", plan: "Plan") -> "dict[str, Judge]":
    """What the latest call about each case came to; one without a reply is no verdict yet."""
    from trek_core.judging import read_judge

    judges = {}
    for record in records:
        judge = record.case.judge
        calls = store.load_probe_calls(record.case.case_id, plan.probes)
        replied = [each.call for each in calls if each.call.outcome != "failed"]
        if replied and judge and judge.protocol:
            judges[record.case.case_id] = read_judge(replied[-1], judge.protocol)
    return judges


def _with_judge(record: "Record", judge: "Judge | None") -> "Record":
    """The case with its new verdict; an earlier one stays beside it as `earlier`."""
    if judge is None:
        return record
    if record.case.judge and record.case.judge.verdict:
        judge = judge.model_copy(update={"earlier": record.case.judge.to_json()})
    return record.model_copy(update={"case": record.case.model_copy(update={"judge": judge})})


def _write(out: Path, records: "list[Record]") -> None:
    from trek_core.attribution import attribute
    from trek_core.jsonl import record_to_json

    write_cases(
        out,
        (
            record_to_json(
                each,
                attribute(each.case, each.probes)
                if each.case.is_failure and each.probes.model_fields_set
                else None,
            )
            for each in records
        ),
    )

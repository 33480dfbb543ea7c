"""The files of `trek run` and `trek judge`: the cases, the output, the log beside it."""

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from review_db.cli.case_files import check_apart, check_names, log_path
from review_db.cli.probing import add_dry_run_option, add_settings_option, say
from trek_core.errors import TrekError, say_unreadable, say_unwritable

if TYPE_CHECKING:
    from review_db.store import ReviewStore
    from trek_core.probes.plan import Plan
    from trek_core.probes.progress import RunSummary
    from trek_core.records import Record
    from trek_core.settings import Settings


def add_file_options(parser: argparse.ArgumentParser, *, limit_help: str, resume_help: str) -> None:
    """Add what commands share that ask about the cases of a file and write them to another."""
    parser.add_argument("source", metavar="CASES", help="cases, or what a system recorded, .gz too")
    parser.add_argument("-o", "--out", required=True, metavar="OUT.jsonl", help="file to write")
    add_settings_option(parser)
    parser.add_argument("--limit", metavar="N", type=int, help=limit_help)
    add_dry_run_option(parser)
    parser.add_argument("--resume", action="store_true", help=resume_help)
    parser.add_argument("--json", action="store_true", help="print one JSON object instead")


def check_files(args: argparse.Namespace, *others: str | None) -> tuple[Path, Path]:
    """The source and the output, which are two; raises `TrekError` for names that do not do."""
    source, out = Path(args.source), Path(args.out)
    check_names(source, out, args.settings, *others)
    check_apart(out, source)
    return source, out


def load_cases(source: Path) -> "list[Record]":
    """The cases of a file of any shape; what cannot be taken is named on stderr."""
    from trek_core.jsonl import Rejected, Repeated
    from trek_core.sources import read_source

    records = []
    try:
        for entry in read_source(source, name=str(source)):
            if isinstance(entry, Rejected):
                say(str(entry))
            elif not isinstance(entry, Repeated):
                records.append(entry.record)
    except OSError as error:
        raise TrekError(say_unreadable(source, error)) from None
    if not records:
        raise TrekError(f"{source}: no line could be taken.")
    return records


def open_log(
    out: Path, records: "list[Record]", plan: "Plan", settings: "Settings", *, goes_on: bool
) -> "tuple[ReviewStore, int]":
    """The log beside OUT, and the run in it: a new one, or the latest one taken up again."""
    from review_db.store import OWNER, ReviewStore

    path = log_path(out)
    if path.exists() and not goes_on:
        raise TrekError(
            f"{path} holds an earlier run: go on with it with --resume, or choose another OUT."
        )
    store = ReviewStore(path)
    for earlier in store.list_probe_runs(1):
        return store, store.resume_probe_run(earlier.run_id, settings, by=OWNER).run_id
    case_ids = [record.case.case_id for record in records if record.case.is_failure]
    return store, store.start_probe_run(plan, settings, case_ids[: plan.limit], by=OWNER)


def write_results(
    out: Path, records: "list[Record]", summary: "RunSummary", store: "ReviewStore"
) -> None:
    """Write every case with the pages read in its place, and the probes that the run found."""
    from trek_core.jsonl import write_jsonl

    try:
        write_jsonl(out, _with_results(records, summary, store))
    except OSError as error:
        raise TrekError(say_unwritable(out, error)) from None


def _with_results(
    records: "list[Record]",
    summary: "RunSummary",
    store: "ReviewStore",
) -> "Iterable[Record]":
    from trek_core.probes.results import has_findings

    for record in records:
        found = summary.results.get(record.case.case_id)
        # A case is replaced as a whole or not at all: nothing recorded gives way to nothing.
        is_kept = record.case.case_id in summary.unfinished and has_findings(record.probes)
        probes = found[0] if found and not is_kept else record.probes
        case = store.add_stored_pages(record.case)
        yield record.model_copy(update={"case": case, "probes": probes})

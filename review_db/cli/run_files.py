"""The files of `trek run`: the cases it reads, the log beside its output, the output."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from review_db.cli.case_files import log_path
from review_db.cli.probing import say
from trek_core.errors import TrekError, say_unreadable, say_unwritable

if TYPE_CHECKING:
    from review_db.store import ReviewStore
    from trek_core.probes.plan import Plan
    from trek_core.probes.progress import RunSummary
    from trek_core.records import Record
    from trek_core.settings import Settings


def load_cases(source: Path) -> "list[Record]":
    """The cases of a file; every line that cannot be taken is named on stderr."""
    from trek_core.jsonl import Rejected, Repeated, read_jsonl

    records = []
    try:
        for entry in read_jsonl(source, name=str(source)):
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

"""`trek run --batch-out` and `--batch-in`: one round of a batch."""

import argparse
import asyncio
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from review_db.cli.probing import say
from trek_core.errors import TrekError, say_unreadable, say_unwritable

if TYPE_CHECKING:
    from review_db.store import ReviewStore
    from trek_core.probes.batch import BatchReplies, BatchRunner
    from trek_core.probes.calls import ProbeRequest
    from trek_core.probes.plan import Plan
    from trek_core.probes.progress import RunSummary
    from trek_core.recorded_probes import Probes
    from trek_core.records import Record
    from trek_core.settings import Settings

LARGEST_FILE = 50_000
"""The most calls that one batch may hold at OpenAI."""


def run_batch(
    store: "ReviewStore",
    run_id: int,
    records: "list[Record]",
    plan: "Plan",
    settings: "Settings",
    args: argparse.Namespace,
) -> "tuple[RunSummary, dict[str, Any]]":
    """Take in a batch's output, then write the calls that can be asked by now.

    Returns how far the run is, and what the command says of the files.
    """
    from trek_core.counted import count_of

    out = None if args.batch_out is None else Path(args.batch_out)
    earlier = [] if out is None else find_earlier_files(out)
    replies = _read_replies(args.batch_in or [])
    summary, runner = asyncio.run(_take_in(store, run_id, records, plan, settings, replies))
    if runner.requests and summary.state == "done":
        summary = replace(summary, state="waiting")
    store.end_probe_run(run_id, summary)
    if runner.unknown:
        say(
            f"trek run: {count_of(len(runner.unknown), 'line')} of {', '.join(args.batch_in)} "
            "without a call of this run: its cases, prompts or settings have changed since."
        )
    if replies.repeated:
        say(
            f"trek run: {count_of(replies.repeated, 'call')} with several replies: an answer was "
            "taken before any other, a failure last."
        )
    if runner.failed:
        say(
            f"trek run: {count_of(len(runner.failed), 'call')} failed in the batch, to be asked "
            f"again with the next file. The last: {runner.failed[-1].problem}"
        )
    told: dict[str, Any] = {
        "asked": 0,
        "taken_in": summary.progress.asked,
        "batch_calls": len(runner.requests),
    }
    if out is not None:
        told["batch_out"] = _write_files(out, runner.requests)
        told["removed"] = _remove_files(earlier, told["batch_out"])
    return summary, told


def find_earlier_files(out: Path) -> list[Path]:
    """The files that an earlier `--batch-out` of this name wrote.

    Raises `TrekError` where one of them is something else: it would be written over.
    """
    part = re.compile(rf"{re.escape(out.stem)}\.[0-9]+{re.escape(out.suffix)}")
    try:
        found = [
            path
            for path in (sorted(out.parent.iterdir()) if out.parent.is_dir() else ())
            if (path.name == out.name or part.fullmatch(path.name)) and path.is_file()
        ]
        for path in found:
            if not _is_batch_file(path):
                raise TrekError(
                    f"{path} is there and is no batch file: choose another name for --batch-out."
                )
    except OSError as error:
        raise TrekError(say_unwritable(out, error)) from None
    return found


def _is_batch_file(path: Path) -> bool:
    with path.open("rb") as file:
        first = file.readline(2**20)
    return not first.strip() or (b'"custom_id"' in first and b'"method"' in first)


def _remove_files(earlier: list[Path], written: dict[str, int]) -> list[str]:
    """Remove what an earlier round left under this name, so that nobody sends it again."""
    left = [path for path in earlier if str(path) not in written]
    for path in left:
        path.unlink(missing_ok=True)
    return [str(path) for path in left]


def _write_files(out: Path, requests: "list[ProbeRequest]") -> dict[str, int]:
    """Write a file for each model and address, as a batch has one of each; returns their sizes."""
    from trek_core.jsonl import write_lines
    from trek_core.probes.batch import batch_line

    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for request in requests:
        line = batch_line(request)
        groups.setdefault((request.model, line["url"]), []).append(line)
    written: dict[str, int] = {}
    for number, lines in enumerate(groups.values(), start=1):
        name = out.name if len(groups) == 1 else f"{out.stem}.{number}{out.suffix}"
        path = out.with_name(name)
        if len(lines) > LARGEST_FILE:
            raise TrekError(
                f"{len(lines)} calls are more than one batch may hold ({LARGEST_FILE}): run on "
                "fewer cases with --limit."
            )
        try:
            write_lines(path, lines)
        except OSError as error:
            raise TrekError(say_unwritable(path, error)) from None
        written[str(path)] = len(lines)
    return written


def _read_replies(names: list[str]) -> "BatchReplies":
    from trek_core.probes.batch import BatchReplies, read_batch_output

    found = BatchReplies()
    for name in names:
        try:
            replies = read_batch_output(Path(name))
        except OSError as error:
            raise TrekError(say_unreadable(name, error)) from None
        for problem in replies.problems:
            say(problem)
        found += replies
    return found


async def _take_in(
    store: "ReviewStore",
    run_id: int,
    records: "list[Record]",
    plan: "Plan",
    settings: "Settings",
    replies: "BatchReplies",
) -> "tuple[RunSummary, BatchRunner]":
    from trek_core.probes.batch import BatchRunner
    from trek_core.probes.documents import DocumentFetcher

    async with DocumentFetcher() as fetcher:
        log = store.probe_log(run_id)
        cache = store.document_cache(store.load_probe_run(run_id).started_at)
        runner = BatchRunner(settings, log, cache, fetcher, replies)
        found: list[tuple[str, int, Probes]] = []
        summary = await runner.run(
            records,
            plan,
            on_result=lambda *result: found.append(result),
            spent=store.load_probe_spending(run_id),
        )
    store.beat_probe_run(run_id, summary.progress, found)
    return summary, runner

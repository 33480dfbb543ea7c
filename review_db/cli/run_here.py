"""Carrying out a run of probes in this process, and saying beforehand what it would take."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from review_db.store import ReviewStore
    from trek_core.probes.plan import Plan
    from trek_core.probes.progress import RunSummary
    from trek_core.records import Record
    from trek_core.settings import Settings


def run_here(
    store: "ReviewStore", run_id: int, records: "list[Record]", plan: "Plan", settings: "Settings"
) -> "RunSummary":
    """Carry out a run to its end; Ctrl-C ends it in order, and it says how far it is."""
    from review_db.cli.probing import stop_on_interrupt, tell_progress
    from review_db.run_probes import run_probes

    with stop_on_interrupt() as is_cancelled, tell_progress() as on_progress:
        return run_probes(
            store,
            run_id,
            records,
            plan,
            settings,
            on_progress=on_progress,
            is_cancelled=is_cancelled,
        )


def print_estimate(
    records: "list[Record]", plan: "Plan", settings: "Settings", args: argparse.Namespace
) -> int:
    """Say what a run would ask and cost at most, or what is left of one; the exit code."""
    from review_db.cli.estimates import estimate_left, tell_estimate
    from review_db.cli.probing import STOPPED
    from review_db.cli.run_files import log_path
    from trek_core.probes.estimate import estimate

    if args.resume:
        found = estimate_left(records, plan, settings, log_path(Path(args.out)))
    else:
        found = estimate(records, plan, settings).to_json()
    tell_estimate(found, as_json=args.json)
    return STOPPED["done"]

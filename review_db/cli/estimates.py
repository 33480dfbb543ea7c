"""`trek run --dry-run`: what a run, or what is left of one, would ask and cost at most."""

import asyncio
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from review_db.cli.printable import show, show_json

if TYPE_CHECKING:
    from trek_core.probes.contracts import ProbeName
    from trek_core.probes.plan import Plan
    from trek_core.records import Record
    from trek_core.settings import Settings


def tell_estimate(found: dict[str, Any], *, as_json: bool) -> None:
    """Print an estimate (`Estimate.to_json`)."""
    from trek_core.counted import count_of
    from trek_core.probes.progress import tell_cost, tell_money

    if as_json:
        show_json(found)
        return
    if found["money"] is not None:
        money = tell_money(found["money"])
    elif found.get("known_money"):
        money = tell_cost(found["known_money"], found["unpriced"])
    else:
        money = "unknown: no price is set"
    show(
        f"At most {count_of(found['calls'], 'call')} about {count_of(found['cases'], 'case')}, "
        f"{count_of(found['tokens'], 'token')}; cost {money}. Nothing was asked."
    )
    for probe, calls in found["by_probe"].items():
        show(f"  {calls:>6}  {probe}")
    for why, count in found["not_asked"].items():
        show(f"  {count:>6}  not asked, {why}")


def estimate_left(
    records: "list[Record]", plan: "Plan", settings: "Settings", log: Path
) -> dict[str, Any]:
    """The estimate of what the log of a run, where there is one, does not hold yet."""
    from review_db.store import ReviewStore
    from trek_core.probes.estimate import estimate
    from trek_core.probes.left import LogReader

    if not log.exists():
        return estimate(records, plan, settings).to_json()
    store = ReviewStore(log)
    started_at = next((run.started_at for run in store.list_probe_runs(1)), "")
    reader = LogReader(settings, store.probe_log(0), store.document_cache(started_at))
    summary = asyncio.run(reader.run(records, plan))
    groups: dict[tuple[ProbeName, ...], list[Record]] = {}
    for record, left in reader.list_left(records, plan, summary):
        groups.setdefault(left, []).append(record)
    # Nothing of no case, to which each group adds what it has.
    total = estimate([], plan, settings).to_json()
    for probes, group in groups.items():
        part = replace(plan, probes=probes, repeats=1, first_repeat=1, limit=None)
        total = _add(total, estimate(group, part, settings).to_json())
    return total


def _add(total: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    """Two estimates as one; what one of them does not know is unknown."""
    return {name: _add_values(total[name], part[name]) for name in total}


def _add_values(one: Any, other: Any) -> Any:
    if one is None or other is None:
        return None
    if isinstance(one, dict):
        return dict(Counter(one) + Counter(other))
    return one + other

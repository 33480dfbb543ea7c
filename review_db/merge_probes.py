"""Merging probe runs with their calls and results, and the pages that were fetched."""

from review_db.merge_rows import Merge, Row, list_lacking, load_rows

_SAME_RUN = ("started_at", "plan", "case_ids", "asked_by")
"""What a run keeps from its beginning, however often it is taken up again."""


def take_documents(merge: Merge) -> None:
    """Add page snapshots by address and moment."""
    for row in load_rows(merge.theirs, "documents"):
        merge.insert("documents", row | {"document_id": None}, "on conflict do nothing")


def take_probe_runs(merge: Merge) -> None:
    """Add runs and calls; a run that both have stands as it did where it spoke last."""
    present = {_identify(row): row for row in load_rows(merge.ours, "probe_runs")}
    for row in load_rows(merge.theirs, "probe_runs"):
        known = present.get(_identify(row))
        if known is None:
            run_id = merge.insert("probe_runs", row | {"run_id": None})
            went_on = True
        else:
            run_id = known["run_id"]
            went_on = row["heartbeat_at"] > known["heartbeat_at"]
            if went_on:
                _update_run(merge, row | {"run_id": run_id})
        _take_calls(merge, row["run_id"], run_id)
        _take_results(merge, row["run_id"], run_id, went_on=went_on)


def _identify(row: Row) -> tuple[object, ...]:
    return tuple(row[name] for name in _SAME_RUN)


def _update_run(merge: Merge, row: Row) -> None:
    updates = ", ".join(f"{name} = :{name}" for name in row if name != "run_id")
    merge.ours.execute(
        f"update probe_runs set {updates} where run_id = :run_id",  # noqa: S608 - our own names
        row,
    )


def _take_calls(merge: Merge, their_id: int, our_id: int) -> None:
    ours = load_rows(merge.ours, "probe_calls", "run_id = ?", our_id)
    theirs = load_rows(merge.theirs, "probe_calls", "run_id = ?", their_id)
    renumbered = [row | {"run_id": our_id} for row in theirs]
    for row in list_lacking(ours, renumbered, but="call_id"):
        merge.insert("probe_calls", row | {"call_id": None})


def _take_results(merge: Merge, their_id: int, our_id: int, *, went_on: bool) -> None:
    """Results follow from calls: those of the side that went on count."""
    end = "nothing"
    if went_on:
        end = "update set probes = excluded.probes where probes <> excluded.probes"
    for row in load_rows(merge.theirs, "probe_results", "run_id = ?", their_id):
        merge.insert("probe_results", row | {"run_id": our_id}, f"on conflict do {end}")

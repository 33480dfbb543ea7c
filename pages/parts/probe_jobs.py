"""Probe runs that this server carries out, each in a thread of its own beside the pages.

A thread hears of nothing here and tells nothing here: the store alone says how far it is, that it
is alive, and that somebody wants it to stop. So a reload, a second tab or another server see the
same run, and one that lost its server can be continued.
"""

import threading
from collections.abc import Iterable
from contextlib import suppress

from pages.parts.annotator import current_annotator
from pages.parts.sign_in import who_acts
from pages.parts.store import current_store
from review_db.run_probes import run_probes
from review_db.store import ReviewStore
from trek_core.errors import CaseNotFoundError, TrekError
from trek_core.probes.plan import Plan
from trek_core.probes.runner import check_settings
from trek_core.records import Record
from trek_core.settings import Settings


def start_job(
    records: Iterable[Record], plan: Plan, settings: Settings, asked_by: str | None
) -> int:
    """Begin a run in the background; returns its number.

    Raises `ProbeConfigError` where a role or a price that it needs is not set.
    """
    check_settings(settings, plan)
    chosen = list(records)
    store = current_store()
    case_ids = [record.case.case_id for record in chosen]
    run_id = store.start_probe_run(plan, settings, case_ids, asked_by, by=who_acts(asked_by or ""))
    _carry_out_beside(store, run_id, chosen, plan, settings)
    return run_id


def start_case_job(record: Record, plan: Plan, settings: Settings, asked_by: str | None) -> int:
    """Begin a run of one case that asks everything anew; returns its number.

    Raises `StoreError` while another run of the case is under way, `ProbeConfigError` as
    `start_job`.
    """
    check_settings(settings, plan)
    store = current_store()
    run = store.start_case_run(
        plan, settings, record.case.case_id, asked_by, by=who_acts(asked_by or "")
    )
    _carry_out_beside(store, run.run_id, [record], run.plan, settings)
    return run.run_id


def continue_job(run_id: int, settings: Settings) -> None:
    """Go on with a run that is over, with its own models and rules, under the limits of now.

    What was asked already is not asked again. Raises `StoreError` where another process has it.
    """
    store = current_store()
    run = store.load_probe_run(run_id)
    own = Settings.model_validate(run.settings)
    now = {"limits": settings.limits, "prices": settings.prices}
    own = own.model_copy(update=now)
    check_settings(own, run.plan)
    store.resume_probe_run(run_id, own, by=current_annotator())
    _carry_out_beside(store, run_id, _load_records(store, run.case_ids), run.plan, own)


def _load_records(store: ReviewStore, case_ids: Iterable[str]) -> list[Record]:
    records = []
    for case_id in case_ids:
        with suppress(CaseNotFoundError):
            records.append(store.load_case(case_id).record)
    return records


def _carry_out_beside(
    store: ReviewStore, run_id: int, records: list[Record], plan: Plan, settings: Settings
) -> None:
    def carry_out() -> None:
        with suppress(TrekError):  # It stands in the store as the run's problem.
            run_probes(store, run_id, records, plan, settings)

    threading.Thread(target=carry_out, name=f"probe-run-{run_id}", daemon=True).start()

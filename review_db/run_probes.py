"""Carrying out a probe run over a database, with a sign of life every two seconds.

The one way to run probes, for the command and for the screen alike: it blocks, so the screen calls
it in a thread of its own.
"""

import asyncio
import threading
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from review_db.connection import keep_open
from review_db.run_owner import BEAT_SECONDS
from review_db.store import ReviewStore
from trek_core.errors import TrekError
from trek_core.probes.event_loop import run_many
from trek_core.probes.plan import Plan
from trek_core.probes.progress import RunProgress, RunSummary
from trek_core.probes.public_network import HostAndPort
from trek_core.recorded_probes import Probes
from trek_core.records import Record
from trek_core.settings import Settings

if TYPE_CHECKING:
    from trek_core.probes.client import ModelClient
    from trek_core.probes.documents import DocumentFetcher


def run_probes(  # noqa: PLR0913 - each says one thing about the run
    store: ReviewStore,
    run_id: int,
    records: Iterable[Record],
    plan: Plan,
    settings: Settings,
    *,
    on_progress: Callable[[RunProgress], None] = lambda _: None,
    is_cancelled: Callable[[], bool] = lambda: False,
    allow: Collection[HostAndPort] = (),
) -> RunSummary:
    """Carry out a run that was started or resumed in this process, to its end.

    Stops at `is_cancelled`, or when `ReviewStore.cancel_probe_run` was called anywhere. `allow`
    names hosts and ports that pages may be fetched from although they are not public. Raises
    `TrekError` where the run cannot begin; it is then written down as failed.
    """
    carried = _Carried(store, run_id, on_progress, is_cancelled)
    try:
        with keep_open(store.path):
            summary = run_many(_run(carried, list(records), plan, settings, allow))
    except TrekError as error:
        progress = carried.progress or RunProgress(cases=0)
        with suppress(TrekError):  # The first trouble is the one to tell.
            store.end_probe_run(run_id, RunSummary("failed", progress, str(error)))
        raise
    store.end_probe_run(run_id, summary)
    return summary


class _Carried:
    """A run in this process: what it says of itself, and what it is told."""

    def __init__(
        self,
        store: ReviewStore,
        run_id: int,
        on_progress: Callable[[RunProgress], None],
        is_cancelled: Callable[[], bool],
    ) -> None:
        self.store = store
        self.run_id = run_id
        self.progress: RunProgress | None = None
        self._on_progress = on_progress
        self._is_cancelled = is_cancelled
        self._cancel_asked = False
        self._found: list[tuple[str, int, Probes]] = []
        self._beating = threading.Lock()

    def hear(self, progress: RunProgress) -> None:
        self.progress = progress
        self._on_progress(progress)

    def is_cancelled(self) -> bool:
        return self._cancel_asked or self._is_cancelled()

    def keep(self, case_id: str, repeat: int, probes: Probes) -> None:
        """Take what a repeat of a case led to, to be written with the next sign of life."""
        self._found.append((case_id, repeat, probes))

    def beat(self) -> None:
        """Say that the run is alive, with what it found since; hear whether it shall stop."""
        with self._beating:
            found = self._found[:]
            self._cancel_asked = self.store.beat_probe_run(self.run_id, self.progress, found)
            del self._found[: len(found)]

    async def beat_on(self) -> None:
        """Beat every while, until the task is cancelled."""
        while True:
            with suppress(TrekError):  # A busy database is no reason to end a run.
                await asyncio.to_thread(self.beat)
            await asyncio.sleep(BEAT_SECONDS)


def _load_clients(
    settings: Settings, allow: Collection[HostAndPort]
) -> tuple["ModelClient", "DocumentFetcher"]:
    from trek_core.probes.client import ModelClient
    from trek_core.probes.documents import DocumentFetcher

    return ModelClient(settings), DocumentFetcher(allow=allow)


async def _run(
    carried: _Carried,
    records: list[Record],
    plan: Plan,
    settings: Settings,
    allow: Collection[HostAndPort],
) -> RunSummary:
    store, run_id = carried.store, carried.run_id
    beating = asyncio.create_task(carried.beat_on())
    try:
        # Loading takes seconds on a busy machine: beside the loop, which beats meanwhile.
        loaded = await asyncio.to_thread(_load_clients, settings, allow)
        async with loaded[0] as client, loaded[1] as fetcher:
            from trek_core.probes.runner import ProbeRunner

            log = store.probe_log(run_id)
            cache = store.document_cache(store.load_probe_run(run_id).started_at)
            return await ProbeRunner(settings, client, log, cache, fetcher).run(
                records,
                plan,
                on_progress=carried.hear,
                on_result=carried.keep,
                is_cancelled=carried.is_cancelled,
                spent=store.load_probe_spending(run_id),
            )
    finally:
        beating.cancel()
        with suppress(asyncio.CancelledError):
            await beating
        carried.beat()

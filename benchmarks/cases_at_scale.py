"""How long lists and cases take as a database grows: `python -m benchmarks.cases_at_scale`.

Makes databases of made-up cases with 20 retrieved pages each and 10 annotators (`made_cases.py`)
and takes, by turns, the time in which the server answers: with `--page` the pages Cases and Case as
Streamlit runs them with nothing of them cached, else only what they ask of the store. Sets of cases
are kept from one look to the next (`case_sets.py`), as in a server at work; `after a judgement` is
the look after somebody handed a case in or opened it again. Each figure is the median of 20 runs,
in processor time, which says the same on a busy machine as on an idle one; the clock's time
at the largest stands beside it. It must be at most 200 ms, and with `--page` at most 1.3 times what
it is at the smallest.
"""

import argparse
import logging
import os
import random
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import partial
from itertools import cycle
from pathlib import Path
from statistics import median

from benchmarks.made_cases import ANNOTATORS, BLIND, make_database
from review_db.store import CaseFilter, ReviewStore

RUNS = 20
MOST_MS = 200.0
MOST_TIMES = 1.3
ROWS = 100

Times = tuple[float, float]
"""Of the processor, and of the clock."""
Run = Callable[[], Times]
WHO = ANNOTATORS[1]
JUDGING = ANNOTATORS[2]
"""Whose judgements come between two looks."""

CHOSEN = CaseFilter(label="Distraction", year="2024")
SEARCHED = CaseFilter(search="lowmere")
VIEWS: dict[str, tuple[CaseFilter, str, str]] = {
    "open Cases": (CaseFilter(), "imported", WHO),
    "open Cases, judging blind": (CaseFilter(), "imported", BLIND),
    "filter": (CHOSEN, "imported", WHO),
    "search": (SEARCHED, "imported", WHO),
    "sort": (CaseFilter(), "question", WHO),
    "most informative": (CaseFilter(), "informative", WHO),
}
"""What is looked at: the filter, the order, and by whom."""


def list_store_runs(store: ReviewStore) -> dict[str, Run]:
    """What the page asks of the store, by what a person does."""
    from pages.parts.filters import COMMON

    def look(chosen: CaseFilter, order: str, who: str, after: int | None = None) -> object:
        return store.list_cases(
            chosen, who, after, ROWS, visible_to=who, order=order, options=COMMON
        )

    def take(ask: Callable[[], object]) -> Run:
        def timed() -> Times:
            start = (time.thread_time(), time.perf_counter())
            ask()
            return time.thread_time() - start[0], time.perf_counter() - start[1]

        return timed

    runs: dict[str, Callable[[], object]] = {
        name: lambda view=view: look(*view)  # type: ignore[misc]
        for name, view in VIEWS.items()
    }
    ends = {name: store.list_cases(VIEWS[name][0], order=VIEWS[name][1]).next_after
            for name in ("open Cases", "sort")}  # fmt: skip
    runs["next page"] = lambda: look(*VIEWS["open Cases"], ends["open Cases"])
    runs["next page, sorted"] = lambda: look(*VIEWS["sort"], ends["sort"])
    draw_case = draw_cases(store)
    runs["open a case"] = lambda: store.load_case_for(draw_case(), WHO)
    taken = {name: take(ask) for name, ask in runs.items()}
    return taken | {AFTER: after_a_judgement(store, taken["open Cases"])}


AFTER = "open Cases after a judgement"


def draw_cases(store: ReviewStore) -> Callable[[], str]:
    """Draws ids of cases to open."""
    case_ids = [row.case_id for row in store.list_cases(limit=5000).rows]
    draw = random.Random(2)  # noqa: S311 - which case to open
    return lambda: draw.choice(case_ids)


def after_a_judgement(store: ReviewStore, look: Run) -> Run:
    """A look, each time after somebody opened a judgement again or handed it in: not timed."""
    judged = store.list_cases(CaseFilter(state="submitted"), JUDGING, limit=5000).rows
    mine = [row.case_id for row in judged
            if store.load_judgement(row.case_id, JUDGING).state == "submitted"]  # fmt: skip
    turns = cycle(
        partial(write, case_id, JUDGING)
        for case_id in mine[:RUNS]
        for write in (store.reopen, store.submit)
    )

    def timed() -> Times:
        next(turns)()
        return look()

    return timed


_PAGE = """
import time
import streamlit as st
from pages import {page}
start = (time.thread_time(), time.perf_counter())
{page}.render()
st.session_state["took"] = (time.thread_time() - start[0], time.perf_counter() - start[1])
"""


def list_page_runs(store: ReviewStore) -> dict[str, Run]:
    """The pages themselves, run as Streamlit runs them."""
    import streamlit as st
    from streamlit.testing.v1 import AppTest

    from pages.parts import links

    # Links are not drawn here, wherever they lead.
    links._pages = defaultdict(str)  # type: ignore[assignment]
    st.page_link = lambda *_, **__: None  # type: ignore[assignment]

    def show(page: str, params: Mapping[str, str], who: str) -> Times:
        os.environ["TREK_DB"] = str(store.path)
        st.cache_data.clear()
        run = AppTest.from_string(_PAGE.replace("{page}", page), default_timeout=60)
        run.session_state["annotator"] = who
        for name, value in params.items():
            run.query_params[name] = value
        run.run()
        if run.exception:
            raise RuntimeError(str(run.exception))
        return run.session_state["took"]

    def look(chosen: CaseFilter, order: str, who: str, **more: str) -> Times:
        return show("cases", {**chosen.given, "order": order, **more}, who)

    runs: dict[str, Run] = {
        name: lambda view=view: look(*view)  # type: ignore[misc]
        for name, view in VIEWS.items()
    }
    end = str(store.list_cases().next_after)
    runs["next page"] = lambda: look(*VIEWS["open Cases"], after=end)
    draw_case = draw_cases(store)
    runs["open a case"] = lambda: show("case", {"case": draw_case()}, WHO)
    return runs | {AFTER: after_a_judgement(store, runs["open Cases"])}


def measure(runs: list[dict[str, Run]]) -> list[dict[str, Times]]:
    """Median milliseconds of each run of each database, taken by turns: all meet the same."""
    taken: list[dict[str, list[Times]]] = [{name: [] for name in each} for each in runs]
    for name in runs[0]:
        for number in range(RUNS + 2):
            for times, each in zip(taken, runs, strict=True):
                worked, passed = each[name]()
                if number > 1:  # The first two fill the pages that the system keeps of the file.
                    times[name].append((1000 * worked, 1000 * passed))
    return [
        {
            name: (median(each[0] for each in given), median(each[1] for each in given))
            for name, given in each.items()
        }
        for each in taken
    ]


def main() -> int:
    """Make the databases, measure, print; 1 where a limit is not kept."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 100_000], metavar="N")
    parser.add_argument("--folder", type=Path, help="where the databases are kept for another time")
    parser.add_argument("--page", action="store_true", help="run the page, not the store alone")
    args = parser.parse_args()
    # Streamlit warns at every run that there is no server, and sets its own level anew each time.
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        stores = []
        for n in args.sizes:
            path = (args.folder or Path(folder)) / f"cases-{n}.db"
            start = time.perf_counter()
            stores.append(ReviewStore(path) if path.exists() else make_database(path, n))
            size = path.stat().st_size / 1e6
            print(f"{n:,} cases: {size:,.0f} MB, {time.perf_counter() - start:.0f} s")
        list_runs = list_page_runs if args.page else list_store_runs
        most_times = MOST_TIMES if args.page else None
        return report(measure([list_runs(store) for store in stores]), args.sizes, most_times)


def report(found: list[dict[str, Times]], sizes: list[int], most_times: float | None) -> int:
    """Print the table; 1 where a limit is not kept."""
    kept = True
    print(f"{'median ms':28}", *(f"{n:>10,}" for n in sizes), f"{'times':>8} {'clock':>8}")
    for name in found[0]:
        times = [each[name][0] for each in found]
        ratio = times[-1] / times[0]
        ok = times[-1] <= MOST_MS and (most_times is None or ratio <= most_times)
        kept = kept and ok
        shown = (f"{each:10.1f}" for each in times)
        clock = found[-1][name][1]
        print(f"{name:28}", *shown, f"{ratio:8.2f} {clock:8.1f}", "" if ok else "  too slow")
    return 0 if kept else 1


if __name__ == "__main__":
    raise SystemExit(main())

"""What a lead's reads of a large round cost: two judgements on each of many cases.

    python -m benchmarks.round_reads [CASES]

The judgements of four cases are made as people make them and copied to the others. Times are of
the processor, the best of five.
"""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from review_db.connection import write_transaction
from review_db.store import ReviewStore
from tests.review_db.round_steps import (
    DISTRACTION,
    INTERPRETATION,
    WRONG,
    hand_in,
    make_round_store,
    start_round,
)

MODELS = ((WRONG, WRONG), (DISTRACTION, DISTRACTION), (INTERPRETATION, DISTRACTION), (WRONG, None))
"""What Ada and Bo say of each fourth case: alike, alike, apart, and one of them alone."""

_SAME = "cast(substr({table}.case_id, 2) as integer) % 4 = {nth} and {table}.case_id <> 'c{nth}'"


def build(path: Path, cases: int) -> ReviewStore:
    """A round of so many cases, judged."""
    store = make_round_store(path, n=cases)
    start_round(store, n=cases)
    for number, (ada, bo) in enumerate(MODELS):
        hand_in(store, f"c{number}", "Ada", ada)
        if bo is not None:
            hand_in(store, f"c{number}", "Bo", bo)
    with write_transaction(path) as db:
        for table in ("judgements", "active_time"):
            names = [row["name"] for row in db.execute(f"pragma table_info({table})")]
            copied = ", ".join("c.case_id" if name == "case_id" else f"t.{name}" for name in names)
            for nth in range(len(MODELS)):
                same = _SAME.format(table="c", nth=nth)
                db.execute(
                    f"insert into {table} ({', '.join(names)}) select {copied} from {table} t "  # noqa: S608
                    f"join cases c on {same} where t.case_id = 'c{nth}'"
                )
    return store


def measure(name: str, read: Callable[[], object]) -> None:
    """Print what a read costs."""
    spent = []
    for _ in range(5):
        began = time.process_time()
        read()
        spent.append(time.process_time() - began)
    print(f"{name}: {min(spent) * 1000:.0f} ms of processor time")


def main() -> None:
    """Build the round and read it."""
    cases = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    with tempfile.TemporaryDirectory() as folder:
        store = build(Path(folder) / "reviews.db", cases)
        print(f"{cases:,} cases, {7 * cases // 4:,} judgements")
        measure("load_round_overview", lambda: store.load_round_overview("r1"))
        measure("list_disagreements", lambda: store.list_disagreements("r1"))
        measure("load_round_states", lambda: store.load_round_states("r1"))


if __name__ == "__main__":
    main()

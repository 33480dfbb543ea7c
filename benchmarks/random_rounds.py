"""Random operations of three people and a lead in one round, the invariants checked after each.

    python benchmarks/random_rounds.py [OPERATIONS]

The tests do a hundred; this does 10,000, or as many as it is told.
"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.review_db.round_machine import RoundWork

STEPS = 100


class Counted(RoundWork):
    """The machine of the tests, counting what it did."""

    operations = 0

    def _try(self, method: str, *arguments: object, **given: object) -> None:
        Counted.operations += 1
        super()._try(method, *arguments, **given)


def main() -> int:
    """Do the operations; a broken invariant ends it with Hypothesis's own report."""
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    began = time.monotonic()
    run = settings(
        max_examples=5,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    while Counted.operations < wanted:
        run_state_machine_as_test(Counted, settings=run)
        spent = time.monotonic() - began
        print(f"{Counted.operations} operations, {spent:.0f} s", file=sys.stderr, flush=True)
    print(
        f"{Counted.operations} operations, no invariant broken ({time.monotonic() - began:.0f} s)"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Two people claim from one queue at once: never beyond the overlap, and nothing is lost."""

import subprocess
import sys
from collections import Counter

from tests.review_db.round_steps import make_round_store, start_round

CLAIMER = """
import sys
from review_db.store import ReviewStore
from tests.review_db.round_steps import WRONG, hand_in

path, name = sys.argv[1:]
store = ReviewStore(path)
while case_id := store.claim_next(name, "r1").case_id:
    hand_in(store, case_id, name, WRONG)
    print(case_id, flush=True)
"""


def test_two_at_once_take_every_case_once(tmp_path):
    n = 150
    store = make_round_store(tmp_path / "reviews.db", n=n)
    start_round(store, n=n, overlap=1)
    claimers = [
        subprocess.Popen(
            [sys.executable, "-c", CLAIMER, str(store.path), name],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for name in ("Ada", "Bo")
    ]
    taken = []
    for claimer in claimers:
        output, problem = claimer.communicate(timeout=120)
        assert problem == ""
        taken.append(output.split())
    counts = Counter(case_id for mine in taken for case_id in mine)
    assert set(counts) == {f"c{number}" for number in range(n)}
    assert max(counts.values()) == 1
    assert all(mine for mine in taken)

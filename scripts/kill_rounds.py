"""Rounds of: answer, wait for "Saved", kill -9 the server, start it again, look for the answer.

    python scripts/kill_rounds.py [ROUNDS]

The tests do a few; this does 100, or as many as it is told. Ends with 1 where an answer was lost.
"""

import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import expect

from review_db.sample import ensure_sample
from tests.browser.chromium import running_chromium
from tests.browser.kill_rounds import find_lost_answers
from tests.browser.review_steps import PATIENCE_SECONDS, ReviewTab
from tests.server import Server


def main() -> int:
    """Do the rounds; print each loss as it is found, and the sum."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    began = time.monotonic()
    losses = []
    with tempfile.TemporaryDirectory() as folder, running_chromium() as browser:
        server = Server(Path(folder) / "reviews.db")
        ensure_sample(server.database)
        server.start()
        try:
            expect.set_options(timeout=PATIENCE_SECONDS * 1_000)
            page = browser.new_page()
            page.set_default_timeout(PATIENCE_SECONDS * 1_000)
            tab = ReviewTab(page, server)
            for done, loss in enumerate(find_lost_answers(tab, rounds), start=1):
                if loss:
                    losses.append(loss)
                    print(loss, flush=True)
                elif done % 10 == 0:
                    print(f"{done} rounds done, {len(losses)} lost", file=sys.stderr, flush=True)
        finally:
            server.kill()
    print(f"{rounds} rounds, {len(losses)} lost ({time.monotonic() - began:.0f} s)")
    return 1 if losses else 0


if __name__ == "__main__":
    sys.exit(main())

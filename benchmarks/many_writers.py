"""Many programs judging in one database at once: what was acknowledged is what is found.

    python benchmarks/many_writers.py [WRITERS] [JUDGEMENTS] [--kill]

Each writer hands in its own judgements, `JUDGEMENTS` of them, and prints each once the store has
said that it is saved; with --kill, writers are killed (SIGKILL) at random and started again where
they stopped. Ends with 1 where a judgement is missing or a writer met an error.
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from review_db.store import ReviewStore
from tests.review_db.round_steps import make_round_store, start_round

CASES = 1_000

WRITER = """
import sys
from review_db.store import ReviewStore
from tests.review_db.round_steps import WRONG, hand_in

path, name, first, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
store = ReviewStore(path)
for number in range(first, count):
    saved = hand_in(store, f"c{number}", name, WRONG)
    # One short write to a pipe: the line is whole or not there.
    sys.stdout.write(f"{number} {saved.revision}\\n")
    sys.stdout.flush()
"""


class Writer:
    """One annotator's program, started anew where it was killed."""

    def __init__(self, path: Path, name: str, count: int) -> None:
        self.path, self.name, self.count = path, name, count
        self.acknowledged: list[int] = []
        self.problems = ""
        self.killed = 0
        self.start()

    def start(self) -> None:
        """Go on after the last judgement that was acknowledged."""
        first = str(len(self.acknowledged))
        self.said = tempfile.TemporaryFile("w+")  # noqa: SIM115 - the writer keeps it
        self.wrong = tempfile.TemporaryFile("w+")  # noqa: SIM115
        command = [sys.executable, "-c", WRITER, str(self.path), self.name, first, str(self.count)]
        self.process = subprocess.Popen(
            command, stdout=self.said, stderr=self.wrong, cwd=Path(__file__).parents[1]
        )

    def collect(self) -> None:
        """Take in what it said before it ended."""
        self.process.wait()
        self.said.seek(0)
        self.wrong.seek(0)
        self.acknowledged += [int(line.split()[0]) for line in self.said if line.endswith("\n")]
        self.problems += self.wrong.read()

    @property
    def has_said_something(self) -> bool:
        """Whether it acknowledged anything since it was started: else killing it ends nothing."""
        return self.process.poll() is None and os.fstat(self.said.fileno()).st_size > 0

    def kill(self) -> None:
        """End it where it stands, and start it again."""
        self.process.kill()
        self.collect()
        self.killed += 1
        if len(self.acknowledged) < self.count:
            self.start()


def main() -> int:
    """Let them write, and compare what they were told with what is there."""
    numbers = [int(given) for given in sys.argv[1:] if given.isdigit()]
    writers, count = numbers[:2] if len(numbers) > 1 else (10, 1_000)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        names = tuple(f"writer-{number}" for number in range(writers))
        store = make_round_store(Path(folder) / "reviews.db", n=CASES, people=(*names, "Lea"))
        start_round(store, n=CASES, annotators=names, overlap=None)
        at_work = [Writer(store.path, name, count) for name in names]
        while any(each.process.poll() is None for each in at_work):
            time.sleep(2)
            if "--kill" in sys.argv:
                running = [each for each in at_work if each.has_said_something]
                if running:
                    random.choice(running).kill()  # noqa: S311 - no secret
        for each in at_work:
            if len(each.acknowledged) < count:
                each.collect()
        return report(store, at_work, time.monotonic() - began)


def report(store: ReviewStore, writers: list[Writer], seconds: float) -> int:
    """Print what was acknowledged and what is found; 1 where they differ."""
    acknowledged = sum(len(set(each.acknowledged)) for each in writers)
    people = store.load_round_overview("r1").people
    found = {person.annotator: person.submitted for person in people}
    lost = [
        f"{each.name} c{number}"
        for each in writers
        for number in set(each.acknowledged)
        if store.load_judgement(f"c{number}", each.name, "r1").state != "submitted"
    ]
    problems = "".join(each.problems for each in writers)
    kills = sum(each.killed for each in writers)
    print(
        f"{len(writers)} writers, {kills} killed: {acknowledged} acknowledged, "
        f"{sum(found.values())} found, {len(lost)} lost ({seconds:.0f} s)"
    )
    print(problems[-2000:], file=sys.stderr)
    return 1 if lost or problems or acknowledged > sum(found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())

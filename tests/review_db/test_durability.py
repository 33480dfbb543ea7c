"""What was acknowledged is there, whoever is killed and however many write at once."""

import random
import subprocess
import sys
import time

from review_db.store import ReviewStore
from tests.review_db.case_lines import as_file, make_case

WRITER = """
import sys
from review_db.store import ReviewStore

path, writer, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
store = ReviewStore(path)
store.add_annotator(writer)
for number in range(count):
    store.save_answer(f"c{number % 5}", writer, "target_time", f"{writer}-{number}")
    # One short write to a pipe: the line is whole or not there.
    sys.stdout.write(f"{number % 5} {writer}-{number}\\n")
    sys.stdout.flush()
"""


def start_writer(path, writer, count):
    command = [sys.executable, "-c", WRITER, str(path), writer, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def read_acknowledged(output):
    return [tuple(line.split()) for line in output.splitlines() if line.count(" ") == 1]


def load_saved(store):
    return {
        (event.case_id.removeprefix("c"), event.new)
        for number in range(5)
        for event in store.load_judgement_events(f"c{number}")
    }


def make_store(tmp_path):
    store = ReviewStore(tmp_path / "reviews.db")
    store.import_file(as_file(*(make_case(f"c{number}") for number in range(5))), "cases")
    return store


def test_a_killed_writer_loses_nothing_it_acknowledged(tmp_path):
    store = make_store(tmp_path)
    for killed in range(5):
        writer = start_writer(store.path, f"writer-{killed}", 100_000)
        first = writer.stdout.readline()
        time.sleep(random.uniform(0, 0.3))
        writer.kill()
        output, _ = writer.communicate(timeout=30)
        acknowledged = read_acknowledged(first + output)
        assert acknowledged
        again = ReviewStore(store.path)
        assert set(acknowledged) <= load_saved(again)
        number, latest = acknowledged[-1]
        current = again.load_judgement(f"c{number}", f"writer-{killed}").answers["target_time"]
        # At most the one save that was on its way when it died is ahead of the last line.
        assert current == latest or (number, current) not in acknowledged


def test_ten_writers_at_once_all_get_through(tmp_path):
    store = make_store(tmp_path)
    before = store.revision()
    writers = [start_writer(store.path, f"writer-{number}", 50) for number in range(10)]
    acknowledged = []
    for writer in writers:
        output, errors = writer.communicate(timeout=300)
        assert (writer.returncode, errors) == (0, "")
        acknowledged += read_acknowledged(output)
    assert len(acknowledged) == 500
    assert load_saved(store) == set(acknowledged)
    assert store.revision() == before + 500 + 10
    for number in range(10):
        judgement = store.load_judgement("c4", f"writer-{number}")
        assert judgement.answers == {"target_time": f"writer-{number}-49"}
        assert judgement.revision == 10

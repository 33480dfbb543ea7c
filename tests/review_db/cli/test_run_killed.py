"""A run that is killed where it stands, and goes on."""

import json
import os
import signal
import time

import pytest

from review_db.store import ReviewStore
from tests.review_db.cli.probe_files import (
    make_cases,
    run_trek,
    start_trek,
    write_cases,
    write_settings,
)
from tests.trek_core.probes.probe_endpoint import ProbeEndpoint
from trek_core.jsonl import read_jsonl

CASES = 60
CALLS = 6 * CASES


def wait_for(condition):
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def count_kept(log):
    if not log.exists():
        return 0
    store = ReviewStore(log)
    return sum(store.load_probe_spending(run.run_id).calls for run in store.list_probe_runs())


@pytest.fixture
def endpoint():
    with ProbeEndpoint(delay=0.02) as started:
        yield started


def test_after_a_kill_every_case_is_done_and_no_answer_was_paid_for_twice(endpoint, tmp_path):
    """Calls that wait for their answer when the process dies are asked again, and they alone."""
    settings = write_settings(tmp_path, endpoint.base_url)
    cases, out = write_cases(tmp_path, *make_cases(CASES)), tmp_path / "out.jsonl"
    arguments = ("run", cases, "-o", out, "--settings", settings)
    log = tmp_path / "out.jsonl.probes.db"
    endpoint.hold_after = CALLS // 2  # From here on nothing is answered: all under way wait.
    running = start_trek(*arguments)
    wait_for(lambda: len(endpoint.log) >= CALLS // 2 + 16)
    wait_for(lambda: count_kept(log) == CALLS // 2)
    os.kill(running.pid, signal.SIGKILL)
    running.communicate()
    assert not out.exists()
    under_way = {(asked.case_id, asked.probe) for asked in endpoint.log if not asked.delivered}
    assert len(under_way) == 16
    assert [run.state for run in ReviewStore(log).list_probe_runs()] == ["interrupted"]

    endpoint.hold_after = None
    code, said, _ = run_trek(*arguments, "--resume", "--json")
    assert code == 0
    result = json.loads(said)
    assert (result["cases_done"], result["reused"]) == (CASES, CALLS // 2)
    assert len(list(read_jsonl(out))) == CASES
    assert endpoint.deliveries().total() == CALLS
    assert set(endpoint.deliveries().values()) == {1}
    twice = {call for call, count in endpoint.requests().items() if count > 1}
    assert twice == under_way


def test_ctrl_c_finishes_what_is_under_way_and_writes_what_there_is(endpoint, tmp_path):
    endpoint.delay = 0.2
    settings = write_settings(tmp_path, endpoint.base_url)
    cases, out = write_cases(tmp_path, *make_cases(CASES)), tmp_path / "out.jsonl"
    arguments = ("run", cases, "-o", out, "--settings", settings)
    running = start_trek(*arguments)
    wait_for(lambda: len(endpoint.log) >= 20)
    running.send_signal(signal.SIGINT)
    _, problem = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "Traceback" not in problem
    assert endpoint.deliveries() == endpoint.requests()
    assert len(endpoint.log) < CALLS
    assert len(list(read_jsonl(out))) == CASES
    endpoint.delay = 0
    assert run_trek(*arguments, "--resume")[0] == 0
    assert set(endpoint.requests().values()) == {1}
    assert endpoint.requests().total() == CALLS


def test_a_run_that_another_process_carries_out_is_left_to_it(endpoint, tmp_path):
    settings = write_settings(tmp_path, endpoint.base_url)
    cases, out = write_cases(tmp_path, *make_cases(2)), tmp_path / "out.jsonl"
    endpoint.hold_after = 0
    running = start_trek("run", cases, "-o", out, "--settings", settings)
    try:
        wait_for(lambda: endpoint.log)
        code, _, said = run_trek("run", cases, "-o", out, "--settings", settings, "--resume")
        assert code == 1
        assert "is being carried out by" in said
    finally:
        running.kill()
        running.communicate()

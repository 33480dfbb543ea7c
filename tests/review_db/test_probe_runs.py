"""Probe runs in the database: who carries them out, how they end, and what they kept."""

import os
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlite_utils import Database, Migrations

from review_db.connection import open_database, write_transaction
from review_db.run_owner import this_process
from review_db.run_probes import run_probes
from review_db.schema import APPLICATION_ID, STEPS
from review_db.store import ReviewStore
from tests.review_db.case_lines import as_file, make_case
from tests.trek_core.probes.test_results import make_call
from trek_core.errors import StoreError
from trek_core.probes.budget import Spending, estimate_usage
from trek_core.probes.calls import Usage
from trek_core.probes.documents import FetchedDocument
from trek_core.probes.plan import Plan
from trek_core.probes.progress import RunProgress, RunSummary
from trek_core.recorded_probes import Probes
from trek_core.settings import Settings

PLAN = Plan(probes=("gold_only", "analysis"), repeats=3)
LONG_AGO = "2025-01-01T00:00:00.000Z"
PATIENCE_SECONDS = 20.0


@pytest.fixture
def run_id(store):
    return store.start_probe_run(PLAN, Settings(), ["c1", "c2"], asked_by="Ada")


def set_owner(store, run_id, owner, heartbeat_at=None):
    with write_transaction(store.path) as db:
        db.execute("update probe_runs set owner = ? where run_id = ?", [owner, run_id])
        if heartbeat_at:
            db.execute("update probe_runs set heartbeat_at = ?", [heartbeat_at])


def ended_process():
    done = subprocess.Popen([sys.executable, "-c", ""])
    done.wait()
    return f"{os.uname().nodename}:{done.pid}"


def test_a_run_says_that_it_is_alive_while_what_it_needs_is_loaded(store, run_id, monkeypatch):
    def load_until_a_beat(*_):
        deadline = time.monotonic() + PATIENCE_SECONDS
        while store.load_probe_run(run_id).heartbeat_at == LONG_AGO:
            assert time.monotonic() < deadline, "no sign of life"
            time.sleep(0.01)
        raise StoreError("There is nothing to load.")

    set_owner(store, run_id, this_process(), LONG_AGO)
    assert store.load_probe_run(run_id).state == "interrupted"
    monkeypatch.setattr("review_db.run_probes._load_clients", load_until_a_beat)
    with pytest.raises(StoreError, match="nothing to load"):
        run_probes(store, run_id, [], PLAN, Settings())
    assert store.load_probe_run(run_id).state == "failed"


def test_a_run_is_read_back_as_it_was_started(store, run_id):
    run = store.load_probe_run(run_id)
    assert (run.state, run.plan, run.case_ids) == ("running", PLAN, ("c1", "c2"))
    assert (run.asked_by, run.progress, run.ended_at) == ("Ada", None, None)
    assert run.settings["policy"]["url_match"] == "any"


def test_a_run_says_how_far_it_is_and_hears_that_it_shall_stop(store, run_id):
    progress = RunProgress(cases=2, cases_done=1, asked=4, spent=Spending(4, 900, 0.5))
    assert store.beat_probe_run(run_id, progress) is False
    store.cancel_probe_run(run_id)
    assert store.beat_probe_run(run_id) is True
    run = store.load_probe_run(run_id)
    assert (run.progress["cases_done"], run.progress["money"]) == (1, 0.5)
    assert run.cancel_asked


@pytest.mark.parametrize(
    "state", ["done", "waiting", "cancelled", "out_of_budget", "out_of_quota", "failed"]
)
def test_a_run_ends_in_one_of_its_states(store, run_id, state):
    store.end_probe_run(run_id, RunSummary(state, RunProgress(cases=2), "why"))
    run = store.load_probe_run(run_id)
    assert (run.state, run.problem) == (state, "why")
    assert run.ended_at


def test_a_run_whose_process_is_gone_is_interrupted(store, run_id):
    set_owner(store, run_id, ended_process())
    assert store.load_probe_run(run_id).state == "interrupted"


def test_a_run_that_has_long_said_nothing_is_interrupted(store, run_id):
    set_owner(store, run_id, "another-host:1")
    assert store.load_probe_run(run_id).state == "running"
    set_owner(store, run_id, "another-host:1", "2026-01-01T00:00:00.000+00:00")
    assert store.load_probe_run(run_id).state == "interrupted"


def test_only_a_run_that_nobody_carries_out_can_be_taken_up(store, run_id):
    with pytest.raises(StoreError, match="is being carried out"):
        store.resume_probe_run(run_id, Settings())
    set_owner(store, run_id, ended_process())
    store.cancel_probe_run(run_id)
    run = store.resume_probe_run(run_id, Settings())
    assert (run.state, run.cancel_asked, run.ended_at) == ("running", False, None)


def test_a_run_that_is_not_there_is_one_sentence(store):
    with pytest.raises(StoreError, match="no probe run 7"):
        store.load_probe_run(7)


def test_the_latest_run_is_listed_first(store, run_id):
    later = store.start_probe_run(Plan(), Settings(), [])
    assert [run.run_id for run in store.list_probe_runs()] == [later, run_id]
    assert len(store.list_probe_runs(1)) == 1


def test_a_call_is_found_by_its_key_in_every_run(store, run_id):
    call = make_call("gold_only", {"rag_answer": "x"}, raw='{"whole": "reply"}')
    store.probe_log(run_id).store(call)
    other = store.probe_log(store.start_probe_run(Plan(), Settings(), []))
    assert other.find(call.request.key) == call
    assert other.find("no such key") is None
    (stored,) = store.load_probe_calls("c1")
    assert (stored.run_id, stored.call) == (run_id, call)
    assert store.load_probe_calls("c1", ["analysis"]) == []
    assert store.load_probe_calls("c2") == []


def test_an_answer_is_found_before_any_other_reply_and_any_reply_before_a_failure(store, run_id):
    log = store.probe_log(run_id)
    refused, failed = (make_call("gold_only", outcome=each) for each in ("refused", "failed"))
    answered = make_call("gold_only", {})
    for call, found in ((failed, failed), (refused, refused), (failed, refused)):
        log.store(call)
        assert log.find(call.request.key) == found
    log.store(answered, failed)
    assert log.find(answered.request.key) == answered


def test_what_a_run_spent_is_counted_with_an_estimate_for_what_is_not_said(store, run_id):
    log = store.probe_log(run_id)
    silent = make_call("gold_only", {})
    log.store(
        make_call("gold_only", {}, usage=Usage(input_tokens=100, output_tokens=20), cost=0.25),
        make_call("gold_only", outcome="failed"),
        silent,
    )
    estimated = estimate_usage(silent.request).total_tokens
    unpriced = {silent.request.model: 1}
    assert store.load_probe_spending(run_id) == Spending(3, 120 + estimated, 0.25, unpriced)
    assert store.load_probe_spending(run_id + 1) == Spending()


def test_a_continued_run_replaces_what_it_found_before(store, run_id):
    before = Probes.model_validate({"gold_only": {"correct": None}})
    after = Probes.model_validate({"gold_only": {"correct": True}})
    store.beat_probe_run(run_id, found=[("c1", 1, before), ("c1", 2, before)])
    store.beat_probe_run(run_id, found=[("c1", 1, after)])
    found = store.load_probe_results(run_id=run_id)
    assert [(each.repeat, each.probes) for each in found] == [(1, after), (2, before)]
    assert store.load_probe_results(case_id="c2") == []


@pytest.mark.parametrize("table", ["probe_calls", "documents"])
@pytest.mark.parametrize("statement", ["update {} set rowid = rowid", "delete from {}"])
def test_what_was_asked_and_read_is_never_changed(store, run_id, table, statement):
    store.probe_log(run_id).store(make_call("gold_only", {}))
    store.document_cache().store(make_page())
    with (
        pytest.raises(sqlite3.IntegrityError, match="are never"),
        write_transaction(store.path) as db,
    ):
        db.execute(statement.format(table))


def make_page(text="Text.", at="2026-02-03T10:00:00.000+00:00"):
    status = "blocked" if text is None else "ok"
    return FetchedDocument(url="https://a.example/", text=text, fetched_at=at, status=status)


def test_the_newest_snapshot_of_a_page_is_the_one_that_is_read(store):
    cache = store.document_cache()
    assert cache.find("https://a.example/") is None
    pages = [make_page(None), make_page("Later.", "2026-02-04T10:00:00.000+00:00")]
    for page in reversed(pages):
        cache.store(page)
    assert cache.find("https://a.example/") == pages[1]
    assert cache.find("https://a.example") is None
    assert store.load_documents("https://a.example/") == pages


def test_a_page_that_could_not_be_had_is_looked_for_again_by_a_later_run(store):
    missing, found_at = make_page(None), "2026-02-03T12:00:00.000+00:00"
    store.document_cache().store(missing)
    url = missing.url
    assert store.document_cache(missing.fetched_at).find(url) == missing
    assert store.document_cache(found_at).find(url) is None
    store.document_cache().store(make_page("There.", found_at))
    assert store.document_cache("2027-01-01T00:00:00.000+00:00").find(url).text == "There."


def test_a_pasted_page_goes_into_its_case_and_into_an_export(store):
    store.import_file(as_file(make_case("p1", retrieved_urls=["https://a.example/"])), "cases")
    store.paste_page("https://a.example/", "What it says.", "Ada", date="2025-01-02")
    case = store.load_case("p1").record.case
    assert case.documents is None
    for given in (
        store.add_stored_pages(case),
        list(store.load_records(with_pages=True))[-1].case,
    ):
        (page,) = given.documents
        assert (page.text, page.date, page.origin) == ("What it says.", "2025-01-02", "pasted")
        assert page.added_by == "Ada"
    assert list(store.load_records())[-1].case == case


def test_a_snapshot_that_is_there_stays_as_it_is(store):
    cache = store.document_cache()
    cache.store(make_page("First."))
    cache.store(make_page("Second, same moment."))
    assert [page.text for page in store.load_documents("https://a.example/")] == ["First."]


def test_a_database_from_before_probes_is_brought_up_to_date(tmp_path):
    path = tmp_path / "old.db"
    connection = sqlite3.connect(path)
    migrations = Migrations("review_db")
    migrations()(STEPS[0])
    migrations.apply(Database(connection))
    connection.execute("insert into annotators values ('Ada', 'then')")
    connection.commit()
    connection.close()
    store = ReviewStore(path)
    assert store.load_annotators() == ["Ada"]
    assert store.list_probe_runs() == []
    with open_database(path) as db:
        assert db.execute("pragma application_id").fetchone()[0] == APPLICATION_ID


def test_of_many_who_ask_for_a_case_at_once_one_begins(store):
    def press(_):
        try:
            return store.start_case_run(PLAN, Settings(), "c1", "Ada").run_id
        except StoreError as error:
            return str(error)

    with ThreadPoolExecutor(8) as people:
        found = list(people.map(press, range(8)))
    assert sum(isinstance(each, int) for each in found) == 1
    assert sum("already" in str(each) for each in found) == 7


def test_a_run_of_a_case_asks_repeats_that_no_run_has(store):
    ended = RunSummary("cancelled", RunProgress(cases=1))
    for first in (1, 4, 7):
        run = store.start_case_run(PLAN, Settings(), "c1")
        # Though none of the earlier ones came to ask anything: each may still be continued.
        assert run.plan.repeat_numbers == range(first, first + 3)
        store.end_probe_run(run.run_id, ended)
    log = store.probe_log(run.run_id)
    call = make_call("gold_only", {})
    request = call.request.model_copy(update={"repeat": 20})
    log.store(call.model_copy(update={"request": request}))
    assert store.start_case_run(PLAN, Settings(), "c1").plan.first_repeat == 21


def test_a_run_of_many_cases_keeps_one_of_a_case_among_them_waiting(store, run_id):
    with pytest.raises(StoreError, match=f"run {run_id} is asking"):
        store.start_case_run(PLAN, Settings(), "c2")
    assert store.start_case_run(PLAN, Settings(), "c3").plan.first_repeat == 1


def test_a_run_is_not_continued_beside_one_that_asks_the_same(store):
    first = store.start_case_run(PLAN, Settings(), "c1")
    store.end_probe_run(first.run_id, RunSummary("cancelled", RunProgress(cases=1)))
    store.start_case_run(PLAN, Settings(), "c1")
    with pytest.raises(StoreError, match="already"):
        store.resume_probe_run(first.run_id, Settings())


def test_repeats_may_be_those_of_the_plan(store):
    for _ in range(2):
        run = store.start_case_run(PLAN, Settings(), "c1", anew=False)
        assert run.plan == PLAN
        store.end_probe_run(run.run_id, RunSummary("done", RunProgress(cases=1)))

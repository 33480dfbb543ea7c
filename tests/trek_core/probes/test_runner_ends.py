"""What ends a run before its end: budgets, an empty account, a dead endpoint, a person."""

import threading

import pytest

from tests.trek_core.probes.probe_endpoint import (
    GOOD_ANSWERS,
    OUT_OF_QUOTA,
    ProbeEndpoint,
    Reply,
    good,
)
from tests.trek_core.probes.running import MemoryLog, make_record, make_settings, run
from trek_core.attribution import attribute
from trek_core.errors import ProbeConfigError, StoreError
from trek_core.probes.budget import Spending

CASES = [make_record(f"c{number}") for number in range(10)]
PRICES = {"judge": {"input": 10.0, "output": 20.0}, "evaluated": {"input": 10.0, "output": 20.0}}


@pytest.fixture
def endpoint():
    with ProbeEndpoint() as started:
        yield started


def limited(endpoint, **limits):
    return make_settings(
        endpoint.base_url,
        {"max_output_tokens": 100, "access": "supplied_documents"},
        limits={"concurrency": 8, **limits},
        prices=PRICES,
    )


def test_a_budget_of_calls_stops_before_it_is_passed(endpoint):
    log = MemoryLog()
    summary = run(endpoint, CASES, log=log, settings=limited(endpoint, calls=17))
    assert summary.state == "out_of_budget"
    assert "calls" in summary.problem
    assert len(endpoint.log) == len(log.calls) == summary.progress.spent.calls == 17


def test_a_budget_of_tokens_stops_before_it_is_passed(endpoint):
    endpoint.script = lambda asked: Reply(GOOD_ANSWERS[asked.probe], usage=(5_000, 20))
    summary = run(endpoint, CASES, settings=limited(endpoint, tokens=100_000))
    assert summary.state == "out_of_budget"
    # Used up but for less than one more call: an estimate that is learnt, not a guess.
    assert 100_000 - 5_020 < summary.progress.spent.tokens <= 100_000


def test_a_budget_of_money_stops_before_it_is_passed(endpoint):
    endpoint.script = lambda asked: Reply(GOOD_ANSWERS[asked.probe], usage=(5_000, 500))
    log = MemoryLog()
    summary = run(endpoint, CASES, log=log, settings=limited(endpoint, money=1.0))
    assert summary.state == "out_of_budget"
    assert 0.9 < summary.progress.spent.money <= 1.0
    assert sum(call.cost for call in log.calls) == pytest.approx(summary.progress.spent.money)


def test_a_reply_that_does_not_say_what_it_used_counts_as_estimated(endpoint):
    endpoint.script = lambda asked: Reply(GOOD_ANSWERS[asked.probe], usage=None)
    summary = run(endpoint, CASES, settings=limited(endpoint, tokens=10_000))
    assert summary.state == "out_of_budget"
    assert 0 < summary.progress.spent.tokens <= 10_000


def test_what_an_earlier_part_of_a_run_spent_counts(endpoint):
    settings = limited(endpoint, calls=10)
    summary = run(endpoint, CASES, settings=settings, spent=Spending(calls=8))
    assert (summary.state, len(endpoint.log)) == ("out_of_budget", 2)


def test_money_cannot_be_limited_without_prices(endpoint):
    settings = make_settings(endpoint.base_url, limits={"money": 1.0})
    with pytest.raises(ProbeConfigError, match=r"price of judge is not.*\[prices"):
        run(endpoint, CASES, settings=settings)
    assert endpoint.log == []


def test_a_role_that_is_not_set_is_named_before_anything_is_asked(endpoint):
    settings = make_settings(endpoint.base_url)
    del settings.roles["analysis_judge"]
    with pytest.raises(ProbeConfigError, match="analysis judge"):
        run(endpoint, CASES, settings=settings)
    assert endpoint.log == []


def test_an_empty_account_stops_the_run_and_keeps_everything_so_far(endpoint):
    endpoint.script = lambda asked: good(asked) if len(endpoint.log) <= 20 else OUT_OF_QUOTA
    log = MemoryLog()
    summary = run(endpoint, CASES, log=log)
    assert summary.state == "out_of_quota"
    assert "Nothing left" in summary.problem
    assert {call.outcome for call in log.calls} == {"answered"}
    assert len(log.calls) == 20
    assert len(endpoint.log) < 20 + 6 + 16  # The calls under way met it too; none after them.
    endpoint.script = good
    resumed = run(endpoint, CASES, log=log)
    assert (resumed.state, resumed.progress.cases_done) == ("done", 10)
    assert (resumed.progress.reused, resumed.progress.asked) == (20, 40)


def test_a_dead_endpoint_is_given_up(endpoint):
    endpoint.script = lambda _: Reply(status=401, body={"error": {"message": "Bad key."}})
    settings = make_settings(endpoint.base_url, limits={"concurrency": 2})
    records = [make_record(f"c{number}") for number in range(40)]
    summary = run(endpoint, records, settings=settings)
    assert summary.state == "failed"
    assert "10 calls in a row had no reply" in summary.problem
    assert "Bad key." in summary.problem
    assert len(endpoint.log) <= 14


def test_a_person_may_stop_it_and_what_is_under_way_is_kept(endpoint):
    endpoint.delay = 0.1
    log, stop = MemoryLog(), threading.Event()

    def hear(progress):
        if progress.asked >= 8:
            stop.set()

    settings = make_settings(endpoint.base_url, limits={"concurrency": 4})
    summary = run(
        endpoint, CASES, log=log, settings=settings, on_progress=hear, is_cancelled=stop.is_set
    )
    assert summary.state == "cancelled"
    assert len(log.calls) == len(endpoint.log) < 30
    assert endpoint.deliveries().total() == len(log.calls)


def test_a_full_disk_ends_the_run_in_one_sentence(endpoint):
    class FullLog(MemoryLog):
        def store(self, *_):
            raise StoreError("The disk is full.")

    summary = run(endpoint, CASES, log=FullLog())
    assert (summary.state, summary.problem) == ("failed", "The disk is full.")


@pytest.mark.parametrize("probe", list(GOOD_ANSWERS))
@pytest.mark.parametrize("answer", [{"verdict": True}, {}, [], "true", "not JSON", None], ids=repr)
def test_a_wrong_shape_is_never_a_verdict(endpoint, probe, answer):
    endpoint.script = lambda asked: Reply(
        answer if asked.probe == probe else GOOD_ANSWERS[asked.probe]
    )
    log = MemoryLog()
    summary = run(endpoint, [make_record()], log=log)
    (call,) = (call for call in log.calls if call.request.probe == probe)
    assert call.outcome in ("wrong_shape", "unparseable")
    assert call.answer is None
    assert call.raw
    attribution = attribute(make_record().case, summary.results["c1"][0])
    assert not attribution.complete
    unknown = {
        "key_evidence": attribution.evidence_retrieved,
        "evidence_match": attribution.evidence_retrieved,
        "gold_only": attribution.gold_only_correct,
        "analysis": attribution.gold_only_correct,
        "gold_plus_noise": attribution.gold_plus_noise_correct,
        "noise_grade": attribution.gold_plus_noise_correct,
    }
    assert unknown[probe] is None

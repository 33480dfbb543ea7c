"""What ends a run before its end: budgets, an empty account, a dead endpoint, a person."""

import threading
from collections import Counter

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
from trek_core.probes.client import ModelClient

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


def test_a_case_with_a_call_that_had_no_reply_is_not_done(endpoint):
    def script(asked):
        if (asked.case_id, asked.probe) == ("c3", "gold_only"):
            return Reply(status=400, body={"error": {"message": "Unknown model."}})
        return good(asked)

    endpoint.script = script
    log = MemoryLog()
    summary = run(endpoint, CASES, log=log)
    assert (summary.state, summary.progress.cases_done) == ("failed", 9)
    assert summary.unfinished == {"c3"}
    for part in ("1 call had no reply", "1 case of 10 is not done", "Unknown model", "127.0.0.1"):
        assert part in summary.problem
    # What needs the missing answer waits for it.
    assert ("c3", "analysis") not in endpoint.requests()
    endpoint.script = good
    summary = run(endpoint, CASES, log=log)
    assert (summary.state, summary.progress.cases_done, summary.unfinished) == (
        "done", 10, frozenset(),
    )  # fmt: skip
    assert max(Counter((call.request.key, call.outcome) for call in log.calls).values()) == 1


def test_an_unexpected_error_in_one_call_is_the_outcome_of_that_call(endpoint, monkeypatch):
    ask = ModelClient.ask

    async def break_down(self, request):
        if (request.case_id, request.probe) == ("c3", "gold_only"):
            raise RuntimeError("secret")
        return await ask(self, request)

    monkeypatch.setattr(ModelClient, "ask", break_down)
    log = MemoryLog()
    summary = run(endpoint, CASES, log=log)
    assert (summary.state, summary.progress.cases_done) == ("failed", 9)
    (failed,) = (call for call in log.calls if call.outcome == "failed")
    assert "RuntimeError" in failed.problem
    assert "secret" not in failed.problem


def test_a_call_that_cannot_be_stored_takes_no_other_with_it(endpoint):
    class PickyLog(MemoryLog):
        def store(self, *calls):
            if any(call.request.case_id == "c3" for call in calls):
                raise ValueError("not this one")
            super().store(*calls)

    log = PickyLog()
    summary = run(endpoint, CASES, log=log)
    assert summary.state == "failed"
    assert "could not be kept" in summary.problem
    paid = {(asked.case_id, asked.probe) for asked in endpoint.log if asked.case_id != "c3"}
    assert {(call.request.case_id, call.request.probe) for call in log.calls} == paid


def test_text_that_no_file_holds_is_kept_escaped(endpoint, monkeypatch):
    ask = ModelClient.ask

    async def answer(self, request):
        call = await ask(self, request)
        return call.model_copy(update={"raw": "\ud800", "problem": "\ud800"})

    monkeypatch.setattr(ModelClient, "ask", answer)
    log = MemoryLog()
    summary = run(endpoint, CASES[:1], log=log)
    assert summary.progress.outcomes["unparseable"] == len(log.calls) > 0
    assert "\\ud800" in log.calls[0].model_dump_json()


@pytest.mark.parametrize("listener", ["on_progress", "on_result"])
def test_an_unexpected_error_elsewhere_ends_the_run_in_one_sentence(endpoint, listener):
    def break_down(*_):
        raise AssertionError

    summary = run(endpoint, CASES, **{listener: break_down})
    assert summary.state == "failed"
    assert "AssertionError" in summary.problem


def test_spending_names_the_calls_that_have_no_price(endpoint):
    settings = make_settings(endpoint.base_url, prices={"judge": PRICES["judge"]})
    spent = run(endpoint, CASES[:3], settings=settings).progress.spent
    assert spent.unpriced == {"evaluated": 6}
    assert spent.money == pytest.approx(12 * (100 * 10.0 + 20 * 20.0) / 1e6)

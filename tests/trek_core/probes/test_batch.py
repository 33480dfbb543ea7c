"""Batch files: staged rounds that end where a direct run ends."""

import asyncio
import itertools
import json

import pytest

from tests.trek_core.probes.document_samples import MemoryCache, ScriptedSource
from tests.trek_core.probes.probe_endpoint import GOOD_ANSWERS, ProbeEndpoint, Reply
from tests.trek_core.probes.running import MemoryLog, make_record, make_settings, run
from trek_core.probes.batch import BatchReplies, BatchRunner, batch_line, read_batch_output
from trek_core.probes.calls import ProbeRequest
from trek_core.probes.plan import Plan
from trek_core.probes.settling import Received

RECORDS = [make_record("c1"), make_record("c2")]
SETTINGS = make_settings("http://127.0.0.1:9/v1")
REFUSED = {
    "status_code": 200,
    "body": {
        "status": "completed",
        "output": [{"type": "message", "content": [{"type": "refusal", "refusal": "No."}]}],
    },
}


def take_round(log, replies=None, settings=SETTINGS, records=RECORDS):
    """One round: what came in, and the calls that go out."""
    runner = BatchRunner(settings, log, MemoryCache(), ScriptedSource(), replies)
    summary = asyncio.run(runner.run(records, Plan()))
    return runner, summary


def write_output(path, *lines):
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return read_batch_output(path)


def output_line(request, answer=None, status=200, **fields):
    body = Reply(GOOD_ANSWERS[request.probe] if answer is None else answer).payload()
    response = {"status_code": status, "request_id": "req_b", "body": body}
    return {"id": "b", "custom_id": request.key, "response": response, "error": None} | fields


def test_the_first_round_holds_what_depends_on_nothing():
    runner, summary = take_round(MemoryLog())
    assert sorted((each.case_id, each.probe) for each in runner.requests) == [
        ("c1", "gold_only"),
        ("c1", "key_evidence"),
        ("c2", "gold_only"),
        ("c2", "key_evidence"),
    ]
    assert summary.progress.cases_done == 0


def test_a_line_is_a_call_as_the_batch_api_takes_it():
    runner, _ = take_round(MemoryLog())
    line = json.loads(json.dumps(batch_line(runner.requests[0])))
    assert set(line) == {"custom_id", "method", "url", "body"}
    assert (line["method"], line["url"]) == ("POST", "/v1/responses")
    assert len(line["custom_id"]) == 64
    assert line["body"]["model"]


def test_rounds_end_where_a_direct_run_ends(tmp_path):
    log, replies, rounds = MemoryLog(), None, []
    while True:
        runner, summary = take_round(log, replies)
        if not runner.requests:
            break
        rounds.append(sorted({each.probe for each in runner.requests}))
        lines = [output_line(request) for request in runner.requests]
        replies = write_output(tmp_path / "output.jsonl", *lines)
    assert rounds == [
        ["gold_only", "key_evidence"],
        ["analysis", "evidence_match"],
        ["gold_plus_noise"],
        ["noise_grade"],
    ]
    with ProbeEndpoint() as endpoint:
        direct = run(endpoint, RECORDS)
    for case_id, (probes,) in summary.results.items():
        (asked,) = direct.results[case_id]
        left_out = {"provenance"}  # The time is in it.
        assert probes.model_dump(exclude=left_out) == asked.model_dump(exclude=left_out)
    assert summary.progress.cases_done == 2
    assert {call.request_id for call in log.calls} == {"req_b"}


def test_odd_lines_end_as_outcomes_or_are_named(tmp_path):
    runner, _ = take_round(MemoryLog())
    keys = {(each.case_id, each.probe): each for each in runner.requests}
    replies = write_output(
        tmp_path / "output.jsonl",
        output_line(keys["c1", "gold_only"], {"verdict": True}),
        output_line(keys["c1", "key_evidence"], error={"message": "expired"}, response=None),
        output_line(keys["c2", "gold_only"], status=500),
        {"custom_id": 7, "response": {}},
        {"custom_id": "x", "response": None},
        ["no object"],
    )
    assert len(replies.problems) == 3
    assert "line 4, custom_id" in replies.problems[0]
    log = MemoryLog()
    again, _ = take_round(log, replies)
    assert sorted((c.request.case_id, c.request.probe, c.outcome) for c in log.calls) == [
        ("c1", "gold_only", "wrong_shape"),
        ("c1", "key_evidence", "failed"),
        ("c2", "gold_only", "failed"),
    ]
    assert {"expired" in (call.problem or "") for call in log.calls} == {True, False}
    asked_next = {(each.case_id, each.probe) for each in again.requests}
    assert {("c2", "key_evidence"), ("c1", "key_evidence"), ("c2", "gold_only")} <= asked_next
    assert len(again.failed) == 2


def test_a_line_that_met_an_empty_account_goes_into_the_next_file(tmp_path):
    runner, _ = take_round(MemoryLog())
    first = runner.requests[0]
    response = {"status_code": 429, "body": {"error": {"code": "insufficient_quota"}}}
    replies = write_output(tmp_path / "o.jsonl", output_line(first, response=response))
    log = MemoryLog()
    again, _ = take_round(log, replies)
    assert log.calls == []
    assert first.key in {each.key for each in again.requests}


def test_taking_a_file_in_twice_is_the_same_as_once(tmp_path):
    log = MemoryLog()
    runner, _ = take_round(log)
    replies = write_output(tmp_path / "o.jsonl", *map(output_line, runner.requests))
    take_round(log, replies)
    kept = len(log.calls)
    again, _ = take_round(log, replies)
    assert (len(log.calls), again.unknown) == (kept, ())


def test_replies_to_calls_that_are_not_asked_any_more_are_told():
    other = ProbeRequest(
        case_id="gone", probe="gold_only", role="evaluated_model", model="m",
        prompt_sha256="", input_text="",
    )  # fmt: skip
    received = BatchReplies({other.key: (Received(200, "{}"),)})
    runner, _ = take_round(MemoryLog(), received)
    assert runner.unknown == (other.key,)


@pytest.mark.parametrize("limit", [1, 3])
def test_a_batch_keeps_within_the_budget(limit):
    settings = make_settings("http://127.0.0.1:9/v1", limits={"calls": limit})
    runner, summary = take_round(MemoryLog(), settings=settings)
    assert len(runner.requests) == limit
    assert summary.state == "out_of_budget"


def test_of_several_replies_to_a_call_an_answer_wins_in_any_order(tmp_path):
    first, *_ = take_round(MemoryLog())[0].requests
    lines = [
        output_line(first),
        output_line(first, response=REFUSED),
        output_line(first, response=None, error={"message": "expired"}),
        output_line(first, status=500),
    ]
    for order in itertools.permutations(lines):
        log = MemoryLog()
        files = [write_output(tmp_path / "o.jsonl", line) for line in order]
        replies = sum(files, BatchReplies())
        take_round(log, replies)
        assert ([call.outcome for call in log.calls], replies.repeated) == (["answered"], 1)


@pytest.mark.parametrize("status", [10**30, -5, 0, 99, 600, True, 200.0, "200"])
def test_a_status_that_is_none_is_named_and_is_no_reply(tmp_path, status):
    first, *_ = take_round(MemoryLog())[0].requests
    replies = write_output(tmp_path / "o.jsonl", output_line(first, status=status))
    assert "status" in replies.problems[0]
    assert not replies.received


@pytest.mark.parametrize("status", [100, 199, 300, 304, 404])
def test_a_status_without_success_is_no_answer(tmp_path, status):
    first, *_ = take_round(MemoryLog())[0].requests
    log = MemoryLog()
    take_round(log, write_output(tmp_path / "o.jsonl", output_line(first, status=status)))
    assert [call.outcome for call in log.calls] == ["failed"]


def test_a_batch_that_failed_as_a_whole_is_read_to_its_end(tmp_path):
    records = [make_record(f"c{number}") for number in range(20)]
    runner, _ = take_round(MemoryLog(), records=records)
    lines = [
        output_line(each, response=None, error={"message": "expired"}) for each in runner.requests
    ]
    log = MemoryLog()
    replies = write_output(tmp_path / "o.jsonl", *lines)
    again, summary = take_round(log, replies, records=records)
    assert (len(log.calls), len(again.requests), summary.state) == (40, 40, "done")


def test_what_is_taken_in_counts_as_spent(tmp_path):
    runner, _ = take_round(MemoryLog())
    replies = write_output(tmp_path / "o.jsonl", *map(output_line, runner.requests))
    _, summary = take_round(MemoryLog(), replies)
    assert (summary.progress.spent.calls, summary.progress.spent.tokens) == (4, 480)


def test_an_answer_of_a_later_file_takes_the_place_of_a_refusal_and_never_the_other_way(tmp_path):
    log = MemoryLog()
    first, *_ = take_round(log)[0].requests
    outcomes = []
    for line in (output_line(first, response=REFUSED), output_line(first)) * 2:
        take_round(log, write_output(tmp_path / "o.jsonl", line))
        outcomes.append([call.outcome for call in log.calls])
    assert outcomes == [["refused"], *[["refused", "answered"]] * 3]
    assert log.find(first.key).outcome == "answered"


def test_a_key_in_a_batch_output_is_taken_out_of_all_that_is_kept(tmp_path, monkeypatch):
    key = "sk-of-a-batch/0123456789+abcdef"
    monkeypatch.setenv("TREK_TEST_KEY", key)
    settings = make_settings("http://127.0.0.1:9/v1")
    roles = {
        name: role.model_copy(update={"api_key_env": "TREK_TEST_KEY"})
        for name, role in settings.roles.items()
    }
    settings = settings.model_copy(update={"roles": roles})
    requests = take_round(MemoryLog(), settings=settings)[0].requests
    first = next(each for each in requests if each.probe == "gold_only")
    second = next(each for each in requests if each.probe == "key_evidence")
    answer = GOOD_ANSWERS["gold_only"] | {"rag_answer": f"It is {key}."}
    said = {"status_code": 401, "request_id": key, "body": {"error": {"message": f"Bad {key}"}}}
    lines = [output_line(first, answer), output_line(second, response=said)]
    log = MemoryLog()
    take_round(log, write_output(tmp_path / "o.jsonl", *lines), settings=settings)
    assert len(log.calls) == 2
    assert not [call for call in log.calls if key in str(call) or key in call.model_dump_json()]
    assert any(call.answer and call.answer["rag_answer"] == "It is [key]." for call in log.calls)

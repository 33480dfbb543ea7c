"""`trek run` where calls have no reply: nothing recorded is lost, and nobody takes it for done."""

import json

import pytest

from review_db.cli import main
from review_db.store import ReviewStore
from tests.review_db.cli.probe_files import make_cases, write_cases, write_settings
from tests.trek_core.probes.probe_endpoint import GOOD_ANSWERS, ProbeEndpoint, Reply, good
from tests.trek_core.probes.running import KEY, make_record

RECORDED = {
    "retrieval": {"url_match": False, "evidence_match": False},
    "queries": {"query_reasonable": True},
    "gold_only": {"rag_answer": "Imke Vale", "correct": True},
    "gold_plus_noise": {"ran": True, "answer": "Perrin", "correct": False},
    "provenance": {"models": {"evaluated_model": "an older one"}},
}
REFUSAL = {
    "status": "completed",
    "output": [{"type": "message", "content": [{"type": "refusal", "refusal": "No."}]}],
}


@pytest.fixture
def endpoint():
    with ProbeEndpoint() as started:
        yield started


@pytest.fixture
def trek_run(tmp_path, endpoint, monkeypatch, capsys):
    """Run the command on a complete recorded case: exit code, stdout, stderr."""
    monkeypatch.setenv("TREK_TEST_KEY", KEY)
    cases = write_cases(tmp_path, make_record("c0", probes=RECORDED))
    settings = write_settings(tmp_path, endpoint.base_url)

    def run(*options, cases=cases):
        arguments = ["run", cases, "-o", tmp_path / "out.jsonl", "--settings", settings, *options]
        code = main([str(argument) for argument in arguments])
        return code, *capsys.readouterr()

    run.cases = cases
    run.out = tmp_path / "out.jsonl"
    return run


def write_dead_settings(folder):
    """Settings of an endpoint where nobody listens, given up soon."""
    path = write_settings(folder, "http://127.0.0.1:1/v1")
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("api_key", "timeout_seconds = 0.3\napi_key"), encoding="utf-8")


def line(path):
    return json.loads(path.read_text(encoding="utf-8").splitlines()[0])


def test_a_dead_endpoint_is_no_success_and_destroys_nothing(trek_run, tmp_path, endpoint):
    write_dead_settings(tmp_path)
    code, said, problem = trek_run()
    assert code == 1
    assert "0 of 1 failed case done" in said
    for part in ("had no reply", "1 case of 1 is not done", "http://127.0.0.1:1/v1"):
        assert part in problem
    written, recorded = line(trek_run.out), line(trek_run.cases)
    for name in RECORDED:
        assert written.get(name) == recorded.get(name), name
    assert (written["labels"], written["complete"]) == (["Retrieval", "Distraction"], True)
    write_settings(tmp_path, endpoint.base_url)
    assert trek_run("--resume")[0] == 0
    assert line(trek_run.out)["provenance"]["models"]["evaluated_model"] == "evaluated"


def test_importing_what_a_dead_endpoint_left_changes_no_attribution(trek_run, tmp_path):
    store = ReviewStore(tmp_path / "reviews.db")
    store.import_file(trek_run.cases, "cases")
    before = store.load_case("c0").record.probes
    write_dead_settings(tmp_path)
    trek_run()
    store.import_file(trek_run.out, "out")
    assert store.load_case("c0").record.probes == before


@pytest.mark.parametrize("failing", GOOD_ANSWERS)
def test_one_call_without_a_reply_keeps_the_recorded_case_whole(trek_run, endpoint, failing):
    def script(asked):
        failed = Reply(status=400, body={"error": {"message": "Not now."}})
        return failed if asked.probe == failing else good(asked)

    endpoint.script = script
    code, _, problem = trek_run()
    assert (code, "Not now." in problem) == (1, True)
    assert line(trek_run.out)["provenance"]["models"] == RECORDED["provenance"]["models"]
    assert line(trek_run.out)["labels"] == ["Retrieval", "Distraction"]


@pytest.mark.parametrize(
    "reply", [Reply(body=REFUSAL), Reply(body={"status": "incomplete"}), Reply("no JSON"), Reply(7)]
)
def test_what_a_model_said_instead_of_an_answer_is_a_finding(trek_run, endpoint, reply):
    endpoint.script = lambda asked: reply if asked.probe == "gold_only" else good(asked)
    assert trek_run()[0] == 0
    written = line(trek_run.out)
    assert "correct" not in written["gold_only"]
    assert written["complete"] is False


def test_a_case_without_a_record_carries_what_there_is(trek_run, endpoint, tmp_path):
    failed = Reply(status=400, body={"error": {"message": "Not now."}})
    endpoint.script = lambda asked: failed if asked.probe == "analysis" else good(asked)
    assert trek_run(cases=write_cases(tmp_path, make_record("c0")))[0] == 1
    assert line(trek_run.out)["gold_only"]["rag_answer"] == "Imke Vale"


def test_one_odd_reply_among_many_loses_no_other(trek_run, endpoint, tmp_path):
    odd = {"status": "completed", "output": [
        {"type": "message", "content": [{"type": "refusal", "refusal": "no \ud800"}]}
    ]}  # fmt: skip

    def script(asked):
        return Reply(body=odd) if asked.case_id == "c5" else good(asked)

    endpoint.script = script
    code, said, _ = trek_run("--json", cases=write_cases(tmp_path, *make_cases(12)))
    result = json.loads(said)
    assert (code, result["state"], result["cases_done"]) == (0, "done", 12)
    assert result["outcomes"]["refused"] > 0
    assert sum(endpoint.requests().values()) == result["asked"]
    assert len(trek_run.out.read_text(encoding="utf-8").splitlines()) == 12


def test_a_limit_on_money_holds_over_every_resume_when_usage_is_not_said(
    trek_run, endpoint, tmp_path
):
    endpoint.script = lambda asked: Reply(GOOD_ANSWERS[asked.probe], usage=None)
    prices = "".join(
        f'\n[prices."{model}"]\ninput = 1.0\noutput = 1.0\n' for model in ("judge", "evaluated")
    )
    write_settings(tmp_path, endpoint.base_url, f"\n[limits]\nmoney = 0.2\n{prices}")
    cases = write_cases(tmp_path, *make_cases(5))
    code, said, _ = trek_run("--json", cases=cases)
    first, asked = json.loads(said), len(endpoint.log)
    assert (code, 0.1 < first["money"] <= 0.2) == (3, True)
    for _ in range(2):
        code, said, _ = trek_run("--resume", "--json", cases=cases)
        assert (code, len(endpoint.log)) == (3, asked)
        assert json.loads(said)["money"] == pytest.approx(first["money"])


def test_a_cost_says_what_it_leaves_out(trek_run, endpoint, tmp_path):
    write_settings(
        tmp_path, endpoint.base_url, '\n[prices."evaluated"]\ninput = 1.0\noutput = 1.0\n'
    )
    said = trek_run()[1]
    assert "cost 0.00024 and 4 calls of judge without a price" in said
    result = json.loads(trek_run("--resume", "--json")[1])
    assert (result["money"], result["unpriced"]) == (pytest.approx(0.00024), {"judge": 4})

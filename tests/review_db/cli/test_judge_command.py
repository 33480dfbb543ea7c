"""`trek judge` over a real endpoint."""

import json

import pytest

from review_db.cli import main
from tests.review_db.cli.probe_files import write_cases, write_settings
from tests.trek_core.probes.probe_endpoint import ProbeEndpoint, Reply
from tests.trek_core.probes.running import KEY, make_record
from trek_core.jsonl import read_jsonl

GRADES = {
    "fresh": {"evaluation": "incorrect", "reason": "Another name."},
    "info": {"answers_correctly": "Yes", "reason": "Same."},
    "premise": {"answers_correctly": "No", "reason": "Missed."},
    "seal": {"grade": "C", "reason": "It says so."},
    "odd": "NOT_ATTEMPTED is not CORRECT",
    "done": {"grade": "A", "reason": "Same."},
}


def make_cases():
    def make(case_id, dataset, **fields):
        return make_record(case_id, **{"dataset": dataset, "judge": None} | fields)

    return [
        make("equal", "freshqa", prediction="imke vale."),
        make("fresh", "freshqa"),
        make("info", "infodeepseek"),
        make("premise", "infodeepseek", false_premise=True),
        make("seal", "sealqa_hard"),
        make("odd", "sealqa_hard"),
        make("done", "sealqa_hard", judge={"verdict": "incorrect", "model": "old"}),
        make("other", "mine"),
    ]


@pytest.fixture
def endpoint():
    with ProbeEndpoint(lambda asked: Reply(GRADES[asked.case_id])) as started:
        yield started


@pytest.fixture(autouse=True)
def key(monkeypatch):
    monkeypatch.setenv("TREK_TEST_KEY", KEY)


@pytest.fixture
def files(tmp_path, endpoint):
    settings = write_settings(tmp_path, endpoint.base_url)
    return write_cases(tmp_path, *make_cases()), tmp_path / "out.jsonl", settings


@pytest.fixture
def judge(files, capsys):
    """Run the command on the files: exit code, stdout, stderr."""

    def run(*options):
        cases, out, settings = files
        arguments = ["judge", cases, "-o", out, "--settings", settings, *options]
        code = main([str(argument) for argument in arguments])
        return code, *capsys.readouterr()

    return run


def verdicts(path):
    return {entry.record.case.case_id: entry.record.case.verdict for entry in read_jsonl(path)}


def test_each_case_is_judged_by_its_own_protocol_and_only_where_it_must_be(judge, files, endpoint):
    code, said, noted = judge("--json")
    result = json.loads(said)
    assert (code, result["state"], result["by_equality"]) == (0, "done", 1)
    assert "1 cases have no protocol" in noted
    assert verdicts(files[1]) == {
        "equal": "correct",
        "fresh": "incorrect",
        "info": "correct",
        "premise": "incorrect",
        "seal": "not_attempted",
        "odd": "unparseable",
        "done": "incorrect",
        "other": None,
    }
    asked = {each.case_id: each.text for each in endpoint.log}
    assert set(asked) == {"fresh", "info", "premise", "seal", "odd"}
    assert "assumes something untrue" in asked["premise"]
    assert "assumes something untrue" not in asked["info"]
    assert result["by_dataset"]["freshqa"]["accuracy"] == 0.5
    assert result["by_dataset"]["sealqa_hard"] == {
        "not_attempted": 1, "unparseable": 1, "incorrect": 1, "accuracy": 0.0,
        "ci": result["by_dataset"]["sealqa_hard"]["ci"],
    }  # fmt: skip
    assert result["macro"] == pytest.approx(1 / 3)
    cases = {entry.record.case.case_id: entry.record.case for entry in read_jsonl(files[1])}
    assert "NOT_ATTEMPTED is not CORRECT" in cases["odd"].judge.raw
    assert (cases["info"].judge.protocol, cases["info"].judge.model) == ("infodeepseek", "judge")
    assert cases["other"].judge is None


def test_going_on_asks_nothing_twice(judge, files, endpoint):
    judge()
    first = files[1].read_bytes()
    asked = len(endpoint.log)
    assert "holds an earlier run" in judge()[2]
    code, said, _ = judge("--resume", "--json")
    calls = json.loads(said)["calls"]
    assert (code, calls["asked"], calls["reused"], len(endpoint.log)) == (0, 0, asked, asked)
    assert files[1].read_bytes() == first


def test_a_judge_that_cannot_be_reached_leaves_cases_as_they_were(judge, files, endpoint):
    endpoint.script = lambda _: Reply(status=400, body={"error": {"message": "No."}})
    code, said, noted = judge()
    assert code == 1
    assert "not complete" in said
    assert "had no reply" in noted
    assert verdicts(files[1])["fresh"] is None
    endpoint.script = lambda asked: Reply(GRADES[asked.case_id])
    assert judge("--resume")[0] == 0
    assert verdicts(files[1])["fresh"] == "incorrect"


def test_judging_again_keeps_the_earlier_verdict_and_tells_what_changed(judge, files):
    code, said, _ = judge("--again", "--json")
    assert code == 0
    assert json.loads(said)["changed"] == [
        {"case_id": "done", "before": "incorrect", "after": "correct"}
    ]
    (done,) = [e.record.case for e in read_jsonl(files[1]) if e.record.case.case_id == "done"]
    assert done.judge.verdict == "correct"
    assert done.judge.to_json()["earlier"] == {"verdict": "incorrect", "model": "old"}


def test_a_dry_run_asks_and_writes_nothing(judge, files, endpoint):
    code, said, _ = judge("--dry-run", "--json")
    assert (code, json.loads(said)["calls"], endpoint.log) == (0, 5, [])
    assert not files[1].exists()


def test_the_report_for_people_gives_accuracy_with_its_interval(judge):
    _, said, _ = judge()
    assert "1 judged by equality, 5 calls asked" in said
    assert "freshqa: 1 correct, 1 incorrect; accuracy 50.0% (95 % CI" in said
    assert "all, macro: 33.3%" in said

"""`trek judge` over a real endpoint."""

import json

import pytest

from review_db.cli import main
from review_db.store import OWNER, CaseFilter, ReviewStore
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
    assert "1 case is left as found: no protocol goes with the dataset" in noted
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


def test_answers_are_judged_again_by_another_releases_references_where_they_differ(
    judge, files, endpoint, tmp_path
):
    out = files[1]
    verdicts = {"turns": "incorrect", "stays": "incorrect", "same": "correct", "lost": "incorrect"}
    records = [
        make_record(case_id, question=f"Who is {case_id}?", dataset="freshqa",
                    reference_answers=["Ann"], prediction="Bea", judge={"verdict": verdict})
        for case_id, verdict in verdicts.items()
    ]  # fmt: skip
    write_cases(tmp_path, *records)
    release = tmp_path / "later.jsonl"
    answers = {"turns": ["Bea"], "stays": ["Cleo"], "same": [" ann"]}
    release.write_text("".join(
        json.dumps({"dataset": "freshqa", "question": f"Who is {name}?",
                    "reference_answers": found, "effective_year": 2026}) + "\n"
        for name, found in answers.items()
    ))  # fmt: skip
    endpoint.script = lambda _: Reply({"evaluation": "incorrect", "reason": "Another name."})
    code, said, _ = judge("--references", release, "--json")
    result = json.loads(said)
    assert (code, result["by_equality"], [each.case_id for each in endpoint.log]) == (
        0, 1, ["stays"],
    )  # fmt: skip
    assert "Cleo" in endpoint.log[0].text
    assert result["references"] == {
        "source": "later.jsonl", "changed_references": 2, "now correct": ["turns"],
        "now wrong": [], "unchanged": ["stays"],
        "left": {"the same reference": 1, "no question found, or none with a reference": 1},
    }  # fmt: skip
    case = next(e.record.case for e in read_jsonl(out) if e.record.case.case_id == "turns")
    assert (case.verdict, case.reference_answers) == ("incorrect", ("Ann",))
    assert case.model_extra["other_reference"]["reference_answers"] == ["Bea"]
    store = ReviewStore(tmp_path / "reviews.db")
    store.import_file(out, "out.jsonl", by=OWNER)
    found = store.list_cases(CaseFilter(drift="now correct"))
    assert [row.case_id for row in found.rows] == ["turns"]
    assert (
        "turns: now correct, so its recorded reference is likely outdated"
        in judge("--references", release, "--resume")[1]
    )


def test_two_judges_are_compared_and_what_a_reference_turns_is_written_for_review(tmp_path, capsys):
    first = [make_record(f"c{n}", judge={"verdict": "correct"}) for n in range(4)]
    second = [
        make_record("c0", judge={"verdict": "incorrect"}),
        *first[1:3],
        make_record("c3", judge={"verdict": "incorrect"}, reference_answers=["Bea"]),
    ]
    paths = []
    for name, records in (("one", first), ("two", second)):
        (tmp_path / name).mkdir()
        paths.append(str(write_cases(tmp_path / name, *records)))
    out = tmp_path / "turned.jsonl"
    assert main(["judges", *paths, "--json", "-o", str(out)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["agreement"]["n"], told["table"][0]) == (3, [2, 1, 0])
    assert told["disagreements"] == [{"case_id": "c0", "first": "correct", "second": "incorrect"}]
    assert [(each["case_id"], each["drift"]) for each in told["drifted"]] == [("c3", "now wrong")]
    (entry,) = read_jsonl(out)
    assert entry.record.case.model_extra["other_reference"]["judge"] == {"verdict": "incorrect"}
    assert main(["judges", *paths]) == 0
    said = capsys.readouterr().out
    assert "verdicts: n 3, agreement 66.7% (95 % CI" in said
    assert said.count("; few cases\n") == 2
    assert "Fewer than 30 cases: too few for a firm figure." in said
    assert "Other references: 1 verdict turned, 0 as before." in said
    assert "1 left out, judged by other references" in said
    assert "case c3: correct, then incorrect, now wrong" in said

"""`trek run --batch-out` and `--batch-in`: the rounds of a batch, by file."""

import json
from pathlib import Path

import pytest

from review_db.cli import main
from review_db.store import ReviewStore
from tests.review_db.cli.probe_files import make_cases, write_cases, write_settings
from tests.trek_core.probes.probe_endpoint import _BY_FIELDS, GOOD_ANSWERS, Reply


def carry_out(sent, answered):
    """Do what a provider does with a batch file."""
    lines = []
    for line in sent.read_text(encoding="utf-8").splitlines():
        call = json.loads(line)
        fields = call["body"]["text"]["format"]["schema"]["properties"]
        body = Reply(GOOD_ANSWERS[_BY_FIELDS[frozenset(fields)]]).payload()
        response = {"status_code": 200, "request_id": "r", "body": body}
        lines.append({"custom_id": call["custom_id"], "response": response, "error": None})
    answered.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


@pytest.fixture
def trek_run(tmp_path, capsys):
    settings = write_settings(tmp_path, "http://127.0.0.1:9/v1")
    cases = write_cases(tmp_path, *make_cases(3))

    def run(*options):
        arguments = ["run", cases, "-o", tmp_path / "out.jsonl", "--settings", settings, *options]
        assert main([str(argument) for argument in arguments]) == 0
        return capsys.readouterr()

    return run


def test_four_rounds_finish_a_run_without_a_key_or_a_connection(trek_run, tmp_path):
    sent = tmp_path / "sent.jsonl"
    result = json.loads(trek_run("--batch-out", sent, "--json").out)
    counts = []
    while result["batch_calls"]:
        counts.append(list(result["batch_out"].values()))
        (run,) = ReviewStore(tmp_path / "out.jsonl.probes.db").list_probe_runs()
        assert run.state == result["state"] == "waiting"
        options = []
        for name in result["batch_out"]:
            carry_out(Path(name), Path(f"{name}.out"))
            options += ["--batch-in", f"{name}.out"]
        result = json.loads(trek_run(*options, "--batch-out", sent, "--json").out)
    # One file for the judge and one for the evaluated model: a batch has one model.
    assert counts == [[3, 3], [6], [3], [3]]
    assert (result["state"], result["cases_done"]) == ("done", 3)
    lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [line["labels"] for line in lines] == [["Distraction"]] * 3
    (run,) = ReviewStore(tmp_path / "out.jsonl.probes.db").list_probe_runs()
    assert run.state == "done"


def test_a_file_holds_the_calls_to_one_model(trek_run, tmp_path):
    result = json.loads(trek_run("--batch-out", tmp_path / "sent.jsonl", "--json").out)
    assert [Path(name).name for name in result["batch_out"]] == ["sent.1.jsonl", "sent.2.jsonl"]
    for name in result["batch_out"]:
        lines = [json.loads(line) for line in Path(name).read_text().splitlines()]
        assert len({line["body"]["model"] for line in lines}) == 1


def test_what_answers_no_call_of_the_run_is_told(trek_run, tmp_path):
    answered = tmp_path / "answered.jsonl"
    response = {"status_code": 200, "body": {}}
    answered.write_text(json.dumps({"custom_id": "x", "response": response}) + "\nnot JSON\n")
    said = trek_run("--batch-in", answered).err
    assert "1 line of" in said
    assert "line 2" in said


def test_a_round_says_what_it_took_in_and_counts_its_tokens(trek_run, tmp_path):
    sent, answered = tmp_path / "sent.jsonl", tmp_path / "answered.jsonl"
    trek_run("--only", "gold-only", "--batch-out", sent)
    carry_out(sent, answered)
    told = trek_run("--only", "gold-only", "--batch-in", answered).out
    assert "3 calls taken in and 0 found in the log" in told
    assert "asked" not in told
    assert "360 tokens" in told


def test_files_of_an_earlier_round_are_not_left_to_be_sent_again(trek_run, tmp_path):
    sent = tmp_path / "sent.jsonl"
    result = json.loads(trek_run("--batch-out", sent, "--json").out)
    options = []
    for name in result["batch_out"]:
        carry_out(Path(name), Path(f"{name}.out"))
        options += ["--batch-in", f"{name}.out"]
    result = json.loads(trek_run(*options, "--batch-out", sent, "--json").out)
    # What was two files is one now.
    assert [Path(name).name for name in result["removed"]] == ["sent.1.jsonl", "sent.2.jsonl"]
    assert sorted(path.name for path in tmp_path.glob("sent*.jsonl")) == ["sent.jsonl"]


@pytest.mark.parametrize("name", ["sent.jsonl", "sent.3.jsonl"])
def test_a_file_that_is_no_batch_file_is_neither_removed_nor_written_over(
    trek_run, tmp_path, name, capsys
):
    other = tmp_path / name
    other.write_text("Somebody's notes.\n", encoding="utf-8")
    with pytest.raises(AssertionError):
        trek_run("--batch-out", tmp_path / "sent.jsonl")
    assert "is no batch file" in capsys.readouterr().err
    assert other.read_text(encoding="utf-8") == "Somebody's notes.\n"
    assert len(list(tmp_path.glob("sent*.jsonl"))) == 1


def test_what_failed_in_a_batch_is_told_and_is_in_the_next_file(trek_run, tmp_path):
    sent, answered = tmp_path / "sent.jsonl", tmp_path / "answered.jsonl"
    trek_run("--only", "gold-only", "--batch-out", sent)
    before = sent.read_text(encoding="utf-8")
    keys = [json.loads(line)["custom_id"] for line in before.splitlines()]
    lines = [{"custom_id": key, "error": {"message": "expired"}} for key in keys]
    answered.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    said = trek_run("--only", "gold-only", "--batch-in", answered, "--batch-out", sent)
    assert "3 calls failed in the batch" in said.err
    assert "expired" in said.err
    assert sent.read_text(encoding="utf-8") == before

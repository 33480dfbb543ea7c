"""`trek attribute`, run as the command runs it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from review_db.cli import main
from trek_core.jsonl import read_jsonl

DRIFT = Path(__file__).parents[2] / "data" / "freshqa_drift.jsonl"
A, B = "https://a.org/1", "https://b.org/2"

DISTRACTION = {
    "case_id": "d",
    "question": "Who leads?",
    "gold_urls": [A],
    "retrieved_urls": [A],
    "gold_only_correct": True,
    "gold_plus_noise_correct": False,
}


def trek_attribute(*arguments) -> int:
    return main(["attribute", *map(str, arguments)])


@pytest.fixture
def write(tmp_path):
    def write(*lines) -> Path:
        path = tmp_path / "in.jsonl"
        path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
        return path

    return write


@pytest.fixture
def out(tmp_path):
    return tmp_path / "out.jsonl"


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_bytes().split(b"\n") if line]


def test_labels_are_computed_and_every_case_is_written(write, out, capsys):
    source = write(DISTRACTION, {"case_id": "ok", "question": "Who?", "verdict": "correct"})
    assert trek_attribute(source, "-o", out) == 0
    failed, accepted = lines(out)
    assert (failed["labels"], failed["complete"]) == (["Distraction"], True)
    assert "labels" not in accepted
    shown = capsys.readouterr()
    assert "2 cases, 1 of them accepted" in shown.out
    assert shown.err == ""


def test_json_is_one_object_and_messages_go_to_stderr(write, out, capsys):
    source = write(
        DISTRACTION | {"labels": ["Retrieval"]},
        {"case_id": "e", "question": "Who?", "labels": ["Pre-retrieval"]},
        {"case_id": "f"},
        {"case_id": "e", "question": "Who?", "labels": ["Pre-retrieval"]},
    )
    assert trek_attribute(source, "-o", out, "--json") == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out) == {
        "cases": 2,
        "accepted": 0,
        "incomplete": 1,
        "repeated": 1,
        "repaired": 0,
        "needs_evidence_match": 0,
        "differing": 1,
        "rejected": 1,
        "differences": [{"case_id": "d", "recorded": ["Retrieval"], "computed": ["Distraction"]}],
    }
    assert shown.err.splitlines() == [
        f"{source}, line 1, case d: the file says Retrieval, the rule gives Distraction",
        f"{source}, line 3, question: found nothing, expected text (case f)",
    ]
    first, second = lines(out)
    assert first["recorded_labels"] == ["Retrieval"]
    assert "recorded_labels" not in second


def test_another_reading_counts_label_changes_but_not_cases_it_cannot_read(write, out, capsys):
    partly = {"question": "Who?", "gold_urls": [A, B], "retrieved_urls": [A]}
    graded = {"gold_only_correct": True, "gold_plus_noise_correct": True, "query_reasonable": True}
    source = write(
        {"case_id": "open", "labels": ["Randomness"], **partly, **graded},
        {
            "case_id": "changed",
            "labels": ["Randomness"],
            "evidence_match": False,
            **partly,
            **graded,
        },
    )
    assert trek_attribute(source, "-o", out, "--url-match", "all", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["needs_evidence_match"] == 1
    assert found["differences"] == [
        {"case_id": "changed", "recorded": ["Randomness"], "computed": ["Retrieval"]}
    ]
    left_open, changed = lines(out)
    assert left_open["missing"] == ["retrieval.evidence_match"]
    assert changed["recorded_labels"] == ["Randomness"]
    assert changed["provenance"]["policy"]["url_match"] == "all"


def test_a_second_run_over_its_own_output_changes_nothing(write, out, tmp_path, capsys):
    source = write(DISTRACTION | {"labels": ["Retrieval"]})
    again = tmp_path / "again.jsonl"
    assert trek_attribute(source, "-o", out) == 0
    assert trek_attribute(out, "-o", again, "--json") == 0
    assert again.read_bytes() == out.read_bytes()
    assert '"differing": 1' in capsys.readouterr().out


def test_all_real_cases_come_out_incomplete(out, capsys):
    assert trek_attribute(DRIFT, "-o", out, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["cases"], found["incomplete"], found["rejected"]) == (156, 156, 0)
    contents = [[entry.content_hash for entry in read_jsonl(path)] for path in (DRIFT, out)]
    assert contents[0] == contents[1]


@pytest.mark.parametrize("link", [None, os.symlink, os.link])
def test_the_file_being_read_is_never_the_file_written(write, tmp_path, capsys, link):
    source = write(DISTRACTION)
    before = source.read_bytes()
    target = source
    if link:
        target = tmp_path / "same.jsonl"
        link(source, target)
    assert trek_attribute(source, "-o", target) == 1
    assert source.read_bytes() == before
    shown = capsys.readouterr()
    assert (shown.out, len(shown.err.splitlines())) == ("", 1)


def test_nothing_taken_is_exit_1_and_leaves_no_file(write, out, capsys):
    assert trek_attribute(write({"no": "question"}), "-o", out, "--json") == 1
    assert not out.exists()
    shown = capsys.readouterr()
    assert json.loads(shown.out)["rejected"] == 1
    assert "no line could be taken" in shown.err


@pytest.mark.parametrize("name", ["none.jsonl", "."])
def test_an_unreadable_file_is_exit_1_with_one_sentence(tmp_path, out, capsys, name):
    assert trek_attribute(tmp_path / name, "-o", out) == 1
    assert "cannot be read" in capsys.readouterr().err
    assert trek_attribute(tmp_path / name, "-o", out, "--json") == 1
    assert "cannot be read" in json.loads(capsys.readouterr().out)["error"]


def test_a_folder_that_is_not_there_is_exit_1_with_one_sentence(write, tmp_path, capsys):
    assert trek_attribute(write(DISTRACTION), "-o", tmp_path / "none" / "out.jsonl") == 1
    (sentence,) = capsys.readouterr().err.splitlines()
    assert "cannot be written" in sentence


@pytest.mark.parametrize("arguments", [[], ["in.jsonl"], ["in", "-o", "x", "--url-match", "some"]])
def test_wrong_usage_is_exit_2(arguments):
    with pytest.raises(SystemExit) as stopped:
        trek_attribute(*arguments)
    assert stopped.value.code == 2


def test_control_characters_from_a_file_never_reach_the_terminal(write, out, capsys):
    source = write(DISTRACTION | {"case_id": "\x1b[2Jd", "labels": ["Retrieval"]})
    assert trek_attribute(source, "-o", out) == 0
    assert "\x1b" not in capsys.readouterr().err


def test_the_output_can_be_piped_on(write):
    command = [sys.executable, "-m", "review_db.cli", "attribute", write(DISTRACTION)]
    done = subprocess.run([*command, "-o", "/dev/stdout"], capture_output=True, check=True)
    (line,) = done.stdout.splitlines()
    assert json.loads(line)["labels"] == ["Distraction"]
    assert b"1 case, " in done.stderr

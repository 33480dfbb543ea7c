"""`trek select` and `trek join` as a script sees them."""

import json

import pytest

from review_db.cli import main
from tests.trek_core.dataset_files import (
    CANARY,
    FRESHQA_FILE,
    neoqa,
    sealqa,
    write_lines,
)
from trek_core.jsonl import read_jsonl

DRIFT_FILE = FRESHQA_FILE.with_name("freshqa_drift.jsonl")


@pytest.fixture
def trek(capsys):
    """Run the command: exit code, stdout, stderr."""

    def run(*arguments):
        code = main([str(argument) for argument in arguments])
        return code, *capsys.readouterr()

    return run


def test_the_papers_choice_is_counted_and_written(trek, tmp_path):
    out = tmp_path / "paper.jsonl"
    code, said, noted = trek("select", FRESHQA_FILE, "--paper", "-o", out)
    assert (code, noted) == (0, "")
    assert said == (
        "49 of 600 freshqa questions with freshness=fast-changing and hops=multi-hop; "
        "as many as the paper's 49\n"
    )
    records = [entry.record for entry in read_jsonl(out)]
    assert len(records) == 49
    assert all(record.case.reference_answers for record in records)
    code, said, _ = trek("select", out, "--where", "split=DEV", "--json")
    result = json.loads(said)
    assert (code, result["dataset"], result["questions"], result["selected"]) == (
        0, "trektrace", 49, 7,
    )  # fmt: skip


def test_a_file_that_is_not_the_papers_is_told_and_odd_rows_are_named(trek, tmp_path):
    path = write_lines(tmp_path / "s.jsonl", sealqa(), sealqa(question=None))
    code, said, noted = trek("select", path, "--paper")
    assert code == 0
    assert "1 of 1 sealqa questions" in said
    assert "64 of the 254 of seal_hard, which this file does not hold; 1 row not taken" in said
    assert noted == (f"{path}, line 2, question: found null, expected a question (row not taken)\n")
    assert trek("select", path, "--where", "topic=Sports")[0] == 1
    assert trek("select", path, "--where", "topic")[0] == 2
    assert trek("select", path, "--where", "colour=red")[0] == 1


def test_the_canary_is_neither_printed_nor_written_unasked(trek, tmp_path):
    path = write_lines(tmp_path / "s.jsonl", sealqa(), sealqa(question=None), sealqa(canary=3))
    out = tmp_path / "out.jsonl"
    everything = "".join(map(str, trek("select", path, "--json", "-o", out)))
    everything += "".join(map(str, trek("select", path, "--where", "canary=x")))
    assert CANARY not in everything + out.read_text()
    trek("select", path, "-o", out, "--with-canary", "--dataset", "sealqa_hard")
    first = json.loads(out.read_text().splitlines()[0])
    assert (first["canary"], first["dataset"]) == (CANARY, "sealqa_hard")


def test_whoever_writes_decoded_questions_is_told_what_their_authors_ask(trek, tmp_path):
    path = write_lines(tmp_path / "n.jsonl", neoqa())
    assert trek("select", path)[2] == ""
    assert "not to be shared" in trek("select", path, "-o", tmp_path / "out.jsonl")[2]


def test_no_file_that_is_read_is_written_over(trek, tmp_path):
    path = write_lines(tmp_path / "n.jsonl", neoqa())
    before = path.read_bytes()
    cases = write_lines(tmp_path / "c.jsonl", {"question": "x"})
    assert "being read" in trek("select", path, "-o", path)[2]
    assert "being read" in trek("join", cases, path, "-o", path)[2]
    assert "being read" in trek("join", cases, path, "-o", cases)[2]
    assert path.read_bytes() == before


def test_the_recorded_cases_of_a_release_agree_with_it(trek, tmp_path):
    code, said, noted = trek("join", DRIFT_FILE, FRESHQA_FILE, "-o", tmp_path / "o.jsonl", "--json")
    result = json.loads(said)
    assert (code, noted) == (0, "")
    assert (result["cases"], result["by_id"], result["differences"]) == (156, 156, [])
    assert result["filled"] == {}


def test_bare_answers_get_everything_back_by_their_wording(trek, tmp_path):
    recorded = [json.loads(line) for line in DRIFT_FILE.read_text().split("\n") if line]
    bare = [{"question": each["question"], "prediction": each["prediction"]} for each in recorded]
    bare += [{"question": "What is the name of Leonardo DiCaprios third child?"}, {"question": "x"}]
    cases, out = write_lines(tmp_path / "bare.jsonl", *bare, "no case"), tmp_path / "o.jsonl"
    code, said, noted = trek("join", cases, FRESHQA_FILE, "-o", out)
    assert code == 0
    assert f"{out}: 156 of 158 cases joined (0 by id, 156 by question)" in said
    assert "1 line not taken" in said
    assert "near: What is the name of Leonardo DiCaprio's third child?" in noted
    joined = [entry.record.case for entry in read_jsonl(out)]
    for case, whole in zip(joined[:156], recorded, strict=True):
        assert case.reference_answers == tuple(dict.fromkeys(whole["gold_answers"]))
        assert list(case.gold_urls) == whole["gold_urls"]
        assert case.effective_year == whole["effective_year"]
        assert (case.false_premise, case.question_id) == (
            whole["false_premise"],
            whole["question_id"],
        )
    assert "labels" not in out.read_text(), "what nobody attributed gets no labels by the way"


def test_an_answer_with_its_questions_id_alone_takes_the_question_too(trek, tmp_path):
    cases = write_lines(
        tmp_path / "c.jsonl",
        {"question_id": "18", "prediction": "Nothing"},
        {"question_id": "9999", "prediction": "Nothing"},
        {"prediction": "Nothing"},
    )
    code, said, noted = trek("join", cases, FRESHQA_FILE, "-o", tmp_path / "o.jsonl", "--json")
    assert (code, json.loads(said)["by_id"], json.loads(said)["rejected"]) == (0, 1, 2)
    assert f"{cases}, line 2, question: found nothing, expected text" in noted
    (entry,) = read_jsonl(tmp_path / "o.jsonl")
    assert entry.record.case.question == "How much did Elon Musk buy Activision Blizzard for?"
    assert (entry.record.case.case_id, entry.record.case.false_premise) == ("18", True)


def test_differences_are_reported_and_labels_stay_apart_from_those_computed(trek, tmp_path):
    case = {
        "question": "How many bridges does the town have?",
        "prediction": "Three",
        "reference_answers": ["Five"],
        "retrieved_urls": ["https://town.example/bridges"],
        "gold_only_correct": False,
        "labels": ["Pre-retrieval", "Interpretation"],
    }
    cases = write_lines(tmp_path / "c.jsonl", case)
    dataset, out = write_lines(tmp_path / "s.jsonl", sealqa()), tmp_path / "o.jsonl"
    code, _, noted = trek("join", cases, dataset, "-o", out)
    assert code == 0
    assert 'reference_answers: recorded ["Five"], dataset ["Four"]' in noted
    line = json.loads(out.read_text())
    assert (line["reference_answers"], line["gold_urls"]) == (
        ["Five"], ["https://town.example/bridges"],
    )  # fmt: skip
    assert line["labels"] == ["Interpretation"]
    assert line["recorded_labels"] == ["Pre-retrieval", "Interpretation"]


def test_where_nothing_joins_the_exit_code_says_so(trek, tmp_path):
    cases = write_lines(tmp_path / "c.jsonl", {"question": "x"})
    code, said, _ = trek("join", cases, FRESHQA_FILE, "-o", tmp_path / "o.jsonl", "--json")
    assert code == 1
    assert json.loads(said)["not_joined"][0]["why"] == "none"
    (tmp_path / "empty.jsonl").touch()
    code, _, noted = trek("join", tmp_path / "empty.jsonl", FRESHQA_FILE, "-o", tmp_path / "x")
    assert (code, (tmp_path / "x").exists()) == (1, False)
    assert "nothing was written" in noted

"""`trek import` of what other systems record."""

import json
from pathlib import Path

import pytest

from review_db.cli import main
from review_db.store import CaseFilter, ReviewStore

FORMATS = Path(__file__).resolve().parents[2] / "data" / "formats"
WEBDANCER = str(FORMATS / "webdancer_react.jsonl")
PERPLEXITY = str(FORMATS / "perplexity_chat_citations.jsonl")


@pytest.fixture
def db(tmp_path):
    return tmp_path / "reviews.db"


def test_trajectories_go_in_and_what_is_missing_is_said(db, capsys):
    assert main(["import", WEBDANCER, "--db", str(db)]) == 0
    said = capsys.readouterr().out
    assert "Read as ReAct text with tags (WebDancer)." in said
    assert "missing in 3: gold URLs" in said
    assert "3 added" in said
    assert ReviewStore(db).list_cases(CaseFilter()).total == 3
    assert main(["import", WEBDANCER, "--db", str(db)]) == 0
    assert "0 added, 3 unchanged" in capsys.readouterr().out


def test_a_dry_run_says_what_is_there_and_writes_nothing(db, capsys):
    assert main(["import", WEBDANCER, PERPLEXITY, "--dry-run", "--json", "--db", str(db)]) == 0
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert (found[WEBDANCER]["cases"], found[WEBDANCER]["shapes"]) == (3, {"react-tags": 3})
    missing = {each["name"]: each["command"] for each in found[WEBDANCER]["missing"]}
    assert list(missing) == ["gold URLs", "effective year", "verdicts", "attributions"]
    assert missing["gold URLs"] == f"trek join {WEBDANCER} DATASET -o cases.jsonl"
    assert missing["attributions"] == "trek run judged.jsonl -o attributed.jsonl"
    assert (found[PERPLEXITY]["cases"], found[PERPLEXITY]["rejected"]) == (0, 1)
    assert "`question` and `response`" in err
    assert not db.exists()
    assert main(["import", WEBDANCER, "--dry-run"]) == 0
    assert f"{WEBDANCER}: 3 cases, 0 repeated, 0 rejected. Read as" in capsys.readouterr().out


def test_a_question_a_shape_and_a_mapping_can_be_given(db, tmp_path, capsys):
    told = ["--question", "How many live there?", "--as", "perplexity"]
    assert main(["import", PERPLEXITY, *told, "--db", str(db)]) == 0
    rows = tmp_path / "rows.json"
    rows.write_text('[{"key": "k", "q": "Who?", "said": "Bob"}]')
    mapping = ["--map", "question=q", "--map", "prediction=said", "--map", "question_id=key"]
    assert main(["import", str(rows), *mapping, "--db", str(db)]) == 0
    questions = {row.question for row in ReviewStore(db).list_cases(CaseFilter()).rows}
    assert questions == {"How many live there?", "Who?"}
    assert main(["import", PERPLEXITY, "--as", "nonsense", "--db", str(db)]) != 0
    assert "There is no shape nonsense" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_named(capsys):
    assert main(["import", "/no/such.jsonl", "--dry-run"]) == 1
    assert "/no/such.jsonl cannot be read" in capsys.readouterr().err


def test_verdicts_that_are_not_understood_are_told_and_count_nowhere(db, tmp_path, capsys):
    rows = tmp_path / "rows.csv"
    rows.write_text("Prompt,Response,Grade\nWho?,Bob,right\nWhen?,2024,C\n")
    told = "1 verdict was not understood: Grade (from line 3 on) says “C” once."
    assert main(["import", str(rows), "--dry-run"]) == 0
    assert told in capsys.readouterr().out
    assert main(["import", str(rows), "--db", str(db)]) == 0
    assert told in capsys.readouterr().out
    found = ReviewStore(db).list_cases(CaseFilter()).rows
    assert {row.question: row.verdict for row in found} == {"Who?": "correct", "When?": None}

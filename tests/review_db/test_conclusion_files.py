"""Files of what cases come to: people's labels first, training and open cases left out."""

import json

import pytest

from review_db.cli import main
from tests.review_db.round_steps import (
    DISTRACTION,
    INTERPRETATION,
    WRONG,
    hand_in,
    make_round_store,
    start_round,
)
from trek_core.exports import CORRECTION_FIELDS, REVIEWED_FIELDS


@pytest.fixture
def reviewed(tmp_path):
    store = make_round_store(tmp_path / "reviews.db", n=4)
    start_round(store, n=4)
    for case_id, ada, bo in (
        ("c0", INTERPRETATION, INTERPRETATION),
        ("c1", DISTRACTION, INTERPRETATION),
        ("c2", WRONG, WRONG),
        ("c3", DISTRACTION, INTERPRETATION),
    ):
        hand_in(store, case_id, "Ada", ada)
        hand_in(store, case_id, "Bo", bo)
    store.decide("c3", "r1", reason="Page 2 misled it.", by="Lea", adopt="Ada")
    start_round(store, name="warm-up", n=1, kind="training")
    hand_in(store, "c0", "Ada", DISTRACTION, "warm-up")
    return store


def write(store, target, kind):
    assert main(["export", "--to", str(target), "--as", kind, "--db", str(store.path)]) == 0
    return [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]


def test_a_line_has_peoples_labels_with_trektraces_beside_them(reviewed, tmp_path, capsys):
    lines = write(reviewed, tmp_path / "out.jsonl", "reviewed")
    assert capsys.readouterr().out == f"Wrote 3 lines to {tmp_path / 'out.jsonl'}\n"
    assert [list(line) for line in lines] == [list(REVIEWED_FIELDS)] * 3
    assert [
        (line["case_id"], line["outcome"], line["labels"], line["trektrace_labels"])
        for line in lines
    ] == [
        ("c0", "system_related", ["Interpretation"], ["Distraction"]),
        ("c2", "reference_answer_error", [], ["Distraction"]),
        ("c3", "system_related", ["Distraction"], ["Distraction"]),
    ]
    assert [line["decided_by"] for line in lines] == ["agreement", "agreement", "Lea"]


def test_corrections_stand_beside_the_reference_as_it_was(reviewed, tmp_path):
    (line,) = write(reviewed, tmp_path / "out.jsonl", "corrections")
    assert list(line) == list(CORRECTION_FIELDS)
    assert (line["case_id"], line["reference_answers"]) == ("c2", ["Ada"])
    assert line["reference_issue"] == WRONG["reference_issue"]
    assert line["verified_answer_status"] == "cannot_be_established"
    assert line["reference_evidence"] == WRONG["reference_evidence"]
    assert line["annotators"] == ["Ada", "Bo"]


def test_lines_go_into_no_workbook(reviewed, tmp_path, capsys):
    with pytest.raises(SystemExit):
        write(reviewed, tmp_path / "out.xlsx", "reviewed")
    assert "--as reviewed is written --to FILE.jsonl" in capsys.readouterr().err


def test_the_lines_of_a_blind_round_have_trektraces_labels_once_it_is_over(reviewed, tmp_path):
    target = tmp_path / "out.jsonl"
    command = ["export", "--force", "--as", "reviewed", "--db", str(reviewed.path)]
    command += ["--to", str(target)]

    def labelled():
        assert main([*command, "--round", "r1"]) == 0
        lines = map(json.loads, target.read_text(encoding="utf-8").splitlines())
        return ["trektrace_labels" in line for line in lines]

    assert labelled() == [False, False, False]
    reviewed.decide("c1", "r1", reason="x", by="Lea", adopt="Ada")
    reviewed.close_round("r1", by="Lea")
    assert labelled() == [True, True, True, True]

"""`trek import-reviews` says what each cell does, and writes only when told to."""

import json

import pytest

from review_db.cli import main
from tests.review_db.workbook_steps import edit, export, fill, put


@pytest.fixture
def edited(empty_store, tmp_path):
    fill(empty_store, 2)

    def change(book):
        put(book, "Checklist", "007", "Cy", "target_basis", "In the question")
        put(book, "Checklist", "2-3", "Cy", "target_basis", "whenever")

    path = tmp_path / "review.xlsx"
    path.write_bytes(edit(export(empty_store), change))
    return path


def run(store, path, *options):
    return main(["import-reviews", str(path), "--db", str(store.path), *options])


def test_a_dry_run_names_every_cell_and_writes_nothing(empty_store, edited, capsys):
    before = empty_store.revision()
    assert run(empty_store, edited, "--dry-run") == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("refused: Checklist, row 7, target_basis, 2-3: 'none' -> 'whenever'")
    assert lines[1] == "changed: Checklist, row 4, target_basis, 007: 'none' -> 'explicit'"
    assert lines[-1].endswith("0 conflict, 1 refused; nothing written")
    assert empty_store.revision() == before


def test_the_report_is_one_json_object_when_asked_for(empty_store, edited, capsys):
    assert run(empty_store, edited, "--json") == 1
    report = json.loads(capsys.readouterr().out)
    assert (report["written"], report["changed"], report["refused"]) == (True, 1, 1)
    assert [
        (each["status"], each["stored"], each["found"], each["read"]) for each in report["cells"]
    ] == [
        ("refused", "none", "whenever", ""),
        ("changed", "none", "In the question", "explicit"),
    ]
    assert empty_store.load_judgement("007", "Cy").answers["target_basis"] == "explicit"


def test_an_untouched_workbook_is_no_failure(empty_store, tmp_path, capsys):
    fill(empty_store, 2)
    path = tmp_path / "review.zip"
    assert main(["export", "--to", str(path), "--db", str(empty_store.path)]) == 0
    capsys.readouterr()
    assert run(empty_store, path) == 0
    out = capsys.readouterr().out
    assert out.startswith("0 new, 0 changed, ")
    assert out.endswith("written to 0 judgements\n")


def test_a_file_that_is_not_there_is_one_sentence(empty_store, tmp_path, capsys):
    assert run(empty_store, tmp_path / "gone.xlsx") == 1
    err = capsys.readouterr().err
    assert err.startswith("trek import-reviews: ")
    assert err.count("\n") == 1


def test_texts_and_names_that_no_terminal_takes_are_printed_all_the_same(
    empty_store, tmp_path, capsys
):
    fill(empty_store, 2)

    def change(book):
        put(book, "Checklist", "007", "Cy", "notes_2", "a_xD83D_b")
        sheet = book["Checklist"]
        sheet["A3"] = "\x1b[2J".replace("\x1b", "_x001B_")

    path = tmp_path / "w\udcff.xlsx"
    path.write_bytes(edit(export(empty_store), change))
    assert run(empty_store, path) == 1
    out = capsys.readouterr().out
    assert "half of a character" in out
    assert "\x1b" not in out
    assert run(empty_store, path, "--json") == 1
    assert json.loads(capsys.readouterr().out)["file"] == "w?.xlsx"

"""`trek export` writes what the store holds, whole or not at all."""

import json

import openpyxl
import pytest

from review_db.cli import main
from review_db.store import ReviewStore, RoundPlan
from tests.review_db.case_lines import REFERENCE_WRONG, as_file, make_case


@pytest.fixture
def database(tmp_path):
    store = ReviewStore(tmp_path / "reviews.db")
    store.import_file(as_file(make_case("c1"), make_case("c2")), "cases")
    store.add_annotator("Ada")
    store.save_answers("c1", "Ada", REFERENCE_WRONG)
    store.submit("c1", "Ada")
    return store.path


def test_a_trektrace_file_can_be_imported_again(database, tmp_path, capsys):
    target = tmp_path / "out.jsonl"
    assert main(["export", "--to", str(target), "--db", str(database), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"file": str(target), "cases": 2}
    report = ReviewStore(tmp_path / "again.db").import_file(target, "out")
    assert (report.added, report.judgements_added, report.rejections) == (2, 1, [])


def test_a_file_that_is_there_is_replaced_only_when_told_to(database, tmp_path, capsys):
    target = tmp_path / "out.xlsx"
    target.write_text("a day's work")
    command = ["export", "--to", str(target), "--db", str(database)]
    assert main(command) == 1
    refusal = f"{target} is there already: choose another name, or replace it with --force."
    assert capsys.readouterr().err == f"trek export: {refusal}\n"
    assert target.read_text() == "a day's work"
    assert main([*command, "--force"]) == 0
    assert target.read_bytes().startswith(b"PK")


def test_a_workbook_holds_the_cases_and_says_where_it_comes_from(database, tmp_path, capsys):
    target = tmp_path / "out.xlsx"
    assert main(["export", "--to", str(target), "--db", str(database)]) == 0
    assert capsys.readouterr().out == f"Wrote 2 cases to {target}\n"
    book = openpyxl.load_workbook(target)
    assert {"Checklist", "Agreement", "Manifest"} <= set(book.sheetnames)
    values = [cell for row in book["Checklist"].iter_rows(values_only=True) for cell in row]
    assert "Who is c1?" in values
    assert "Ada" in values
    book.close()


def test_an_unknown_kind_of_file_is_wrong_usage(database, capsys):
    with pytest.raises(SystemExit) as left:
        main(["export", "--to", "out.csv", "--db", str(database)])
    assert left.value.code == 2
    assert "ends in none of .xlsx, .zip, .jsonl" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["out.jsonl", "out.xlsx"])
def test_a_place_that_cannot_be_written_is_one_sentence(database, tmp_path, name, capsys):
    target = tmp_path / "nowhere" / name
    assert main(["export", "--to", str(target), "--db", str(database)]) == 1
    err = capsys.readouterr().err
    assert err.startswith("trek export: ")
    assert err.count("\n") == 1
    assert "cannot be written" in err


def test_a_missing_database_is_named_and_not_made(tmp_path, capsys):
    gone = tmp_path / "gone.db"
    assert main(["export", "--to", str(tmp_path / "out.jsonl"), "--db", str(gone)]) == 1
    assert capsys.readouterr().err.startswith(f"trek export: There is no review database {gone}")
    assert not gone.exists()


def test_pages_kept_here_go_into_the_file_only_when_asked_for(tmp_path, capsys):
    store = ReviewStore(tmp_path / "reviews.db")
    url = "https://a.example/"
    store.import_file(as_file(make_case("c1", retrieved_urls=[url])), "cases")
    store.paste_page(url, "What it says.", "Ada")
    target = tmp_path / "out.jsonl"
    for options, texts in (([], None), (["--pages"], ["What it says."])):
        command = ["export", "--to", str(target), "--db", str(store.path), "--force", *options]
        assert main(command) == 0
        documents = json.loads(target.read_text(encoding="utf-8")).get("documents")
        assert (documents and [page["text"] for page in documents]) == texts
    with pytest.raises(SystemExit) as left:
        main(["export", "--to", "out.xlsx", "--db", str(store.path), "--pages"])
    assert left.value.code == 2
    assert "--pages goes with --as trektrace" in capsys.readouterr().err


def test_a_file_that_tells_of_a_blind_round_says_so(database, tmp_path, capsys):
    ReviewStore(database).create_round(RoundPlan("veiled", ["c1"], ("Ada",), mode="blind"))
    for name, told in (("out.jsonl", True), ("out.xlsx", True), ("ls.zip", False)):
        options = ["--as", "label-studio"] if not told else []
        target = str(tmp_path / name)
        assert main(["export", "--to", target, "--db", str(database), *options]) == 0
        assert ("judged blind in “veiled”" in capsys.readouterr().err) is told

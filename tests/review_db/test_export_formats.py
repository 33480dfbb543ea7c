"""Every kind of export: the same bytes twice, nothing of TrekTrace's side while blind, no loss."""

import csv
import io
import json
import zipfile

import pytest

from review_db.cli import main
from review_db.export_formats import FORMATS, ZIP
from review_db.store import ReviewStore, WorkbookChoice
from tests.restored_text import restore_text
from tests.review_db.case_lines import REFERENCE_WRONG, as_file, make_case, make_judgement
from tests.review_db.export_steps import STAMP, all_text, export, read_rows, stop_clock, unpack
from tests.review_db.round_steps import PROBED, make_round_store, start_round
from tests.review_db.workbook_steps import HARD_IDS, HARD_TEXTS, fill
from trek_core.exports.csv_tables import CsvTable
from trek_core.exports.parquet_tables import COLUMN_TYPES
from trek_core.workbook.writer import TABLES

NAMES = [each.name for each in FORMATS]
ZIPPED = [each.name for each in FORMATS if each.suffixes[0] == ZIP]
OF_ROUNDS = [each.name for each in FORMATS if "round" in each.takes]

SECRETS = ("secret evidence", "secret reason", "secret noise", "secret grade", "secret.example")

PROBED_IN_SECRET = {
    **PROBED,
    "retrieval": {
        "url_match": True,
        "key_evidence": "secret evidence",
        "equivalent_urls": ["https://secret.example"],
        "reason": "secret reason",
    },
    "gold_only": {**PROBED["gold_only"], "grade_reason": "secret grade"},
    "gold_plus_noise": {"ran": True, "answer": "secret noise", "correct": False},
}


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    store = ReviewStore(tmp_path_factory.mktemp("filled") / "reviews.db")
    fill(store)
    settled = make_case("settled", judgements=[make_judgement(REFERENCE_WRONG)])
    store.import_file(as_file(settled), "more cases")
    return store


@pytest.mark.parametrize("name", NAMES)
def test_the_same_database_gives_the_same_bytes(filled, name, monkeypatch):
    stop_clock(monkeypatch)
    content = export(filled, name)
    assert content
    assert export(filled, name) == content


@pytest.mark.parametrize("name", ZIPPED)
def test_the_parts_of_a_zip_are_as_old_as_the_export_says(filled, name, monkeypatch):
    stop_clock(monkeypatch)
    with zipfile.ZipFile(io.BytesIO(export(filled, name))) as parts:
        assert {part.date_time for part in parts.infolist()} == {STAMP.timetuple()[:6]}


@pytest.mark.parametrize("name", OF_ROUNDS)
def test_while_a_blind_round_is_open_nothing_of_trektraces_side_leaves(tmp_path, name):
    store = make_round_store(tmp_path / "reviews.db", n=2, **PROBED_IN_SECRET)
    start_round(store, n=2, mode="blind")
    blind = all_text(export(store, name, WorkbookChoice(round="r1")))
    assert [each for each in SECRETS if each in blind] == []
    for_annotators = {"label-studio": {}, "argilla": {}, "workbook": {"for_annotators": True}}
    if name in for_annotators:
        for choice in (WorkbookChoice(), WorkbookChoice(round="default")):
            everywhere = all_text(export(store, name, choice, **for_annotators[name]))
            assert [each for each in SECRETS if each in everywhere] == []
    store.close_round("r1", by="Lea")
    if name in ("workbook", "csv", "parquet"):
        shown = all_text(export(store, name, WorkbookChoice(round="r1")))
        assert [each for each in SECRETS if each not in shown] == []


@pytest.mark.parametrize("name", [each for each in NAMES if each != "trektrace"])
def test_what_a_dataset_brought_beside_the_known_fields_leaves_in_a_trektrace_file_alone(
    tmp_path, name
):
    store = ReviewStore(tmp_path / "reviews.db")
    store.import_file(as_file(make_case("c1", **PROBED, canary="mark of a benchmark")), "cases")
    assert "mark of a benchmark" not in all_text(export(store, name))
    assert "mark of a benchmark" in all_text(export(store, "trektrace"))


def test_a_table_has_the_columns_and_rows_of_its_sheet_and_its_texts_whole(filled):
    parts = unpack(export(filled, "csv"))
    manifest = json.loads(parts["manifest.json"])
    assert set(parts) == {"manifest.json", *(each["file"] for each in manifest["tables"])}
    tables = {
        each["name"]: list(csv.DictReader(io.StringIO(parts[each["file"]].decode(), newline="")))
        for each in manifest["tables"]
    }
    assert {each["name"]: each["rows"] for each in manifest["tables"]} == {
        name: len(rows) for name, rows in tables.items()
    }
    checklist = next(table for table in TABLES if table.name == "Checklist")
    assert list(tables["checklist"][0]) == [column.name for column in checklist.columns]
    assert len(tables["checklist"]) == 3 * len(HARD_IDS) + 1
    for row in tables["checklist"][:-1]:
        number = HARD_IDS.index(restore_text(row["case_id"]))
        assert restore_text(row["notes_1"]) == HARD_TEXTS[number % len(HARD_TEXTS)]


def test_no_cell_of_a_csv_file_starts_like_a_formula_but_for_numbers(tmp_path):
    table = CsvTable(tmp_path / "t.csv", "t", ["a", "b", "c"])
    table.add(["=1+1", -1.5, ["+1", "x"]])
    table.add([None, True, []])
    table.close()
    content = (tmp_path / "t.csv").read_bytes()
    assert content == b"a,b,c\r\n'=1+1,-1.5,\"'+1\nx\"\r\n,yes,\r\n"


def test_parquet_files_say_exactly_what_the_csv_files_say(filled):
    tables, parts = unpack(export(filled, "csv")), unpack(export(filled, "parquet"))
    for file in (name for name in parts if name.endswith(".parquet")):
        name = file.removesuffix(".parquet")
        expected = csv.DictReader(io.StringIO(tables[f"{name}.csv"].decode(), newline=""))
        numbers = COLUMN_TYPES.get(name, {})
        for row, written in zip(read_rows(parts[file]), expected, strict=True):
            for column, value in row.items():
                if column in numbers:
                    assert (value is None and not written[column]) or value == float(
                        written[column]
                    )
                else:
                    assert (value or "") == restore_text(written[column])


def test_a_dataset_card_says_what_is_there_and_leaves_the_licence_open(filled):
    card = unpack(export(filled, "parquet"))["README.md"].decode()
    assert card.startswith("---\nlicense: unknown\nsize_categories:\n- n<1K\nconfigs:\n")
    assert '- config_name: checklist\n  data_files: "checklist.parquet"\n  default: true' in card
    assert "13 cases with 37 judgements by people" in card
    assert "To be filled in before this is published" in card


def test_several_files_make_a_new_folder_and_never_mix_with_others(filled, tmp_path, capsys):
    target = tmp_path / "tables"
    command = ["export", "--as", "csv", "--db", str(filled.path), "--to", str(target)]
    assert main(command) == 0
    assert capsys.readouterr().out == f"Wrote 13 cases to {target}\n"
    assert (target / "checklist.csv").exists()
    before = sorted(path.name for path in target.iterdir())
    assert main(command) == 1
    assert "no empty folder" in capsys.readouterr().err
    assert sorted(path.name for path in target.iterdir()) == before
    assert [path.name for path in tmp_path.iterdir()] == ["tables"]

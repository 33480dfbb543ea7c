"""A workbook that comes back says exactly what was changed in it, and nothing is lost."""

import io
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from review_db.store import WorkbookChoice
from tests.review_db.case_lines import as_file, make_case
from tests.review_db.round_steps import (
    PROBED,
    make_round_store,
    start_round,
)
from tests.review_db.workbook_steps import (
    ABOUT,
    HARD_IDS,
    changed_cells,
    columns,
    edit,
    export,
    fill,
    find_row,
    put,
)
from trek_core.errors import StoreError

DATA = Path(__file__).parents[1] / "data"


def test_an_untouched_workbook_changes_nothing(empty_store):
    fill(empty_store)
    report = empty_store.report_reviews(export(empty_store), "w.xlsx")
    assert report.cells == []
    assert report.counts["unchanged"] > 1000
    assert report.plans == []
    assert report.notes == []


def test_a_workbook_saved_by_another_program_changes_nothing(empty_store):
    fill(empty_store)
    content = edit(export(empty_store), lambda _book: None)
    report = empty_store.report_reviews(content, "w.xlsx")
    assert report.cells == []
    assert report.notes == []


def test_an_untouched_zip_changes_nothing_and_holds_every_long_text(empty_store):
    fill(empty_store)
    content = export(empty_store, with_texts=True)
    report = empty_store.report_reviews(content, "w.zip")
    assert report.cells == []
    assert report.notes == []


def test_a_long_text_copied_to_another_cell_is_taken_whole_from_beside_the_workbook(empty_store):
    fill(empty_store)
    case_id = next(each for each in HARD_IDS if len(long_note(empty_store, each)) == 40_000)
    content = export(empty_store, with_texts=True)

    def change(book):
        sheet = book["Checklist"]
        row = find_row(sheet, case_id, "Cy")
        places = columns(sheet)
        sheet.cell(row, places["notes_2"]).value = sheet.cell(row, places["notes_1"]).value

    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        book, texts = parts.read("workbook.xlsx"), parts.read("long_texts.jsonl")
    edited = edit(book, change)
    alone = empty_store.report_reviews(edited, "w.xlsx")
    assert [cell.status for cell in alone.cells] == ["refused"]
    assert "only the start of a longer text" in alone.cells[0].why
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as parts:
        parts.writestr("my edits.xlsx", edited)
        parts.writestr("long_texts.jsonl", texts)
    empty_store.import_reviews(target.getvalue(), "w.zip")
    answers = empty_store.load_judgement(case_id, "Cy").answers
    assert answers["notes_2"] == answers["notes_1"] == "x" * 40_000


def test_an_edit_of_a_cell_that_held_only_the_start_of_its_text_is_refused(empty_store):
    fill(empty_store)
    case_id = next(each for each in HARD_IDS if len(long_note(empty_store, each)) == 40_000)
    content = export(empty_store)
    edits = (
        lambda text: f"ed{text[2:]}",
        lambda text: f"edited {text}"[:32_767],
        lambda text: text[:3_000],
        lambda _text: None,
    )
    for make in edits:

        def change(book, make=make):
            sheet = book["Checklist"]
            row = find_row(sheet, case_id, "Cy")
            places = columns(sheet)
            edited = make(sheet.cell(row, places["notes_1"]).value)
            sheet.cell(row, places["notes_1"]).value = edited
            sheet.cell(row, places["notes_2"]).value = "a note … [shortened: 40,0"
            sheet.cell(row, places["notes_3"]).value = "kept"

        report = empty_store.report_reviews(edit(content, change), "w.xlsx")
        of_column = {cell.column: (cell.status, cell.why) for cell in report.cells}
        assert of_column["notes_1"][0] == of_column["notes_2"][0] == "refused"
        assert "the cell held only the start of a longer text" in of_column["notes_1"][1]
        assert "only the start of a longer text" in of_column["notes_2"][1]
        assert of_column["notes_3"] == ("new", "")


def long_note(store, case_id):
    return store.load_judgement(case_id, "Cy").answers["notes_1"]


def test_a_workbook_saved_by_libreoffice_changes_nothing_and_what_it_did_is_named(empty_store):
    fill(empty_store)
    content = (DATA / "libreoffice.xlsx").read_bytes()
    report = empty_store.report_reviews(content, "w.xlsx")
    assert report.cells == []
    untouched = empty_store.report_reviews(export(empty_store), "w.xlsx")
    assert report.counts == untouched.counts
    # Line ends of other systems, and escapes that were written out as text.
    assert all("line ends or escapes; taken as unchanged" in note for note in report.notes)


def test_edits_of_a_draft_become_events_with_their_origin(empty_store):
    fill(empty_store)

    def change(book):
        put(book, "Checklist", "007", "Cy", "reference_valid", "yes")
        put(book, "Checklist", "007", "Cy", "target_basis", "In the Question ")
        put(book, "Retrieval audit", "007", "Cy", "notes", "=1+1")
        put(book, "Checklist", "2-3", "Cy", "gold_pages", "https://a.example — Supports")

    content = edit(export(empty_store), change)
    before = empty_store.revision()
    report = empty_store.report_reviews(content, "w.xlsx")
    assert sorted(changed_cells(report)) == [
        ("Checklist", "gold_pages", "2-3", "Cy", "new"),
        ("Checklist", "reference_valid", "007", "Cy", "new"),
        ("Checklist", "target_basis", "007", "Cy", "changed"),
        # The library that edited the file made a formula of it.
        ("Retrieval audit", "notes", "007", "Cy", "refused"),
    ]
    assert empty_store.revision() == before

    taken = empty_store.import_reviews(content, "w.xlsx", by="Lea", token=report.token)
    assert (taken.written, taken.taken) == (True, 3)
    judgement = empty_store.load_judgement("007", "Cy")
    assert judgement.answers["target_basis"] == "explicit"
    assert judgement.answers["reference_valid"] == "yes"
    assert judgement.state == "draft"
    assert empty_store.load_judgement("2-3", "Cy").answers["gold_pages"] == {
        "https://a.example": "supports"
    }
    events = empty_store.load_judgement_events("007", "Cy")
    assert [(event.field, event.by) for event in events[1:]] == [
        ("target_basis", "Lea"),
        ("reference_valid", "Lea"),
    ]
    assert report_again(empty_store, content) == (
        [("Retrieval audit", "notes", "007", "Cy", "refused")]
    )


def report_again(store, content):
    return changed_cells(store.report_reviews(content, "w.xlsx"))


def test_an_edit_of_what_was_changed_here_since_is_a_conflict_and_is_not_taken(empty_store):
    fill(empty_store)

    def change(book):
        put(book, "Checklist", "007", "Cy", "target_basis", "explicit")
        put(book, "Checklist", "007", "Cy", "notes_2", "mine")

    content = edit(export(empty_store), change)
    empty_store.save_answer("007", "Cy", "target_basis", "effective_year")
    report = empty_store.import_reviews(content, "w.xlsx")
    assert sorted(changed_cells(report)) == [
        ("Checklist", "notes_2", "007", "Cy", "new"),
        ("Checklist", "target_basis", "007", "Cy", "conflict"),
    ]
    conflict = next(cell for cell in report.cells if cell.status == "conflict")
    assert (conflict.found, conflict.stored) == ("explicit", "effective_year")
    answers = empty_store.load_judgement("007", "Cy").answers
    assert (answers["target_basis"], answers["notes_2"]) == ("effective_year", "mine")


def test_cells_left_alone_do_not_undo_newer_work(empty_store):
    fill(empty_store)
    content = export(empty_store)
    empty_store.save_answer("007", "Cy", "target_basis", "explicit")
    assert empty_store.report_reviews(content, "w.xlsx").cells == []


def test_what_was_confirmed_is_not_written_once_the_reviews_differ(empty_store):
    fill(empty_store)
    content = edit(
        export(empty_store),
        lambda book: put(book, "Checklist", "007", "Cy", "target_basis", "explicit"),
    )
    token = empty_store.report_reviews(content, "w.xlsx").token
    empty_store.save_answer("007", "Cy", "target_basis", "effective_year")
    with pytest.raises(StoreError, match="Nothing was written"):
        empty_store.import_reviews(content, "w.xlsx", token=token)


def test_a_blind_workbook_is_the_same_bytes_whatever_trektrace_says(tmp_path):
    told = []
    for number, correct in enumerate((True, False)):
        store = make_round_store(
            tmp_path / f"{number}.db",
            n=2,
            gold_plus_noise={"ran": correct, "correct": correct},
            gold_only={
                "context_urls": ["https://a.example"],
                "rag_answer": "A",
                "correct": correct,
            },
        )
        start_round(store, n=2)
        choice = WorkbookChoice(round="r1", annotator="Ada", with_seats=True)
        told.append(export(store, choice, replace(ABOUT, with_trektrace=False)))
    assert told[0] == told[1]


def test_a_case_that_was_imported_anew_since_refuses_edits_made_on_the_old_one(empty_store):
    fill(empty_store)
    content = edit(
        export(empty_store),
        lambda book: put(book, "Checklist", "007", "Cy", "target_basis", "explicit"),
    )
    empty_store.import_file(as_file(make_case("007", **PROBED, prediction="another")), "cases")
    report = empty_store.report_reviews(content, "w.xlsx")
    assert changed_cells(report) == [("Checklist", "target_basis", "007", "Cy", "refused")]
    assert "was imported anew" in report.cells[0].why


def test_two_exports_of_one_database_are_the_same_bytes(empty_store):
    fill(empty_store)
    assert export(empty_store) == export(empty_store)

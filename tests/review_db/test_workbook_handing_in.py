"""A workbook hands judgements in: again, offline in a blind round, or by whoever a row names."""

import io
from dataclasses import replace

import openpyxl

from review_db.store import WorkbookChoice
from tests.review_db.case_lines import REFERENCE_WRONG, as_file, make_case
from tests.review_db.round_steps import (
    INTERPRETATION,
    hand_in,
    make_round_store,
    start_round,
)
from tests.review_db.workbook_steps import (
    ABOUT,
    changed_cells,
    columns,
    edit,
    export,
    fill,
    find_row,
    put,
)


def test_an_edit_that_would_leave_a_handed_in_judgement_unfinished_is_refused(empty_store):
    fill(empty_store)
    content = edit(
        export(empty_store),
        lambda book: put(book, "Checklist", "007", "Ada", "target_basis", None),
    )
    report = empty_store.import_reviews(content, "w.xlsx")
    assert [cell[-1] for cell in changed_cells(report)] == ["refused"]
    assert empty_store.load_judgement("007", "Ada").is_finished


def test_an_edit_of_a_handed_in_judgement_hands_it_in_again(empty_store):
    fill(empty_store)

    def change(book):
        put(book, "Checklist", "007", "Ada", "notes_2", "seen again")

    empty_store.import_reviews(edit(export(empty_store), change), "w.xlsx", by="Lea")
    events = empty_store.load_judgement_events("007", "Ada")
    assert [event.kind for event in events] == ["import", "reopen", "answer", "submit"]
    assert empty_store.load_judgement("007", "Ada").is_finished
    after = export(empty_store)
    rows = openpyxl.load_workbook(io.BytesIO(after))["Judgements"].iter_rows(values_only=True)
    header = next(rows)
    last = [dict(zip(header, row, strict=True)) for row in rows if row[0] == "007"]
    answer = next(row for row in last if row["event"] == "answer")
    assert answer["origin"].startswith("w.xlsx, Checklist, row 2, notes_2")


def test_an_annotators_workbook_of_a_blind_round_is_filled_in_and_handed_in_offline(tmp_path):
    store = make_round_store(tmp_path / "reviews.db", n=2)
    start_round(store, n=2)
    choice = WorkbookChoice(round="r1", annotator="Ada", with_seats=True)
    about = replace(ABOUT, with_trektrace=False, variant="annotators")
    content = export(store, choice, about)
    assert openpyxl.load_workbook(io.BytesIO(content)).sheetnames == [
        "Checklist",
        "Retrieval audit",
        "Probes",
        "Taxonomy",
        "Manifest",
    ]
    assert store.report_reviews(content, "w.xlsx").cells == []

    def change(book):
        for name, value in INTERPRETATION.items():
            text = (
                "\n".join(f"{url} — {mark}" for url, mark in value.items())
                if isinstance(value, dict)
                else value
            )
            put(book, "Checklist", "c1", "Ada", name, text)
        put(book, "Checklist", "c1", "Ada", "state", "submitted")

    report = store.import_reviews(edit(content, change), "w.xlsx", by="Lea")
    assert {cell.why for cell in report.cells} == {""}
    judgement = store.load_judgement("c1", "Ada", "r1")
    assert judgement.is_finished
    assert judgement.mode == "blind"
    direct = make_round_store(tmp_path / "direct.db", n=2)
    start_round(direct, n=2)
    hand_in(direct, "c1", "Ada", INTERPRETATION)
    assert judgement.submission.labels == direct.load_judgement("c1", "Ada", "r1").labels
    assert judgement.answers == direct.load_judgement("c1", "Ada", "r1").answers


def test_a_row_that_nobody_judged_takes_the_annotator_written_into_it(empty_store):
    fill(empty_store)
    empty_store.import_file(as_file(make_case("bare")), "cases")

    def change(book):
        row = find_row(book["Checklist"], "bare", None)
        places = columns(book["Checklist"])
        book["Checklist"].cell(row, places["target_basis"]).value = "none"
        book["Checklist"].cell(row, places["annotator"]).value = "Bo"

    report = empty_store.import_reviews(edit(export(empty_store), change), "w.xlsx")
    assert changed_cells(report) == [("Checklist", "target_basis", "bare", "Bo", "new")]
    assert empty_store.load_judgement("bare", "Bo").answers == {"target_basis": "none"}


def test_who_a_row_names_may_hand_in_what_nobody_had_begun(empty_store):
    fill(empty_store)
    empty_store.import_file(as_file(make_case("bare")), "cases")
    given = REFERENCE_WRONG | {
        "annotator": "Bo",
        "state": "submitted",
        "reference_evidence": "https://a.example — q",
    }

    def change(book):
        sheet = book["Checklist"]
        row, places = find_row(sheet, "bare", None), columns(sheet)
        for name, value in given.items():
            sheet.cell(row, places[name]).value = value

    report = empty_store.import_reviews(edit(export(empty_store), change), "w.xlsx")
    assert report.counts["conflict"] == report.counts["refused"] == 0
    judgement = empty_store.load_judgement("bare", "Bo")
    assert (judgement.state, judgement.outcome) == ("submitted", "reference_answer_error")

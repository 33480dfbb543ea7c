"""What spreadsheets and their users do to a workbook is understood, or refused and named."""

from datetime import datetime

import pytest
from openpyxl.chart import BarChart, Reference

from review_db.workbook_rows import _read_units
from tests.review_db.workbook_steps import (
    changed_cells,
    columns,
    edit,
    export,
    fill,
    find_row,
    put,
    why,
)
from trek_core.errors import AnswerError
from trek_core.workbook.row_keys import Place


def test_a_row_whose_case_id_was_changed_is_refused_whole(empty_store):
    fill(empty_store)

    def change(book):
        row = put(book, "Checklist", "c plain", "Cy", "notes_2", "new")
        book["Checklist"].cell(row, columns(book["Checklist"])["case_id"]).value = "another"

    report = empty_store.report_reviews(edit(export(empty_store), change), "w.xlsx")
    assert changed_cells(report) == [("Checklist", "", "another", "Cy", "refused")]
    assert "found 'another', but the row is that of 'c plain'" in why(report)[0]


def test_ids_that_became_numbers_and_dates_still_name_their_case(empty_store):
    fill(empty_store)
    became = {"007": 7, "2024-01-02": datetime(2024, 1, 2), "1e5": 1e5, "TRUE": True}  # noqa: DTZ001

    def change(book):
        sheet = book["Checklist"]
        for case_id, value in became.items():
            row = put(book, "Checklist", case_id, "Cy", "notes_2", "kept")
            sheet.cell(row, columns(sheet)["case_id"]).value = value

    report = empty_store.report_reviews(edit(export(empty_store), change), "w.xlsx")
    assert {cell.case_id for cell in report.cells} == set(became)
    assert {cell.status for cell in report.cells} == {"new"}


def test_habits_of_spreadsheets_change_nothing_and_are_named(empty_store):
    fill(empty_store)
    empty_store.save_answers("007", "Cy", {"notes_2": 'it\'s "so" here', "notes_1": "0012"})
    empty_store.save_answer("007", "Cy", "false_premise_verified", "yes")

    def change(book):
        put(book, "Checklist", "007", "Cy", "notes_2", "it’s “so”\u00a0here ")
        put(book, "Checklist", "007", "Cy", "notes_1", 12)
        put(book, "Checklist", "007", "Cy", "false_premise_verified", True)

    report = empty_store.report_reviews(edit(export(empty_store), change), "w.xlsx")
    assert report.cells == []
    assert [note.partition(":")[0] for note in report.notes] == [
        f"Checklist, {name}, row 4" for name in ("false_premise_verified", "notes_1", "notes_2")
    ]


def test_merged_cells_and_formulas_are_refused_not_taken_for_empty(empty_store):
    fill(empty_store)

    def change(book):
        row = put(book, "Checklist", "007", "Cy", "notes_2", "x")
        sheet = book["Checklist"]
        sheet.cell(row, columns(sheet)["notes_2"]).value = None
        column = columns(sheet)["target_basis"]
        sheet.merge_cells(start_row=row, end_row=row, start_column=column, end_column=column + 1)

    report = empty_store.report_reviews(edit(export(empty_store), change), "w.xlsx")
    assert {cell[-1] for cell in changed_cells(report)} == {"refused"}
    assert all("merged" in reason for reason in why(report))


def test_a_row_whose_case_id_is_merged_or_a_formula_says_so(empty_store):
    fill(empty_store)

    def change(book):
        sheet = book["Checklist"]
        sheet.merge_cells("A2:A3")
        sheet["A5"] = "=A4"

    report = empty_store.report_reviews(edit(export(empty_store), change), "w.xlsx")
    assert [cell.row for cell in report.cells] == [2, 3, 5]
    assert [reason.partition(";")[0] for reason in why(report)] == [
        "case_id: a merged cell",
        "case_id: a merged cell",
        "case_id: a formula, where text is expected",
    ]


def test_a_renamed_sheet_is_read_and_a_copy_beside_it_is_not(empty_store):
    fill(empty_store)

    def change(book):
        put(book, "Checklist", "007", "Cy", "notes_2", "kept")
        book["Checklist"].title = "Lab checks (2)"
        book.copy_worksheet(book["Probes"])
        chart = BarChart()
        chart.add_data(Reference(book["Agreement"], min_col=1, min_row=1, max_row=2))
        book.create_chartsheet("Chart").add_chart(chart)

    report = empty_store.report_reviews(edit(export(empty_store), change), "w.xlsx")
    assert changed_cells(report) == [("Lab checks (2)", "notes_2", "007", "Cy", "new")]
    assert report.notes == [
        "Lab checks (2): read as the sheet Checklist, renamed.",
        "Probes Copy: not a sheet of the export; not read.",
        "Chart: not a sheet of the export; not read.",
    ]


def test_a_column_that_is_gone_is_named_and_one_that_is_there_twice_is_refused(empty_store):
    fill(empty_store)

    def change(book):
        sheet = book["Checklist"]
        sheet.cell(1, columns(sheet)["notes_1"]).value = "Our notes"
        row = put(book, "Checklist", "007", "Cy", "notes_2", "kept")
        last = sheet.max_column
        for column, name in enumerate(("notes_4", "mine", "mine"), start=last + 1):
            sheet.cell(1, column).value = name
            sheet.cell(row, column).value = "edited"

    report = empty_store.report_reviews(edit(export(empty_store), change), "w.xlsx")
    assert changed_cells(report) == [
        ("Checklist", "", "", None, "refused"),
        ("Checklist", "notes_2", "007", "Cy", "new"),
    ]
    assert why(report)[0] == (
        "two columns are named notes_4; neither is read. Rename the one that was added."
    )
    assert report.notes[:2] == [
        "Checklist: deleted or renamed, so that nothing happens to what they held: notes_1.",
        "Checklist: two columns are named mine; neither is read. Rename the one that was added.",
    ]


def test_a_renamed_sheet_that_cannot_be_known_again_is_refused_whole(empty_store):
    fill(empty_store)

    def change(book):
        sheet = book["Checklist"]
        put(book, "Checklist", "007", "Cy", "notes_2", "lost")
        sheet.cell(1, columns(sheet)["notes_1"]).value = "Our notes"
        sheet.title = "Lab checks"
        book.create_sheet("My list")

    report = empty_store.report_reviews(edit(export(empty_store), change), "w.xlsx")
    assert changed_cells(report) == [("Lab checks", "", "", None, "refused")]
    assert "Give it its name back" in why(report)[0]
    assert "My list: not a sheet of the export; not read." in report.notes


def test_a_sheet_that_lost_its_row_of_headings_is_refused_whole(empty_store):
    fill(empty_store)

    def change(book):
        put(book, "Checklist", "007", "Cy", "notes_2", "lost")
        book["Checklist"].delete_rows(1)

    report = empty_store.report_reviews(edit(export(empty_store), change), "w.xlsx")
    assert changed_cells(report) == [("Checklist", "", "", None, "refused")]
    assert "there is no heading row_key" in why(report)[0]
    assert report.counts["unchanged"] > 0


def test_what_is_written_over_a_computed_cell_is_named_and_changes_nothing(empty_store):
    fill(empty_store)

    def change(book):
        put(book, "Checklist", "007", "Ada", "labels", "Retrieval")
        put(book, "Retrieval audit", "2-3", "Bo", "verification", "confirmed")

    report = empty_store.report_reviews(edit(export(empty_store), change), "w.xlsx")
    assert report.cells == []
    assert [note.partition(":")[0] for note in report.notes] == [
        "Checklist, labels, row 2",
        "Retrieval audit, verification, row 9",
    ]


def test_what_is_written_into_decisions_is_named_by_row_and_column_and_not_taken(empty_store):
    fill(empty_store)

    def change(book):
        sheet = book["Decisions"]
        places = columns(sheet)
        for row in (3, 4, 6):
            sheet.cell(row, places["outcome"]).value = "system_related"
        sheet.cell(4, places["reason"]).value = "=1+1"
        sheet.cell(4, places["annotators"]).value = "Ada\r\nBo "  # As some programs save it.

    report = empty_store.report_reviews(edit(export(empty_store), change), "w.xlsx")
    why_not = (
        "edited, and not taken; decisions do not come back from a workbook. Decide on the "
        "Adjudicate page."
    )
    assert report.notes == [
        f"Decisions, outcome, rows 3-4, 6: {why_not}",
        f"Decisions, reason, row 4: {why_not}",
    ]
    assert report.cells == []
    sorted_by_case = empty_store.report_reviews(
        edit(export(empty_store), _sort_decisions), "w.xlsx"
    )
    assert sorted_by_case.notes == []


def _sort_decisions(book):
    sheet = book["Decisions"]
    rows = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=2)]
    for number, values in enumerate(sorted(rows, key=lambda row: str(row[0])), start=2):
        for column, value in enumerate(values, start=1):
            sheet.cell(number, column).value = value
            sheet.cell(number, column).data_type = "s" if value else "n"


def test_a_gold_page_that_the_case_does_not_have_is_refused(empty_store):
    fill(empty_store)

    def change(book):
        put(book, "Checklist", "007", "Cy", "gold_pages", "https://a.exampel — supports")

    report = empty_store.report_reviews(edit(export(empty_store), change), "w.xlsx")
    assert why(report) == ["https://a.exampel is no gold page of this case"]


def test_rows_and_sheets_that_are_gone_do_nothing_and_are_named(empty_store):
    fill(empty_store)

    def change(book):
        book["Checklist"].delete_rows(3, 2)
        del book["Probes"]

    report = empty_store.report_reviews(edit(export(empty_store), change), "w.xlsx")
    assert report.cells == []
    assert any("2 of 36 rows are not in the file" in note for note in report.notes)
    assert any("Probes: the sheet is not there" in note for note in report.notes)


def test_two_cells_that_say_different_things_of_one_page_are_both_refused(empty_store):
    fill(empty_store)

    def change(book):
        sheet = book["Retrieval audit"]
        row = find_row(sheet, "007", "Ada", page_url="https://a.example")
        sheet.cell(row, columns(sheet)["page_mark"]).value = "wrong_time"
        put(book, "Checklist", "007", "Ada", "page_marks", "https://a.example — wrong_entity")

    report = empty_store.report_reviews(edit(export(empty_store), change), "w.xlsx")
    assert [cell[-1] for cell in changed_cells(report)] == ["refused", "refused"]


def test_half_of_a_character_is_refused_in_a_sentence_of_its_own():
    with pytest.raises(AnswerError, match=r"^The text holds half of a character .*: retype it\.$"):
        _read_units(Place("notes_1"), "a\ud800b", {})


def test_a_new_date_of_evidence_is_read_and_one_that_was_there_stays_as_it_is():
    place, line = Place("reference_evidence"), "https://a.example — Oslo. (event {})"
    before = {"reference_evidence": [{"url": "x", "quote": "x", "event_at": "spring 2024"}]}
    for written, kept in (("14 March 2024", "2024-03-14"), ("spring 2024", "spring 2024")):
        values = _read_units(place, line.format(written), before)
        entries = values["reference_evidence", None]
        assert entries == [{"url": "https://a.example", "quote": "Oslo.", "event_at": kept}]
    with pytest.raises(AnswerError, match=r"expected as each date a year, .* not 'spring 2024'"):
        _read_units(place, line.format("spring 2024"), {})

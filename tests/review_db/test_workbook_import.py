"""A workbook that comes back says exactly what was changed in it, and nothing is lost."""

from tests.review_db.workbook_steps import (
    changed_cells,
    edit,
    export,
    fill,
    put,
)


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

"""Random edits of a workbook are reported exactly: the same cells, and nothing else."""

import io
import random

import openpyxl
import pytest

from review_db.store import ReviewStore
from tests.review_db.workbook_steps import HARD_IDS, changed_cells, columns, export, fill
from trek_core.workbook.cells import MARK_START, unescape_text

EDITS = 200

TEXTS = ["a new note", "=1+1", "+44 1", "-", "@you", "007", "é\n\tb", "TRUE", "_x0041_", "ünï 👩‍🚀"]
"""Texts for notes, none of them what `fill` stores."""

CHOICES = {
    "target_basis": ["explicit", "effective_year"],
    "false_premise_verified": ["yes", "no", "unsure"],
}
"""Fields of the first step that are asked whatever else is answered."""


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    made = ReviewStore(tmp_path_factory.mktemp("edits") / "reviews.db")
    fill(made)
    return made


@pytest.fixture(scope="module")
def exported(store):
    return export(store)


def read_rows(sheet):
    """(case, annotator) -> the numbers of their rows."""
    places = columns(sheet)
    found = {}
    for number in range(2, sheet.max_row + 1):
        key = tuple(sheet.cell(number, places[name]).value for name in ("case_id", "annotator"))
        found.setdefault(key, []).append(number)
    return found


def random_edit(rng, book, rows, touched):
    """Make one edit; what it is expected to be reported as: as `changed_cells`."""
    case_id, annotator = rng.choice(HARD_IDS), rng.choice(["Ada", "Bo", "Cy"])
    kind = rng.choice(["note", "choice", "bad", "computed", "case", "page_note"])
    name = "Retrieval audit" if kind == "page_note" else "Checklist"
    row = rows[name][case_id, annotator][0]
    column = {
        "note": "notes_2",
        "choice": rng.choice(list(CHOICES)),
        "bad": "reference_valid",
        "computed": rng.choice(["outcome", "labels", "submitted_at"]),
        "case": rng.choice(["question", "prediction", "dataset", "trektrace_labels"]),
        "page_note": "notes",
    }[kind]
    if (case_id, annotator, column) in touched:
        return None
    touched.add((case_id, annotator, column))
    sheet = book[name]
    cell = sheet.cell(row, columns(sheet)[column])
    if kind in ("computed", "case"):
        cell.value = "edited where nothing comes back"
        return ()
    if kind == "bad":
        cell.value = rng.choice(["perhaps", 7, "yes and no"])
        return ((name, column, case_id, annotator, "refused"),)
    before = unescape_text(cell.value) if cell.value else None
    new = rng.choice(TEXTS if kind != "choice" else CHOICES[column])
    cell.value = new
    cell.data_type = "s"
    status = "new" if not before else "refused" if MARK_START in before else "changed"
    return ((name, column, case_id, annotator, status),)


def rebuild(book, rng, touched):
    """The same sheets with rows shuffled, columns moved and added, and some rows left out."""
    made = openpyxl.Workbook()
    made.active.title = "My own sheet"
    for sheet in book:
        header, *rows = [
            [(cell.value, cell.data_type) for cell in row] for row in sheet.iter_rows()
        ]
        names = [value for value, _ in header]
        order = list(range(len(header)))
        if sheet.title in ("Checklist", "Retrieval audit", "Probes"):
            rng.shuffle(order)
            rng.shuffle(rows)
            case, annotator = names.index("case_id"), names.index("annotator")
            whole = {key[:2] for key in touched}
            rows = [
                row
                for row in rows
                if (row[case][0], row[annotator][0]) in whole or rng.random() < 0.7
            ]
        copy = made.create_sheet(sheet.title)
        for number, row in enumerate([header, *rows], start=1):
            for place, column in enumerate(order, start=1):
                cell = copy.cell(number, place)
                cell.value, cell.data_type = row[column]
        if sheet.title != "Manifest":
            copy.insert_cols(2)
            copy.cell(1, 2).value = "my column"
            copy.cell(2, 2).value = "my words"
    return made


@pytest.mark.parametrize("seed", range(4))
def test_random_edits_of_shuffled_and_widened_sheets_are_reported_exactly(exported, store, seed):
    rng = random.Random(seed)
    book = openpyxl.load_workbook(io.BytesIO(exported))
    rows = {name: read_rows(book[name]) for name in ("Checklist", "Retrieval audit")}
    expected, touched, made = [], set(), 0
    while made < EDITS // 4:
        edit = random_edit(rng, book, rows, touched)
        if edit is not None:
            expected += edit
            made += 1
    target = io.BytesIO()
    rebuild(book, rng, touched).save(target)
    report = store.report_reviews(target.getvalue(), "w.xlsx")
    assert sorted(changed_cells(report)) == sorted(expected)
    assert "My own sheet: not a sheet of the export; not read." in report.notes

    copy = ReviewStore(store.path.with_name(f"copy-{seed}.db"))
    fill(copy)
    taken = copy.import_reviews(target.getvalue(), "w.xlsx", token=report.token)
    assert taken.counts == report.counts
    again = copy.report_reviews(target.getvalue(), "w.xlsx")
    assert {cell[-1] for cell in changed_cells(again)} <= {"refused"}
    assert again.counts["refused"] == report.counts["refused"]

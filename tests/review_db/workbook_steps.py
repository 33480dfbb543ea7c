"""Workbooks of a small store, edited with another library than the one that wrote them."""

import io

import openpyxl

from review_db.store import WorkbookChoice
from tests.review_db.case_lines import as_file, make_case, make_judgement
from tests.review_db.round_steps import DISTRACTION, INTERPRETATION, PROBED
from trek_core.workbook import WorkbookAbout, write_workbook

ABOUT = WorkbookAbout("Trek Review", "0.1.0", "2026-03-01T09:30:00Z")

KEY = {"key_evidence_ok": "yes"}

HARD_IDS = [
    "007",
    "2-3",
    "2024-01-02",
    "1e5",
    "TRUE",
    "=1+1",
    "c plain",
    "@home",
    "1/2",
    "0",
    "+12",
    "-",
]

HARD_TEXTS = [
    '=HYPERLINK("http://evil.example")',
    "+1+1",
    "-1",
    "@SUM(A1)",
    "a\ttab and\nline\r\nend\rs",
    "bell \x07 and _x0007_ written out",
    "naïve “quotes” — עברית 👩‍🚀",
    "  spaces around  ",
    "x" * 40_000,
    "TRUE",
    "0012",
    "https://a.example — supports",
]


def fill(store, n=None):
    """Cases with hard ids; Ada, Bo and Cy judge every one with hard texts."""
    lines = []
    for number, case_id in enumerate(HARD_IDS[:n]):
        text = HARD_TEXTS[number % len(HARD_TEXTS)]
        judgements = [
            make_judgement(answers, annotator, notes={"1": text, "4": f"{text} again"}, **more)
            for annotator, answers, more in (
                ("Ada", {**DISTRACTION, **KEY}, {}),
                ("Bo", {**INTERPRETATION, **KEY}, {"disagreement_reason": {"post": text}}),
                ("Cy", {"target_basis": "none"}, {"state": "draft"}),
            )
        ]
        lines.append(make_case(case_id, **PROBED, prediction=text, judgements=judgements))
    report = store.import_file(as_file(*lines), "cases")
    assert report.rejections == []


def export(store, choice=None, about=ABOUT, **options):
    """The bytes of a workbook."""
    target = io.BytesIO()
    cases = store.load_workbook_cases(choice or WorkbookChoice())
    write_workbook(target, cases, None, about, **options)
    return target.getvalue()


def edit(content, change):
    """The bytes after `change(book)`, saved by openpyxl."""
    book = openpyxl.load_workbook(io.BytesIO(content))
    change(book)
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def columns(sheet):
    """Heading -> column number."""
    return {cell.value: cell.column for cell in sheet[1]}


def find_row(sheet, case_id, annotator, **more):
    """The number of the first row of a judgement, with these values in other columns."""
    places = columns(sheet)
    wanted = {"case_id": case_id, "annotator": annotator, **more}
    for number in range(2, sheet.max_row + 1):
        found = {name: sheet.cell(number, places[name]).value for name in wanted}
        if found == wanted:
            return number
    raise AssertionError((case_id, annotator))


def put(book, sheet_name, case_id, annotator, column, value):
    """Write one cell; returns its row."""
    sheet = book[sheet_name]
    row = find_row(sheet, case_id, annotator)
    sheet.cell(row, columns(sheet)[column]).value = value
    return row


def changed_cells(report):
    """(sheet, column, case, annotator, status) of every cell that is not unchanged."""
    return [
        (cell.sheet, cell.column, cell.case_id, cell.annotator, cell.status)
        for cell in report.cells
    ]


def why(report):
    """Why each cell is not taken."""
    return [cell.why for cell in report.cells]

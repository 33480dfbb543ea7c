"""The Export page: what it counts is what the file holds."""

import json
import re
import zipfile
from html import unescape
from io import BytesIO

import pytest
from openpyxl import load_workbook

from pages.parts.export_files import build_file, file_name
from review_db.export_formats import FORMATS, FORMATS_BY_NAME
from review_db.sample import ensure_sample
from review_db.store import CaseFilter, ReviewStore, RoundPlan, WorkbookChoice
from tests.pages.conftest import HOSTILE, import_lines, make_line, shown_text

WORKBOOK, JSONL = FORMATS_BY_NAME["workbook"], FORMATS_BY_NAME["trektrace"]

SELECTIONS = [
    CaseFilter(),
    CaseFilter(state="submitted"),
    CaseFilter(dataset="sample_sealqa"),
    CaseFilter(label="Distraction"),
]


@pytest.fixture
def sample(store) -> ReviewStore:
    ensure_sample(store.path)
    return store


def counts_on(page):
    """Cases, those without a judgement, and judgements, as the page shows them."""
    numbers = re.findall(r'class="number">([\d,]+)<', shown_text(page))
    return [int(number.replace(",", "")) for number in numbers]


def query_of(chosen):
    return {name: value for name, value in vars(chosen).items() if value is not None}


def test_without_cases_there_is_nothing_to_export(show):
    page = show("export")
    assert "There is nothing to export yet" in shown_text(page)
    assert page.get("download_button") == []


@pytest.mark.parametrize("chosen", SELECTIONS, ids=lambda chosen: str(query_of(chosen)))
def test_the_counts_shown_are_those_of_the_jsonl_file(show, sample, chosen):
    shown = counts_on(show("export", **query_of(chosen)))
    lines = [
        json.loads(line)
        for line in build_file(sample, JSONL, WorkbookChoice(chosen), {}).splitlines()
    ]
    judgements = [len(line.get("judgements") or ()) for line in lines]
    assert shown == [len(lines), judgements.count(0), sum(judgements)]


@pytest.mark.parametrize("chosen", SELECTIONS[:2], ids=lambda chosen: str(query_of(chosen)))
def test_the_counts_shown_are_those_of_the_workbooks_manifest(show, sample, chosen):
    cases, _, judgements = counts_on(show("export", **query_of(chosen)))
    content = build_file(sample, WORKBOOK, WorkbookChoice(chosen), query_of(chosen))
    book = load_workbook(BytesIO(content), read_only=True)
    manifest = {row[0]: row[1] for row in book["Manifest"].iter_rows(values_only=True) if row[0]}
    assert (manifest["cases"], manifest["judgements"]) == (cases, judgements)
    for name, value in query_of(chosen).items():
        assert manifest[f"filter: {name}"] == value
    book.close()


def test_the_counts_shown_for_a_round_are_those_of_its_workbook(show, sample):
    failures = [row for row in sample.list_cases(limit=99).rows if row.labels]
    for name in ("Ada", "Bo"):
        sample.add_annotator(name)
    plan = RoundPlan("pilot", [row.case_id for row in failures[:3]], ("Ada", "Bo"), mode="blind")
    sample.create_round(plan)
    page = show("export")
    page.selectbox(key="export-round").select("pilot").run()
    page.checkbox(key="export-for-annotators").check().run()
    cases, judgements = counts_on(page)
    choice = WorkbookChoice(round="pilot", with_seats=True)
    book = load_workbook(BytesIO(build_file(sample, WORKBOOK, choice, {})), read_only=True)
    manifest = {row[0]: row[1] for row in book["Manifest"].iter_rows(values_only=True) if row[0]}
    assert (cases, judgements) == (manifest["cases"], manifest["judgements"]) == (3, 0)
    assert manifest["trektrace"] == "withheld (blind)"
    assert manifest["Checklist"] == 6
    book.close()


def test_nothing_is_written_before_the_report_is_confirmed(show, sample):
    content = build_file(sample, WORKBOOK, WorkbookChoice(), {})
    before = sample.revision()
    page = show("export")
    page.file_uploader[0].upload("w.xlsx", content, "application/zip").run()
    assert "w.xlsx: nothing is written yet" in shown_text(page)
    assert "There is nothing to take" in shown_text(page)
    assert sample.revision() == before
    assert page.button(key="reviews-go").disabled


def test_a_confirmed_report_is_written_and_shown(show, sample):
    case_id = next(row.case_id for row in sample.list_cases(limit=99).rows if not row.outcome)
    content = BytesIO(build_file(sample, WORKBOOK, WorkbookChoice(), {}))
    book = load_workbook(content)
    sheet = book["Checklist"]
    places = {cell.value: cell.column for cell in sheet[1]}
    row = next(r for r in range(2, 999) if sheet.cell(r, 1).value == case_id)
    annotator = sheet.cell(row, places["annotator"]).value or "Ada"
    sample.add_annotator(annotator)
    sheet.cell(row, places["annotator"]).value = annotator
    sheet.cell(row, places["notes_2"]).value = "said offline"
    edited = BytesIO()
    book.save(edited)
    page = show("export")
    page.file_uploader[0].upload("w.xlsx", edited.getvalue(), "application/zip").run()
    assert "There is nothing to take" not in shown_text(page)
    page.button(key="reviews-go").click().run()
    assert not page.exception
    assert "w.xlsx: written" in shown_text(page)
    round_name = sheet.cell(row, places["round"]).value or "default"
    judgement = sample.load_judgement(case_id, annotator, round_name)
    assert judgement.answers["notes_2"] == "said offline"


@pytest.mark.usefixtures("sample")
def test_a_file_that_is_no_workbook_is_one_sentence(show):
    page = show("export")
    page.file_uploader[0].upload("w.xlsx", b"no workbook", "application/zip").run()
    assert "w.xlsx: this is no .xlsx workbook" in shown_text(page)


@pytest.mark.parametrize(
    "kind", [each for each in FORMATS if each.lines], ids=lambda kind: kind.name
)
def test_files_of_conclusions_are_offered_and_say_what_their_lines_are(show, sample, kind):
    page = show("export")
    page.selectbox(key="export-format").select(kind.name).run()
    assert not page.exception
    assert "One line a" in shown_text(page)
    lines = build_file(sample, kind, WorkbookChoice(), {}).splitlines()
    assert counts_on(page) == [len(lines)]
    assert all("case_id" in json.loads(line) for line in lines)


def test_every_kind_of_file_is_offered_with_what_it_holds(show, sample):
    page = show("export")
    chooser = page.selectbox(key="export-format")
    assert chooser.options == [each.title for each in FORMATS]
    for kind in FORMATS[5:]:
        page.selectbox(key="export-format").select(kind.name).run()
        assert not page.exception
        assert kind.what[1:] in page.caption[0].value
        cases, _, judgements = counts_on(page)
        content = build_file(sample, kind, WorkbookChoice(), {})
        assert len(content) > 1000
        if kind.name == "csv":
            with zipfile.ZipFile(BytesIO(content)) as parts:
                manifest = json.loads(parts.read("manifest.json"))
            assert (manifest["cases"], manifest["judgements"]) == (cases, judgements)


def test_annotations_of_another_program_are_taken_here_too(show, sample):
    content = build_file(sample, FORMATS_BY_NAME["label-studio"], WorkbookChoice(), {})
    with zipfile.ZipFile(BytesIO(content)) as parts:
        tasks = parts.read("tasks.json")
    page = show("export")
    page.file_uploader[0].upload("export.json", tasks, "application/json").run()
    assert not page.exception
    assert "export.json: nothing is written yet" in shown_text(page)
    assert page.button(key="reviews-go").disabled


def test_the_exported_jsonl_can_be_imported_and_says_the_same(sample, tmp_path):
    content = build_file(sample, JSONL, WorkbookChoice(), {})
    copy = ReviewStore(tmp_path / "copy.db")
    report = copy.import_file(BytesIO(content), "copy.jsonl")
    assert report.rejections == []
    assert build_file(copy, JSONL, WorkbookChoice(), {}) == content


def test_a_filter_that_finds_nothing_leaves_nothing_to_download(show, store):
    import_lines(store, make_line("a"))
    page = show("export", state="submitted")
    assert counts_on(page) == [0, 0, 0]
    assert page.get("download_button")[0].proto.disabled
    page.button(key="export-clear").click().run()
    assert counts_on(page) == [1, 1, 0]


def test_filters_that_came_from_cases_are_named(show, store):
    import_lines(store, make_line("a", question=HOSTILE))
    shown = shown_text(show("export", search="<script>fetch"))
    assert "Also chosen on Cases" in shown
    assert "&lt;script&gt;fetch" in shown
    assert "<script>" not in shown
    assert "Also chosen on Cases: 1 chosen case<" in shown_text(show("export", cases="1"))


def test_the_file_is_named_after_the_project_and_the_day():
    assert re.fullmatch(r"trek-review-\d{4}-\d\d-\d\d\.xlsx", file_name(WORKBOOK, False))
    assert re.fullmatch(r"trek-sample-\d{4}-\d\d-\d\d\.jsonl", file_name(JSONL, True))


def test_a_file_with_trektraces_side_of_questions_judged_blind_names_their_rounds(show, store):
    import_lines(store, make_line("a"), make_line("b"))
    store.add_annotator("Ada")
    plan = RoundPlan("veiled", ["a"], ("Ada",), mode="blind")
    store.create_round(plan)
    told = "TrekTrace's side of questions that are judged blind in “veiled”: keep it"
    page = show("export")
    assert told in unescape(shown_text(page))
    for kind, is_told in (("trektrace", True), ("corrections", False), ("argilla", False)):
        page.selectbox(key="export-format").select(kind).run()
        assert (told in unescape(shown_text(page))) is is_told, kind
    page.selectbox(key="export-format").select("csv").run()
    page.selectbox(key="export-round").select("veiled").run()
    assert told not in unescape(shown_text(page))
    store.close_round("veiled")
    assert store.find_rounds_judging(WorkbookChoice()) == []

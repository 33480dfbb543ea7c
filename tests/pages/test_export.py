"""The Export page: what it counts is what the file holds."""

import json
import re
from io import BytesIO

import pytest
from openpyxl import load_workbook

from pages.parts.export_files import JSONL, WORKBOOK, build_file, file_name
from review_db.sample import ensure_sample
from review_db.store import CaseFilter, ReviewStore
from tests.pages.conftest import HOSTILE, import_lines, make_line, shown_text

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
    lines = [json.loads(line) for line in build_file(sample, JSONL, chosen, {}).splitlines()]
    judgements = [len(line.get("judgements") or ()) for line in lines]
    assert shown == [len(lines), judgements.count(0), sum(judgements)]


@pytest.mark.parametrize("chosen", SELECTIONS[:2], ids=lambda chosen: str(query_of(chosen)))
def test_the_counts_shown_are_those_of_the_workbooks_manifest(show, sample, chosen):
    cases, _, judgements = counts_on(show("export", **query_of(chosen)))
    content = build_file(sample, WORKBOOK, chosen, query_of(chosen))
    book = load_workbook(BytesIO(content), read_only=True)
    manifest = {row[0]: row[1] for row in book["Manifest"].iter_rows(values_only=True) if row[0]}
    assert (manifest["cases"], manifest["judgements"]) == (cases, judgements)
    for name, value in query_of(chosen).items():
        assert manifest[f"filter: {name}"] == value
    book.close()


def test_the_exported_jsonl_can_be_imported_and_says_the_same(sample, tmp_path):
    content = build_file(sample, JSONL, CaseFilter(), {})
    copy = ReviewStore(tmp_path / "copy.db")
    report = copy.import_file(BytesIO(content), "copy.jsonl")
    assert report.rejections == []
    assert build_file(copy, JSONL, CaseFilter(), {}) == content


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


def test_the_file_is_named_after_the_project_and_the_day():
    assert re.fullmatch(r"trek-review-\d{4}-\d\d-\d\d\.xlsx", file_name(WORKBOOK, False))
    assert re.fullmatch(r"trek-sample-\d{4}-\d\d-\d\d\.jsonl", file_name(JSONL, True))

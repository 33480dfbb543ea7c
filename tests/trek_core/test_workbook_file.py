"""The file itself: data is never live, its manifest is true, and it is whole or absent."""

import hashlib
import io
import json
import zipfile
from dataclasses import replace

import openpyxl
import pytest

from tests.trek_core.workbook_samples import (
    ABOUT,
    as_rows,
    export,
    make_judgement,
    make_probes,
    make_record,
    read_workbook,
)
from trek_core.errors import TrekError
from trek_core.workbook import sheet_writer, write_workbook

HOSTILE = [
    '=HYPERLINK("http://evil.example","click")',
    "{=1+1}",
    "+1+1",
    "-1+1",
    "@SUM(A1)",
    "=cmd|' /C calc'!A0",
    "http://evil.example/",
    "internal:Sheet1!A1",
    "file:///etc/passwd",
    "<r><t>bold</t></r>",
    "</t></is></c><c><f>1+1</f></c>",
    "<script>alert(1)</script>",
    "&amp; &#x41; ]]>",
    "00123",
    "1e5",
    "2-3",
    "TRUE",
    "12345678901234567890",
    "_x0041_x0042_",
    "bell\x07 null\x00 line\r\nend\ttab",
    "half an emoji \ud83d",
    "\ufffe\uffff \x85 \u2028",
    "  spaces around  ",
    "emoji 👩‍🚀 and עברית",
]


def write(*records, **options):
    target = io.BytesIO()
    manifest = write_workbook(target, records, None, ABOUT, **options)
    return manifest, target


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_the_same_text_in_every_place(text):
    record = make_record(
        make_judgement(text, override_reason=text, notes={"1": text, "4": text, "5": text}),
        probes=make_probes(gold_only={"rag_answer": text, "model": text}),
        case_id=text,
        question=text,
        dataset=text,
        effective_year=text,
        prediction=text,
        search_calls=({"query": text, "urls": (text,)},),
        documents=({"url": text, "title": text},),
    )
    _, sheets = export(record)
    (row,) = as_rows(sheets["Checklist"])
    named = ("case_id", "dataset", "question", "effective_year", "prediction", "annotator")
    assert {row[name] for name in (*named, "override_reason", "notes_1")} == {text}
    (page,) = as_rows(sheets["Retrieval audit"])
    assert {page[name] for name in ("query", "page_url", "document_title", "notes")} == {text}
    probe = as_rows(sheets["Probes"])[0]
    assert {probe[name] for name in ("answer", "model", "annotator", "notes")} == {text}


def test_no_cell_is_a_formula_or_a_link_and_every_text_cell_is_typed_as_text():
    records = [make_record(case_id=text, question=text, prediction=text) for text in HOSTILE]
    _, target = write(*records)
    for sheet in openpyxl.load_workbook(target):
        for row in sheet.iter_rows():
            for cell in row:
                assert cell.data_type in ("s", "inlineStr", "n")
                assert isinstance(cell.value, str) == (cell.data_type != "n") or cell.value is None
                assert cell.hyperlink is None
    with zipfile.ZipFile(target) as parts:
        for name in parts.namelist():
            text = parts.read(name).decode()
            assert "<f>" not in text
            assert 'TargetMode="External"' not in text
            assert "<hyperlink" not in text


def test_text_over_the_limit_ends_in_a_mark_and_is_counted():
    record = make_record(prediction="p" * 40_000, question="q" * 32_767)
    manifest, sheets = export(record)
    (row,) = as_rows(sheets["Checklist"])
    assert len(row["prediction"]) == 32_767
    sha256 = hashlib.sha256(b"p" * 40_000).hexdigest()
    assert row["prediction"].endswith(f"… [shortened: 40,000 characters, SHA-256 {sha256}]")
    assert row["question"] == "q" * 32_767
    assert manifest.shortened_cells == 1
    assert ["shortened_cells", 1] in [row[:2] for row in sheets["Manifest"]]


def test_escaped_characters_are_counted_where_they_stand():
    manifest, sheets = export(make_record(prediction="a\x07b\x08c"))
    assert {sheet.name: sheet.escaped_characters for sheet in manifest.sheets} == {
        "Checklist": 2,
        "Retrieval audit": 0,
        "Probes": 0,
        "Taxonomy": 0,
        "Decisions": 0,
        "Agreement": 0,
        "Judgements": 0,
    }
    assert ["escaped_characters", 2] in [row[:2] for row in sheets["Manifest"]]


def hash_rows(sheet):
    """The Manifest's rule, applied to a workbook read with another library."""
    digest = hashlib.sha256()
    for cells in sheet:
        row = list(cells)
        while row and row[-1] is None:
            row.pop()
        digest.update(json.dumps(row, separators=(",", ":")).encode() + b"\n")
    return digest.hexdigest()


def test_the_manifest_counts_the_rows_and_its_hashes_can_be_recomputed_from_the_file():
    records = [
        make_record(make_judgement("Ada"), make_judgement("Bo"), case_id=text, question=text)
        for text in HOSTILE
    ]
    manifest, sheets = export(*records)
    start = next(
        place for place, row in enumerate(sheets["Manifest"]) if row[:2] == ["sheet", "rows"]
    )
    listed = sheets["Manifest"][start + 1 :]
    assert [row[0] for row in listed] == list(sheets)[:-1]
    for (name, rows, _, _, sha256), summary in zip(listed, manifest.sheets, strict=True):
        assert (name, rows, sha256) == (summary.name, summary.rows, summary.sha256)
        assert sha256 == hash_rows(sheets[name])
    assert [summary.rows for summary in manifest.sheets[:3]] == [
        len(as_rows(sheets[name])) for name in ("Checklist", "Retrieval audit", "Probes")
    ]
    assert (manifest.cases, manifest.judgements) == (len(HOSTILE), 2 * len(HOSTILE))


def test_the_manifest_says_where_the_workbook_comes_from():
    _, sheets = export(make_record(), about=replace(ABOUT, is_sample=True))
    facts = {row[0]: row[1] for row in sheets["Manifest"]}
    assert facts["application"] == "Trek Review"
    assert facts["application_version"] == "0.1.0"
    assert facts["guideline_version"] == "1"
    assert facts["created_at"] == "2025-03-01T09:30:00Z"
    assert facts["database_revision"] == 41
    assert facts["filter: dataset"] == "freshqa"
    assert facts["project"] == "sample project: every case in it is invented"
    assert facts["trektrace"] == "shown"


def test_the_same_content_twice_is_the_same_file():
    first, one = write(make_record(make_judgement()))
    second, two = write(make_record(make_judgement()))
    assert first == second
    assert one.getvalue() == two.getvalue()


def test_a_changed_answer_changes_the_hash_of_its_sheet_alone():
    before, _ = write(make_record(make_judgement()))
    after, _ = write(make_record(make_judgement(notes={"1": "Changed.", "4": "The diary is old."})))
    changed = [
        old.name
        for old, new in zip(before.sheets, after.sheets, strict=True)
        if old.sha256 != new.sha256
    ]
    assert changed == ["Checklist", "Probes"]  # the note on step 5 is gone as well


def test_headings_stay_in_view_and_every_case_sheet_can_be_filtered():
    _, target = write(make_record(make_judgement()))
    book = openpyxl.load_workbook(target)
    for sheet in book:
        assert sheet.freeze_panes == "B2"
    for name in ("Checklist", "Retrieval audit", "Probes"):
        assert book[name].auto_filter.ref == book[name].dimensions
        assert book[name]["A2"].alignment.wrap_text


def test_option_fields_offer_their_values_in_a_drop_down():
    _, target = write(make_record(make_judgement()), make_record(case_id="second"))
    sheet = openpyxl.load_workbook(target)["Checklist"]
    offered = {str(rule.sqref): rule.formula1 for rule in sheet.data_validations.dataValidation}
    header = [cell.value for cell in sheet[1]]
    column = openpyxl.utils.get_column_letter(header.index("reference_valid") + 1)
    assert offered[f"{column}2:{column}3"] == '"yes,no,unsure"'


def test_an_empty_review_is_a_workbook_with_headings():
    manifest, sheets = export()
    assert manifest.cases == 0
    assert [len(sheets[name]) for name in ("Checklist", "Retrieval audit", "Probes")] == [1, 1, 1]


def test_a_path_gets_the_whole_file_and_nothing_beside_it(tmp_path):
    target = tmp_path / "review.xlsx"
    target.write_text("an older export")
    write_workbook(target, [make_record()], None, ABOUT)
    assert list(tmp_path.iterdir()) == [target]
    assert "Checklist" in read_workbook(target)


def test_a_failed_export_leaves_the_older_file_as_it_was(tmp_path):
    target = tmp_path / "review.xlsx"
    target.write_text("an older export")
    unknown = make_record(make_judgement(answers={"no_such_field": "yes"}))
    with pytest.raises(TrekError, match=r"case freshqa/007/model-a, judged by Ada: no_such_field"):
        write_workbook(target, [make_record(), unknown], None, ABOUT)
    assert list(tmp_path.iterdir()) == [target]
    assert target.read_text() == "an older export"


def test_a_folder_that_is_not_there_is_one_clear_sentence(tmp_path):
    with pytest.raises(TrekError, match=r"review\.xlsx: the workbook cannot be written"):
        write_workbook(tmp_path / "nowhere" / "review.xlsx", [], None, ABOUT)


def test_more_rows_than_a_sheet_holds_is_an_error_not_a_loss(monkeypatch):
    monkeypatch.setattr(sheet_writer, "MOST_ROWS", 300)
    records = [make_record(case_id=str(number)) for number in range(70)]
    with pytest.raises(TrekError, match=r"Retrieval audit: more rows than the 300"):
        write(*records)

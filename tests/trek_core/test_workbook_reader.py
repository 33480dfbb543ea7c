"""A file that is no workbook of ours is refused in one sentence before anything is made of it."""

import io
import zipfile
from contextlib import suppress

import openpyxl
import pytest

from tests.trek_core.workbook_samples import ABOUT, make_judgement, make_record
from trek_core.errors import AnswerError, TrekError
from trek_core.workbook import package_check, write_workbook
from trek_core.workbook.answer_text import read_answer
from trek_core.workbook.reader import open_workbook


@pytest.fixture(scope="module")
def exported():
    target = io.BytesIO()
    write_workbook(target, [make_record(make_judgement())], None, ABOUT)
    return target.getvalue()


def read(content):
    with open_workbook(io.BytesIO(content), "w.xlsx") as book:
        return list(book.read_rows())


def with_parts(content, **parts):
    """The file with parts added or replaced."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as before, zipfile.ZipFile(target, "w") as after:
        for name in before.namelist():
            if name not in parts:
                after.writestr(name, before.read(name))
        for name, text in parts.items():
            after.writestr(name, text)
    return target.getvalue()


def refusal(content):
    with pytest.raises(TrekError) as refused:
        read(content)
    sentence = str(refused.value)
    assert sentence.startswith("w.xlsx")
    assert "\n" not in sentence
    return sentence


def test_an_export_can_be_read(exported):
    rows = read(exported)
    assert {row.sheet for row in rows} == {"Checklist", "Retrieval audit", "Probes"}


def test_a_file_that_is_no_workbook_is_refused(exported):
    assert "this is no .xlsx workbook" in refusal(b"")
    assert "this is no .xlsx workbook" in refusal(b"case_id,question\n1,2\n")
    assert "this is no .xlsx workbook" in refusal(exported[: len(exported) // 2])


def test_any_damage_to_a_part_is_one_sentence(exported):
    for part in ("xl/worksheets/sheet1.xml", "xl/workbook.xml", "xl/styles.xml"):
        for text in ("", "<worksheet>", "no XML at all", "\x00"):
            refusal(with_parts(exported, **{part: text}))


def test_flipped_bytes_never_end_in_a_traceback(exported):
    for place in range(0, len(exported), len(exported) // 60):
        damaged = bytearray(exported)
        damaged[place] ^= 0xFF
        # Whatever else it raises would fail the test.
        with suppress(TrekError):
            read(bytes(damaged))


def test_a_workbook_of_another_program_is_refused():
    target = io.BytesIO()
    openpyxl.Workbook().save(target)
    assert "was not exported here" in refusal(target.getvalue())


def test_a_folder_that_was_packed_again_is_read_and_two_workbooks_are_not(exported):
    again = {
        "mine/review.xlsx": exported,
        "__MACOSX/mine/._review.xlsx": b"x",
        "mine/long_texts.jsonl": b"",
    }
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as parts:
        for name, content in again.items():
            parts.writestr(name, content)
    assert read(target.getvalue()) == read(exported)
    two = with_parts(target.getvalue(), **{"mine/other.xlsx": exported})
    assert "2 workbooks are in the ZIP" in refusal(two)
    damaged = bytearray(target.getvalue())
    damaged[len(exported) // 2] ^= 0xFF
    assert "damaged" in refusal(bytes(damaged))


def test_an_opendocument_file_is_refused_by_its_name(exported):
    made = with_parts(exported, mimetype="application/x", **{"content.xml": "<a/>"})
    assert "OpenDocument file (.ods); save it as .xlsx" in refusal(made)


def test_a_file_with_a_password_or_of_the_old_format_is_refused():
    assert "has a password or the old .xls format" in refusal(b"\xd0\xcf\x11\xe0" + b"x" * 600)


@pytest.mark.parametrize(
    ("part", "what"),
    [
        ("xl/externalLinks/externalLink1.xml", "links to other workbooks"),
        ("xl/vbaProject.bin", "macros"),
        ("xl/connections.xml", "connections to outside data"),
        ("xl/embeddings/oleObject1.bin", "embedded objects"),
    ],
)
def test_a_file_that_reaches_out_or_runs_is_refused(exported, part, what):
    assert what in refusal(with_parts(exported, **{part: "x"}))


def test_a_zip_bomb_is_refused_before_it_is_unpacked(exported, monkeypatch):
    target = io.BytesIO(exported)
    with zipfile.ZipFile(target, "a", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("xl/worksheets/sheet99.xml", b" " * 20_000_000)
    monkeypatch.setattr(package_check, "MOST_BYTES", 10_000_000)
    assert "would unpack to more than 10 MB" in refusal(target.getvalue())


def test_a_part_that_unpacks_to_hundreds_of_times_its_size_is_refused(exported):
    target = io.BytesIO(exported)
    with zipfile.ZipFile(target, "a", zipfile.ZIP_DEFLATED) as parts:
        parts.writestr("xl/worksheets/sheet99.xml", b" " * 11_000_000)
    assert "more than 200 times its size" in refusal(target.getvalue())


def test_a_file_of_very_many_parts_is_refused(exported):
    parts = {f"x{number}": "" for number in range(package_check.MOST_PARTS)}
    assert "2,000 parts" in refusal(with_parts(exported, **parts))


def test_entities_are_not_expanded(exported):
    bomb = (
        '<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "xxxx"><!ENTITY b "&a;&a;">]>'
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&b;</t></is></c></row></sheetData>'
        "</worksheet>"
    )
    assert "damaged" in refusal(with_parts(exported, **{"xl/worksheets/sheet1.xml": bomb}))


def test_texts_beside_a_workbook_must_match_their_hashes(tmp_path):
    target = tmp_path / "review.zip"
    record = make_record(make_judgement(notes={"1": "n" * 40_000}), prediction="p" * 40_000)
    write_workbook(target, [record], None, ABOUT, with_texts=True)
    content = target.read_bytes()
    with open_workbook(io.BytesIO(content), "w.xlsx") as book:
        assert sorted(text[:2] for text in book.texts.values()) == ["nn", "pp"]
        assert {len(text) for text in book.texts.values()} == {40_000}
    with zipfile.ZipFile(target) as parts:
        lines = parts.read("long_texts.jsonl").decode()
    changed = with_parts(content, **{"long_texts.jsonl": lines.replace("nnn", "mmm", 1)})
    assert "does not match its hash" in refusal(changed)
    assert "no JSON object" in refusal(with_parts(content, **{"long_texts.jsonl": "{"}))


@pytest.mark.parametrize("text", ['{"a":' * 5000, "[" * 32000])
def test_a_cell_nested_without_end_is_refused_alone(text):
    with pytest.raises(AnswerError):
        read_answer("gold_pages", text)

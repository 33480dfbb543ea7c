"""Inspect's `.eval` logs: one case a sample, whatever the archive is like."""

import io
import json
import zipfile

import pyarrow
import pytest

from tests.trek_core.sources.reading_steps import read_records
from tests.trek_core.sources.test_documented_shapes import inspect_log
from trek_core.errors import CaseFormatError
from trek_core.jsonl import Rejected
from trek_core.sources import eval_archives, read_source


def archive(*samples, head="header.json", **parts):
    """An archive of samples, and of other parts by name."""
    log = inspect_log()
    del log["samples"]
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as written:
        written.writestr("_journal/summaries/1.json", "[]")
        for number, sample in enumerate(samples, 1):
            text = sample if isinstance(sample, str) else json.dumps(sample)
            written.writestr(f"samples/{number}_epoch_1.json", text)
        for name, text in parts.items():
            written.writestr(name, text)
        if head:
            written.writestr(head, json.dumps(log))
    return file.getvalue()


def sample(**fields):
    (whole,) = inspect_log(**fields)["samples"]
    return whole


def read(content, **options):
    return list(read_source(io.BytesIO(content), name="log.eval", **options))


@pytest.mark.parametrize("head", ["header.json", "_journal/start.json"])
def test_each_sample_of_a_finished_or_broken_off_log_is_a_case(head, tmp_path):
    content = archive(sample(), sample(id=8), head=head)
    path = tmp_path / "log.eval"
    path.write_bytes(content)
    first, second = read(content)
    assert [entry.record.case.case_id for entry in (first, second)] == ["run/7/1", "run/8/1"]
    assert (first.record.case.queries, first.record.case.verdict) == (("q",), "incorrect")
    assert [e.record for e in read_source(path)] == [first.record, second.record]


def test_a_sample_that_is_damaged_or_failed_is_named_and_the_others_go_in():
    failed = sample(id=9, error={"message": "time out"})
    entries = read(archive("{cut", failed, sample()))
    assert [isinstance(entry, Rejected) for entry in entries] == [True, True, False]
    assert entries[0].field == "samples/1_epoch_1.json"
    assert entries[1].found == 'a recorded error: the text "time out"'


def test_what_messages_only_point_to_is_put_in_its_place():
    whole = sample(attachments={"abc": json.dumps([{"url": "https://long.example"}])})
    whole["messages"][2]["content"] = "attachment://abc"
    (entry,) = read(archive(whole))
    assert entry.record.case.retrieved == ("https://long.example",)


def test_a_sample_that_its_attachments_make_too_large_is_refused_and_the_others_go_in():
    """One small attachment in many places: counted before it is put there."""
    swollen = sample(id=9, attachments={"abc": "x" * 10_000})
    swollen["messages"][2]["content"] = ["attachment://abc"] * 100
    entries = read(archive(swollen, sample()), max_line_bytes=100_000)
    assert [isinstance(entry, Rejected) for entry in entries] == [True, False]
    assert entries[0].field == "samples/1_epoch_1.json"
    assert entries[0].found.startswith("more than 100,000 bytes once its attachments")
    assert "at most 100,000 bytes in one sample" in str(entries[0])


def test_attachments_are_counted_until_the_limit_and_no_further():
    places = ["attachment://a"] * 1_000_000
    putting = eval_archives._Putting({"a": "x" * 98}, 1_000, 0)
    with pytest.raises(CaseFormatError, match="at most 1,000 bytes"):
        putting.put(places)
    assert putting.size == 1_100
    assert eval_archives._Putting({"a": "x" * 98}, 1_000, 0).put(places[:10]) == ["x" * 98] * 10


def test_a_log_in_plain_json_keeps_to_the_same_limit():
    swollen = sample(attachments={"abc": "x" * 40_000})
    swollen["messages"][2]["content"] = ["attachment://abc"] * 900
    log = inspect_log() | {"samples": [swollen, sample(id=8)]}
    refused, taken = read(json.dumps(log).encode())
    assert "more than 33,554,432 bytes once its attachments" in str(refused)
    assert taken.record.case.case_id == "run/8/1"


def test_parts_packed_as_newer_logs_are_can_be_read():
    """Written by hand: Python's own module cannot pack so yet."""
    content = bytearray(archive(sample()))
    with zipfile.ZipFile(io.BytesIO(bytes(content))) as given:
        texts = {part.filename: given.read(part) for part in given.infolist()}
    file = io.BytesIO()
    packed = {name: pyarrow.compress(text, "zstd", asbytes=True) for name, text in texts.items()}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as written:
        for name, body in packed.items():
            written.writestr(name, body)
        for part in written.infolist():
            part.compress_type, part.file_size = 93, len(texts[part.filename])
    (entry,) = read(file.getvalue())
    assert entry.record.case.case_id == "run/7/1"


def test_an_archive_that_is_no_log_or_damaged_is_refused_with_what_was_looked_for(monkeypatch):
    (other,) = read(archive(head="xl/workbook.xml"))
    assert "header.json and samples/ (inspect)" in str(other)
    (cut,) = read(archive(sample())[:-30])
    assert "a damaged archive" in str(cut)
    (large,) = read(archive(sample()), max_line_bytes=300)
    assert "at most 300 bytes in one sample" in str(large)
    monkeypatch.setattr(eval_archives, "_MOST_BYTES", 500)
    (bomb,) = read(archive(sample()))
    assert "unpacks to more than it may" in str(bomb)


def test_what_is_no_sample_is_refused_at_its_place_and_the_others_go_in():
    log = inspect_log() | {"samples": [sample(), "x", None, 5, {}, sample(id=8)]}
    entries = read(json.dumps(log).encode())
    assert [isinstance(entry, Rejected) for entry in entries] == [False, *[True] * 4, False]
    assert [(entry.field, entry.found) for entry in entries[1:5]] == [
        ("samples[1]", 'the text "x"'),
        ("samples[2]", "null"),
        ("samples[3]", "the number 5"),
        ("samples[4]", "an object without fields"),
    ]
    assert {entry.expected for entry in entries[1:5]} == {eval_archives.SAMPLE}
    refused, taken = read(archive({}, sample()))
    assert (refused.field, refused.found) == ("samples/1_epoch_1.json", "an object without fields")
    assert taken.record.case.case_id == "run/7/1"


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_parts_of_one_name_are_two_samples():
    other = {"samples/1_epoch_1.json": json.dumps(sample(id=8))}
    first, second = read(archive(sample(), **other))
    assert [entry.record.case.case_id for entry in (first, second)] == ["run/7/1", "run/8/1"]
    differing = {"samples/1_epoch_1.json": json.dumps(sample(target="Other"))}
    _, refused = read(archive(sample(), **differing))
    assert "an id that line 1 has with other content" in str(refused)


def test_a_log_without_samples_says_so():
    (refused,) = read_records(inspect_log() | {"samples": []})
    assert (refused.field, refused.found) == ("samples", "a log without samples")

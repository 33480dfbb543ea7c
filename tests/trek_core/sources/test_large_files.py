"""Large files: what is too large is left out alone, and neither memory nor time runs away."""

import gzip
import io
import tracemalloc

import pytest

from tests.trek_core.sources.reading_steps import encode, read_bytes
from trek_core.jsonl import Rejected, Taken, json_values, physical_lines
from trek_core.jsonl.json_values import load_values
from trek_core.sources import read_source
from trek_core.sources.rows import guess_table


def test_a_record_that_is_too_long_in_an_array_is_left_out_alone():
    content = encode([{"question": "a"}, {"question": "b" * 1000}, {"question": "c"}])
    entries = list(read_source(io.BytesIO(content), name="file", max_line_bytes=500))
    assert [type(entry) for entry in entries] == [Taken, Rejected, Taken]
    assert "at most 500 bytes" in str(entries[1])


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_an_object_too_large_for_a_record_gives_the_records_of_its_list(indent, pack):
    records = [{"question": f"{'?' * 90}{n}"} for n in range(9)]
    page = {"object": "list", "has_more": False, "data": records, "meta": {"page": 1}}
    source = io.BytesIO(b" " + pack(encode(page, indent=indent)))
    source.seek(1)
    entries = list(read_source(source, name="file", max_line_bytes=400))
    assert [entry.record.case.question[90:] for entry in entries] == list("012345678")
    assert len({entry.line for entry in entries}) == (9 if indent else 1)


@pytest.mark.parametrize("chunk", [1 << 20, 100, 7])
def test_every_list_of_records_in_an_object_too_large_is_read(chunk, monkeypatch):
    monkeypatch.setattr(json_values, "_CHUNK", chunk)
    first, second = ([{"question": f"{'?' * 90}{n}"} for n in each] for each in ("0123", "456"))
    beside = {"page": 1, "data": [{"question": "part of what stands beside"}]}
    page = {"data": [*first, "x", None], "meta": beside, "tags": [{}], "results": second, "n": 1}
    entries = list(read_source(io.BytesIO(encode(page)), name="file", max_line_bytes=400))
    taken = [entry for entry in entries if isinstance(entry, Taken)]
    assert [entry.record.case.question[90:] for entry in taken] == list("0123456")
    (refused,) = [entry for entry in entries if isinstance(entry, Rejected)]
    assert refused.found.replace(" ", "").replace(",", "") == '"x"nullbyitself'


def test_an_object_too_large_whose_list_is_only_a_part_of_it_is_refused_by_its_size():
    case = {"question": "Who?", "results": [{"question": "x" * 90}] * 9}
    (refused,) = read_source(io.BytesIO(encode(case)), name="file", max_line_bytes=400)
    assert "expected at most 400 bytes" in str(refused)


def test_memory_does_not_grow_with_an_array(tmp_path):
    path = tmp_path / "large.json"
    record = encode({"question": "Who?", "prediction": "x" * 50_000})
    path.write_bytes(b"[" + b",\n".join([record] * 400) + b"]")  # 20 MB
    tracemalloc.start()
    count = sum(isinstance(value, bytes) for _, value in load_values(path, 10**6))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 400
    assert peak < 8_000_000


def test_memory_does_not_grow_with_a_line_of_a_table_that_does_not_end():
    rows = b'question,prediction\n"' + b"0" * 40_000_000
    content = io.BytesIO(gzip.compress(rows, 1))
    del rows
    tracemalloc.start()
    (refused,) = read_source(content, name="t.csv", max_line_bytes=100_000)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert refused.line == 2
    assert "a line of more than 100,000 characters" in refused.found
    assert peak < 8_000_000


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_many_blank_lines_are_counted_and_not_read_one_by_one(pack, end, monkeypatch):
    one_by_one = []
    read_line = physical_lines._next_line
    monkeypatch.setattr(
        physical_lines, "_next_line", lambda *given: one_by_one.append(1) or read_line(*given)
    )
    first, last = encode({"question": "a"}), encode({"question": "b"})
    content = end + first + end * 100_000 + b" " + end + last + end * 3
    assert [entry.line for entry in read_bytes(pack(content))] == [2, 100_003]
    assert len(one_by_one) < 10


def test_the_columns_of_a_table_are_found_once_and_not_for_each_row(monkeypatch):
    asked_for = []
    monkeypatch.setattr(
        "trek_core.sources.records.guess_table",
        lambda header: asked_for.append(header) or guess_table(header),
    )
    content = io.BytesIO(b"prompt,response,other\n" + b"q,a,\n" * 5)
    entries = list(read_source(content, name="t.csv"))
    assert [entry.record.case.prediction for entry in entries] == ["a"] * 5
    assert asked_for == [("prompt", "response", "other")]

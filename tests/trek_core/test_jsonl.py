"""What the reader takes, what it mends, and how it counts lines and ids."""

import gzip
import io
import json
from collections import Counter
from pathlib import Path

import pytest

from tests.trek_core.case_lines import question, read, take
from trek_core.attribution import attribute
from trek_core.jsonl import Rejected, Repair, Repeated, Taken, content_hash, read_jsonl
from trek_core.taxonomy import Label

DRIFT = Path(__file__).parent.parent / "data" / "freshqa_drift.jsonl"


def test_a_question_alone_is_a_case():
    record = take({"question": "Who leads?"}).record
    assert record.case.case_id == "q-84590c460e0f"
    assert record.case.retrieved is None
    assert record.probes.retrieval is None


def test_all_real_cases_are_taken_and_say_what_is_missing():
    entries = list(read_jsonl(DRIFT))
    assert {type(entry) for entry in entries} == {Taken}
    attributions = [attribute(entry.record.case, entry.record.probes) for entry in entries]
    assert Counter((found.labels, found.missing) for found in attributions) == {
        ((Label.RANDOMNESS,), ("gold_only.correct",)): 124,
        (
            (Label.PRE_RETRIEVAL,),
            ("retrieval.evidence_match", "queries.query_reasonable", "gold_only.correct"),
        ): 32,
    }
    assert not any(found.complete for found in attributions)
    assert all(entry.record.case.queries is None for entry in entries)
    assert all(entry.record.case.reference_answers for entry in entries)
    assert entries[0].record.case.effective_year == "before 2022"
    assert entries[0].record.case.model_extra == {
        "num_hops": "one-hop",
        "fact_type": "slow-changing",
    }


def test_null_lists_and_empty_lists_stay_apart():
    not_recorded = take(question(retrieved_urls=None, search_queries=None)).record
    none_returned = take(question(retrieved_urls=[], search_queries=[])).record
    assert not_recorded.case.retrieved is None
    assert none_returned.case.retrieved == ()
    assert content_hash(not_recorded) != content_hash(none_returned)
    assert content_hash(not_recorded) == content_hash(take(question()).record)


def test_a_null_id_is_derived_like_an_absent_one():
    assert take(question(case_id=None)).record.case.case_id == "q-c44d259fedbc"


@pytest.mark.parametrize("separator", ["\u0085", "\u2028", "\u2029", "\r", "\x0b", "\x0c", "\x1c"])
def test_only_a_newline_ends_a_line(separator):
    line = json.dumps(question(prediction=f"a{separator}b"), ensure_ascii=False)
    assert take(line).record.case.prediction == f"a{separator}b"


def test_blank_lines_count_in_the_numbering_and_are_not_reported():
    entries = read(question(), "", "  \t", "{", "", question(case_id="b"))
    assert [(type(entry), entry.line) for entry in entries] == [
        (Taken, 1),
        (Rejected, 4),
        (Taken, 6),
    ]


def test_windows_line_ends_and_a_byte_order_mark_are_passed_over():
    data = b"\xef\xbb\xbf" + json.dumps(question()).encode() + b"\r\n\r\n"
    assert [type(entry) for entry in read(data)] == [Taken]


def test_a_byte_order_mark_inside_a_text_is_kept():
    assert take(question(prediction="\ufeffyes")).record.case.prediction == "\ufeffyes"


@pytest.mark.parametrize("ending", [b"", b"\n"])
def test_the_last_line_counts_with_or_without_its_newline(ending):
    assert len(read(json.dumps(question()).encode() + ending)) == 1


def test_an_empty_file_has_no_entries():
    assert read() == []


def test_gzip_is_known_by_its_first_bytes(tmp_path):
    path = tmp_path / "cases.jsonl"
    path.write_bytes(gzip.compress(b"\xef\xbb\xbf" + json.dumps(question()).encode()))
    (entry,) = read_jsonl(path)
    assert isinstance(entry, Taken)
    assert entry.file == str(path)


@pytest.mark.parametrize("damage", ["cut", "flipped", "trailing"])
def test_a_damaged_gzip_file_is_one_sentence_after_its_good_lines(damage):
    lines = b"".join(json.dumps(question(case_id=str(n))).encode() + b"\n" for n in range(5000))
    data = bytearray(gzip.compress(lines))
    if damage == "cut":
        data = data[: len(data) // 2]
    elif damage == "flipped":
        data[len(data) // 2] ^= 0xFF
    else:
        data += b"not gzip"
    *good, last = read(bytes(data))
    assert damage == "flipped" or {type(entry) for entry in good} == {Taken}
    assert isinstance(last, Rejected)
    assert last.field == "line"
    assert last.found.startswith("a damaged gzip file")


def test_a_callers_stream_stays_open():
    stream = io.BytesIO(json.dumps(question()).encode())
    assert len(list(read_jsonl(stream))) == 1
    assert not stream.closed


def test_a_file_that_is_not_there_is_an_os_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        next(read_jsonl(tmp_path / "none.jsonl"))


def test_half_an_emoji_and_nul_become_the_replacement_character_and_are_reported():
    line = rb'{"question": "Who\ud83d?", "a": {"b": ["\u0000\u0000", "\ude00"]}, "k\ud83d": "x"}'
    entry = take(line)
    assert entry.record.case.question == "Who\ufffd?"
    assert entry.record.case.model_extra == {"a": {"b": ["\ufffd\ufffd", "\ufffd"]}, "k\ufffd": "x"}
    assert entry.repairs == (
        Repair("question", 1),
        Repair("a.b[0]", 2),
        Repair("a.b[1]", 1),
        Repair("k\ufffd", 1),
    )


def test_a_whole_emoji_is_left_alone():
    entry = take(rb'{"question": "Who \ud83d\ude00?"}')
    assert entry.record.case.question == "Who \U0001f600?"
    assert entry.repairs == ()


def test_an_id_seen_again_is_repeated_with_the_same_content_and_refused_with_other():
    first = question(case_id="c", prediction="Ada", gold_answers=["Bo"])
    same = {"reference_answers": ["Bo"], "prediction": "Ada", "case_id": "c", **question()}
    entries = read(first, same, first | {"prediction": "Cy"}, same)
    assert [type(entry) for entry in entries] == [Taken, Repeated, Rejected, Repeated]
    assert entries[1].first_line == 1
    assert entries[2].field == "case_id"
    assert entries[2].case_id == "c"
    assert "line 1" in entries[2].found


def test_a_refused_line_does_not_reserve_its_id():
    entries = read(question(case_id="c", prediction=3), question(case_id="c", prediction="Ada"))
    assert [type(entry) for entry in entries] == [Rejected, Taken]

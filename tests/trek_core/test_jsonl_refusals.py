"""What the reader refuses, and how it names it."""

import io
import json
import tracemalloc

import pytest

from tests.trek_core.case_lines import question, read, refuse
from trek_core.jsonl import Rejected, Taken, read_jsonl


@pytest.mark.parametrize(
    ("line", "field", "found", "expected"),
    [
        (b'{"question": "a"', "line", "broken JSON", "one JSON object"),
        (b'{"question": "a"} {}', "line", "broken JSON", "one JSON object"),
        (b'{"question": "a\x00"}', "line", "broken JSON", "one JSON object"),
        (b"[1, 2]", "line", "a list of 2", "one JSON object"),
        (b'"text"', "line", "the text", "one JSON object"),
        (b"null", "line", "null", "one JSON object"),
        (b'{"question": "\xff"}', "line", "offset 14 (0xff)", "UTF-8"),
        (b'{"question": "\xed\xa0\xbd"}', "line", "offset 14 (0xed)", "UTF-8"),
        (b'{"question": "a", "x": [1, NaN]}', "x[1]", "NaN", "finite"),
        (b'{"question": "a", "x": {"y": -Infinity}}', "x.y", "-Infinity", "finite"),
        (b'{"question": "a", "x": 1e999}', "x", "too large", "finite"),
        (b'{"question": "a", "x": ' + b"9" * 5000 + b"}", "x", "5,000 digits", "ordinary"),
        (b'{"question": "a", "x": ' + b"[" * 99_999, "line", "100 levels", "flatter"),
        (b'{"question": "a", "x": ' + b"[" * 200 + b"]" * 200 + b"}", "x[0][0]", "100", "flatter"),
        (b'{"question": "a", "b": 1, "b": 1}', "b", "twice", "once"),
        (b'{"question": "a", "x": {"\\u0000": 1, "\\ud83d": 1}}', "\ufffd", "twice", "once"),
        (b'{"question": "a"}\r{"question": "b"}\r', "line", "return alone (CR)", "LF or CR LF"),
        (b'{"question": "a"} {"question": "b"}', "line", "column 19", "one JSON object"),
    ],
)
def test_lines_that_are_no_sound_json_object_are_refused(line, field, found, expected):
    entry = refuse(line)
    assert entry.field.startswith(field)
    assert found in entry.found
    assert expected in entry.expected


@pytest.mark.parametrize(
    ("fields", "field", "found", "expected"),
    [
        ({"question": None}, "question", "null", "text"),
        ({"question": " "}, "question", 'the text " "', "not blank"),
        ({"question": 3}, "question", "the number 3", "text"),
        ({"case_id": 5}, "case_id", "the number 5", "text"),
        ({"false_premise": 1}, "false_premise", "the number 1", "true or false"),
        ({"false_premise": "true"}, "false_premise", 'the text "true"', "true or false"),
        ({"gold_urls": "u"}, "gold_urls", 'the text "u"', "a list"),
        ({"gold_urls": {"u": 1}}, "gold_urls", "an object", "a list"),
        ({"gold_answers": ["a", 3]}, "gold_answers[1]", "the number 3", "text"),
        ({"effective_year": True}, "effective_year", "true", "a whole number"),
        ({"effective_year": 2025.5}, "effective_year", "2025.5", "a whole number"),
        ({"effective_year": 2**70}, "effective_year", str(2**70), "64 bits"),
        ({"effective_year": [2025]}, "effective_year", "a list of 1", "whole number or text"),
        ({"search_calls": [{"urls": ["u", 3]}]}, "search_calls[0].urls[1]", "3", "text"),
        ({"search_calls": ["q"]}, "search_calls[0]", 'the text "q"', "an object"),
        ({"documents": [{"text": "x"}]}, "documents[0].url", "nothing", "text"),
        ({"system": 3}, "system", "the number 3", "an object"),
        ({"model": 3}, "model", "the number 3", "text"),
        ({"retrieval": [], "key_evidence": "k"}, "retrieval", "a list of 0", "an object"),
        ({"judge": {"verdict": "Wrong"}}, "judge.verdict", "Wrong", "'not_attempted'"),
        ({"verdict": "Wrong"}, "verdict", "Wrong", "'not_attempted'"),
        ({"gold_only_correct": "true"}, "gold_only_correct", '"true"', "true or false"),
        ({"gold_only": {"correct": 0}}, "gold_only.correct", "the number 0", "true or false"),
        ({"labels": ["Luck"]}, "labels", '"Luck"', "'Randomness'"),
        ({"labels": "Retrieval"}, "labels", '"Retrieval"', "a list"),
        ({"recorded_labels": ["Luck"]}, "recorded_labels", '"Luck"', "'Randomness'"),
        ({"schema": "trektrace/2"}, "schema", "trektrace/2", "trektrace/1"),
        ({"judgements": [{}]}, "judgements[0].annotator", "nothing", "text"),
        ({"judgements": [{"annotator": " "}]}, "judgements[0].annotator", '" "', "name"),
        ({"judgements": {}}, "judgements", "an object", "a list"),
    ],
)
def test_wrong_values_are_refused_by_the_name_in_the_file(fields, field, found, expected):
    entry = refuse(question() | fields)
    assert entry.field == field
    assert found in entry.found
    assert expected in entry.expected


def test_a_line_without_a_question_is_refused_with_its_id():
    entry = refuse({"case_id": "c-7", "prediction": "Ada"})
    assert str(entry) == ("in.jsonl, line 1, question: found nothing, expected text (case c-7)")


def test_a_long_value_is_cut_in_the_message():
    assert len(refuse(question(gold_urls="u" * 10_000)).found) < 100


def test_an_over_long_line_is_passed_over_without_being_held():
    lines = io.BytesIO(b'{"question": "' + b"x" * (40 * 2**20) + b'"}\n{"question": "next"}\n')
    tracemalloc.start()
    first, second = read_jsonl(lines, max_line_bytes=2**20)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert isinstance(first, Rejected)
    assert (first.line, first.found, first.expected) == (
        1,
        f"{40 * 2**20 + 16:,} bytes",
        "at most 1,048,576 bytes",
    )
    assert isinstance(second, Taken)
    assert second.line == 2
    assert peak < 8 * 2**20


@pytest.mark.parametrize("ending", [b"", b"\n"])
def test_a_line_of_exactly_the_limit_is_taken_and_one_byte_more_is_not(ending):
    line = json.dumps(question()).encode()
    data = line + ending
    assert [type(entry) for entry in read(data, max_line_bytes=len(line))] == [Taken]
    (entry,) = read(data, max_line_bytes=len(line) - 1)
    assert isinstance(entry, Rejected)
    assert entry.found == f"{len(line)} bytes"


def test_memory_does_not_grow_with_the_file(tmp_path):
    path = tmp_path / "long.jsonl"
    with path.open("w") as file:
        for number in range(1500):
            file.write(json.dumps(question(case_id=str(number), prediction="x" * 50_000)) + "\n")
    assert path.stat().st_size > 70_000_000
    tracemalloc.start()
    taken = sum(isinstance(entry, Taken) for entry in read_jsonl(path))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert taken == 1500
    assert peak < 4 * 2**20

"""What the reader takes, mends and refuses."""

import gzip
import io
import json
import tracemalloc
from collections import Counter
from pathlib import Path

import pytest

from trek_core.attribution import attribute
from trek_core.jsonl import Rejected, Repair, Repeated, Taken, content_hash, read_jsonl
from trek_core.taxonomy import Label

DRIFT = Path(__file__).parent.parent / "data" / "freshqa_drift.jsonl"


def read(*lines, **options):
    """The entries of a stream holding these lines (bytes, text, or objects)."""
    raw = (
        line
        if isinstance(line, bytes)
        else (line if isinstance(line, str) else json.dumps(line)).encode()
        for line in lines
    )
    return list(read_jsonl(io.BytesIO(b"\n".join(raw)), name="in.jsonl", **options))


def take(line):
    (entry,) = read(line)
    assert isinstance(entry, Taken), entry
    return entry


def refuse(line):
    (entry,) = read(line)
    assert isinstance(entry, Rejected), entry
    return entry


def question(**fields):
    return {"question": "Who leads the council?", **fields}


# What is taken


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


# Flat and nested


NESTED = {
    "schema": "trektrace/1",
    "case_id": "demo/1/m",
    "question": "Who leads the council?",
    "effective_year": 2025,
    "reference_answers": ["Ada"],
    "gold_urls": ["https://a.org/1"],
    "system": {"model": "m", "reasoning_effort": "high", "search": {"kind": "native"}},
    "judge": {"verdict": "incorrect"},
    "search_queries": ["council leader"],
    "retrieved_urls": ["https://b.org"],
    "retrieval": {
        "url_match": False,
        "matched_urls": [],
        "key_evidence": "Ada leads.",
        "gold_evidence_urls": ["https://a.org/1"],
        "evidence_match": True,
        "retrieved_key_evidence": "Ada leads it.",
        "equivalent_urls": ["https://b.org"],
    },
    "queries": {"query_reasonable": True, "reason": "asks for the leader"},
    "gold_only": {
        "rag_answer": "Ada",
        "page_accessible": True,
        "used_urls": ["https://a.org/1"],
        "rag_reasoning": "It says so.",
        "correct": True,
    },
    "gold_plus_noise": {
        "ran": True,
        "answer": "Bo",
        "used_urls": ["https://b.org"],
        "reasoning": "An old page.",
        "correct": False,
    },
    "labels": ["Distraction"],
}
FLAT = {
    "case_id": "demo/1/m",
    "question": "Who leads the council?",
    "effective_year": 2025,
    "gold_answers": ["Ada"],
    "gold_urls": ["https://a.org/1"],
    "model": "m",
    "reasoning_effort": "high",
    "search": "native",
    "verdict": "incorrect",
    "search_queries": ["council leader"],
    "retrieved_urls": ["https://b.org"],
    "url_match": False,
    "matched_urls": [],
    "key_evidence": "Ada leads.",
    "gold_evidence_urls": ["https://a.org/1"],
    "evidence_match": True,
    "retrieved_key_evidence": "Ada leads it.",
    "equivalent_urls": ["https://b.org"],
    "query_reasonable": True,
    "query_reason": "asks for the leader",
    "rag_answer": "Ada",
    "page_accessible": True,
    "used_urls": ["https://a.org/1"],
    "rag_reasoning": "It says so.",
    "gold_only_correct": True,
    "gold_plus_noise_answer": "Bo",
    "gold_plus_noise_used_urls": ["https://b.org"],
    "gold_plus_noise_reasoning": "An old page.",
    "gold_plus_noise_correct": False,
    "labels": ["Distraction"],
}


def test_the_flat_and_the_nested_form_are_the_same_record():
    flat, nested = take(FLAT), take(NESTED)
    assert flat.record == nested.record
    assert flat.content_hash == nested.content_hash
    assert attribute(flat.record.case, flat.record.probes).labels == (Label.DISTRACTION,)


def test_labels_that_the_rule_gives_too_are_no_content():
    unlabelled = {name: value for name, value in NESTED.items() if name != "labels"}
    assert take(NESTED).content_hash == take(unlabelled).content_hash
    assert take(NESTED).record.probes.recorded_labels is None
    assert take(NESTED).file_labels == (Label.DISTRACTION,)
    assert take(unlabelled).file_labels is None


def test_other_labels_stay_as_recorded_labels():
    entry = take(NESTED | {"labels": ["Retrieval", "Distraction"]})
    assert entry.record.probes.recorded_labels == (Label.RETRIEVAL, Label.DISTRACTION)
    assert entry.content_hash != take(NESTED).content_hash


def test_recorded_labels_are_read_before_labels():
    entry = take(NESTED | {"recorded_labels": ["Retrieval"], "labels": ["Distraction"]})
    assert entry.file_labels == (Label.RETRIEVAL,)


@pytest.mark.parametrize(
    "fields",
    [
        {"complete": False},
        {"grounds": {}},
        {"missing": ["x"]},
        {"judgements": [{"annotator": "A"}]},
    ],
)
def test_computed_fields_and_judgements_are_no_content(fields):
    assert take(NESTED | fields).content_hash == take(NESTED).content_hash


def test_a_flat_grade_or_answer_of_the_noise_probe_means_that_it_was_run():
    for fields in ({"gold_plus_noise_correct": False}, {"gold_plus_noise_answer": "Bo"}):
        noise = take(question(**fields)).record.probes.gold_plus_noise
        assert noise is not None
        assert noise.ran is True
    for fields in ({"gold_plus_noise_correct": None}, {"gold_plus_noise_reasoning": "x"}):
        noise = take(question(**fields)).record.probes.gold_plus_noise
        assert noise is not None
        assert not noise.was_run
    said = take(question(gold_plus_noise_correct=False, noise_was_run=False))
    assert said.record.probes.gold_plus_noise.ran is False


def test_one_value_in_both_forms_is_taken_and_null_beside_it_says_nothing():
    both = question(gold_only_correct=True, gold_only={"correct": True, "rag_answer": "Ada"})
    assert take(both).record.probes.gold_only.rag_answer == "Ada"
    null_flat = question(gold_only_correct=None, gold_only={"correct": True})
    assert take(null_flat).record.probes.gold_only.correct is True
    null_nested = question(gold_only_correct=True, gold_only={"correct": None})
    assert take(null_nested).record.probes.gold_only.correct is True


def test_two_values_for_one_place_are_refused_naming_both():
    found = refuse(question(gold_only_correct=True, gold_only={"correct": False}))
    assert found.field == "gold_only_correct"
    assert "gold_only.correct" in found.expected
    found = refuse(question(rag_answer="Ada", gold_only_answer="Bo"))
    assert (found.field, "rag_answer" in found.found) == ("gold_only_answer", True)
    assert refuse(question(gold_answers=["a"], reference_answers=["b"])).field == "gold_answers"
    assert refuse(question(system="m", model="n")).field == "model"


def test_flat_lists_beside_search_calls_must_say_the_same():
    calls = [{"query": "q", "urls": ["u", "v"]}, {"query": "r", "urls": ["u"]}]
    same = question(search_calls=calls, search_queries=["q", "r"], retrieved_urls=["v", "u"])
    assert take(same).record.case.retrieved == ("u", "v")
    for fields in ({"retrieved_urls": ["w"]}, {"retrieved_urls": 3}, {"search_queries": ["q"]}):
        (name,) = fields
        found = refuse(question(search_calls=calls, **fields))
        assert found.field == name
        assert "search_calls" in found.expected


# What is mended


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


# What is refused


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


# The same id twice


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

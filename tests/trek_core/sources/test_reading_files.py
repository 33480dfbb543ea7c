"""Files as they come: arrays, documents over lines, gzip, damage; refusals by line."""

import gzip
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.trek_core.sources.reading_steps import (
    asked,
    encode,
    load_given,
    read_bytes,
    read_case,
    read_cases,
    read_records,
    read_refusal,
)
from trek_core.errors import CaseFormatError
from trek_core.jsonl import Rejected, Repeated, Taken
from trek_core.jsonl.json_values import load_values
from trek_core.sources import ReadAs, Tally, load_columns, read_source, say_shapes

RECORDS = [
    asked({"type": "message", "role": "assistant", "id": f"m{n}",
           "content": [{"type": "text", "text": f"Ends{end}here, {{[\\\"]}} and so on."}]})
    for n, end in enumerate(["\u0085", "\u2028", "\r\n", "\\", '"', "]}"])
]  # fmt: skip


LIMIT = {"message": "rate limit", "type": "x"}
LINES = b"\n".join(map(encode, RECORDS)) + b"\n"


@pytest.mark.parametrize(
    "content",
    [
        LINES,
        LINES.replace(b"\n", b"\r\n"),
        b"\xef\xbb\xbf" + LINES,
        gzip.compress(LINES),
        LINES.replace(b"\n", b"\n\n"),
        encode(RECORDS),
        encode(RECORDS, indent=2),
        encode(RECORDS, indent="\t").replace(b"\n", b"\r\n"),
        gzip.compress(b"\xef\xbb\xbf" + encode(RECORDS, indent=1)),
        b"\n".join(encode(record, indent=4) for record in RECORDS),
        b'{"object": "list", "data": [\n' + encode(RECORDS, indent=1)[1:-1] + b"]}",
    ],
    ids=["lines", "crlf", "bom", "gzip", "blank lines", "array", "indented array", "tabs and crlf",
         "gzip and bom", "indented objects", "a list in an object"],
)  # fmt: skip
def test_the_same_records_are_the_same_cases_however_they_are_packed(content):
    expected = [entry.record for entry in read_bytes(LINES)]
    assert [entry.record.case.case_id for entry in read_bytes(content)] == [
        f"m{number}" for number in range(len(RECORDS))
    ]
    assert [entry.record for entry in read_bytes(content)] == expected


def test_records_of_an_array_are_reported_by_the_line_they_begin_on():
    content = b'[\n  {"question": "Who?"},\n\n  {"question": 1}, {"question": "Who?"},\n{"a": 1}]'
    entries = read_bytes(content)
    assert [(type(each), each.line) for each in entries] == [
        (Taken, 2),
        (Rejected, 4),
        (Repeated, 4),
        (Rejected, 5),
    ]


@pytest.mark.parametrize(
    ("content", "taken", "said"),
    [
        (LINES[: len(LINES) - 30], 5, "line 6, line: found broken JSON"),
        (encode(RECORDS, indent=1)[:-30], 5, "the end of the file inside a record"),
        (encode(RECORDS)[:-1], 6, "an array without end"),
        (gzip.compress(encode(RECORDS))[:-20], 0, "a damaged gzip file"),
        (b"[]", 0, "an array without an object"),
    ],
    ids=["line", "document", "array", "gzip", "empty array"],
)
def test_a_file_that_breaks_off_gives_what_is_whole_and_says_where_it_ends(content, taken, said):
    *entries, last = read_bytes(content)
    assert said in str(last)
    assert [type(entry) for entry in entries[:taken]] == [Taken] * taken


def test_records_that_stand_under_their_ids_are_read_with_them():
    keyed = {"q1": {"prompt": "Who?", "response": "Ann"},
             "q2": {"prompt": "When?", "response": "2024", "id": 7}}  # fmt: skip
    cases = [entry.record.case for entry in read_bytes(encode(keyed, indent=1))]
    assert [(case.question, case.question_id) for case in cases] == [("Who?", "q1"), ("When?", "7")]
    own = {"c": {"question": "Who?", "case_id": "x"}, "d": {"question": "When?"}}
    cases = [entry.record.case for entry in read_bytes(encode(own))]
    assert [(case.case_id, case.question_id) for case in cases] == [("x", None), ("d", "d")]
    (refused,) = read_bytes(
        encode({"q1": {"prompt": "Who?", "response": "x"}, "m": {"model": "y"}})
    )
    assert refused.found == "an object with q1, m"


def test_a_mapping_is_for_the_records_that_an_object_holds():
    row = {"P": "Who?", "R": "x"}
    told = ReadAs(columns={"question": "P", "prediction": "R"})
    for content in (encode({"data": [row]}), encode({"k": row})):
        (entry,) = read_bytes(content, told)
        assert (entry.record.case.question, entry.record.case.prediction) == ("Who?", "x")
    assert load_columns(io.BytesIO(encode({"data": [row]})), "t.json") == ("P", "R")
    keyed = encode({"k": {"prompt": "Who?", "response": "x"}})
    assert load_columns(io.BytesIO(keyed), "t.json") == ("prompt", "response", "question_id")


def test_a_file_in_utf_16_is_refused_in_one_sentence():
    text = LINES.decode()
    for name, content in (("t.jsonl", text), ("t.csv", "question,prediction\nWho?,Ann\n")):
        source = io.BytesIO(content.encode("utf-16"))
        (refused,) = read_source(source, name=name)
        assert "saved as" in refused.expected
        assert "UTF-8" in refused.expected


def test_what_stands_between_records_and_is_none_is_named():
    content = b'["a", {"question": "Who?"}, null,\n{"question": "When?"}] 5'
    first, case, second, other, last = read_bytes(content)
    assert [type(case), type(other)] == [Taken, Taken]
    assert str(first) == 'file, line 1, record: found "a" by itself, expected JSON objects'
    assert (second.line, second.found) == (2, "null by itself")
    assert last.found == "5 by itself"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=9),
    lambda each: (
        st.lists(each, max_size=3) | st.dictionaries(st.text(max_size=5), each, max_size=3)
    ),
    max_leaves=8,
)


@given(
    st.lists(st.dictionaries(st.text(max_size=5), json_values, max_size=4), min_size=1, max_size=4),
    st.sampled_from([None, 1]),
    st.booleans(),
    st.integers(1, 7),
)
def test_every_object_of_an_array_comes_out_as_it_stands(objects, indent, as_ascii, piece):
    content = json.dumps(objects, indent=indent, ensure_ascii=as_ascii).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("trek_core.jsonl.json_values._CHUNK", piece)
        values = list(load_values(io.BytesIO(content), 10**6))
    assert [json.loads(value) for _, value in values] == objects
    for number, value in values:
        first = content.split(b"\n")[number - 1]
        assert value.split(b"\n")[0] in first


def test_a_record_of_no_shape_is_refused_with_what_was_looked_for():
    said = read_refusal({"alpha": 1, "beta": {}})
    assert "found an object with alpha, beta" in said
    for looked_for in ("`question`", "`output` with its items", "`run_type` and `inputs`"):
        assert looked_for in said


def test_a_shape_that_is_forced_reads_only_what_it_fits():
    (record,) = load_given("perplexity_chat_citations")
    forced = read_case(asked(record), ReadAs("chat-completions"))
    assert forced.model_extra["source"] == {"shape": "chat-completions"}
    assert forced.retrieved is None
    assert "found an object with" in read_refusal(asked(record), told=ReadAs("langfuse"))


@pytest.mark.parametrize(
    "record",
    [
        {"error": LIMIT},
        {"custom_id": "a", "response": {"status_code": 429, "body": {"error": LIMIT}}},
        {"custom_id": "a", "result": {"type": "errored", "error": {"error": LIMIT}}},
        asked({"object": "response", "status": "failed", "error": LIMIT}),
        {"type": "error", "error": {"type": "overloaded_error", "message": "rate limit"}},
    ],
)  # fmt: skip
def test_a_recorded_error_is_reported_and_is_no_case(record):
    assert "a recorded error" in read_refusal(record)
    assert "rate limit" in read_refusal(record) or "status 429" in read_refusal(record)


def test_batches_of_two_providers_are_unwrapped_and_keep_their_own_id_of_the_question():
    completion = {"choices": [{"message": {"role": "assistant", "content": "Blue."}}]}
    message = {
        "type": "message",
        "role": "assistant",
        "content": [{"type": "text", "text": "Blue."}],
    }
    for answer in (
        {"response": {"status_code": 200, "body": completion}},
        {"result": {"type": "succeeded", "message": message}},
    ):
        case = read_case({"custom_id": "q7", "question": "Which?", **answer})
        assert (case.question_id, case.prediction) == ("q7", "Blue.")


def test_what_stands_beside_an_answer_is_the_cases():
    (record,) = load_given("anthropic_messages_web_search")
    beside = {"case_id": "mine", "reference_answers": ["Ann"], "verdict": "incorrect"}
    case = read_case(asked(record, **beside))
    assert (case.case_id, case.reference_answers, case.verdict) == ("mine", ("Ann",), "incorrect")
    packed = read_case(asked(json.dumps(record), **beside))
    assert packed == case


def test_one_file_may_hold_several_shapes():
    records = [*load_given("who_and_when_magentic"), *load_given("pydantic_ai_tavily_search")]
    tally = Tally()
    for entry in read_records(*records, {"question": "Who?", "gold_urls": ["https://a.example"]}):
        tally.add(entry.record, entry.line)
    assert say_shapes(tally) == (
        "Read as Who&When log with a person's failure attribution (1), Tavily search (1), "
        "TrekTrace cases (1)."
    )


def test_records_that_were_recognised_and_lack_a_question_say_what_to_do():
    tally = Tally()
    (response,) = load_given("openai_responses_web_search")
    for told, *records in (
        (ReadAs(), response, response, {"prediction": "Bob"}),
        (ReadAs(columns={"question": "q"}), {"q": None, "a": "Bob"}),
    ):
        for entry in read_records(*records, told=told):
            tally.refuse(entry)
    said = say_shapes(tally)
    assert (
        "2 records were recognised as OpenAI Responses with web search and lack a question" in said
    )
    assert '{"question": "...", "response": {...}}' in said
    assert "1 record was recognised as TrekTrace cases and lacks a question: write it" in said
    assert "1 record was recognised as plain rows by their columns and lacks" in said
    assert "Nothing" not in said
    assert say_shapes(Tally()) == "Nothing in it can be read."


def test_what_is_missing_is_counted_and_comes_with_what_to_do():
    tally = Tally()
    for entry in read_records(
        {"question": "a", "prediction": "x", "search_calls": [{"query": "q", "urls": []}]},
        {"question": "b", "prediction": "x", "reference_answers": ["y"]},
    ):
        tally.add(entry.record, entry.line)
    lacks = tally.list_lacks("my runs.jsonl")
    assert {each.name: each.count for each in lacks} == {
        "reference answers": 1,
        "gold URLs": 2,
        "verdicts": 2,
        "search queries": 1,
        "returned URLs": 1,
        "effective year": 2,
        "attributions": 2,
    }
    commands = {each.name: each.command for each in lacks}
    assert commands["gold URLs"] == "trek join 'my runs.jsonl' DATASET -o cases.jsonl"
    assert commands["verdicts"] == "trek judge cases.jsonl -o judged.jsonl"
    assert commands["attributions"] == "trek run judged.jsonl -o attributed.jsonl"


def test_a_case_in_its_own_form_with_foreign_fields_stays_one():
    (case,) = read_cases({"schema": "trektrace/1", "question": "Who?", "history": [],
                          "mistake_step": "4", "response": "kept"})  # fmt: skip
    assert case.model_extra == {"history": [], "mistake_step": "4", "response": "kept"}


def test_values_stop_at_what_is_no_json_without_an_exception():
    values = list(load_values(io.BytesIO(b"]]}}{[[ \n{"), 100))
    assert all(isinstance(each, bytes | CaseFormatError) for _, each in values)

"""Plain rows: which column is which field is guessed where that is sure, or given."""

import gzip
import io
import json

import pytest

from tests.trek_core.sources.reading_steps import read_case, read_refusal
from trek_core.errors import CaseFormatError
from trek_core.jsonl import Rejected
from trek_core.sources import (
    ReadAs,
    Tally,
    check_mapping,
    find_fitting,
    find_missing,
    load_columns,
    parse_mapping,
    read_source,
    say_missing,
    say_shapes,
)
from trek_core.sources.rows import add_own_names, guess_columns


@pytest.mark.parametrize(
    ("row", "guessed"),
    [
        ({"Prompt": 1, "Model Answer": 1, "ground_truth": 1},
         {"question": "Prompt", "prediction": "Model Answer", "reference_answers": "ground_truth"}),
        ({"question": 1, "answer": 1, "response": 1},
         {"question": "question", "reference_answers": "answer", "prediction": "response"}),
        ({"question": 1, "answer": 1, "target": 1},
         {"question": "question", "reference_answers": "target", "prediction": "answer"}),
        ({"question": 1, "answer": 1}, {}),
        ({"question": 1, "other": 1}, {}),
        ({"question": 1, "prediction": 1, "target": 1}, {}),
        ({"alpha": 1, "target": 1}, {}),
    ],
)  # fmt: skip
def test_columns_are_guessed_only_where_that_is_sure(row, guessed):
    assert guess_columns(row) == guessed


def test_a_row_is_read_by_its_guess_which_it_shows():
    row = {"id": 7, "prompt": "Who?", "response": "Bob", "reference": "Ann", "is_correct": False,
           "source_urls": "https://a.example https://b.example", "note": "kept"}  # fmt: skip
    case = read_case(row)
    assert (case.question_id, case.question, case.prediction) == ("7", "Who?", "Bob")
    assert (case.reference_answers, case.verdict) == (("Ann",), "incorrect")
    assert case.gold_urls == ("https://a.example", "https://b.example")
    assert case.model_extra["note"] == "kept"
    assert case.model_extra["source"]["columns"]["prediction"] == "response"


def test_a_mapping_that_is_given_replaces_the_guess():
    columns = parse_mapping(["question=q", "prediction=a", "retrieved_urls=links"])
    row = {"q": "Who?", "a": "Bob", "links": '["https://a.example"]', "prompt": "not this"}
    case = read_case(row, ReadAs(columns=columns))
    assert (case.question, case.prediction) == ("Who?", "Bob")
    assert (case.retrieved, case.reference_answers) == (("https://a.example",), None)


@pytest.mark.parametrize("text", ["question", "question="])
def test_a_mapping_without_a_column_is_refused(text):
    with pytest.raises(CaseFormatError, match="field=column"):
        parse_mapping([text])


def test_a_mapping_to_no_field_is_refused_with_those_there_are_and_the_nearest():
    with pytest.raises(CaseFormatError, match="expected gold_urls perhaps, or one of case_id, "):
        parse_mapping(["gold_url=links"])
    with pytest.raises(CaseFormatError, match='field the text "nonsense", expected one of case_id'):
        parse_mapping(["nonsense=a"])
    with pytest.raises(CaseFormatError, match="expected prediction perhaps"):
        check_mapping({"question": "q", "Predictions": "a"})


def test_a_mapped_row_without_its_question_is_refused():
    said = read_refusal({"q": None, "a": "Bob"}, told=ReadAs(columns={"question": "q"}))
    assert "question" in said


def read_table(content, name="table.csv"):
    return list(read_source(io.BytesIO(content), name=name))


TABLE = (
    "\ufeffid,Prompt,Response,Reference\r\n"
    '1,"Who, then?","Bob\r\nor\u2028so",Ann\r\n'
    "2,When?,,2024\r\n"
    "3,Where?,Here,There,more\r\n"
).encode()


@pytest.mark.parametrize("content", [TABLE, gzip.compress(TABLE)], ids=["plain", "gzip"])
def test_the_rows_of_a_table_are_cases_by_the_line_they_begin_on(content):
    first, second, third = read_table(content)
    assert [each.line for each in (first, second, third)] == [2, 4, 5]
    case = first.record.case
    assert (case.question_id, case.question, case.prediction) == (
        "1",
        "Who, then?",
        "Bob\r\nor\u2028so",
    )
    assert second.record.case.prediction is None  # an empty cell is not recorded
    assert isinstance(third, Rejected)
    assert "more cells than columns" in str(third)


def test_a_table_under_a_cases_own_names_is_read_cell_by_cell():
    table = (
        b"case_id,question,prediction,reference_answers,gold_urls,effective_year,verdict\n"
        b'c1,Who?,Bob,"[""Ann"", ""Anne""]",https://a.example https://b.example,2025,right\n'
    )
    (entry,) = read_table(table)
    case = entry.record.case
    assert (case.case_id, case.reference_answers) == ("c1", ("Ann", "Anne"))
    assert (len(case.gold_urls), case.effective_year, case.verdict) == (2, 2025, "correct")


OWN_BUT_THE_QUESTION = (
    b"Prompt,prediction,reference_answers,gold_urls,effective_year,verdict\n"
    b"Who?,Bob,Bob Ray,https://a.example https://b.example,2025,right\n"
)


def test_one_mapped_column_is_enough_beside_a_cases_own_names():
    told = ReadAs(columns={"question": "Prompt"})
    source = io.BytesIO(OWN_BUT_THE_QUESTION)
    (entry,) = read_source(source, name="a2.csv", told=told)
    case = entry.record.case
    assert (case.question, case.prediction, case.reference_answers) == ("Who?", "Bob", ("Bob Ray",))
    assert (len(case.gold_urls), case.effective_year, case.verdict) == (2, 2025, "correct")
    assert add_own_names({"question": "prediction"}, ["prediction", "question", "x"]) == {
        "question": "prediction"
    }


def test_a_column_of_our_own_name_can_be_left_out():
    told = ReadAs(columns=parse_mapping(["question=Prompt", "verdict="]))
    table = b"Prompt,prediction,verdict\nWho?,Bob,correct\n"
    (entry,) = read_source(io.BytesIO(table), name="own.csv", told=told)
    case = entry.record.case
    assert (case.prediction, case.verdict) == ("Bob", None)
    row = {"Prompt": "Who?", "prediction": "Bob", "verdict": "correct"}
    assert read_case(row, told).verdict is None
    assert find_missing(told.columns, ["Prompt"]) == {}


def test_a_table_that_lacks_only_a_question_says_how_to_name_its_column():
    tally = Tally()
    for table in (OWN_BUT_THE_QUESTION, b"Frage,verdict\nWer?,right\n"):
        (refused,) = read_table(table)
        assert (refused.field, refused.shape) == ("question", "rows")
        tally.refuse(refused)
    assert "lack a question: fill in its column, say which it is with --map" in say_shapes(tally)


def test_a_table_of_unknown_columns_is_refused_with_the_way_to_name_them():
    (refused,) = read_source(io.BytesIO(b"Frage,Antwort\nWer?,x\n"), name="lab.csv")
    assert "an object with Frage, Antwort" in str(refused)
    assert "--map question=COLUMN" in str(refused)
    assert "openai-responses" not in str(refused)


def test_a_cell_that_is_one_entry_keeps_its_quotation_marks():
    table = 'question,reference_answers\nQ1?,"""quoted"""\nQ2?,"[""a"", ""b""]"\n'
    entries = read_source(io.BytesIO(table.encode()), name="t.csv")
    assert [entry.record.case.reference_answers for entry in entries] == [('"quoted"',), ("a", "b")]


def test_a_table_that_is_damaged_gives_the_rows_before_and_says_where():
    *_, last = read_table(b'prompt,response\nWho?,Bob\nWhen?,"cut o')
    assert (last.line, last.field) == (3, "line")
    said = str(read_table(b"prompt,response\nWho?,\xff\n")[-1])
    assert "a byte that is not UTF-8 (0xff), expected a table saved as CSV UTF-8" in said


def test_a_row_with_a_line_that_is_too_long_is_refused_alone():
    long = b"x" * 300
    table = b"".join(
        (b"prompt,response\n", b"Who?,Ann\n", b"When?," + long + b"\n", b"Where?,Here\n",
         b'Why?,"so ' + long + b'\nand, so ""on""\n"\n', b"How?,Well\n")
    )  # fmt: skip
    entries = list(read_source(io.BytesIO(table), name="t.csv", max_line_bytes=200))
    assert [(entry.line, isinstance(entry, Rejected)) for entry in entries] == [
        (2, False), (3, True), (4, False), (5, True), (8, False),
    ]  # fmt: skip
    assert "a line of more than 200 characters" in str(entries[1])
    assert entries[-1].record.case.prediction == "Well"


def test_a_row_that_is_damaged_is_refused_to_its_end_and_the_next_is_read():
    table = b'prompt,response\n"Who "is" it?\nand why",Ann\nWhen?,\xe9\nWhere?,Here\n'
    broken, bad_byte, last = read_table(table)
    assert (broken.line, broken.field) == (2, "line")
    assert (bad_byte.line, "a byte that is not UTF-8 (0xe9)" in str(bad_byte)) == (4, True)
    assert (last.line, last.record.case.question) == (5, "Where?")
    (refused,) = read_table(b"prompt,r\xe9sponse\nWho?,Ann\n")
    assert (refused.line, "not UTF-8" in str(refused)) == (1, True)


def test_the_columns_of_a_table_are_those_of_its_head_though_a_row_leaves_some_out():
    table = b"Prompt,Response,Reference,Year\nWho?,,,\nWhen?,2024,2025,2025.0\n"
    first, second = read_table(table)
    assert first.record.case.prediction is None
    assert second.record.case.reference_answers == ("2025",)
    assert load_columns(io.BytesIO(table), "t.csv") == ("Prompt", "Response", "Reference", "Year")


def test_a_column_inside_an_object_is_named_by_the_way_to_it():
    row = {"in": {"q": "Who?"}, "out.text": "Bob", "meta": {"links": [{"url": "https://a.example"}],
           "year": "2025"}}  # fmt: skip
    columns = {"question": "in.q", "prediction": "out.text", "retrieved_urls": "meta.links",
               "effective_year": "meta.year"}  # fmt: skip
    case = read_case(row, ReadAs(columns=columns))
    assert (case.question, case.prediction, case.effective_year) == ("Who?", "Bob", 2025)
    assert case.retrieved == ("https://a.example",)
    content = json.dumps(row).encode()
    assert load_columns(io.BytesIO(content), "t.jsonl") == (
        "in.q", "out.text", "meta.links", "meta.year",
    )  # fmt: skip


def test_addresses_in_one_cell_come_apart_without_what_parts_them():
    row = {"prompt": "Who?", "response": 42, "gold url": "https://a.example/x,1; https://b.example"}
    case = read_case(row)
    assert case.gold_urls == ("https://a.example/x,1", "https://b.example")
    assert case.prediction == "42"


def test_words_in_place_of_addresses_are_named_with_line_and_value_and_kept():
    table = (
        b"question,prediction,gold_urls,retrieved_urls\n"
        b"Who?,Ann,the city's page,N/A\n"
        b"When?,2024,see https://a.example,1. https://b.example 2. https://c.example\n"
    )
    entries = read_table(table)
    tally = Tally()
    for entry in entries:
        tally.add(entry.record, entry.line)
    first, second = (entry.record.case for entry in entries)
    assert (first.gold_urls, second.gold_urls) == (None, ("https://a.example",))
    assert first.model_extra["source"]["unread_urls"] == [
        {"place": "gold_urls", "value": "the city's page"}
    ]
    (said,) = tally.list_unread()
    assert said.startswith(
        "2 cases have words that are no address: gold_urls (from line 2 on) says "
        "“the city's page” once, “see” once. Only what begins with http"
    )


def test_what_a_mapping_names_and_a_file_does_not_have_is_found():
    mapping = {"question": "Q", "prediction": "out", "gold_urls": "links"}
    missing = find_missing(mapping, ["Q", "out.text"])
    assert missing == {"gold_urls": "links"}
    assert say_missing(missing, ["Q", "out.text"]) == (
        "there is no column links (gold_urls); it has Q, out.text"
    )


def test_of_mappings_that_fit_the_one_with_the_most_columns_is_found():
    mappings = {"a": {"question": "Q"}, "b": {"question": "Q", "prediction": "A"},
                "c": {"question": "Q", "prediction": "A", "verdict": "V"}}  # fmt: skip
    assert find_fitting(mappings, ["Q", "A", "more"]) == "b"
    assert find_fitting(mappings, ["A"]) is None
    assert find_fitting({}, ["A"]) is None


def test_a_column_with_a_long_name_is_cut_short_wherever_a_sentence_names_it():
    long, cut = "Q" * 50_000, "Q" * 60 + "…"
    assert say_missing({"question": long}, [long, "b"]) == (
        f"there is no column {cut} (question); it has {cut}, b"
    )
    for told in (ReadAs(columns={"question": f"{long}Z"}), ReadAs()):
        line = json.dumps({long: "x", "b": {long: "y"}}).encode()
        (refused,) = read_source(io.BytesIO(line), name="rows.jsonl", told=told)
        assert cut in str(refused)
        assert len(str(refused)) < 2_000

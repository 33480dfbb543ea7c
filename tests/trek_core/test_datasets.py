"""Each dataset as its authors publish it: known by its fields, read row by row."""

import gzip
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.trek_core.dataset_files import (
    CANARY,
    FRESHQA_FILE,
    infodeepseek,
    load,
    load_one,
    page,
    sealqa,
    unpack_freshqa,
    write_freshqa,
    write_lines,
)
from trek_core.datasets.selection import (
    paper_conditions,
    select_questions,
)
from trek_core.errors import TrekError

FRESHQA_ROW = "7,TEST,Who leads?,2025,N/A,FALSE,one-hop,fast-changing,https://a.example,Anna,,"


def test_the_published_freshqa_file_is_read_whole_and_the_paper_took_49_of_it():
    found = load(FRESHQA_FILE)
    assert (found.dataset.name, len(found.questions), found.problems) == ("freshqa", 600, ())
    selected = select_questions(found.questions, paper_conditions(found.dataset), found.dataset)
    assert len(selected) == found.dataset.paper.count == 49
    first = found.questions[0]
    assert first.effective_year == "before 2022"
    assert first.false_premise is True
    assert len(first.gold_urls) == len(first.reference_answers) == 2
    years = {each.effective_year for each in found.questions}
    assert years == {"before 2022", 2022, 2023, 2024, 2025}
    without_page = [each.question_id for each in found.questions if not each.gold_urls]
    assert without_page == ["61", "91"]


def test_a_packed_file_and_its_content_are_the_same(tmp_path):
    assert load(unpack_freshqa(tmp_path)).questions == load(FRESHQA_FILE).questions


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_table_is_found_below_its_preamble_whatever_separates_its_cells(tmp_path, separator):
    path = write_freshqa(tmp_path / "f.csv", FRESHQA_ROW)
    path.write_bytes(path.read_bytes().replace(b",", separator.encode()))
    question = load_one(path)
    assert (question.question_id, question.reference_answers) == ("7", ("Anna",))
    assert question.effective_year == 2025


def test_what_a_spreadsheet_did_to_a_value_is_said_with_its_row(tmp_path):
    path = write_freshqa(
        tmp_path / "f.csv",
        "1,TEST,Score?,2025-01-01 00:00:00,45658,FALSE,one-hop,fast-changing,N/A,4-Mar,#N/A,",
        "2,TEST,When?,2024.0,01/02/2026,TRUE,one-hop,fast-changing,https://a.example,11/22/2024,,",
        "3,TEST,Big?,2025,N/A,perhaps,one-hop,fast-changing,see the page,1.5E+09,,",
        "4,TEST,,2025,N/A,FALSE,one-hop,fast-changing,https://a.example,x,,",
    )
    found = load(path)
    assert [each.question_id for each in found.questions] == ["1", "2", "3"]
    assert [(each.place, each.field, each.is_taken) for each in found.problems] == [
        ("row 4", "next_review", True),
        ("row 4", "answer_0", True),
        ("row 4", "answer_1", True),
        ("row 4", "effective_year", True),
        ("row 6", "answer_0", True),
        ("row 6", "source", True),
        ("row 6", "false_premise", True),
        ("row 7", "question", False),
    ]
    assert "date made by a spreadsheet" in str(found.problems[1])
    first, second, third = found.questions
    assert first.reference_answers == ("4-Mar", "#N/A"), "nothing is guessed back"
    assert (first.effective_year, first.gold_urls) == ("2025-01-01 00:00:00", ())
    assert (second.effective_year, second.false_premise) == (2024, True)
    assert (third.gold_urls, third.false_premise) == ((), None)


def test_rows_that_cannot_be_read_are_listed_and_the_others_taken(tmp_path):
    path = write_freshqa(tmp_path / "f.csv", FRESHQA_ROW, FRESHQA_ROW + ",,extra", FRESHQA_ROW)
    path.write_bytes(path.read_bytes() + b"8,TEST,caf\xe9?,2025,,,,,,x,,\n")
    found = load(path)
    assert [(each.place, each.field) for each in found.problems] == [
        ("row 5", "row"),
        ("row 6", "question_id"),
        ("row 7", "row"),
    ]
    assert len(found.questions) == 2


def test_infodeepseek_is_read_in_english_with_its_flags_and_glued_urls(tmp_path):
    path = tmp_path / "i.json"
    path.write_text(json.dumps([infodeepseek(), infodeepseek(id=4, freshness=False)]))
    found = load(path)
    first = found.questions[0]
    assert (first.question_id, first.question) == ("3", "Who won the river race?")
    assert first.reference_answers == ("Anna",)
    assert first.gold_urls == ("https://a.example/race", "https://b.example/results")
    assert (first.hops, first.false_premise, first.freshness) == ("multi-hop", False, None)
    assert first.flags == {
        "time_sensitive": True,
        "freshness": True,
        "determinacy": True,
        "verified": False,
    }
    assert first.model_extra["query_zh"] == "谁赢了？"
    selected = select_questions(found.questions, paper_conditions(found.dataset), found.dataset)
    assert selected == (first,), "records that nobody verified count too"


def test_a_list_that_breaks_off_gives_what_came_before(tmp_path):
    path = tmp_path / "i.json"
    whole = json.dumps([infodeepseek(), 5, infodeepseek(id=4, multi_hop="yes")], indent=1)
    path.write_text(whole[: whole.rindex("}") + 1] + ',\n{"id": 5, "que')
    found = load(path)
    assert [each.question_id for each in found.questions] == ["3", "4"]
    assert [(each.place, each.field) for each in found.problems] == [
        ("row 2", "record"),
        ("row 3", "multi_hop"),
        ("row 4", "line"),
    ]


def test_sealqa_keeps_its_year_as_text_and_its_canary_to_itself(tmp_path):
    path = write_lines(tmp_path / "s.jsonl", sealqa(), sealqa(question="", urls=[1]))
    found = load(path, name="sealqa_hard")
    (question,) = found.questions
    assert (question.dataset, question.effective_year) == ("sealqa_hard", "before 2024")
    assert (question.freshness, question.question_id) == ("fast-changing", None)
    assert question.gold_urls == ("https://town.example/bridges",)
    assert CANARY not in repr(found) + json.dumps(question.to_json())
    assert question.to_json(with_canary=True)["canary"] == CANARY


def test_a_year_of_questions_of_ones_own_is_their_effective_year(tmp_path):
    row = {"dataset": "mine", "question": "Who?", "reference_answers": ["Ann"]}
    other = row | {"question": "When?", "year": 1999, "effective_year": "2024"}
    path = write_lines(tmp_path / "q.jsonl", row | {"year": 2025}, other)
    first, second = load(path).questions
    assert (first.effective_year, second.effective_year) == (2025, 2024)
    assert second.model_extra["year"] == 1999


def test_parquet_is_read_as_the_same_rows_are_from_lines(tmp_path):
    arrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    rows = [sealqa(), sealqa(question="Another?", urls=None, effective_year="2025")]
    parquet.write_table(arrow.Table.from_pylist(rows), tmp_path / "s.bin")
    from_parquet = load(tmp_path / "s.bin")
    assert from_parquet.questions == load(write_lines(tmp_path / "s.jsonl", *rows)).questions
    assert from_parquet.questions[1].gold_urls is None
    (tmp_path / "broken").write_bytes((tmp_path / "s.bin").read_bytes()[:200])
    with pytest.raises(TrekError, match="cannot be read as Parquet"):
        load(tmp_path / "broken")


def test_longseal_keeps_its_lists_of_pages_with_their_dates(tmp_path):
    lists = {
        "golds": [page("https://g.example", date="2024-05-01")],
        "12_docs": [page("https://g.example"), page(None), "no page"],
        "20_docs": [],
        "30_docs": None,
    }
    found = load(write_lines(tmp_path / "l.jsonl", sealqa(**lists)))
    assert found.dataset.name == "longseal"
    pages = found.questions[0].document_lists
    assert {name: len(each) for name, each in pages.items()} == {
        "golds": 1,
        "12_docs": 2,
        "20_docs": 0,
    }
    assert pages["golds"][0].date == "2024-05-01"
    assert [each.field for each in found.problems] == ["12_docs[2]"]


def test_a_file_of_no_known_dataset_is_refused_with_what_was_looked_for(tmp_path):
    with pytest.raises(
        TrekError, match=r"no dataset known: found news, text. .*FreshQA.*fact_type"
    ):
        load(write_lines(tmp_path / "x.jsonl", {"news": 1, "text": "x"}))
    (tmp_path / "own.csv").write_text("question,reference_answers,year\nWho?,Bob,2025\n")
    with pytest.raises(TrekError, match="need a column `dataset`"):
        load(tmp_path / "own.csv")
    (tmp_path / "x.csv").write_text("a,b\n1,2\n")
    with pytest.raises(TrekError, match="no column names"):
        load(tmp_path / "x.csv")
    (tmp_path / "one.json").write_text(json.dumps({"news": [sealqa()]}, indent=1))
    with pytest.raises(TrekError, match="of no dataset known: found news"):
        load(tmp_path / "one.json")
    (tmp_path / "one.json").write_text('{"data": [\n')
    with pytest.raises(
        TrekError, match=r"no row that can be read: line 1, line: found broken JSON"
    ):
        load(tmp_path / "one.json")
    (tmp_path / "u.csv").write_text(f"{FRESHQA_ROW}\n", encoding="utf-16")
    with pytest.raises(TrekError, match="in UTF-16; save it as UTF-8"):
        load(tmp_path / "u.csv")
    (tmp_path / "empty").touch()
    with pytest.raises(TrekError, match="no column names"):
        load(tmp_path / "empty")
    with pytest.raises(TrekError, match="cannot be read"):
        load(tmp_path / "missing")
    (tmp_path / "cut.gz").write_bytes(gzip.compress(FRESHQA_ROW.encode())[:30])
    with pytest.raises(TrekError, match="cannot be read"):
        load(tmp_path / "cut.gz")


@given(st.binary(max_size=400), st.sampled_from([b"", b"[", b'{"question": "x", ', b"PAR1"]))
def test_whatever_bytes_a_file_holds_it_is_read_or_refused(tmp_path_factory, content, beginning):
    path = tmp_path_factory.mktemp("bytes") / "file"
    path.write_bytes(beginning + content)
    with pytest.raises(TrekError):
        load(path)


def test_a_quotation_mark_out_of_place_costs_its_row_and_is_named(tmp_path):
    broken = FRESHQA_ROW.replace("Who leads?", '"Who" leads?')
    path = write_freshqa(
        tmp_path / "f.csv",
        broken,
        FRESHQA_ROW,
        FRESHQA_ROW.replace("7,TEST,Who leads?", '8,TEST,"Who, ""then""?\nAnd why?"'),
        FRESHQA_ROW.replace("Who leads?", '"Who leads?'),
        FRESHQA_ROW.replace("7,", "9,", 1),
    )
    found = load(path)
    assert [each.question for each in found.questions] == [
        "Who leads?",
        'Who, "then"?\nAnd why?',
        "Who leads?",
    ]
    assert [(each.place, each.field) for each in found.problems] == [
        ("row 4", "row"),
        ("row 7", "row"),
    ]


def test_of_a_damaged_row_over_several_lines_no_row_is_made_up(tmp_path):
    broken = FRESHQA_ROW.replace("Who leads?", '"Who "leads" it?\n9,TEST,And why?,2025"')
    found = load(write_freshqa(tmp_path / "f.csv", broken, FRESHQA_ROW))
    assert [each.question for each in found.questions] == ["Who leads?"]
    assert [(each.place, each.field) for each in found.problems] == [("row 4", "row")]


def test_a_name_that_stands_twice_is_refused_in_a_table_and_in_a_list(tmp_path):
    path = write_freshqa(tmp_path / "f.csv", FRESHQA_ROW)
    path.write_bytes(path.read_bytes().replace(b"answer_1", b"source"))
    with pytest.raises(TrekError, match=r"f\.csv, column source: found the same name twice"):
        load(path)
    twice = json.dumps(infodeepseek())[:-1] + ', "answer_en": "Bea"}'
    listed = tmp_path / "i.json"
    listed.write_text(f"[{json.dumps(infodeepseek(id=4))}, {twice}, {json.dumps(infodeepseek())}]")
    found = load(listed)
    assert [each.question_id for each in found.questions] == ["4", "3"]
    assert [str(each) for each in found.problems] == [
        "row 2, answer_en: found the same name twice, expected each name once (row not taken)"
    ]


@settings(max_examples=25)
@given(st.lists(st.tuples(st.integers(0, 10**4), st.integers(0, 255)), min_size=1, max_size=20))
def test_of_a_damaged_table_every_row_is_taken_or_listed(tmp_path_factory, changes):
    path = tmp_path_factory.mktemp("damaged") / "file.csv"
    rows = [FRESHQA_ROW.replace("7,", f"{number},", 1) for number in range(40)]
    content = bytearray(write_freshqa(path, *rows).read_bytes())
    start = content.index(b"note\n") + len(b"note\n")
    for at, byte in changes:
        place = start + at % (len(content) - start)
        if content[place] != ord("\n") and byte not in b'\n\r"':
            content[place] = byte
    path.write_bytes(content)
    found = load(path)
    untaken = [each for each in found.problems if not each.is_taken]
    assert len(found.questions) + len(untaken) == len(rows)

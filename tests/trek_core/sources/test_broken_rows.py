"""Tables with quotation marks in the wrong places: what is broken is named, the rest is read."""

import gzip
import io
import time

import pytest

from trek_core.datasets import csv_lines
from trek_core.jsonl import Rejected
from trek_core.sources import read_source

HEAD = "question,answer,id\n"
QUOTED = [f'"Good {n}?",a,q{n}\n' for n in range(300)]
BARE = [f"Good {n}?,a,q{n}\n" for n in range(300)]
OVER_LINES = [f'"Good {n}?\nAnd, ""then"" {n}?",a,q{n}\n' for n in range(300)]


def read_table(text, **how):
    """The questions that are read, and what is said of the rest."""
    content = text if isinstance(text, bytes) else text.encode()
    entries = list(read_source(io.BytesIO(content), name="t.csv", **how))
    refused = [entry for entry in entries if isinstance(entry, Rejected)]
    return [e.record.case.question for e in entries if not isinstance(e, Rejected)], refused


@pytest.mark.parametrize("good", [QUOTED, BARE, OVER_LINES])
@pytest.mark.parametrize(
    "broken", ['"A 5" screen",b,x\n', '"never closed,b,x\n', 'Bare,"A 5" screen",x\n']
)
def test_one_mark_in_the_wrong_place_costs_its_row_alone(good, broken):
    questions, refused = read_table(HEAD + good[0] + broken + "".join(good[1:]) + broken)
    assert len(questions) == len(good)
    assert [each.line for each in refused] == [
        2 + good[0].count("\n"), 3 + sum(row.count("\n") for row in good)
    ]  # fmt: skip


def test_lines_that_had_to_be_left_out_are_named():
    broken = '"A 5" "screen, he said,\nthe other, too, said he,\nso",b,x\n'
    questions, (refused,) = read_table(HEAD + broken + "".join(BARE))
    assert (len(questions), refused.line) == (300, 2)
    assert "; lines 2 to 4 are left out" in refused.found


def test_lines_of_a_broken_text_that_look_like_a_row_of_few_cells_are_no_rows():
    broken = 'Who?,"a "b" c\nand, so on\nmore text"\n'
    questions, (refused,) = read_table("question,answer\n" + broken + "Q1?,a\nQ2?,a\n")
    assert questions == ["Q1?", "Q2?"]
    assert "lines 2 to 4" in refused.found


def test_a_row_that_takes_in_others_up_to_the_next_mark_gives_them_back():
    rows = HEAD + '"open,b,x\n' + "".join(BARE[:3]) + 'last",b,c,d\n' + BARE[3]
    questions, refused = read_table(rows)
    assert questions == [f"Good {n}?" for n in range(4)]
    assert [each.found for each in refused] == ["more cells than columns"] * 2


def test_a_cell_of_lines_without_end_is_given_up_at_the_limit_and_says_so(monkeypatch):
    monkeypatch.setattr(csv_lines, "MAX_ROW_LINES", 1_000)
    rows = HEAD + 'Q,"a\n' + "a\n" * 5_000
    questions, (refused,) = read_table(gzip.compress(rows.encode()))
    assert (questions, refused.line) == ([], 2)
    assert "a row of more than 1,000 lines; nothing from line 2 on was read" in refused.found
    good_again = HEAD + '"open,a,x\n' + "".join(BARE) * 10
    assert len(read_table(good_again)[0]) == 3_000
    assert "a row of more than 500 characters" in read_table(rows, max_line_bytes=500)[1][0].found


def test_the_time_for_many_broken_rows_grows_with_their_number():
    def seconds(count):
        began = time.process_time()
        read_table(HEAD + ('"open,b,x\n' + "".join(BARE[:20])) * count)
        return time.process_time() - began

    assert seconds(400) < 30 * max(seconds(40), 0.01)


@pytest.mark.parametrize("before", ["\n\n", "\r\n", "sep=,\n", "\ufeffsep=,\r\n", ",,\n"])
def test_what_stands_before_the_head_of_a_table_is_passed_over(before):
    assert read_table(before + HEAD + BARE[0]) == (["Good 0?"], [])


@pytest.mark.parametrize("sign", [";", "|", "\t"])
def test_a_table_that_says_what_parts_its_cells_is_read_so(sign):
    rows = [["question", "answer", "id"], ["Who, then?", "a", "1"]]
    text = "".join(sign.join(row) + "\n" for row in rows)
    assert read_table(f"sep={sign}\n{text}") == (["Who, then?"], [])


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("name", ["t.csv", "t.jsonl"])
def test_a_file_in_utf_16_is_named_as_such_with_or_without_its_mark(encoding, name):
    content = (HEAD + BARE[0]) if name == "t.csv" else '{"question": "Who?"}\n'
    (refused,) = read_source(io.BytesIO(content.encode(encoding)), name=name)
    assert "a file in UTF-16, expected a file saved as UTF-8" in str(refused)

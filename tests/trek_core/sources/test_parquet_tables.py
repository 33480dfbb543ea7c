"""Parquet tables with values that only Parquet can hold: the bad row alone is refused."""

import pyarrow
import pytest
from pyarrow import parquet

from trek_core.datasets import parquet_rows
from trek_core.datasets.parquet_rows import read_parquet_rows
from trek_core.datasets.rows import Row
from trek_core.errors import TrekError
from trek_core.jsonl import Rejected
from trek_core.sources import read_source

LETTERS = pyarrow.array(list("abc"))
NOT_UTF8 = pyarrow.Array.from_buffers(
    pyarrow.string(),
    3,
    [None, pyarrow.py_buffer(bytes([0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0])),
     pyarrow.py_buffer(b"a\xffb")],
)  # fmt: skip


def write(path, columns, names=None):
    """A table of three questions and these columns."""
    names = ["question", *(names or columns)]
    arrays = [pyarrow.array(["q1", "q2", "q3"]), *columns.values()]
    parquet.write_table(pyarrow.Table.from_arrays(arrays, names=names), path)
    return path


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        (pyarrow.array([0, 2**62, 1], pyarrow.duration("s")), "too large"),
        (pyarrow.array([0, 2**60, 1], pyarrow.timestamp("us")), "out of range"),
        (NOT_UTF8, "can't decode byte 0xff"),
    ],
    ids=["duration", "timestamp", "text"],
)
def test_a_cell_that_cannot_be_read_refuses_its_row_alone(cells, said, tmp_path):
    path = write(tmp_path / "t.parquet", {"prediction": LETTERS, "odd": cells})
    first, refused, last = read_source(path)
    assert [first.record.case.prediction, last.record.case.prediction] == ["a", "c"]
    assert isinstance(refused, Rejected)
    assert (refused.line, refused.field) == (2, "odd")
    assert "a value that cannot be read" in refused.found
    assert said in refused.found
    first, refused, last = read_parquet_rows(path)
    assert (type(first), type(last)) == (Row, Row)
    assert (refused.place, refused.field) == ("row 2", "odd")


def test_whole_numbers_that_pandas_made_floats_are_whole_again(tmp_path):
    numbers = {
        "prediction": pyarrow.array([1.0, None, 2.5]),
        "effective_year": pyarrow.array([2025.0, None, 2025.0]),
        "large": pyarrow.array([1e300, None, None]),
    }
    cases = [entry.record.case for entry in read_source(write(tmp_path / "t.parquet", numbers))]
    assert [case.prediction for case in cases] == ["1", None, "2.5"]
    assert [case.effective_year for case in cases] == [2025, None, 2025]
    assert cases[0].model_extra["large"] == 1e300


def test_a_column_name_that_stands_twice_is_refused_in_both_kinds_of_table(tmp_path):
    table = write(
        tmp_path / "t.parquet", {"a": LETTERS, "b": LETTERS}, names=["prediction", "prediction"]
    )
    lines = tmp_path / "t.csv"
    lines.write_text("question,prediction,prediction,,\nq,a,b,,\n")
    for path in (table, lines):
        (refused,) = read_source(path)
        assert str(refused) == (
            f"{path}, line 1, prediction: found the same name twice, expected each name once"
        )
    with pytest.raises(TrekError, match="column prediction: found the same name twice"):
        list(read_parquet_rows(table))
    lines.write_text("question,prediction,,\nq,a,,\n")  # A name that is left blank names nothing.
    (taken,) = read_source(lines)
    assert taken.record.case.prediction == "a"


def test_a_row_that_is_too_long_is_refused_alone(tmp_path):
    path = write(tmp_path / "t.parquet", {"prediction": pyarrow.array(["a", "b" * 900, "c"])})
    first, refused, last = read_source(path, max_line_bytes=500)
    assert [first.record.case.prediction, last.record.case.prediction] == ["a", "c"]
    assert (refused.line, refused.expected) == (2, "at most 500 bytes")


def test_a_table_that_unpacks_to_far_more_than_it_is_is_read_up_to_there(tmp_path, monkeypatch):
    monkeypatch.setattr(parquet_rows, "_MOST_BYTES", 200_000)
    path = tmp_path / "t.parquet"
    rows = {"question": ["Who?"] * 64, "page": ["x" * 9_000] * 64}
    parquet.write_table(pyarrow.table(rows), path)
    *taken, last = read_source(path)
    assert 0 < len(taken) < 64
    assert "bytes that unpacks to more than" in str(last)
    *_, problem = read_parquet_rows(path)
    assert problem.field == "line"


def test_bytes_are_the_text_that_they_are_and_a_row_with_others_is_refused_by_its_column(tmp_path):
    told = pyarrow.array(["café?".encode(), "niño?".encode("latin-1"), b"Who?"], pyarrow.binary())
    pictures = [{"bytes": b"\xff\xd8", "path": "a.jpg"}] * 3
    path = tmp_path / "t.parquet"
    parquet.write_table(pyarrow.table({"question": told, "picture": pictures}), path)
    first, refused, last = read_source(path)
    assert [each.record.case.question for each in (first, last)] == ["café?", "Who?"]
    assert first.record.case.model_extra["picture"] == {"bytes": None, "path": "a.jpg"}
    assert (refused.line, refused.field) == (2, "question")
    assert [type(each).__name__ for each in read_parquet_rows(path)][1] == "RowProblem"

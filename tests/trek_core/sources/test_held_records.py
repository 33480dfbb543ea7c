"""Objects that hold records: each is read, and what is none of them is named by its place."""

import pytest

from tests.trek_core.sources.reading_steps import encode, read_bytes
from trek_core.jsonl import Rejected

A, B, C = ({"question": each} for each in "abc")


def read_object(value):
    """The questions that are read, and the places that are refused."""
    entries = read_bytes(encode(value))
    refused = [entry.field for entry in entries if isinstance(entry, Rejected)]
    return [e.record.case.question for e in entries if not isinstance(e, Rejected)], refused


@pytest.mark.parametrize(
    ("value", "questions", "refused"),
    [
        ({"data": [A], "results": [B, C]}, ["a", "b", "c"], []),
        ({"data": [A], "more": [B], "tags": ["x"], "meta": {"page": 1}}, ["a", "b"], []),
        ({"data": [A], "runs": ["x", "y"], "items": []}, ["a"], ["runs"]),
        ({"data": [A, {"foo": 1}, "x", None, B]}, ["a", "b"], ["data[1]", "data[2]", "data[3]"]),
        ({"data": [{"foo": 1}, A, B]}, ["a", "b"], ["data[0]"]),
        ({"data": ["x", A]}, ["a"], ["data[0]"]),
        ({"q1": A, "q2": {"answer": "b"}, "q3": C}, ["a", "c"], ["q2"]),
        ({"q1": A, "q2": {"prediction": "b"}, "q3": C}, ["a", "c"], ["question"]),
        ({"q1": A, "q2": B, "version": "1", "n": 2}, [], ["line"]),
        ({"q1": A, "q2": B, "version": "1"}, ["a", "b"], ["version"]),
    ],
)
def test_what_an_object_holds_is_read_and_what_is_no_record_is_named(value, questions, refused):
    assert read_object(value) == (questions, refused)


@pytest.mark.parametrize("own", [{"id": "7"}, {"question_id": None}, {"question_id": ""}])
def test_a_record_under_its_id_keeps_it_beside_an_id_that_is_not_read(own):
    cases = [entry.record.case for entry in read_bytes(encode({"q1": {**A, **own}, "q2": B}))]
    assert [case.question_id for case in cases] == ["q1", "q2"]


def test_an_id_that_is_read_goes_before_the_name_a_record_stands_under():
    row = {"prompt": "Who?", "response": "Ann"}
    keyed = {"q1": {**row, "id": "7"}, "q2": {**row, "id": None}, "q3": {**A, "case_id": "c"}}
    cases = [entry.record.case for entry in read_bytes(encode(keyed))]
    assert [(case.question_id, case.case_id == "c") for case in cases] == [
        ("7", False), ("q2", False), (None, True)
    ]  # fmt: skip

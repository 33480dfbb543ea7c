"""Verdicts in other people's words: known where everybody reads them alike, else named."""

import pytest

from tests.trek_core.sources.reading_steps import asked, load_given, read_case, read_records
from trek_core.sources import ReadAs, Tally, say_verdict
from trek_core.sources.verdict_words import read_verdict


@pytest.mark.parametrize(
    ("column", "value", "verdict"),
    [
        ("verdict", "Right", "correct"),
        ("verdict", " PASS ", "correct"),
        ("is_correct", 1, "correct"),
        ("is_correct", 1.0, "correct"),
        ("is_correct", True, "correct"),
        ("correct", "0.0", "incorrect"),
        ("judgement", "failed", "incorrect"),
        ("grade", "NOT_ATTEMPTED", "not_attempted"),
        ("grade", "not-attempted", "not_attempted"),
        ("grade", 1, None),  # perhaps the worst of five
        ("Judge score", "0", None),
        ("grade", "C", None),  # correct in one protocol, not attempted in another
        ("verdict", "7/10", None),
        ("verdict", 0.5, None),
        ("verdict", "", None),
        ("verdict", "-1", None),
        ("verdict", -1.0, None),
        ("verdict", "_1_", None),
    ],
)
def test_a_word_is_a_verdict_where_everybody_reads_it_alike(column, value, verdict):
    assert read_verdict(value, column) == verdict


def tell(*records, told=ReadAs()):  # noqa: B008 - it is frozen
    tally = Tally()
    for entry in read_records(*records, told=told):
        tally.add(entry.record, entry.line)
    return tally.unread_verdicts


def test_a_verdict_in_other_words_is_none_and_stays_what_it_is():
    case = read_case({"prompt": "Who?", "response": "Bob", "grade": "7/10"})
    assert case.verdict is None
    assert say_verdict(case) == "not recorded (grade says “7/10”, which was not understood)"
    assert case.model_extra["grade"] == "7/10"
    own = read_case({"prompt": "Who?", "response": "Bob", "verdict": "7/10"})
    assert own.verdict is None


@pytest.mark.parametrize("blank", ["", "  "])
def test_a_blank_verdict_is_not_recorded_in_a_cases_own_form_either(blank):
    for fields in ({"verdict": blank}, {"judge": {"verdict": blank, "raw": "x"}}):
        case = read_case({"question": "Who?", "prediction": "Bob", **fields})
        assert (case.verdict, say_verdict(case)) == (None, "not recorded")


def test_verdicts_that_are_not_understood_are_named_with_their_place_and_number():
    rows = [{"q": f"Who {number}?", "a": "Bob", "mark": mark}
            for number, mark in enumerate(["right", "C", "so-so", "C", None])]  # fmt: skip
    columns = {"question": "q", "prediction": "a", "verdict": "mark"}
    found = tell(*rows, told=ReadAs(columns=columns))
    assert found.cases == 3
    said = found.describe()
    assert said.startswith(
        "3 verdicts were not understood: mark (from line 2 on) says “C” 2 times, “so-so” once. "
        "Understood are correct (right, true, yes, pass, passed, 1); incorrect ("
    )
    assert "is_correct" not in said
    assert "neither correct nor incorrect" in said
    assert "trek judge" in said
    assert tell(rows[0], told=ReadAs(columns=columns)).describe() == ""


def test_a_number_in_a_column_called_score_is_named_with_what_to_call_the_column():
    columns = {"question": "q", "verdict": "Score"}
    said = tell({"q": "Who?", "Score": 1}, told=ReadAs(columns=columns)).describe()
    assert "In a column with a name like Score the number 1 may be one point of many" in said
    assert "call the column is_correct" in said


def test_verdicts_beside_an_answer_and_scores_of_a_log_are_named_too():
    (record,) = load_given("anthropic_messages_web_search")
    assert read_case(asked(record, verdict="wrong")).verdict == "incorrect"
    assert "verdict (from line 1 on) says “B” once" in tell(asked(record, verdict="B")).describe()
    sample = {"id": 1, "epoch": 1, "input": "Who?", "output": {"completion": "Bob"}}
    for scores, said in (
        ({"match": {"value": "P"}}, "scores.match (from line 1 on) says “P” once"),
        (
            {"a": {"value": "C"}, "b": {"value": "I"}},
            "scores (from line 1 on) says “2 scorers: a, b”",
        ),
    ):
        log = {"eval": {"task": "t"}, "samples": [{**sample, "scores": scores}]}
        assert said in tell(log).describe()


def test_many_different_words_are_counted_and_a_few_are_shown():
    rows = [{"prompt": f"{n}?", "response": "Bob", "grade": f"{n:03} of 500"} for n in range(300)]
    found = tell(*rows)
    assert found.cases == 300
    assert found.describe().count("of 500”") == 5
    assert "and more" in found.describe()


def test_a_case_that_was_judged_since_is_not_named():
    source = {"shape": "rows", "unread_verdict": {"place": "grade", "value": "C"}}
    row = {"schema": "trektrace/1", "question": "Who?", "judge": {"verdict": "correct"}}
    assert tell({**row, "source": source}).cases == 0

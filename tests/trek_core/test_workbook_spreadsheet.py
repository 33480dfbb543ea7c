"""What programs make of text is taken for the text that is meant, where that is certain."""

from datetime import date, datetime, time, timedelta

import pytest

from trek_core.errors import TrekError
from trek_core.workbook.answer_text import read_answer
from trek_core.workbook.row_keys import RowKey, read_key
from trek_core.workbook.spreadsheet import is_same, read_value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "TRUE"),
        (12, "12"),
        (12.0, "12"),
        (0.5, "0.5"),
        (1e300, "1e+300"),
        (date(2025, 1, 2), "2025-01-02"),
        (datetime(2025, 1, 2), "2025-01-02"),  # noqa: DTZ001
        (time(3, 4), "03:04:00"),
        (timedelta(days=1, hours=12), "36:00:00"),
        (-timedelta(minutes=90), "-1:30:00"),
    ],
)
def test_a_value_that_is_no_text_is_shown_as_its_cell_shows_it_and_named(value, text):
    found = read_value(value, "n")
    assert found.text == text
    assert found.habit


@pytest.mark.parametrize(
    ("value", "text", "same"),
    [
        (True, "TRUE", True),
        (True, "yes", True),
        (False, "No", True),
        (True, "no", False),
        (True, "1", False),
        (7, "007", True),
        (7, "8", False),
        # A program keeps fifteen digits.
        (1.23456789012345e18, "1234567890123456789", True),
        (1.23456789012399e18, "1234567890123456789", False),
    ],
)
def test_a_flag_or_number_stands_for_the_texts_it_is_made_of(value, text, same):
    assert is_same(read_value(value, "n"), text) is same


def test_tabs_and_line_ends_that_programs_drop_are_no_change():
    assert is_same(read_value("atab and\nline\nend\ns", "s"), "a\ttab and\nline\r\nend\rs")
    assert not is_same(read_value("a tab", "s"), "atab")


def test_true_answers_a_question_of_yes_or_no_and_no_other():
    assert read_answer("reference_valid", "TRUE") == "yes"
    assert read_answer("reference_valid", "false") == "no"
    assert read_answer("notes_1", "TRUE") == "TRUE"
    with pytest.raises(TrekError, match="one of effective_year"):
        read_answer("target_basis", "FALSE")


def test_halves_of_a_character_are_joined_and_one_alone_is_refused():
    assert read_value("_xD83D__xDE00_", "s").text == "😀"
    with pytest.raises(TrekError, match="half of a character"):
        read_value("a_xD83D_b", "s")
    key = RowKey("c\ud800", "Ada", "default", 1, None, "x")
    with pytest.raises(TrekError, match="row_key was changed"):
        read_key(key.to_text())


def test_any_space_stands_beside_the_dash_of_a_page():
    assert read_answer("gold_pages", "https://a.example\u00a0–\u00a0supports") == {
        "https://a.example": "supports"
    }
    (entry,) = read_answer("reference_evidence", "https://a.example\u00a0—\u00a0q")
    assert entry == {"url": "https://a.example", "quote": "q"}

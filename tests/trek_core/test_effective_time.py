"""How relative words are explained for a case (appendix C.3)."""

import pytest

from trek_core.effective_time import explain_effective_year, place_in_time

WORDS = ["current", "currently", "this year", "most recent", "now", "latest", "to date"]


@pytest.mark.parametrize("year", [2024, 1999, 0])
def test_last_year_is_the_effective_year_and_now_its_end(year):
    said = explain_effective_year(year)
    assert f"“last year” in the question is {year} itself, not the year before;" in said
    assert said.endswith(f"are the end of {year}.")
    assert all(word in said for word in WORDS)


@pytest.mark.parametrize("year", ["before 2024", "2024", "<b>2024</b>"])
def test_a_year_given_as_text_is_shown_as_it_stands_and_not_resolved(year):
    said = explain_effective_year(year)
    assert f"“{year}”" in said
    assert "last year" not in said


def test_without_a_year_relative_words_have_no_fixed_meaning():
    assert "no fixed meaning" in explain_effective_year(None)


@pytest.mark.parametrize(
    ("date", "year", "place"),
    [
        ("2024-12-31", 2025, "before"),
        ("Updated 3 May 2025", 2025, "in"),
        ("2026/01/01T10:00:00Z", 2025, "after"),
        ("12025-01", 2025, "unknown"),
        ("2019–2024", 2025, "unknown"),
        ("last week", 2025, "unknown"),
        (None, 2025, "unknown"),
        ("2024-01-01", "before 2024", "unknown"),
        ("2024-01-01", None, "unknown"),
    ],
)
def test_a_page_stands_before_in_or_after_the_year_where_both_name_one(date, year, place):
    assert place_in_time(date, year) == place

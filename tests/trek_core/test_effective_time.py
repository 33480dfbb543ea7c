"""How relative words are explained for a case (appendix C.3)."""

import pytest

from trek_core.effective_time import explain_effective_year

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

"""Text in a CSV file neither runs in a spreadsheet nor loses a character."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.restored_text import restore_text
from trek_core.exports.formula_text import FORMULA_STARTS, protect_text

TRICKY = st.text(alphabet="'=+-@\t\r\nab1", max_size=8)


@given(st.text() | TRICKY)
def test_every_text_comes_back_and_never_starts_like_a_formula(text):
    protected = protect_text(text)
    assert restore_text(protected) == text
    assert not protected.startswith(tuple(FORMULA_STARTS))


@pytest.mark.parametrize("text", ["", "plain", "'quoted'", "a=b", "0012", "naïve"])
def test_text_that_is_no_formula_stays_as_it_is(text):
    assert protect_text(text) == text

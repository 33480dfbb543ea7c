"""A value becomes a cell that any reader gives back, and what had to change is counted."""

import hashlib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.trek_core.workbook_samples import decode
from trek_core.workbook.cells import LONGEST_TEXT, Cell, escape_text, join_lines, make_cell

ANY_CHARACTER = st.characters(exclude_categories=())
ESCAPE_PIECES = st.sampled_from(["_", "x", "0", "0041", "_x0041_", "x000D", "\r", "\x07", "\ud83d"])
HOSTILE = st.one_of(st.text(ANY_CHARACTER), st.lists(ESCAPE_PIECES).map("".join))


@given(HOSTILE)
@example("_x0041_x0042_")
@example("_x0041\x07")
@example("\x07x0041_")
@example("<r><t>bold</t></r>")
def test_escaped_text_reads_back_as_the_same_text(text):
    assert decode(escape_text(text)) == text


@given(HOSTILE)
def test_escaped_text_holds_nothing_that_xml_cannot(text):
    allowed = {0x9, 0xA}
    for character in map(ord, escape_text(text)):
        assert character in allowed or 0x20 <= character < 0xD800 or character >= 0xE000
        assert character not in (0xFFFE, 0xFFFF)


def test_a_control_character_is_escaped_visibly_and_text_like_an_escape_is_too():
    assert escape_text("bell\x07") == "bell_x0007_"
    assert escape_text("bell_x0007_") == "bell_x005F_x0007_"
    assert make_cell("a\x07b\x00c\ud83d").escaped == 3
    assert make_cell("a_x0007_b").escaped == 0


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        (None, None),
        ("", None),
        ((), None),
        (True, "yes"),
        (False, "no"),
        (0, 0),
        (2024, 2024),
        (0.93, 0.93),
        (1.0, 1),
        (10**15 - 1, 10**15 - 1),
        (10**15, "1000000000000000"),
        (float("nan"), "nan"),
        ("2024", "2024"),
        ("007", "007"),
        (("a", "b"), "a\nb"),
        (("a\nb", "c"), '["a\\nb", "c"]'),
    ],
)
def test_each_kind_of_value_has_one_form_in_a_cell(value, cell):
    assert make_cell(value).value == cell
    assert type(make_cell(value).value) is type(cell)


@given(st.lists(st.text(st.characters(exclude_characters="\n"), min_size=1), min_size=1))
def test_a_list_is_one_line_per_value(values):
    assert join_lines(values).split("\n") == values


def test_text_at_the_limit_stays_whole_and_longer_text_ends_in_a_mark():
    assert make_cell("a" * LONGEST_TEXT) == Cell("a" * LONGEST_TEXT)
    cut = make_cell("a" * 40_000)
    sha256 = hashlib.sha256(b"a" * 40_000).hexdigest()
    mark = f"… [shortened: 40,000 characters, SHA-256 {sha256}]"
    assert cut == Cell("a" * (LONGEST_TEXT - len(mark)) + mark, whole="a" * 40_000)


@given(st.integers(16_300, 16_500), st.integers(0, 3), st.integers(0, 400))
def test_the_limit_counts_as_excel_does_and_no_emoji_is_cut_in_half(emojis, before, after):
    text = "a" * before + "😀" * emojis + "b" * after
    units = before + 2 * emojis + after
    cell = make_cell(text)
    assert (cell.whole is not None) == (units > LONGEST_TEXT)
    written = len(cell.value.encode("utf-16-le")) // 2  # strict: half an emoji would raise
    assert written == units if cell.whole is None else LONGEST_TEXT - 1 <= written <= LONGEST_TEXT
    assert text.startswith(cell.value.partition("…")[0])

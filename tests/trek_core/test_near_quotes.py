"""Comparing pages with quotations: bounded, whatever the two are."""

import time

import pytest

from trek_core.folding import MOST_FOLDED, fold
from trek_core.near_quotes import MOST_WORK, compute_work, find_near, list_stretches
from trek_core.quotes import find_quotes

SENTENCE = "The harbour of Idony was opened by its mayor, who had waited nine years for the day. "
PAGE = "".join(
    f"In {year} the council met {year % 7} times and {year} ships came. " for year in range(4000)
)


def count_work(text, wanted):
    return sum(compute_work(end - start, wanted) for start, end in list_stretches(text, wanted))


@pytest.mark.parametrize("length", [8, 64, 65, 200, 999, 1000])
@pytest.mark.parametrize("text", ["ab " * 66_000, "a" * 200_000, PAGE])
def test_a_page_and_a_quotation_are_compared_with_bounded_work(text, length):
    assert count_work(text, (text[1:length] + "zz")[:length]) <= MOST_WORK


def test_a_page_that_can_be_compared_whole_is():
    assert list_stretches("ab " * 10_000, "a quotation of a sentence") == [(0, 30_000)]


@pytest.mark.parametrize("at", [0, 1, 70_000, 123_457, 199_000])
def test_a_long_quotation_is_found_nearly_alike_anywhere_on_a_long_page(at):
    said = "".join(SENTENCE.replace("nine", f"nine{n}") for n in range(9))
    page = PAGE[:at] + said.replace("mayor", "major") + PAGE[at:200_000]
    assert len(list_stretches(page, said)) > 1
    near = find_near(page, said, 80.0)
    assert (abs(near.start - at), near.score > 95) in {(0, True), (1, True)}


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("ab " * 66_000, "b " + "ab " * 330 + "zz"),
        ("a" * 200_000, "a" * 100_000),
        ("a" * 200_000, "a" * 20),
        ("e" + "\u0301" * 200_000, "e" + "\u0301" * 900),
        ("\ufdfa" * 200_000, "something else that is not there"),
        (
            "".join(f"word{n}" + " . " * 6 for n in range(8_000)),
            " ".join(f"word{n}" for n in range(8_000)),
        ),
    ],
    ids=["near", "long", "short", "marks", "ligatures", "words"],
)
def test_the_worst_pages_take_well_under_the_time_that_freezes_a_screen(text, quote):
    before = time.process_time()
    find_quotes(text, [quote])
    assert time.process_time() - before < 2


def test_a_quotation_that_cuts_a_word_where_it_overlaps_itself_is_found_where_it_does_not():
    assert find_quotes("xab ab ab", ["ab ab"])[0].match.start == 4


def test_what_follows_a_text_that_folds_to_very_much_is_taken_as_it_is_written():
    text = "\ufdfa" * (MOST_FOLDED // 10) + "and then the harbour"
    folded = fold(text)
    assert len(folded.text) < MOST_FOLDED + len(text)
    assert text[folded.origin(folded.text.rindex("harbour")) :] == "harbour"


def test_a_quotation_too_long_to_compare_is_said_to_be():
    near, long = SENTENCE.replace("mayor", "major"), SENTENCE * 12
    for quote, compared in (
        (SENTENCE, "all"), (near, "all"), (near * 11, "parts"), (near * 12, "nothing"),
    ):  # fmt: skip
        assert find_quotes(PAGE[:150_000] + SENTENCE, [quote])[0].compared == compared, len(quote)
    whole = find_quotes(PAGE + long, [long])[0]
    assert (whole.match.kind, whole.compared) == ("exact", "all"), "found without comparing"

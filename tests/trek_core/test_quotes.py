"""Quotations in pages: where they stand, whatever the page's characters and spacing."""

import time
import unicodedata

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from trek_core.folding import fold
from trek_core.quotes import (
    LEAST_CHARACTERS,
    LEAST_SCORE,
    LEAST_WORDS,
    find_quote,
    find_quotes,
)

PAGE = "The council met. Mayor Idony Vask took the oath of office on 14 September 2025, at noon."
texts = st.text(
    st.characters(exclude_categories=["Cs"])
    | st.sampled_from(" \n\t-—“”'é\u0301\u200d\u202e界ש🚀1a"),
    max_size=300,
)


def find(text, quote):
    return find_quotes(text, [quote])[0].match


def found(text, quote):
    match = find(text, quote)
    return None if match is None else (text[match.start : match.end], match.kind)


@pytest.mark.parametrize(
    ("text", "quote", "stands"),
    [
        ("It opened on\n\n 3\u00a0May.", "opened on 3 May", "opened on\n\n 3\u00a0May"),
        ("held 2019–2021, twice", "2019-2021", "2019–2021"),
        ("he said “it’s done” then", "said \"it's done\"", "said “it’s done"),
        ("he said “it’s done” then", "“it's done”", "it’s done"),
        ("in the CAFE\u0301 today", "the café", "the CAFE\u0301"),
        ("ﬁnal e\u0323\u0302 score", "final \u1ec7 score", "ﬁnal e\u0323\u0302 score"),
        ("soft\u00adhyphen \u200bhere", "softhyphen here", "soft\u00adhyphen \u200bhere"),
        ("<b>won & lost</b>", "won & lost", "won & lost"),
        ("a 👩\u200d🚀 flew ❤\ufe0f there", "👩🚀 flew ❤", "👩\u200d🚀 flew ❤\ufe0f"),
        ("ראש העיר נבחר ב־2025 שוב", "העיר נבחר", "העיר נבחר"),
        ("市长于2025年9月14日宣誓就职。", "2025年9月14日宣誓", "2025年9月14日宣誓"),
        ("각하 seoul", "각하", "각하"),
        ("die STRASSE dort", "die Straße", "die STRASSE"),
        ("１２３４ meters", "1234 meters", "１２３４ meters"),
    ],
)  # fmt: skip
def test_a_quotation_is_found_word_for_word_however_it_is_written(text, quote, stands):
    assert found(text, quote) == (stands, "exact")


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        (PAGE, "The treasurer resigned in March 2019 over the tram depot"),
        ("in 1984 it rained", "8"),
        ("the caterer", "cat"),
        ("a café there", "a cafe"),
        (PAGE, ""),
        (PAGE, " “” "),
        ("", "anything at all"),
        ("short", "a quotation longer than the page"),
    ],
)
def test_a_quotation_that_is_not_there_is_not_found(text, quote):
    assert find(text, quote) is None


def test_a_quotation_with_other_words_in_it_is_close_and_says_how_close():
    match = find(PAGE, "Mayor Idony Vask took her oath of office on 14 September 2025")
    assert match is not None
    assert match.kind == "close"
    assert LEAST_SCORE <= match.score < 100
    assert (
        "Idony Vask took the oath of office on 14 September 2025" in PAGE[match.start : match.end]
    )


def test_what_is_said_in_other_words_is_no_quotation_but_its_passage_is_found():
    said = "Idony Vask was sworn in as mayor of the council on 14 September 2025"
    match = find(PAGE, said)
    assert match.kind == "words"
    assert PAGE[match.start : match.end].startswith("council met. Mayor Idony")
    assert PAGE[match.start : match.end].endswith("14 September 2025")
    far = "The mayor did much else that year, of which nothing is said here. " + PAGE[17:]
    match = find(far, said)
    assert far[match.start : match.end].startswith("Mayor Idony")
    assert find("Idony, the mayor of 2025. " + "Nothing else. " * 60 + "14 September", said) is None


def test_of_several_places_a_whole_one_comes_before_one_that_cuts_a_word():
    text = "The mayors met. The mayor left."
    assert find(text, "the mayor").start == text.index("The mayor left")


@given(texts, st.text("abcde 0123é中", min_size=LEAST_CHARACTERS, max_size=60), texts)
def test_a_stretch_of_a_text_is_found_in_it(before, quote, after):
    assume(len(fold(quote).text.strip()) >= LEAST_CHARACTERS)
    match = find(f"{before} {quote} {after}", quote)
    assert match is not None
    assert match.kind == "exact"


@given(texts, texts)
def test_a_match_lies_in_the_text_and_a_whole_one_folds_to_the_quotation(text, quote):
    match = find(text + quote + text, quote)
    if match is None:
        return
    whole = text + quote + text
    assert 0 <= match.start < match.end <= len(whole)
    assert (LEAST_WORDS if match.kind == "words" else LEAST_SCORE) <= match.score <= 100
    if match.kind == "exact":
        edges = " '\"…."
        assert fold(whole[match.start : match.end]).text.strip(edges) == fold(quote).text.strip(
            edges
        )


@given(texts)
def test_a_folded_text_knows_where_each_character_came_from(text):
    folded = fold(text)
    origins = [folded.origin(position) for position in range(len(folded.text) + 1)]
    assert origins == sorted(origins)
    assert origins[-1] == len(text)
    for position, origin in enumerate(origins[:-1]):
        assert folded.text[position] in fold(text[origin : origin + 1]).text or (
            unicodedata.combining(folded.text[position]) or folded.text[position] == " "
        )


@given(texts)
def test_composed_and_decomposed_texts_fold_alike(text):
    composed, decomposed = (unicodedata.normalize(form, text) for form in ("NFKC", "NFKD"))
    assert fold(composed).text == fold(decomposed).text


@settings(deadline=None, max_examples=30)
@given(st.text(min_size=1, max_size=40), st.text(max_size=1500))
def test_any_page_of_any_length_is_searched(pattern, quote):
    page = fold((pattern * (50_000 // len(pattern)))[:50_000])
    match = find_quote(page, quote).match
    assert match is None or match.start < match.end <= 50_000


def test_a_page_of_fifty_thousand_characters_is_searched_within_a_tenth_of_a_second():
    page = (PAGE + " Ωμέγα – 市长。 ") * 500
    page = page[:50_000]
    quotes = ["Nobody of that name was ever sworn in as the head of this town, it says " * 3]
    best = min(_time(page, quotes) for _ in range(3))
    assert best < 0.1


def _time(page, quotes):
    before = time.thread_time()
    assert [each.match for each in find_quotes(page, quotes)] == [None]
    return time.thread_time() - before

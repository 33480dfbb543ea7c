"""Passages of a long text around what was found in it."""

from hypothesis import given
from hypothesis import strategies as st

from trek_core.excerpts import AROUND, BEGINNING, count_shown, cut_excerpts
from trek_core.quotes import QuoteMatch, find_quotes

FAR = "word " * 400
TEXT = f"{FAR}the mayor resigned{' x' * 1000} and Ada was sworn in. {FAR}"


def cut(text, *quotes, **options):
    matches = [each.match for each in find_quotes(text, quotes) if each.match]
    assert len(matches) == len(quotes)
    return cut_excerpts(text, matches, **options)


def test_each_match_is_shown_with_its_surroundings_and_gaps_between():
    pieces = cut(TEXT, "the mayor resigned", "Ada was sworn in")
    assert [piece.text for piece in pieces if piece.kind] == [
        "the mayor resigned",
        "Ada was sworn in",
    ]
    assert [piece.follows_gap for piece in pieces] == [True, False, False, True, False, False]
    assert all(len(piece.text) <= AROUND + 40 for piece in pieces)
    assert pieces[0].text.startswith("word ")


def test_matches_that_are_near_share_one_passage_and_the_stronger_kind_wins():
    text = "Ada was sworn in on 3 May 2025 by the council."
    exact = find_quotes(text, ["sworn in on 3 May"])[0].match
    around = QuoteMatch(0, len(text), 70, "words")
    assert [(piece.text, piece.kind) for piece in cut_excerpts(text, [around, exact])] == [
        ("Ada was ", "words"),
        ("sworn in on 3 May", "exact"),
        (" 2025 by the council.", "words"),
    ]


def test_without_a_match_the_beginning_is_shown_and_with_whole_everything():
    assert len(cut_excerpts(TEXT, [])[0].text) <= BEGINNING + 40
    whole = cut(TEXT, "Ada was sworn in", whole=True)
    assert "".join(piece.text for piece in whole) == TEXT
    assert not any(piece.follows_gap for piece in whole)
    assert cut_excerpts("", []) == ()


@given(st.text(max_size=2500), st.lists(st.tuples(st.integers(0, 2500), st.integers(1, 60))))
def test_pieces_are_parts_of_the_text_in_order_and_hold_every_match(text, spans):
    matches = [
        QuoteMatch(start, min(start + length, len(text)), 100, "exact")
        for start, length in spans
        if start < len(text)
    ]
    pieces = cut_excerpts(text, matches)
    position, marked = 0, 0
    for piece in pieces:
        position = text.index(piece.text, position) + len(piece.text)
        marked += len(piece.text) if piece.kind else 0
    assert marked == len({at for match in matches for at in range(match.start, match.end)})
    assert count_shown(pieces) <= len(text)

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trek_core.urls import matched_gold_urls, url_identity

SAME = [
    ("https://example.org/a", "http://example.org/a"),
    ("https://example.org/a", "https://www.example.org/a"),
    ("https://example.org/a", "https://EXAMPLE.Org/a"),
    ("https://example.org/a", "https://example.org/a///"),
    ("https://example.org", "https://example.org/"),
    ("https://example.org/a", "https://example.org/a#part"),
    ("https://example.org/a", "https://example.org/a#:~:text=half%20a%20line"),
    ("https://example.org/a?x=1", "https://example.org/a/?x=1"),
    ("https://example.org?x=1", "https://example.org/?x=1"),
    ("https://example.org/a", "//example.org/a"),
    ("https://example.org/a", "www.example.org/a"),
    ("https://example.org/a", " https://example.org/a\n"),
]
DIFFERENT = [
    ("https://example.org/a", "https://example.org/A"),
    ("https://example.org/a", "https://example.org/a?x=1"),
    ("https://example.org/a?x=1", "https://example.org/a?x=2"),
    ("https://example.org/a?x=Y", "https://example.org/a?x=y"),
    ("https://example.org/a?hl=en", "https://example.org/a"),
    ("https://example.org/%61", "https://example.org/a"),
    ("https://m.example.org/a", "https://example.org/a"),
    ("https://www.www.example.org/a", "https://example.org/a"),
    ("https://example.org:443/a", "https://example.org/a"),
    ("https://ann@example.org/a", "https://example.org/a"),
    ("https://example.org/a//b", "https://example.org/a/b"),
    ("https://example.org/a?q=b/", "https://example.org/a?q=b"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_two_spellings_of_one_page_have_one_identity(one, other):
    assert url_identity(one) == url_identity(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_nothing_else_is_folded(one, other):
    assert url_identity(one) != url_identity(other)


@pytest.mark.parametrize(
    ("url", "identity"),
    [
        ("https://Ann:Pa@WWW.Example.org:8080/A/?Q#f", "Ann:Pa@example.org:8080/A?Q"),
        ("http://[::1/a", "[::1/a"),
        ("http://[FE80::1]:80/", "[fe80::1]:80"),
        ("https://", ""),
        ("", ""),
        ("#only", ""),
        ("not a url", "not a url"),
        ("https://example.org/half \ud83d", "example.org/half \ud83d"),
    ],
)
def test_odd_addresses_have_an_identity_too(url, identity):
    assert url_identity(url) == identity


@given(st.text(st.characters(codec=None)))
def test_any_text_has_an_identity_and_a_fragment_never_changes_it(text):
    assert url_identity(text + "#x") == url_identity(text.partition("#")[0])


def test_matched_gold_urls_keep_their_own_spelling_and_order():
    gold = ("https://b.org/2", "https://a.org/1", "https://c.org")
    retrieved = ("http://www.a.org/1/", "http://B.org/2#x")
    assert matched_gold_urls(gold, retrieved) == ("https://b.org/2", "https://a.org/1")


def test_an_empty_address_matches_nothing():
    assert matched_gold_urls(("", "#a"), ("", "https://")) == ()

"""Cells that hold several URLs."""

from hypothesis import given
from hypothesis import strategies as st

from trek_core.datasets.url_cells import split_urls


@given(st.text())
def test_no_url_is_invented_in_a_cell(text):
    urls, other = split_urls(text)
    assert all(url in text and url.lower().startswith("http") for url in urls)
    assert all(piece in text for piece in other)


def test_urls_are_told_apart_however_they_are_stuck_together():
    cell = (
        " https://a.example/x\u00a0https://b.example,https://web.archive.org/1/https://c.example\n"
    )
    assert split_urls(cell) == (
        ("https://a.example/x", "https://b.example", "https://web.archive.org/1/https://c.example"),
        (),
    )
    assert split_urls("['https://a.example', 'https://a.example']") == (("https://a.example",), ())
    assert split_urls("see https://a.example (page 2)") == (
        ("https://a.example",),
        ("see", "(page 2)"),
    )

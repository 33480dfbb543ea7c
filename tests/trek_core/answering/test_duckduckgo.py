"""DuckDuckGo's page of results."""

import pytest

from tests.trek_core.answering.scripted_services import result_page
from trek_core.answering.duckduckgo import read_results, target_of

WRAPPED = "//duckduckgo.com/l/?uddg=https%3A%2F%2Fa.example%2Fx%3Fid%3D1%26b%3D2&amp;rut=abc"


def test_results_come_in_order_with_their_own_addresses():
    first, second = read_results(
        result_page((WRAPPED, "One &amp; <b>two</b>"), ("https://b.example/", ""))
    )
    assert (first.url, first.title) == ("https://a.example/x?id=1&b=2", "A title")
    assert (first.text, first.status) == ("One & two", "snippet")
    assert (second.url, second.text, second.status) == ("https://b.example/", None, None)


def test_advertisements_are_left_out_and_a_page_twice_is_there_once():
    ad = result_page(("https://shop.example/", "Buy.")).replace(
        'class="result ', 'class="result result--ad '
    )
    theirs = result_page(("https://duckduckgo.com/y.js?ad_domain=shop.example", "Buy."))
    page = "https://a.example/"
    found = read_results(ad + theirs + result_page((page, "first"), (page, "second")))
    assert [(each.url, each.text) for each in found] == [(page, "first")]


def test_no_results_is_not_the_same_as_no_page_of_results():
    assert read_results('<div class="no-results">No results.</div>') == ()
    assert read_results("<form>Select all squares with ducks</form>") is None
    assert read_results("") is None


@pytest.mark.parametrize(
    "link",
    ["javascript:alert(1)", "/settings", "//duckduckgo.com/l/?x=1", "http://[", "mailto:a@b.c"],
)
def test_a_link_that_leads_to_no_page_is_none(link):
    assert target_of(link) is None

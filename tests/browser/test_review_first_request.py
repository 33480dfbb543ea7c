"""The very first request a fresh server gets is a link to a case."""

import pytest
from playwright.sync_api import expect

from review_db.sample import ensure_sample
from tests.browser.review_steps import ANNOTATOR, ReviewTab

pytestmark = pytest.mark.browser


def test_a_link_to_a_case_shows_that_case_to_a_known_annotator(page, database, server):
    ensure_sample(database)
    tab = ReviewTab(page, server)
    tab.open("s07-a")
    expect(page.locator(".st-key-evidence .question")).to_have_text(
        tab.store.load_case("s07-a").record.case.question
    )
    expect(page.get_by_text(ANNOTATOR, exact=True)).to_be_visible()
    tab.answer("target_basis", "1")
    assert tab.stored("s07-a").answers == {"target_basis": "explicit"}


def test_a_link_to_a_case_asks_a_stranger_who_they_are_and_then_shows_that_case(
    page, database, server
):
    ensure_sample(database)
    tab = ReviewTab(page, server, annotator=None)
    page.goto(server.url("review", case="s07-a"))
    page.get_by_label("Your name").fill(ANNOTATOR)
    expect(page.locator(".st-key-checklist")).to_have_count(0)
    page.get_by_role("button", name="Start reviewing").click()
    tab.wait_for_case("s07-a")
    tab.answer("target_basis", "1")
    assert tab.stored("s07-a").answers == {"target_basis": "explicit"}

    page.reload()
    tab.wait_for_case("s07-a")
    assert tab.chosen("target_basis") == ["In the question"]
    page.context.new_page().goto(server.url("review", case="s01-a"))
    second = ReviewTab(page.context.pages[-1], server, annotator=None)
    second.wait_for_case("s01-a")
    expect(second.page.get_by_text(ANNOTATOR, exact=True)).to_be_visible()


def test_a_link_to_a_case_that_is_not_there_says_so_and_offers_the_list(page, database, server):
    ensure_sample(database)
    ReviewTab(page, server)
    page.goto(server.url("review", case="<b>gone</b>?&#"))
    expect(page.get_by_role("heading", name="No such case here")).to_be_visible()
    expect(page.get_by_text("<b>gone</b>?&#")).to_be_visible()
    page.get_by_role("link", name="All cases").click()
    page.wait_for_url("**/cases*")

"""Case in a real browser: links to its parts, the keyboard, and pages that mean harm."""

import io
import json
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.review_steps import ReviewTab, wait_until
from tests.browser.test_review_hostile_text import HOSTILE, check_harmless

pytestmark = pytest.mark.browser

QUOTE = "the ferry was licensed on 3 May"
SCROLLED = "document.querySelector('[data-testid=stMain]').scrollTop"
STACKED = "z" + "\u0315\u035d\u0321" * 300
HARMFUL = (
    f"{HOSTILE} \u202eturned round \u2066 {'<details open ontoggle=window.__pwned=1>' * 3}"
    f"<style>* {{ display: none }}</style></pre></div></section> {'W' * 50_000} {STACKED} "
    f"שלום 市长 👩\u200d🚀 the  ferry was\nlicensed on 3 May {'tail ' * 500}"
)


def open_case(page: Page, server, case_id: str, **query: str) -> None:
    page.goto(server.url("case", case=case_id, **query))
    expect(page.locator("[data-part=questions]")).to_be_attached()
    expect(page.locator("html[data-trek-links]")).to_be_attached()
    page.evaluate("window.notReloaded = true")


def part(page: Page, name: str):
    return page.locator(f'[data-part="{name}"]')


def expect_at_top(page: Page, name: str) -> None:
    """The part stands right below the bar of links, and has the focus."""
    state: dict[str, object] = {}

    def look() -> bool:
        state.update(
            page.evaluate(
                """(name) => {
                  const part = document.querySelector(`[data-part="${CSS.escape(name)}"]`)
                  const main = document.querySelector("[data-testid=stMain]")
                  const top = part?.getBoundingClientRect().top
                  const atEnd = main.scrollTop + main.clientHeight > main.scrollHeight - 2
                  const focus = document.activeElement
                  return {
                    top, atEnd, focus: focus.outerHTML.slice(0, 200), address: location.search,
                    isThere: part === focus && top > 60 && (top < 160 || atEnd),
                  }
                }""",
                name,
            )
        )
        return bool(state["isThere"])

    try:
        wait_until(f"{name} at the top", look)
    except AssertionError as error:
        raise AssertionError(f"{error}: {state}") from None


def test_a_link_leads_to_its_part_marks_it_and_leads_there_again(sample_server, page):
    name = "judgement-Sample Ben/default"
    open_case(page, sample_server, "s04-a", part=name)
    expect_at_top(page, name)
    expect(part(page, name)).to_have_class("part-of-case case-judgement is-shown")
    expect(part(page, name).get_by_role("table")).to_be_visible()  # its history, opened

    bar = page.get_by_role("navigation", name="Parts of this case")
    bar.get_by_role("link", name="Pages").click()
    expect(part(page, "pages")).to_have_class("part-of-case is-shown")
    expect_at_top(page, "pages")
    assert parse_qs(urlsplit(page.url).query) == {"case": ["s04-a"], "part": ["pages"]}
    before = page.evaluate(SCROLLED)
    page.mouse.wheel(0, 3000)
    page.wait_for_function(f"before => {SCROLLED} !== before", arg=before)
    bar.get_by_role("link", name="Pages").click()
    expect_at_top(page, "pages")

    part(page, "page-2").get_by_role("link", name="Show all").click()
    expect(part(page, "page-2").get_by_role("link", name="Show only")).to_be_visible()
    expect_at_top(page, "page-2")
    page.get_by_role("link", name="s04-b").click()
    expect(page.get_by_role("heading", name="Case s04-b")).to_be_in_viewport()
    page.go_back()
    expect_at_top(page, "page-2")
    assert page.evaluate("window.notReloaded")


def test_the_keyboard_leads_to_a_part_and_on_to_the_review_and_back(sample_server, page):
    tab = ReviewTab(page, sample_server, "Reviewer of cases")
    open_case(page, sample_server, "s04-b")
    link = page.get_by_role("navigation", name="Parts").get_by_role("link", name="Probes")
    link.focus()
    page.keyboard.press("Enter")
    expect(part(page, "probes")).to_have_class("part-of-case is-shown")
    expect_at_top(page, "probes")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("Link to")
    page.get_by_role("button", name="Review this case").focus()
    page.keyboard.press("Enter")
    tab.wait_for_case("s04-b")
    page.get_by_role("link", name="To the checklist").focus()
    page.keyboard.press("Enter")
    expect(page.locator('[class*="st-key-row-a-"] button').first).to_be_focused()
    page.get_by_role("link", name="All about this case").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Case s04-b")).to_be_visible()


def test_a_page_that_means_harm_is_only_text_and_stays_in_its_box(server, store, page):
    urls = ["https://a.example/\u202e/gpj.txt", "javascript:window.__pwned=1", HOSTILE]
    line = {
        "case_id": "c1",
        "question": "Who? " + STACKED,
        "effective_year": 2025,
        "verdict": "incorrect",
        "gold_urls": urls[:1],
        "search_calls": [{"query": HARMFUL[:3000], "urls": urls}],
        "documents": [
            {"url": url, "title": HARMFUL[:3000], "date": "\u202e2025", "text": HARMFUL}
            for url in urls
        ],
        "retrieval": {"key_evidence": QUOTE},
    }
    assert store.import_file(io.BytesIO(json.dumps(line).encode()), "harm").added == 1
    open_case(page, server, "c1", part="page-1", whole="1")
    expect_at_top(page, "page-1")
    check_harmless(page)
    text = part(page, "page-1").locator("pre")
    assert text.inner_text() == HARMFUL.strip("\n")
    expect(text.locator("mark.exact")).to_have_text("the  ferry was\nlicensed on 3 May")
    assert text.bounding_box()["height"] < 500
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 844})
        boxes = page.locator("[data-part]").evaluate_all(
            "all => all.map((each) => each.getBoundingClientRect().right)"
        )
        assert max(boxes) <= width
    head = part(page, "page-1").locator(".page-head")
    number, mark = (head.locator(each).first.bounding_box() for each in (".number", ".mark"))
    assert number["x"] < mark["x"] + mark["width"]
    expect(head.locator(".mark").first).to_have_text("gold")
    external = page.locator("[data-testid=stMain] a:not([href^='?'])")
    for link in external.filter(has=page.locator(".url")).all():
        assert link.inner_text() == link.get_attribute("href")
    expect(part(page, "page-2").get_by_text("javascript:window.__pwned=1")).to_be_visible()

"""Charts in a real browser: a bar opens exactly its cases, and is saved as it is drawn."""

from pathlib import Path
from urllib.parse import parse_qs, quote_plus, urlsplit

import pytest
from playwright.sync_api import Page, expect

from review_db.store import ReviewStore
from tests.browser.review_steps import download
from tests.pages.conftest import HOSTILE, import_lines, make_line
from trek_core.figures.label_shares import compute_label_shares

pytestmark = pytest.mark.browser


def open_chart(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.get_by_role("heading", name="Charts", exact=True)).to_be_visible()
    expect(page.get_by_test_id("stVegaLiteChart").locator("svg")).to_be_visible()
    page.wait_for_load_state("networkidle")


def find_bar(page: Page, mark):
    """The bar of a mark; Vega names each by its values."""
    return page.locator(
        f"[aria-roledescription=bar][aria-label*='Row: {mark.group};']"
        f"[aria-label*='Column: {mark.part};'][aria-label*='Source: {mark.source};']"
    )


def expect_cases(page: Page, mark) -> None:
    """The URL, the box and the list are of the mark's cases."""
    page.wait_for_url(lambda url: parse_qs(urlsplit(url).query).get("behind") == [mark.key])
    title = f"{mark.part}: {mark.group}, {mark.source} ({len(mark.case_ids)})"
    expect(page.locator(f'input[aria-label="Cases"][value="{title}"]')).to_be_visible()
    # While the page is drawn again, what was there before is there too.
    button = page.get_by_role("button", name="Download these cases (CSV)")
    expect(button).to_have_count(1)
    expect(page.locator('input[aria-label="Cases"]')).to_have_count(1)
    given = download(page, "Download these cases (CSV)")
    rows = Path(given.path()).read_text("utf-8").splitlines()[1:]
    assert [row.split(",")[0] for row in rows] == [*mark.case_ids]


def test_a_bar_opens_exactly_its_cases_again_and_again(sample_server, page):
    cases = ReviewStore(sample_server.database).load_figure_cases()
    figure = compute_label_shares(cases, "both", "dataset")
    drawn = [mark for mark in figure.marks if mark.is_drawn and mark.case_ids]
    first, second = (next(mark for mark in drawn if mark.source == name)
                     for name in ("TrekTrace", "After review"))  # fmt: skip
    open_chart(page, sample_server.url("charts", labels_of="both", by="dataset"))
    for mark in (first, second, first):
        find_bar(page, mark).click()
        expect_cases(page, mark)
    # A bar that a link has left behind opens its cases again.
    other = next(mark for mark in figure.marks if mark.case_ids and mark.key != first.key)
    page.locator(f'table.figures a[href*="behind={quote_plus(other.key)}"]').click()
    expect_cases(page, other)
    find_bar(page, first).click()
    expect_cases(page, first)


_IN_REACH = """(width) => {
  const right = (each) => each.getBoundingClientRect().right
  const boxes = [...document.querySelectorAll('.st-key-figure, .trek-scroll')]
  boxes.forEach((box) => { box.scrollLeft = 1e6 })
  return document.querySelector('[data-testid=stMain]').scrollWidth <= width && boxes.every(
    (box) => right(box.querySelector('svg.marks, table') ?? box) <= Math.min(right(box), width) + 1)
}"""
"""Whether charts and tables scroll to their end within what the screen shows of them."""


def test_pictures_are_of_what_is_drawn_and_case_text_stays_text(server, store, page):
    import_lines(store, make_line("a", system=HOSTILE, dataset=HOSTILE), make_line("b"))
    page.set_viewport_size({"width": 1280, "height": 720})
    open_chart(page, server.url("charts"))
    for kind, start in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        given = download(page, f"Picture ({kind})")
        assert Path(given.path()).read_bytes().startswith(start)
        assert given.suggested_filename.endswith(f".{kind.lower()}")
    assert page.locator("[src*=beacon], [href*='//beacon'], .katex").count() == 0
    for name in ("charts", "compare"):
        page.goto(server.url(name, **({"case": "a"} if name == "compare" else {})))
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.wait_for_load_state("networkidle")
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 720})
            page.wait_for_function(_IN_REACH, arg=width)

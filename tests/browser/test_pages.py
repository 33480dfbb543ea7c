"""Start, Cases, Agreement and Export in a real browser: links, live figures, files, safety."""

import json
import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from openpyxl import load_workbook
from playwright.sync_api import Page, expect

from review_db.sample import ensure_sample
from review_db.store import ReviewStore
from tests.browser.review_steps import download
from tests.browser.table_steps import tick_row
from tests.pages.conftest import HOSTILE, import_lines, make_line
from tests.review_db.case_lines import REFERENCE_WRONG

pytestmark = pytest.mark.browser

HOSTILE_NAME = HOSTILE[:49]


def open_page(page: Page, address: str, heading: str) -> None:
    page.goto(address)
    expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()


def choose(page: Page, title: str, option: str) -> None:
    page.get_by_label(title, exact=True).click()
    page.get_by_role("option", name=option, exact=True).click()


def query(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query, keep_blank_values=True)


def judge(store, case_id: str, annotator: str) -> None:
    store.add_annotator(annotator)
    store.save_answers(case_id, annotator, REFERENCE_WRONG)
    store.submit(case_id, annotator)


def test_cases_get_in_by_upload_and_can_then_be_opened(server, store, page, tmp_path):
    file = tmp_path / "cases.jsonl"
    file.write_text(json.dumps(make_line("a")) + "\n{broken\n" + json.dumps(make_line("b")))
    open_page(page, server.url(), "TrekTrace Review")
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Import 2 cases").click()
    expect(page.get_by_text("Lines that were not taken: 1 entry")).to_be_visible()
    assert store.count_cases()["state"] == {"not_started": 2}
    given = download(page, "Download this list (CSV)")
    assert "broken JSON" in Path(given.path()).read_text()
    page.get_by_role("link", name="Go to the cases").click()
    expect(page.get_by_text("2 cases", exact=True)).to_be_visible()


@pytest.mark.parametrize("first", ["", "cases", "export"])
def test_the_menu_leads_to_start_wherever_the_visit_began(server, store, page, first):
    import_lines(store, make_line("a"))
    open_page(page, server.url(first), first.capitalize() or "Cases")
    page.get_by_role("link", name="Start").click()
    expect(page.get_by_role("heading", name="TrekTrace Review")).to_be_visible()
    page.wait_for_timeout(500)
    assert urlsplit(page.url).path == "/"


_CHOOSE_AND_PRESS = """() => {
  const boxes = [...document.querySelectorAll('.stCheckbox')]
  boxes.find((each) => each.innerText.includes('Choose several')).querySelector('input').click()
  setTimeout(() => document.querySelector('.st-key-cases-more summary').click(), 100)
}"""
_HEAR_LATE = """
  const Line = window.WebSocket
  window.WebSocket = class extends Line {
    addEventListener(name, hear, how) {
      const late = name === 'message' ? (event) => setTimeout(() => hear(event), 250) : hear
      super.addEventListener(name, late, how)
    }
  }
"""


def test_filters_live_in_the_url_and_back_takes_them_off_again(server, store, page):
    import_lines(store, make_line("a", dataset="d1"), make_line("b", dataset="d2"))
    open_page(page, server.url("cases"), "Cases")
    choose(page, "Dataset", "d2 (1)")
    expect(page.get_by_text("1 case", exact=True)).to_be_visible()
    assert query(page) == {"dataset": ["d2"]}
    page.reload()
    expect(page.get_by_text("1 case", exact=True)).to_be_visible()
    page.get_by_role("link", name="Export these").click()
    expect(page.get_by_role("heading", name="Export")).to_be_visible()
    assert query(page) == {"dataset": ["d2"]}
    page.go_back()
    expect(page.get_by_text("1 case", exact=True)).to_be_visible()
    page.get_by_role("button", name="Clear filters").click()
    expect(page.get_by_text("2 cases", exact=True)).to_be_visible()
    assert query(page) == {}
    page.go_back()
    expect(page.get_by_text("1 case", exact=True)).to_be_visible()
    assert query(page) == {"dataset": ["d2"]}
    # Where the network is slow, a press soon after a choice brings the address of before it.
    page.add_init_script(_HEAR_LATE)
    page.reload()
    expect(page.get_by_text("1 case", exact=True)).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.evaluate(_CHOOSE_AND_PRESS)
    expect(page.get_by_label("Year", exact=True)).to_be_visible()
    expect(page.get_by_text("Tick the rows you want")).to_be_visible()
    expect(page.get_by_label("Choose several")).to_be_checked()
    assert query(page) == {"dataset": ["d2"], "several": ["yes"]}


def test_a_view_of_cases_is_an_address_that_shows_the_same_elsewhere(server, store, page):
    import_lines(
        store,
        *(make_line(f"c{n}", prediction="the harbour line", search_queries=["q"] * n)
          for n in range(5)),
    )  # fmt: skip
    open_page(page, server.url("cases"), "Cases")
    page.get_by_label("Search", exact=True).fill("harb")
    page.keyboard.press("Enter")
    page.wait_for_url("**search=harb*")
    page.get_by_text("More filters").click()
    page.get_by_label("Queries", exact=True).fill("1-3")
    page.keyboard.press("Enter")
    page.wait_for_url("**queries=1-3*")
    choose(page, "Order", "Most queries first")
    page.wait_for_url("**order=queries*")
    expect(page.get_by_text("3 cases", exact=True)).to_be_visible()
    page.get_by_text("Choose several").click()
    expect(page.get_by_text("Tick the rows you want")).to_be_visible()
    assert query(page) == {
        "search": ["harb"], "queries": ["1-3"], "order": ["queries"], "several": ["yes"],
    }  # fmt: skip
    context = page.context.browser.new_context()
    other = context.new_page()
    open_page(other, page.url, "Cases")
    expect(other.get_by_text("3 cases", exact=True)).to_be_visible()
    tick_row(other.locator(".st-key-choose-cases-short-table canvas").first, 0, 2)
    other.get_by_role("button", name="List these alone").click()
    other.wait_for_url(re.compile(r"/cases\?cases=\d\.\d$"))
    expect(other.get_by_text("2 cases", exact=True)).to_be_visible()
    assert set(query(other)["cases"][0].split(".")) == {"2", "4"}
    context.close()


def test_ticking_a_row_opens_the_review_of_that_row(server, store, page):
    lines = (make_line(f"case {n}/x&y", dataset="d1") for n in range(5))
    import_lines(store, *lines, make_line("elsewhere"))
    open_page(page, server.url("cases", dataset="d1"), "Cases")
    tick_row(page.locator(".st-key-cases-short-table canvas").first, 3)
    page.wait_for_url("**/review?*")
    assert query(page) == {"case": ["case 3/x&y"], "dataset": ["d1"]}
    page.go_back()
    expect(page.get_by_text("5 cases", exact=True)).to_be_visible()
    assert query(page)["dataset"] == ["d1"]


def test_a_row_can_be_opened_from_the_keyboard(server, store, page):
    import_lines(store, make_line("a"), make_line("b"))
    open_page(page, server.url("cases"), "Cases")
    grid = page.locator(".st-key-cases-short-table canvas").first
    expect(grid).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.get_by_label("Outcome", exact=True).focus()
    for _ in range(30):
        page.keyboard.press("Tab")
        if grid.evaluate("canvas => canvas === document.activeElement"):
            break
    else:
        pytest.fail("Tab does not come to the table")
    for key in ("ArrowDown", "ArrowDown", "Shift+Space"):
        page.keyboard.press(key)
    page.wait_for_url("**/review?*")
    assert query(page) == {"case": ["b"]}


def test_a_judgement_made_elsewhere_shows_on_agreement_by_itself(server, store, page):
    import_lines(store, make_line("a"), make_line("b"))
    judge(store, "a", "Ada")
    open_page(page, server.url("agreement"), "Agreement")
    expect(page.get_by_role("row", name="no submitted judgement")).to_contain_text("1")
    page.evaluate("window.notReloaded = true")
    judge(store, "b", "Ada")
    expect(page.get_by_role("row", name="reference or judge at fault")).to_contain_text("2")
    assert page.evaluate("window.notReloaded")


def test_the_workbook_that_is_downloaded_holds_the_cases_shown(server, store, page, tmp_path):
    import_lines(store, make_line("a", dataset="d1"), make_line("b", dataset="d2"))
    judge(store, "a", "Ada")
    open_page(page, server.url("export", dataset="d1"), "Export")
    given = download(page, "Download")
    assert given.suggested_filename.endswith(".xlsx")
    given.save_as(tmp_path / "cases.xlsx")
    book = load_workbook(tmp_path / "cases.xlsx", read_only=True)
    manifest = dict(row[:2] for row in book["Manifest"].iter_rows(values_only=True))
    assert (manifest["cases"], manifest["judgements"]) == (1, 1)
    book.close()
    choose(page, "File", "TrekTrace file (JSONL)")
    expect(page.get_by_text("Everything of each case")).to_be_visible()
    given = download(page, "Download")
    lines = Path(given.path()).read_text().splitlines()
    assert [json.loads(line)["case_id"] for line in lines] == ["a"]


@pytest.mark.parametrize("name", ["cases", "agreement", "export"])
def test_hostile_case_text_stays_text(server, store, page, name):
    import_lines(
        store,
        make_line(
            HOSTILE, question=HOSTILE, dataset=HOSTILE, system=HOSTILE, effective_year=HOSTILE
        ),
        make_line("b"),
    )
    for annotator in (HOSTILE_NAME, "Bo"):
        judge(store, HOSTILE, annotator)
    open_page(page, server.url(name, search="<script>"), name.capitalize())
    page.wait_for_load_state("networkidle")
    if name == "cases":
        page.get_by_label("Dataset", exact=True).click()
        expect(page.get_by_role("option", name=f"{HOSTILE} (1)", exact=True)).to_be_visible()
    if name == "agreement":
        choose(page, "Compare", f"{HOSTILE_NAME} and Bo")
        expect(page.get_by_role("heading", name="Which cases count")).to_be_visible()
    page.wait_for_timeout(500)
    assert page.locator("[src*=beacon], [href*='//beacon'], .katex").count() == 0
    assert page.locator("main script").count() == 0


@pytest.fixture
def sample(database):
    ensure_sample(database)
    return ReviewStore(database)


@pytest.mark.usefixtures("sample")
def test_the_interval_chart_of_the_sample_project_is_drawn(server, page):
    open_page(page, server.url("agreement"), "Agreement")
    chart = page.get_by_test_id("stVegaLiteChart").locator("svg")
    expect(chart).to_have_count(1)
    expect(chart.get_by_text("Randomness or not")).to_be_visible()


@pytest.mark.usefixtures("sample")
def test_no_page_scrolls_sideways_on_a_narrow_screen(server, page):
    page.set_viewport_size({"width": 1280, "height": 720})
    for name in ("cases", "agreement", "export", ""):
        page.goto(server.url(name))
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.wait_for_load_state("networkidle")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            wide = page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth")
            assert wide <= 1280, (name, scheme)
            assert page.evaluate(_CUT_BARS) == [], (name, scheme)


_CUT_BARS = """() => [...document.querySelectorAll('[data-testid=stButtonGroup] button')]
  .filter((each) => {
    const pane = each.closest('[data-testid=stColumn], [data-testid=stMain]')
    const bar = each.closest('[data-testid=stButtonGroup]')
    const ends = [pane, bar].map((around) => around.getBoundingClientRect().right)
    return each.getBoundingClientRect().right > Math.min(...ends) + 1
  })
  .map((each) => each.innerText)"""
"""The options of a bar that do not fit beside the others."""


def test_a_database_that_breaks_under_the_app_is_told_in_one_sentence(server, database, page):
    database.write_bytes(b"this is not a database, whatever its name says" * 100)
    for leftover in (f"{database}-wal", f"{database}-shm"):
        Path(leftover).unlink(missing_ok=True)
    page.goto(server.url("cases"))
    expect(page.get_by_text("is not a review database")).to_be_visible()

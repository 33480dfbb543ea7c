"""Agreement in a real browser: numbers open their cases, links keep the view, figures are live."""

import re
import time
from pathlib import Path
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from playwright.sync_api import Page, expect

from pages.parts.agreement.cells import find_cells
from pages.parts.agreement.matrix import cell_key
from pages.parts.agreement.sections import SECTIONS
from review_db.sample import ensure_sample
from review_db.store import ReviewStore
from tests.browser.review_steps import download, wait_for_rest
from tests.browser.table_steps import tick_row
from tests.pages.conftest import HOSTILE, import_lines, make_line
from tests.review_db.case_lines import RESPONSE_WRONG, make_judgement
from trek_core.taxonomy import LABEL_SETS

pytestmark = pytest.mark.browser

LIVE_SECONDS = 6.0
"""Half a second between two looks at the database, and a run; much more on a busy machine."""
TABLES = ("stages", "systems", "bias")


@pytest.fixture
def sample(database) -> ReviewStore:
    ensure_sample(database)
    return ReviewStore(database)


def open_section(
    page: Page, server, section: str, *, people: tuple[str, ...] = (), **query: str
) -> None:
    page.goto(make_address(server, section, people, query))
    expect(page.get_by_role("heading", name="Agreement", exact=True)).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.evaluate("window.notReloaded = true")


def go_on_to(
    page: Page, server, section: str, *, people: tuple[str, ...] = (), **query: str
) -> None:
    """Show another section as a link on the page does, without loading the page again."""
    page.evaluate(
        """(address) => {
          history.pushState(null, "", address)
          window.dispatchEvent(new PopStateEvent("popstate"))
        }""",
        make_address(server, section, people, query),
    )
    title, _ = SECTIONS[section]
    expect(page.get_by_role("radio", name=title, exact=True)).to_be_checked()
    wait_for_rest(page)


def make_address(server, section: str, people: tuple[str, ...], query: dict[str, str]) -> str:
    address = server.url("agreement", section=section, **query)
    return "&".join([address, *(f"people={quote(name, safe='')}" for name in people)])


def wait_for_script(page: Page) -> None:
    """Until the page's script is there a link is an ordinary one, which loads the page again."""
    expect(page.locator("html[data-trek-links]")).to_be_attached()


def query(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


def find_cell(store: ReviewStore) -> tuple[str, str, tuple[str, ...]]:
    """A cell in which the two sides differ: its key, its words, its cases."""
    pairing = find_cells(store.load_agreement_report().headline, "joint")
    (row, column), case_ids = next(
        each for each in pairing.cells.items() if each[0][0] != each[0][1]
    )
    words = f"TrekTrace: {LABEL_SETS[row]}, People: {LABEL_SETS[column]}: "
    return cell_key(row, column), words, case_ids


def test_a_cell_opens_its_cases_without_a_reload_and_a_case_its_review(server, sample, page):
    key, words, case_ids = find_cell(sample)
    open_section(page, server, "matrix")
    wait_for_script(page)
    page.get_by_role("link", name=words).click()
    expect(page.get_by_text("Download these cases (CSV)")).to_be_visible()
    assert page.evaluate("window.notReloaded")
    page.wait_for_url(lambda url: "behind=" in url)
    assert query(page) == {"section": ["matrix"], "behind": [key]}
    expect(page.get_by_role("link", name=words)).to_have_attribute("aria-current", "true")
    grid = page.locator("[class*=st-key-agreement-cases-short-table] canvas").first
    expect(grid).to_be_in_viewport()
    tick_row(grid, 0)
    page.wait_for_url("**/review?*")
    assert query(page) == {"section": ["matrix"], "behind": [key], "case": [case_ids[0]]}


def test_a_cell_opens_its_cases_from_the_keyboard(server, sample, page):
    key, words, _ = find_cell(sample)
    open_section(page, server, "matrix")
    wait_for_script(page)
    page.get_by_role("link", name=words).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Download these cases (CSV)")).to_be_visible()
    page.wait_for_url(lambda url: "behind=" in url)
    assert query(page)["behind"] == [key]
    assert page.evaluate("window.notReloaded")


def test_the_address_opens_the_same_view_elsewhere_and_back_goes_back(server, sample, page):
    _, words, _ = find_cell(sample)
    open_section(page, server, "summary")
    wait_for_script(page)
    page.get_by_role("radio", name="Matrix").click()
    page.get_by_role("link", name=words).click()
    expect(page.get_by_text("Download these cases (CSV)")).to_be_visible()
    page.wait_for_url(lambda url: "behind=" in url)
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.get_by_text("Download these cases (CSV)")).to_be_visible()
    expect(other.get_by_role("link", name=words)).to_have_attribute("aria-current", "true")
    other.close()
    page.go_back()
    page.wait_for_url(lambda url: "behind=" not in url)
    expect(page.get_by_text("Download these cases (CSV)")).to_have_count(0)
    assert query(page) == {"section": ["matrix"]}
    page.go_back()
    expect(page.get_by_role("heading", name="Which cases count")).to_be_visible()


@pytest.mark.usefixtures("sample")
def test_what_leaves_a_case_out_opens_those_cases(server, page):
    open_section(page, server, "summary")
    wait_for_script(page)
    page.get_by_role("row", name="needs discussion").get_by_role("link").click()
    expect(page.get_by_text("Download these cases (CSV)")).to_be_visible()
    page.wait_for_url(lambda url: "behind=" in url)
    assert query(page)["behind"] == ["left-out-needs_discussion"]
    given = download(page, "Download these cases (CSV)")
    lines = Path(given.path()).read_text().splitlines()
    assert lines[0].startswith("Case,Question,System")
    assert len(lines) == 3


@pytest.mark.parametrize(
    ("section", "before", "after"),
    [
        ("judge", "on 1 of 1 cases", "on 2 of 2 cases"),
        ("summary", "of 2; 2 left out", "of 2; 2 left out"),
        ("questions", "No question has been", "No question has been"),
    ],
)
def test_a_judgement_made_elsewhere_shows_within_the_same_second(
    server, store, page, section, before, after
):
    import_lines(store, make_line("a", judgements=[make_judgement(RESPONSE_WRONG)]), make_line("b"))
    pending = "no submitted judgement" if section == "summary" else before
    open_section(page, server, section)
    expect(page.get_by_text(pending).first).to_be_visible()
    store.save_answers("b", "Ada", RESPONSE_WRONG)
    store.submit("b", "Ada")
    saved = time.perf_counter()
    if section == "summary":
        expect(page.get_by_text(pending)).to_have_count(0)
    else:
        expect(page.get_by_text(after).first).to_be_visible()
    assert time.perf_counter() - saved < LIVE_SECONDS
    assert page.evaluate("window.notReloaded")


@pytest.mark.usefixtures("sample")
def test_a_row_to_paste_can_be_copied(server, page):
    open_section(page, server, "summary")
    page.get_by_role("radio", name="LaTeX").click()
    code = page.get_by_test_id("stCode")
    expect(code).to_contain_text("TrekTrace vs people & default")
    code.hover()
    expect(code.get_by_role("button")).to_be_visible()
    page.wait_for_url("**copy=latex*")


@pytest.mark.usefixtures("sample")
def test_the_table_behind_a_figure_is_downloaded(server, page):
    open_section(page, server, "labels")
    given = download(page, "Download this table (CSV)")
    assert given.suggested_filename.startswith("trek-sample-agreement-label-shares")
    header = Path(given.path()).read_text().splitlines()[0]
    assert "value" in header.split(",")
    assert "ci_low" in header.split(",")


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize(("section", "charts"), [("summary", 1), ("time", 1), ("slices", 1)])
def test_the_charts_of_a_section_are_drawn(server, page, section, charts):
    open_section(page, server, section)
    expect(page.get_by_test_id("stVegaLiteChart").locator("svg")).to_have_count(charts)


def test_hostile_names_stay_text_in_every_section(server, store, page):
    name = HOSTILE[:49]
    judgements = [make_judgement(RESPONSE_WRONG, each) for each in (name, "Bo")]
    import_lines(
        store,
        make_line(
            HOSTILE, question=HOSTILE, dataset=HOSTILE, system=HOSTILE, judgements=judgements
        ),
    )
    views = [*((section, (name, "Bo")) for section in SECTIONS), ("questions", (name,))]
    open_section(page, server, "matrix", people=(name, "Bo"))
    for section, people in views:
        go_on_to(page, server, section, people=people, behind="differing")
        expect(page.get_by_label("Compare", exact=True)).to_have_value(re.compile("<script>"))
        assert page.locator("main [src*=beacon], main [href*='//beacon']").count() == 0, section
        assert page.locator("main script, main .katex, main img").count() == 0, section


@pytest.mark.usefixtures("sample")
def test_no_section_scrolls_sideways_on_a_narrow_screen(server, page):
    page.set_viewport_size({"width": 1280, "height": 720})
    views = [*((name, "shares") for name in SECTIONS), *(("labels", table) for table in TABLES)]
    open_section(page, server, "matrix")
    for section, table in views:
        go_on_to(page, server, section, table=table, intervals="yes")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            wide = page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth")
            assert wide <= 1280, (section, table, scheme)

"""Rounds in a real browser: from the Cases filter to the numbers behind which cases are listed."""

import pytest
from playwright.sync_api import expect

from pages.parts.annotator import COOKIE
from review_db.store import RoundPlan
from tests.browser.table_steps import ROW_PX, find_resting_place
from tests.pages.conftest import HOSTILE, import_lines, make_line

pytestmark = pytest.mark.browser


def be(page, server, name):
    page.context.add_cookies([{"name": COOKIE, "value": name, "url": server.url()}])


@pytest.fixture
def team(store):
    """Two annotators and a lead, with four cases of two systems."""
    for name in ("Ada", "Bo", "Lea"):
        store.add_annotator(name)
    import_lines(
        store, *(make_line(f"c{n}", system="alpha" if n < 3 else "beta") for n in range(4))
    )
    return store


def test_the_cases_filter_becomes_a_round_and_the_annotator_goes_on_in_it(server, team, page):
    be(page, server, "Lea")
    page.goto(server.url("cases", system="alpha"))
    page.get_by_role("link", name="Make a round from these cases").click()
    expect(page.get_by_role("heading", name="New round")).to_be_visible()
    page.get_by_label("Annotators").click()
    page.get_by_role("option", name="Ada", exact=True).click()
    page.keyboard.press("Escape")
    page.get_by_label("Name of the round").fill("pilot")
    page.get_by_role("button", name="Make the round of 3 cases").click()
    expect(page.get_by_role("heading", name="pilot")).to_be_visible()
    assert sorted(team.load_round_states("pilot")) == ["c0", "c1", "c2"]
    be(page, server, "Ada")
    page.goto(server.url("cases"))
    page.get_by_role("link", name="Start").click()
    choice = page.get_by_role("combobox", name="Continue")
    expect(choice).to_have_value("round pilot, 0 of 3 done")
    page.get_by_role("button", name="Start reviewing").click()
    page.get_by_role("button", name="I have read guideline v1").click()
    expect(page.get_by_role("heading", name="Guideline, version 1")).to_have_count(0)
    assert "round=pilot" in page.url
    assert list(team.load_guideline_reads()) == ["Ada"]


def test_clicking_a_number_lists_its_cases(server, team, page):
    team.create_round(RoundPlan("pilot", ["c0", "c1"], ("Ada", "Bo")), by="Lea")
    team.save_answer("c1", "Bo", "target_basis", "none", round="pilot")
    be(page, server, "Lea")
    page.goto(server.url("rounds", round="pilot"))
    grid = page.locator(".st-key-round-progress canvas").first
    box = find_resting_place(grid)
    for x in range(40, int(box["width"]), 40):
        page.mouse.click(box["x"] + x, box["y"] + ROW_PX * 2 + 15)
        page.wait_for_timeout(500)
        if page.get_by_role("combobox", name="Cases").input_value() == "Bo · Draft (1)":
            break
    else:
        raise AssertionError("no click on Bo's row lists the draft")
    expect(page.locator(".st-key-round-cases-short-table")).to_be_visible()


@pytest.mark.parametrize("address", ["rounds", "people", "corrections"])
def test_hostile_names_load_nothing_from_elsewhere(server, team, page, address):
    person = team.add_annotator(HOSTILE[:80])
    name = HOSTILE[:70]
    team.create_round(RoundPlan(name, ["c0"], (person,)), by=person)
    team.pause_round(name, HOSTILE, by=person)
    be(page, server, "Lea")
    page.goto(server.url(address))
    expect(page.get_by_role("heading").first).to_be_visible()
    page.goto(server.url("rounds", round=name))
    expect(page.get_by_role("heading", name="<script>")).to_be_visible()
    page.get_by_text("What happened to this round").click()
    expect(page.get_by_text("![b]").first).to_be_visible()

"""Every key of the table from every kind of focus: it does its own, and loses no typed text."""

import pytest
from playwright.sync_api import expect

from pages.parts.shortcuts import SHORTCUTS
from tests.browser.review_steps import wait_until

pytestmark = pytest.mark.browser

CASE = "s03-a"
PLAIN = [key for shortcut in SHORTCUTS for key in shortcut.keys if len(key) == 1]
TYPED = "".join(PLAIN)
QUIET = [key for shortcut in SHORTCUTS for key in shortcut.keys if shortcut.action in (
    "next", "previous", "help", "guideline", "evidence", "type",
)]  # fmt: skip
"""Keys that move, open or explain: they store nothing wherever they are pressed."""


def open_flag(page):
    page.keyboard.press("f")
    return page.get_by_label("What should others look at?")


def open_skip(page):
    page.keyboard.press("s")
    return page.get_by_label("Why?")


def open_comment(page):
    page.get_by_role("button", name="Comments").click()
    return page.get_by_placeholder("For whoever looks")


def open_quote(page):
    page.keyboard.press("e")
    expect(page.get_by_label("Page", exact=True)).to_be_focused()
    return page.get_by_role("textbox", name="Quote")


FIELDS = {
    "notes": lambda page: page.locator('[class*="st-key-row-a-"][class*="notes_1"] textarea'),
    "quote": open_quote,
    "comment": open_comment,
    "flag": open_flag,
    "skip": open_skip,
}


@pytest.mark.parametrize("where", FIELDS)
def test_every_key_pressed_in_a_text_is_typed_and_does_nothing_else(tab, page, where):
    tab.open(CASE)
    tab.wait_for_question("target_basis")
    field = FIELDS[where](page)
    field.click()
    expect(field).to_be_focused()
    page.keyboard.type(TYPED)
    page.wait_for_timeout(500)
    expect(field).to_have_value(TYPED)
    assert tab.stored(CASE).answers == {}
    assert (tab.case_id, tab.stored(CASE).state) == (CASE, "not_started")


def test_from_every_other_focus_a_key_stores_only_what_is_its_own(tab, page):
    tab.open(CASE)
    tab.wait_for_question("target_basis")
    step = tab.step(1)
    places = {
        "page": page.locator(".st-key-evidence .question"),
        "segment": step.get_by_role("radio", name="No", exact=True).first,
        "link": page.locator(".st-key-evidence a").first,
        "summary": page.locator(".st-key-evidence summary").first,
        "save": page.locator("[class*=st-key-save-]:not(.st-key-save-bar) button").first,
        "popover": page.get_by_role("button", name="Keys"),
        "toolbar": page.get_by_role("button", name="Not you?"),
    }
    for where, place in places.items():
        place.focus() if where != "page" else place.click()
        for key in QUIET:
            if key == "enter":  # on a control it is that control's own
                continue
            page.keyboard.press(key)
            page.wait_for_timeout(60)
            close_layers(page)
        place.focus() if where != "page" else place.click()
        assert tab.stored(CASE).revision == 0, f"a key stored something from {where}"
        assert tab.case_id == CASE
    for where in ("segment", "save", "link"):
        places[where].focus()
        before = tab.stored(CASE).revision
        marked = wait_until("a mark", tab.marked)
        page.keyboard.press("2")
        wait_until(f"an answer from {where}", lambda: tab.stored(CASE).revision > before)  # noqa: B023
        event = tab.store.load_judgement_events(CASE, tab.annotator)[-1]
        assert (event.field, event.kind) == (marked.field, "answer")


def close_layers(page):
    for _ in range(3):
        if not page.locator("[data-testid=stPopoverBody], [role=dialog]").count():
            break
        page.keyboard.press("Escape")
        page.wait_for_timeout(80)
    page.evaluate(
        "document.activeElement?.matches('input, textarea') && document.activeElement.blur()"
    )


def test_a_tab_that_goes_offline_for_a_while_loses_nothing(tab, page):
    tab.open(CASE)
    tab.answer("target_basis", "2")
    notes = tab.row("notes_1").locator("textarea")
    notes.focus()
    page.keyboard.type("typed before")
    page.context.set_offline(True)
    page.keyboard.type(", during")
    page.wait_for_timeout(2_000)
    page.context.set_offline(False)
    page.wait_for_timeout(500)
    expect(notes).to_be_enabled()
    notes.focus()
    page.keyboard.press("End")
    page.keyboard.type(" and after")
    notes.blur()
    expected = {"target_basis": "effective_year", "notes_1": "typed before, during and after"}
    wait_until("both answers", lambda: tab.stored(CASE).answers == expected)

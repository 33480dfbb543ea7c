"""Keys on Review: what each does, and that none ever does it to another question or case."""

import pytest
from playwright.sync_api import expect

from pages.parts.answers import compute_case_key
from pages.parts.shortcuts import SHORTCUTS
from tests.browser.key_recorder import KeyRecorder
from tests.browser.review_steps import SAVE_REST_MS, draft_whole_case

pytestmark = pytest.mark.browser

CASE, NEXT_CASE = "s01-a", "s01-b"
EVERY_STEP = ("2", "1", "y", "n", "1", "1", "y", "y", "a", "y", "a", "n")


@pytest.mark.parametrize("gap_ms", [10, 60])
def test_keys_faster_than_the_server_answer_the_question_they_were_pressed_on(tab, gap_ms):
    recorder = KeyRecorder(tab, CASE)
    tab.open(CASE)
    tab.wait_for_question("target_basis")
    for _ in range(3):
        for key in EVERY_STEP:
            tab.press(key)
            tab.page.wait_for_timeout(gap_ms)
    recorder.check_answers()
    assert tab.stored(CASE).answers["target_basis"]


def test_keys_pressed_while_the_next_case_comes_touch_neither_case_unseen(tab):
    for case_id in (CASE, NEXT_CASE):
        draft_whole_case(tab.store, case_id, tab.annotator)
    recorder = KeyRecorder(tab, CASE, NEXT_CASE, "s02-a")
    tab.open(CASE)
    tab.page.wait_for_timeout(SAVE_REST_MS + 100)
    tab.press("Control+Enter")
    for key in ("2", "1", "u", "z", "Control+Enter", "2", "u") * 3:
        tab.press(key)
        tab.page.wait_for_timeout(10)
    recorder.check_answers()


@pytest.mark.parametrize("way", ["keys", "clicks"])
def test_saving_again_and_again_submits_one_case_and_skips_none(tab, way):
    for case_id in (CASE, NEXT_CASE):
        draft_whole_case(tab.store, case_id, tab.annotator)
    tab.open(CASE)
    tab.page.wait_for_timeout(SAVE_REST_MS + 100)
    given = [way, compute_case_key(NEXT_CASE), SAVE_REST_MS * 0.75]
    pressed = tab.page.evaluate(_SAVE_AGAIN_AND_AGAIN, given)
    assert pressed["after"] > 0, "no press fell into the rest of the new case"
    tab.page.wait_for_timeout(2 * SAVE_REST_MS)
    assert [tab.stored(case).state for case in (CASE, NEXT_CASE)] == ["submitted", "draft"]
    tab.wait_for_case(NEXT_CASE)
    tab.save_and_next("s02-a")
    assert tab.stored(NEXT_CASE).state == "submitted"


# Every 20 ms from now on, and at every change of the page while a save is too soon for the case
# that comes.
_SAVE_AGAIN_AND_AGAIN = """async ([way, nextCase, restMs]) => {
  const ctrlEnter = { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true }
  const press = {
    keys: () => window.dispatchEvent(new KeyboardEvent("keydown", ctrlEnter)),
    clicks: () => document.querySelector(
      ".st-key-save-bar [data-testid=stBaseButton-primary]")?.click(),
  }[way]
  const end = performance.now() + 10_000
  const count = { before: 0, after: 0 }
  let came = null
  const isOver = () => performance.now() > (came === null ? end : came + restMs)
  const pressOnce = () => {
    if (isOver()) return
    count[came === null ? "before" : "after"] += 1
    press()
  }
  const watch = new MutationObserver(() => {
    if (document.querySelector(`.st-key-save-${nextCase}`)) came ??= performance.now()
    if (came !== null) pressOnce()
  })
  watch.observe(document.body, { childList: true, subtree: true, attributes: true })
  while (!isOver()) {
    pressOnce()
    await new Promise((done) => setTimeout(done, 20))
  }
  watch.disconnect()
  return count
}"""


def test_undo_takes_back_the_latest_answer_and_right_after_saving_reopens_the_case(tab):
    draft_whole_case(tab.store, CASE, tab.annotator)
    tab.open(CASE)
    not_judged = "The response is not judged here: the verdict is not compared."
    expect(tab.step(3)).to_contain_text(not_judged)
    tab.save_by("an answer", lambda: tab.click("target_basis", "In the question"))
    tab.save_by("undo", lambda: tab.press("z"))
    tab.wait_for_chosen("target_basis", ["No target time"])
    expect(tab.problem()).to_have_text("Took back: Where does the target time come from?")

    tab.store.save_answer(NEXT_CASE, tab.annotator, "target_basis", "explicit")  # an old draft
    tab.save_and_next(NEXT_CASE)
    assert tab.stored(CASE).state == "submitted"
    tab.press("z")
    tab.wait_for_case(CASE)
    assert tab.stored(NEXT_CASE).answers == {"target_basis": "explicit"}
    assert tab.stored(CASE).state == "draft"
    assert tab.stored(CASE).answers["target_basis"] == "none"
    expect(tab.problem()).to_have_text("The case is a draft again.")


def test_keys_pressed_in_a_text_are_typed_and_do_nothing_else(tab, page):
    tab.open(CASE)
    notes = tab.row("notes_1").locator("textarea")
    notes.focus()
    text = "ynu 123456789 a jk z ?"
    page.keyboard.type(text)
    expect(notes).to_have_value(text)
    tab.save_by("the note", lambda: tab.press("Escape"))
    assert tab.stored(CASE).answers == {"notes_1": text}
    expect(page.locator("kbd")).to_have_count(0)
    tab.press("2")
    tab.wait_for_chosen("target_basis", ["Effective year"])


def test_enter_goes_into_the_marked_text_after_a_click_as_well_and_escape_leaves_it(tab, page):
    tab.open(CASE)
    tab.wait_for_question("target_basis")
    tab.save_by("the answer", lambda: tab.click("target_basis", "Effective year"))
    tab.wait_for_question("gold_pages")
    passed_over = tab.row("false_premise_verified")
    expect(passed_over).to_have_css("border-left-style", "dotted")
    tab.press("k", "k")
    assert tab.marked().field == "target_time"
    tab.press("Enter")
    page.keyboard.type("yes, 2025")
    tab.save_by("the text", lambda: tab.press("Escape"))
    tab.press("j", "y")
    tab.wait_for_chosen("false_premise_verified", ["Yes"])
    expect(passed_over).to_have_css("border-left-style", "none")
    tab.press("k", "k")
    assert tab.marked().field == "target_time"
    tab.press("Enter")
    expect(tab.row("target_time").locator("textarea")).to_be_focused()
    assert tab.stored(CASE).answers["target_time"] == "yes, 2025"


def test_j_and_k_move_the_mark_and_answer_nothing(tab):
    tab.open(CASE)
    tab.wait_for_question("target_basis")
    tab.press("j")
    assert tab.marked().field == "false_premise_verified"
    tab.press("j")
    assert tab.marked().field == "gold_pages"
    tab.press("k", "k", "k", "k")
    assert tab.marked().field == "target_basis"
    assert tab.stored(CASE).state == "not_started"


def test_the_question_mark_shows_every_key(tab, page):
    tab.open(CASE)
    tab.press("?")
    for shortcut in SHORTCUTS:
        row = page.get_by_role("row", name=f"{shortcut.shown} {shortcut.meaning}", exact=True)
        expect(row).to_be_visible()
    tab.press("y", "?")
    expect(page.locator("kbd")).to_have_count(0)
    tab.press("2")
    tab.wait_for_chosen("target_basis", ["Effective year"])


def test_every_key_of_the_help_does_something():
    assert {shortcut.action for shortcut in SHORTCUTS} == {
        "yes", "no", "unsure", "option", "all_hold", "next", "previous", "type", "save",
        "undo", "help", "evidence", "previous_case", "next_case", "skip", "flag", "guideline",
    }  # fmt: skip


def test_keys_held_down_answer_once(tab, page):
    tab.open(CASE)
    tab.wait_for_question("target_basis")
    for _ in range(6):
        page.keyboard.down("1")
    page.keyboard.up("1")
    tab.wait_for_chosen("target_basis", ["In the question"])
    page.wait_for_timeout(500)
    assert tab.stored(CASE).answers == {"target_basis": "explicit"}


def test_a_key_between_save_and_the_next_case_answers_nothing(tab, page):
    draft_whole_case(tab.store, CASE, tab.annotator)
    tab.open(CASE)
    before = tab.stored(CASE).answers
    page.wait_for_timeout(SAVE_REST_MS + 100)
    page.keyboard.press("Control+Enter")
    page.keyboard.press("1")
    expect(page.locator(".trek.toolbar .case-id")).not_to_have_text(CASE)
    assert tab.stored(CASE).state == "submitted"
    assert tab.stored(CASE).answers == before


def test_e_opens_the_evidence_form_and_what_is_typed_there_answers_nothing(tab, page):
    tab.open(CASE)
    tab.press("e")
    expect(page.get_by_label("Page", exact=True)).to_be_focused()
    page.keyboard.type("yn12")
    listed = page.get_by_role("combobox", name="Or a page of this case")
    listed.press("ArrowDown")
    listed.press("Enter")
    expect(listed).not_to_have_value("")
    page.keyboard.press("Tab")  # may stop at the list's own button
    page.keyboard.type("sf1y")
    page.wait_for_timeout(300)
    assert page.locator("[data-testid=stPopoverBody]").count() == 0
    assert (tab.stored(CASE).state, tab.stored(CASE).answers) == ("not_started", {})

"""A round from first to last: two annotators, a lead, twelve cases blind and then revealed."""

import pytest
from playwright.sync_api import expect

from tests.browser.review_steps import (
    DISTRACTED,
    REFERENCE_RIGHT,
    RESPONSE_WRONG,
    SAVE_REST_MS,
    ReviewTab,
    wait_until,
)
from tests.browser.round_steps import draft, hand_in, make_round, make_whole_case

pytestmark = pytest.mark.browser

ROUND = "pilot"
OTHERWISE = (
    {"gold_only_correct": "no"},
    {"evidence_retrieved": "no", "queries_adequate": "no"},
    {"reference_valid": "no"},
)
"""How Bo answers the first three cases: not as Ada does."""


def go_on(tab, word):
    """Press Ctrl+Enter no sooner than a case may be saved; wait for the button named `word`."""
    tab.page.wait_for_timeout(SAVE_REST_MS + 100)
    tab.press("Control+Enter")
    tab.page.get_by_role("button", name=word).wait_for()


def test_two_annotators_and_a_lead_do_a_round_of_twelve_cases(page, store, server):
    cases = [make_whole_case(f"c{number:02}") for number in range(1, 13)]
    ids = make_round(store, ROUND, cases, ("Ada", "Bo"))
    make_round(store, "other", [make_whole_case("z1")], ("Ada",), mode="blind")
    for number, case_id in enumerate(ids):
        hand_in(store, ROUND, case_id, "Bo", **(OTHERWISE[number] if number < 3 else {}))
        if number:
            hand_in(store, ROUND, case_id, "Ada")
            store.reveal(case_id, "Ada", ROUND)
    judge_by_keyboard_and_reveal(ReviewTab(page, server, "Ada"))
    decide_by_keyboard(ReviewTab(page.context.new_page(), server, "Lea"))
    left = [each.case_id for each in store.list_disagreements(ROUND)]
    assert len(left) == 2
    for case_id in left:
        store.decide(case_id, ROUND, reason="Ada's page.", by="Lea", adopt="Ada")
    page.goto(server.url("adjudicate", round=ROUND))
    page.get_by_text("Nothing to decide").wait_for()
    expect(page.get_by_text("3 decided")).to_be_visible()

    # The round is closed; Bo reads where and why he was overruled, and can change nothing.
    store.close_round(ROUND, by="Lea")
    assert store.load_frozen_population(ROUND)["n"] == 12
    bo = ReviewTab(page, server, "Bo")
    page.goto(server.url("review", case=left[0], round=ROUND))
    expect(page.locator(".st-key-checklist")).to_contain_text("Decided by Lea")
    expect(page.locator(".st-key-checklist")).to_contain_text("Ada's page.")
    expect(bo.problem()).to_contain_text("is closed")
    expect(page.get_by_role("button", name="Reopen")).to_have_count(0)


def judge_by_keyboard_and_reveal(ada):
    """Take the last case from the queue, and see TrekTrace's side only once it is handed in."""
    page = ada.page
    ada.round = ROUND
    page.goto(ada.server.url("review", round=ROUND))
    ada.wait_for_case("c01")
    expect(page.get_by_text("Next in order; 1 not begun.")).to_be_visible()
    expect(page.locator(".trek.toolbar")).to_contain_text("pilot · blind, then reveal")
    ada.walk((*REFERENCE_RIGHT, *RESPONSE_WRONG, ("page_marks", "1"), ("evidence_retrieved", "y")))
    evidence = page.locator(".st-key-evidence")
    expect(evidence).not_to_contain_text("noise")
    ada.walk(DISTRACTED[:2])
    expect(evidence).to_contain_text("Gold-plus-noise probe")
    ada.walk(DISTRACTED[2:])
    expect(evidence).not_to_contain_text("Judge's grade")
    go_on(ada, "Reveal TrekTrace's attribution")
    assert ada.stored("c01").state == "submitted"
    expect(page.locator(".trek.paths")).to_have_count(0)
    go_on(ada, "Next case")
    expect(page.locator("table.paths thead")).to_contain_text("You, beforeTrekTrace")
    expect(evidence).to_contain_text("Judge's grade")
    assert ada.stored("c01").revealed_at
    expect(page.get_by_role("heading", name="Your answer and TrekTrace's")).to_be_in_viewport()
    go_on(ada, "Next case")
    expect(ada.problem()).to_contain_text("All done: 12 of 12 cases submitted")


def decide_by_keyboard(lea):
    """Decide the first of three cases: nobody is named, TrekTrace's side is not shown."""
    page = lea.page
    page.goto(lea.server.url("adjudicate", round=ROUND))
    page.get_by_text("3 cases to decide").wait_for()
    page.get_by_role("button", name="Begin with the first").click()
    paths = page.locator("table.paths")
    expect(paths.locator("thead")).to_contain_text("Annotator 1Annotator 2")
    expect(paths.locator("tr.first")).to_contain_text("first difference")
    expect(page.locator(".st-key-checklist")).not_to_contain_text("Ada")
    expect(page.locator(".st-key-evidence")).to_contain_text("Hidden")
    first = lea.case_id
    wait_until("keys", lambda: page.evaluate(_IS_MARKED))
    adopt = page.get_by_role("radio", name="Adopt Annotator 1")
    expect(adopt).to_be_visible()  # it comes a moment after its row
    lea.press("2")
    expect(page.get_by_role("radio", name="Adopt Annotator 2")).to_be_checked()
    lea.press("1")  # the mark is on the reason by now
    expect(adopt).to_be_checked()
    lea.press("Enter")
    page.keyboard.type("The archive's page is older.")
    lea.press("Control+Enter")
    expect(lea.problem()).to_contain_text(f"{first} is decided.")
    (decision,) = lea.store.load_decisions(ROUND, first)
    assert (decision.reason, decision.decided_by) == ("The archive's page is older.", "Lea")
    assert lea.case_id not in (first, None)
    expect(page.get_by_placeholder("Why? The annotators will read it")).to_have_value("")


_IS_MARKED = """() => [...document.querySelectorAll('[class*="st-key-row-a-"]')]
  .some((row) => getComputedStyle(row).boxShadow.includes("inset"))"""


def test_five_fast_presses_skip_no_unseen_case(page, store, server):
    ids = make_round(store, ROUND, [make_whole_case(f"c{n}") for n in range(1, 7)], ("Ada",))
    for case_id in ids:
        draft(store, ROUND, case_id, "Ada")
    tab = ReviewTab(page, server, "Ada")
    tab.open("c1", ROUND)
    page.wait_for_timeout(SAVE_REST_MS + 100)
    tab.press(*["Control+Enter"] * 5)
    page.get_by_role("button", name="Reveal TrekTrace's attribution").wait_for()
    page.wait_for_timeout(1_000)
    assert tab.case_id == "c1"
    assert [tab.stored(each).state for each in ids] == ["submitted", *["draft"] * 5]


def test_a_case_is_skipped_flagged_discussed_sent_back_and_restored(page, store, server):
    ids = make_round(
        store, ROUND, [make_whole_case(f"c{n}") for n in (1, 2)], ("Ada",), mode="assisted"
    )
    tab = ReviewTab(page, server, "Ada")
    tab.open("c1", ROUND)
    tab.answer("target_basis", "2")  # no effective year is recorded, so none is offered
    tab.press("f")
    page.get_by_label("What should others look at?").fill("two archives?")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Flagged").wait_for()
    page.get_by_role("button", name="Comments").click()
    page.get_by_placeholder("For whoever looks").fill("Which archive? <b>x</b>")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".trek.comments")).to_contain_text("Which archive? <b>x</b>")
    page.keyboard.press("Escape")
    tab.press("s")
    page.get_by_label("Why?").fill("later")
    page.keyboard.press("Enter")
    tab.wait_for_case("c2")
    expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)
    skipped = tab.stored("c1")
    assert (skipped.state, skipped.skipped, skipped.flag) == ("skipped", "later", "two archives?")
    tab.press("z")
    tab.wait_for_case("c1")
    assert tab.stored("c1").state == "draft"

    hand_in(store, ROUND, "c1", "Ada")
    store.send_back("c1", "Ada", ROUND, "Read page 3.", by="Lea")
    tab.open("c1", ROUND)
    expect(page.get_by_text("Lea sent this case back to you: Read page 3.")).to_be_visible()
    page.get_by_role("button", name="History").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("sent back: Read page 3.")
    dialog.get_by_role("combobox").press("ArrowDown")
    page.get_by_role("option", name="1", exact=True).click()
    dialog.get_by_role("button", name="Restore").click()
    expect(tab.problem().last).to_contain_text("The answers of revision 1 are back.")
    assert tab.stored("c1").answers == {"target_basis": "none"}
    assert ids == ["c1", "c2"]


def test_a_training_case_tells_field_by_field_once_it_is_handed_in(page, store, server):
    make_round(store, "school", [make_whole_case("c1")], ("Ada",), mode="assisted", kind="training")
    store.set_known_answers(
        "school", "c1", {"reference_valid": "yes", "evidence_retrieved": "no"}, by="Lea"
    )
    draft(store, "school", "c1", "Ada")
    tab = ReviewTab(page, server, "Ada")
    tab.open("c1", "school")
    expect(page.locator(".st-key-checklist")).not_to_contain_text("Feedback")
    go_on(tab, "Next case")
    rows = page.locator("table.paths tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(1)).to_contain_text("not right")


def test_a_paused_round_is_read_and_not_changed(page, store, server):
    make_round(store, ROUND, [make_whole_case("c1")], ("Ada",))
    store.pause_round(ROUND, "The guideline changes.", by="Lea")
    tab = ReviewTab(page, server, "Ada")
    page.goto(server.url("review", round=ROUND))
    expect(page.get_by_text("Nothing to review now")).to_be_visible()
    page.goto(server.url("review", case="c1", round=ROUND))
    expect(tab.problem()).to_contain_text("is paused: The guideline changes.")
    expect(page.get_by_role("radio", name="Yes").first).to_be_disabled()

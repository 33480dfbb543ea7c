"""The server goes away under an open tab, and comes back knowing nothing of it."""

import pytest
from playwright.sync_api import expect

from tests.browser.kill_rounds import find_lost_answers
from tests.browser.review_steps import ReviewTab, wait_until

pytestmark = pytest.mark.browser

ROUNDS = 4  # each kind of field once; scripts/kill_rounds.py does more
CASE, OTHER_CASE = "s01-a", "s01-b"


@pytest.fixture
def open_tab(page, tab):
    """A tab on one case that had another open before, in the same session."""
    tab.open(OTHER_CASE)
    page.get_by_role("button", name="Previous").click()
    tab.wait_for_case(CASE)
    return tab


def restart(tab):
    """Kill the server and start it again; returns when the tab has found it."""
    tab.server.kill()
    with tab.page.expect_websocket(timeout=60_000):
        tab.server.start()


def check_nothing_elsewhere(tab):
    """No case but the one in the tab has an event of this annotator's."""
    cases = [row.case_id for row in tab.store.list_cases(limit=1_000).rows]
    written = {case for case in cases if tab.store.load_judgement_events(case, tab.annotator)}
    assert written <= {CASE}, f"answers landed on other cases: {written}"
    assert tab.case_id == CASE
    expect(tab.page.locator(".case-id")).to_have_text(CASE)


def wait_for_answers(tab, **answers):
    """Wait until the database holds exactly these answers for the case."""
    wait_until(
        f"{answers} to be stored ({tab.stored(CASE).answers} are)",
        lambda: tab.stored(CASE).answers == answers,
    )


def test_a_click_right_after_the_restart_is_saved_though_nothing_was_answered_before(open_tab):
    restart(open_tab)
    open_tab.click("target_basis", "Effective year")
    wait_for_answers(open_tab, target_basis="effective_year")
    open_tab.click("false_premise_verified", "No")
    wait_for_answers(open_tab, target_basis="effective_year", false_premise_verified="no")
    open_tab.wait_for_chosen("target_basis", ["Effective year"])
    open_tab.wait_for_chosen("false_premise_verified", ["No"])
    check_nothing_elsewhere(open_tab)


def test_a_click_after_the_restart_changes_an_answer_of_before(open_tab):
    open_tab.answer("target_basis", "2")
    restart(open_tab)
    open_tab.click("target_basis", "No target time")
    wait_for_answers(open_tab, target_basis="none")
    open_tab.wait_for_chosen("target_basis", ["No target time"])
    check_nothing_elsewhere(open_tab)


def test_a_text_being_typed_while_the_server_dies_is_kept_and_saved(open_tab):
    open_tab.answer("target_basis", "2")
    notes = open_tab.row("notes_1").locator("textarea")
    notes.focus()
    open_tab.page.keyboard.type("half a sent")
    restart(open_tab)
    expect(notes).to_be_enabled()
    notes.focus()
    open_tab.page.keyboard.press("End")
    open_tab.page.keyboard.type("ence")
    notes.blur()
    wait_for_answers(open_tab, target_basis="effective_year", notes_1="half a sentence")
    expect(notes).to_have_value("half a sentence")
    check_nothing_elsewhere(open_tab)


def test_answers_the_dying_server_never_heard_are_saved_by_the_next(open_tab):
    open_tab.answer("target_basis", "2")
    open_tab.server.freeze()
    open_tab.click("target_basis", "No target time")
    open_tab.click("false_premise_verified", "No")
    open_tab.type("notes_1", "unheard")
    restart(open_tab)
    wait_for_answers(open_tab, target_basis="none", false_premise_verified="no", notes_1="unheard")
    check_nothing_elsewhere(open_tab)


def test_an_old_tab_never_takes_back_what_another_tab_answered_since(open_tab):
    open_tab.answer("target_basis", "2")
    second = ReviewTab(open_tab.page.context.new_page(), open_tab.server, open_tab.annotator)
    second.open(CASE)
    second.save_by("the change", lambda: second.click("target_basis", "No target time"))
    second.page.close()
    restart(open_tab)
    open_tab.wait_for_chosen("target_basis", ["No target time"])
    expect(open_tab.problem()).to_contain_text("was answered elsewhere meanwhile")
    wait_for_answers(open_tab, target_basis="none")
    check_nothing_elsewhere(open_tab)


def test_save_pressed_while_the_server_is_away_submits_no_other_case(open_tab):
    open_tab.answer("target_basis", "2")
    open_tab.server.kill()
    open_tab.press("Control+Enter", "y", "1", "Control+Enter")
    with open_tab.page.expect_websocket(timeout=60_000):
        open_tab.server.start()
    open_tab.click("false_premise_verified", "No")
    wait_for_answers(open_tab, target_basis="effective_year", false_premise_verified="no")
    assert open_tab.stored(CASE).state == "draft"
    check_nothing_elsewhere(open_tab)


def test_what_was_said_to_be_saved_is_there_after_kill_9(tab):
    losses = [loss for loss in find_lost_answers(tab, ROUNDS) if loss]
    assert not losses, "\n".join(losses)

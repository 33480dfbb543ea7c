"""A tab that loses its connection for a while, the server staying up; and a tab that has a twin."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.review_steps import ReviewTab, draft_whole_case, wait_until

pytestmark = pytest.mark.browser

CASE = "s01-a"
AWAY_MS = 2_000


class Line:
    """The tab's connection to the server, which a test may cut."""

    def __init__(self, page):
        self._is_cut = False
        self._ends = []
        page.route_web_socket(re.compile("/_stcore/stream"), self._connect)

    def _connect(self, tab_end):
        if self._is_cut:
            tab_end.close()
        else:
            self._ends = [tab_end, tab_end.connect_to_server()]

    def cut(self):
        self._is_cut = True
        for end in self._ends:
            end.close()

    def mend(self):
        self._is_cut = False


def check_saved_is_stored(tab, **answers):
    """All the answers arrive, and what the page says and shows is what the database holds."""
    wait_until(f"{answers} in the database", lambda: tab.stored(CASE).answers == answers)
    stored = tab.stored(CASE)
    wait_until(f"revision {stored.revision}", lambda: tab.revision() == stored.revision)
    tab.page.reload()
    tab.wait_for_case(CASE)
    assert tab.revision() == stored.revision


def test_a_connection_that_is_cut_for_two_seconds_loses_no_answer(tab, page):
    line = Line(page)
    tab.open(CASE)
    tab.answer("target_basis", "2")
    notes = tab.row("notes_1").locator("textarea")
    notes.focus()
    page.keyboard.type("typed before")
    line.cut()
    tab.press("y", "Control+Enter")
    page.wait_for_timeout(AWAY_MS)
    line.mend()
    expect(notes).to_be_enabled()
    expect(notes).to_have_value("typed before")
    tab.save_by("an answer", lambda: tab.click("false_premise_verified", "No"))
    notes.focus()
    page.keyboard.press("End")
    page.keyboard.type(", and after")
    tab.save_by("the notes", notes.blur)
    check_saved_is_stored(
        tab,
        target_basis="effective_year",
        false_premise_verified="no",
        notes_1="typed before, and after",
    )


def test_answers_given_while_the_line_hangs_for_two_seconds_arrive_in_order(tab, page):
    tab.open(CASE)
    tab.answer("target_basis", "2")
    page.context.set_offline(True)
    tab.click("target_basis", "In the question")
    tab.click("false_premise_verified", "Unsure")
    tab.click("target_basis", "No target time")
    tab.type("notes_1", "while it hung")
    page.wait_for_timeout(AWAY_MS)
    assert tab.revision() == 1, "the page says that something was saved over a dead line"
    page.context.set_offline(False)
    tab.save_by("an answer", lambda: tab.click("reference_valid", "Unsure"))
    check_saved_is_stored(
        tab,
        target_basis="none",
        false_premise_verified="unsure",
        reference_valid="unsure",
        notes_1="while it hung",
    )


@pytest.fixture
def twins(page, tab):
    """Two tabs of one person on one case."""
    tab.open(CASE)
    second = ReviewTab(page.context.new_page(), tab.server, tab.annotator)
    second.open(CASE)
    return tab, second


def test_an_answer_over_one_that_the_tab_has_not_seen_is_refused_and_that_one_shown(twins):
    first, second = twins
    second.answer("target_basis", "3")
    first.click("target_basis", "Effective year")
    expect(first.problem()).to_contain_text(
        "“Where does the target time come from?” was answered elsewhere meanwhile."
    )
    expect(first.problem().get_by_role("row")).to_have_text(
        ["MineEffective year", "TheirsNo target time"]
    )
    first.wait_for_chosen("target_basis", ["No target time"])
    assert first.stored(CASE).answers == {"target_basis": "none"}

    first.save_by("mine", first.page.get_by_role("button", name="Mine").click)
    first.wait_for_chosen("target_basis", ["Effective year"])
    expect(first.problem()).to_have_count(0)
    assert first.stored(CASE).answers == {"target_basis": "effective_year"}
    events = first.store.load_judgement_events(CASE, first.annotator)
    assert [(event.old, event.new) for event in events] == [
        (None, "none"),
        ("none", "effective_year"),
    ]


def test_twin_tabs_answering_different_questions_keep_all_of_it(twins):
    first, second = twins
    second.answer("target_basis", "3")
    first.save_by("no", lambda: first.click("false_premise_verified", "No"))
    first.wait_for_chosen("target_basis", ["No target time"])
    second.save_by("a note", lambda: second.type("notes_1", "from the second"))
    second.wait_for_chosen("false_premise_verified", ["No"])
    assert first.stored(CASE).answers == {
        "target_basis": "none",
        "false_premise_verified": "no",
        "notes_1": "from the second",
    }


def test_a_case_submitted_in_one_tab_takes_no_answer_from_the_other(tab, page):
    draft_whole_case(tab.store, CASE, tab.annotator)
    tab.open(CASE)
    second = ReviewTab(page.context.new_page(), tab.server, tab.annotator)
    second.open(CASE)
    second.save_and_next("s01-b")
    submitted = tab.stored(CASE)
    tab.click("target_basis", "In the question")
    expect(tab.problem()).to_contain_text("reopen it to change an answer")
    tab.wait_for_chosen("target_basis", ["No target time"])
    assert submitted.state == "submitted"
    assert tab.stored(CASE) == submitted

"""Whole cases, from their first question to their submission."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.review_steps import (
    ANNOTATOR,
    EVIDENCE_RETRIEVED,
    REFERENCE_RIGHT,
    RESPONSE_WRONG,
    WALK,
    ReviewTab,
)
from tests.review_db.case_lines import as_file, make_case

pytestmark = pytest.mark.browser

FRESHQA = Path(__file__).parents[1] / "data" / "freshqa_drift.jsonl"
REASON = ("The query named no year.", "So the search missed the new page: ünïcode, “quotes”, 5 < 7")


def type_lines(page, lines):
    for number, line in enumerate(lines):
        if number:
            page.keyboard.press("Enter")
        page.keyboard.type(line)


def test_a_case_walked_by_keyboard_and_saved_while_the_reason_is_typed_is_found_whole(tab, page):
    tab.open("s01-a")
    tab.walk(WALK)
    tab.move_to("override_labels")
    tab.save_by("the first label", lambda: tab.press("2"))
    tab.save_by("the second label", lambda: tab.press("4"))
    tab.move_to("override_reason")
    tab.press("Enter")
    type_lines(page, REASON)
    tab.press("Control+Enter")
    tab.wait_for_case("s01-b")

    stored = tab.stored("s01-a")
    assert stored.state == "submitted"
    assert stored.answers["override_reason"] == "\n".join(REASON)
    assert list(stored.labels) == stored.answers["override_labels"] == ["Retrieval", "Distraction"]
    assert tab.stored("s01-b").state == "not_started"

    page.go_back()
    tab.wait_for_case("s01-a")
    page.reload()
    tab.wait_for_case("s01-a")
    expect(tab.row("override_reason").locator("textarea")).to_have_value("\n".join(REASON))
    assert tab.chosen("target_basis") == ["Effective year"]
    assert tab.chosen("gold_pages", 0) == ["Supports"]
    assert tab.chosen("response_rule") == ["No special rule"]
    assert tab.chosen("gold_only_page_content_ok") == ["Yes"]
    assert tab.chosen("noise_correct") == ["No"]
    assert tab.chosen("override_labels") == ["Retrieval", "Distraction"]
    expect(page.get_by_role("button", name="Reopen")).to_be_visible()


def test_answers_made_moot_are_hidden_and_come_back_with_the_path(tab):
    tab.open("s01-a")
    tab.walk((*REFERENCE_RIGHT, *RESPONSE_WRONG, *EVIDENCE_RETRIEVED))
    tab.answer("gold_only_model_ok", "a")
    answered = tab.stored().answers

    tab.save_by("no", lambda: tab.click("reference_valid", "No"))
    expect(tab.row("evidence_retrieved")).to_have_count(0)
    expect(tab.row("gold_only_model_ok")).to_have_count(0)
    tab.answer("reference_issue", "3")
    tab.answer("verified_answer_status", "2")
    tab.add_evidence("https://a.example/page", "The office was never held by anyone.")
    for step in (4, 5):
        expect(tab.step(step)).to_contain_text("Not asked: reference-answer error")
    expect(tab.step(6)).to_contain_text("No label")

    tab.save_by("yes", lambda: tab.click("reference_valid", "Yes"))
    tab.wait_for_question("gold_only_correct")
    assert tab.chosen("evidence_retrieved") == ["Yes"]
    assert tab.chosen("gold_only_model_ok") == ["Yes"]
    kept = {name: tab.stored().answers[name] for name in answered}
    assert kept == answered


def test_a_case_without_queries_probes_or_verdict_is_reviewed_to_the_end(page, server):
    ReviewTab(page, server).store.import_file(FRESHQA, FRESHQA.name)
    tab = ReviewTab(page, server)
    page.goto(server.url("review"))
    page.wait_for_url("**/review?case=*")
    first = tab.case_id
    tab.wait_for_case(first)
    tab.walk([("target_basis", "2"), ("false_premise_verified", "n"), *REFERENCE_RIGHT[1:]])
    tab.walk(RESPONSE_WRONG)
    tab.answer("page_marks", "3")
    tab.answer("evidence_retrieved", "n")
    expect(tab.step(4)).to_contain_text("Were the queries adequate?not recorded")
    expect(tab.step(5)).to_contain_text("the post-retrieval side stays undetermined")
    expect(tab.step(6)).to_contain_text("undetermined")
    tab.move_to("override_labels")
    tab.save_by("the label", lambda: tab.press("2"))
    tab.move_to("override_reason")
    tab.press("Enter")
    page.keyboard.type("The page of that day was indexed.")
    tab.press("Control+Enter")
    page.wait_for_url(lambda url: url != server.url("review", case=first))

    stored = tab.stored(first)
    assert (stored.state, stored.labels) == ("submitted", ("Retrieval",))
    assert stored.answers["override_reason"] == "The page of that day was indexed."
    assert "queries_adequate" not in stored.answers


def test_text_pasted_for_a_page_is_shown_with_who_pasted_it(page, server):
    url = "https://a.example/page"
    tab = ReviewTab(page, server)
    tab.store.import_file(as_file(make_case("c1", retrieved_urls=[url])), "cases")
    tab.open("c1")
    page.get_by_text("Add a page's text by hand").click()
    # The only page is chosen already.
    page.get_by_text("Keep the text").click()
    expect(tab.problem()).to_contain_text("There is no text to keep")
    page.get_by_role("textbox", name="Its text").fill("What the page says. <b>No more.</b>")
    page.get_by_text("Keep the text").click()
    expect(page.locator(".trek.kept")).to_contain_text("Kept, 35 characters of https://a.example")
    expect(page.locator(".trek li.page")).to_contain_text(f"pasted by {ANNOTATOR}")
    expect(page.locator(".trek li.page pre")).to_have_text("What the page says. <b>No more.</b>")
    expect(page.get_by_text("Add a page's text by hand")).to_have_count(0)
    (kept,) = tab.store.load_documents(url)
    assert (kept.added_by, kept.origin) == (ANNOTATOR, "pasted")


def test_a_text_pasted_wrongly_is_corrected_and_both_are_kept(page, server):
    url = "https://a.example/page"
    tab = ReviewTab(page, server)
    tab.store.import_file(as_file(make_case("c1", retrieved_urls=[url])), "cases")
    tab.store.paste_page(url, "Half of", "Bo")
    tab.open("c1")
    page.get_by_text("Correct a page's pasted text").click()
    text = page.get_by_role("textbox", name="Its text")
    expect(text).to_have_value("Half of")
    text.fill("Half of it, and the rest.")
    page.get_by_text("Keep the text").click()
    expect(page.locator(".trek li.page pre")).to_have_text("Half of it, and the rest.")
    expect(page.locator(".trek li.page")).to_contain_text(f"pasted by {ANNOTATOR}")
    kept = [(each.added_by, each.text) for each in tab.store.load_documents(url)]
    assert kept == [("Bo", "Half of"), (ANNOTATOR, "Half of it, and the rest.")]


def test_pages_without_text_say_why_where_they_are_listed(page, server):
    gold = "https://gold.example/page"
    case = make_case(
        "c1", gold_urls=[gold], documents=[{"url": gold, "text": None, "status": "not_found"}]
    )
    tab = ReviewTab(page, server)
    tab.store.import_file(as_file(case), "cases")
    page.set_viewport_size({"width": 390, "height": 1200})
    tab.open("c1")
    # Where the checklist stands below the evidence, a case opens at its question all the same.
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop") == 0
    expect(page.locator("[data-step='1']")).to_contain_text("no text: not found")
    below = page.locator("[data-step='1'] >> xpath=following::details[1]")
    expect(below).to_contain_text("Add a page's text by hand")


def test_a_finding_on_another_case_is_taken_at_one_press_and_undone_at_another(tab, page):
    tab.open("s07-c")
    page.get_by_role("button", name="Take these answers").click()
    tab.wait_for_chosen("reference_valid", ["No"])
    tab.wait_for_chosen("reference_issue", ["Answer changed"])
    expect(page.get_by_role("button", name="Take these answers")).to_have_count(0)
    assert tab.stored("s07-c").state == "draft"
    page.get_by_role("button", name="History").click()
    origin = "(from case s07-a, judged by Sample Ada, Sample Ben)"
    expect(page.get_by_role("dialog")).to_contain_text(f"Answer changed {origin}")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    tab.press("z")
    expect(page.get_by_role("button", name="Take these answers")).to_be_visible()
    assert tab.stored("s07-c").answers == {}

"""A case every text of which is written to be taken for markup, reviewed from end to end."""

import io
import json
from typing import Any

import pytest
from playwright.sync_api import expect

from review_db.sample import find_sample_file
from tests.browser.review_steps import WALK, ReviewTab

pytestmark = pytest.mark.browser

HOSTILE = (
    "<script>window.__pwned=1</script> ![x](http://evil.example/x.png) $\\frac{1}{2}$ :red[red] "
    "<img src=x onerror=window.__pwned=1> [link](http://evil.example) :material/home: **b** `c`"
)
ANNOTATOR = f"Eve {HOSTILE}"[:80]
URLS = {
    "https://www.lowmere-city.example/council/mayor": f"https://gold.example/{HOSTILE}",
    "http://lowmere-city.example/council/mayor/": f"https://gold.example/{HOSTILE}",
    "https://whos-who-daily.test/lowmere/mayor": "https://a.example/<script>window.__pwned=1",
    "https://www.lowmere-city.example/archive/2024/meet-the-mayor": "javascript:window.__pwned=1",
}
KEPT = (
    "schema",
    "verdict",
    "kind",
    "policy",
    "judgements",
    "labels",
    "grounds",
    "complete",
    "missing",
)
"""Parts whose values the format fixes; everything else in a record is somebody's text."""
NOT_SHOWN = ("question_id", "fetched_at", "provenance")
"""Parts that Review has no place for."""


def make_hostile(part: str, value: Any) -> Any:
    """The value with every text in it replaced by one that says which it is, and attacks."""
    if part in KEPT or value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, dict):
        return {name: make_hostile(name, each) for name, each in value.items()}
    if isinstance(value, list):
        return [make_hostile(part, each) for each in value]
    return URLS.get(value, f"{part}: {HOSTILE}")


def list_texts(part: str, value: Any) -> set[str]:
    """Every text of a record that Review shows."""
    if part in (*KEPT, *NOT_SHOWN):
        return set()
    if isinstance(value, dict):
        return set().union(*(list_texts(name, each) for name, each in value.items()))
    if isinstance(value, list):
        return set().union(*(list_texts(part, each) for each in value))
    return {value} if isinstance(value, str) else set()


@pytest.fixture
def line():
    """A case of the sample with every text replaced."""
    first = find_sample_file().read_text("utf-8").splitlines()[0]
    hostile = make_hostile("", json.loads(first))
    del hostile["judgements"]
    hostile["documents"][-1]["text"] = None  # its status is shown instead
    return hostile


def check_harmless(page):
    """Nothing ran, and nothing was made of the text but text."""
    assert page.evaluate("window.__pwned") is None
    made = "[src*=evil], a[href^=javascript], .katex, [onerror]"
    found = page.locator(made).evaluate_all("all => all.map((each) => each.outerHTML)")
    assert found == []
    # A link to another page of ours may carry the text, encoded, as the name of a case.
    hosts = page.evaluate("[...document.links].map((link) => link.hostname)")
    assert [host for host in hosts if "evil" in host] == []
    assert page.locator("main script, main img[src=x]").count() == 0


def check_shown(page, texts):
    """Each text is on the page, letter by letter."""
    page.locator("details").evaluate_all("all => all.forEach((each) => { each.open = true })")
    shown = page.locator("[data-testid=stMain]").inner_text()
    assert [text for text in sorted(texts) if text not in shown] == []


def test_hostile_text_is_shown_as_written_from_the_first_question_to_the_export(
    page, store, server, line
):
    report = store.import_file(io.BytesIO(json.dumps(line).encode()), "hostile.jsonl")
    assert report.added == 1
    tab = ReviewTab(page, server, ANNOTATOR)
    tab.open(line["case_id"])
    check_shown(page, {*list_texts("", line), ANNOTATOR})
    check_harmless(page)

    tab.add_evidence(f"https://page.example/{HOSTILE}", HOSTILE)
    tab.save_by("notes", lambda: tab.type("notes_1", HOSTILE))
    tab.walk(WALK)
    tab.move_to("override_labels")
    tab.save_by("a label", lambda: tab.press("2"))
    tab.save_by("the reason", lambda: tab.type("override_reason", HOSTILE))
    check_shown(page, {f"“{HOSTILE}”", *list_texts("", line)})
    check_harmless(page)
    page.locator("[data-testid=stMain] [data-testid=stPopoverButton]").first.click()
    check_harmless(page)
    page.keyboard.press("Escape")

    page.get_by_role("button", name="Save and next").click()
    expect(tab.problem()).to_contain_text("All done")
    stored = tab.stored(line["case_id"])
    assert (stored.state, stored.answers["override_reason"]) == ("submitted", HOSTILE)
    check_harmless(page)

    for name, heading in (
        ("cases", "Cases"),
        ("agreement", "Agreement"),
        ("export", "Export"),
    ):
        page.goto(server.url(name))
        expect(page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
        page.wait_for_load_state("networkidle")
        check_harmless(page)
    page.get_by_role("link", name="Start", exact=True).click()
    expect(page.get_by_role("heading", name="TrekTrace Review")).to_be_visible()
    check_harmless(page)


def test_a_hostile_name_is_asked_for_kept_and_shown_as_written(page, store, server, line):
    store.import_file(io.BytesIO(json.dumps(line).encode()), "hostile.jsonl")
    page.goto(server.url("review", case=line["case_id"]))
    page.get_by_label("Your name").fill(ANNOTATOR)
    page.get_by_role("button", name="Start reviewing").click()
    tab = ReviewTab(page, server, None)
    tab.wait_for_case(line["case_id"])
    page.reload()
    tab.wait_for_case(line["case_id"])
    expect(page.get_by_text(ANNOTATOR, exact=True)).to_be_visible()
    assert store.load_annotators() == [ANNOTATOR]
    check_harmless(page)

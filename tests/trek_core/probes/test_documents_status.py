"""Whether a page that came was the page: error pages come out of extractors as ordinary text."""

from pathlib import Path
from typing import get_args

import pytest

from trek_core.probes.page_status import DocumentStatus, judge_text

ARTICLE = "The council met on Tuesday and chose a new mayor after a short debate. " * 4

NOT_FOUND = [
    ("404 Not Found", "nginx"),
    ("Not Found", "The requested URL was not found on this server."),
    ("Page not found", "Try the search, or go back to the home page. " * 10),
    ("Oops", "We can’t seem to find the page you’re looking for."),
    ("Oops", "Sorry, the page you requested could not be displayed."),
    ("Sorry", "This page isn't available right now. The link may be broken."),
    ("Gone", "The article you want is gone: this page is no longer available."),
    ("Site", "The page you were looking for could not be found."),
    ("Site", "The page cannot be found\n\nThe page may have been removed."),
    ("Site", "Error 404: there is nothing here"),
    ("Seite nicht gefunden", "Zur Startseite"),
    ("页面不存在", "返回首页"),
]
BLOCKED = [
    ("Just a moment...", "example.org"),
    ("example.org", "Verify you are human by completing the action below."),
    ("Attention Required! | Cloudflare", "Please complete the security check."),
    ("Robot check", "Enter the CAPTCHA characters shown below to go on."),
    (None, "Our systems have detected unusual traffic from your computer network."),
    (None, "Are you a robot? Tick the box."),
    ("Access Denied", "You don't have permission to access this server. Reference #18"),
    (None, "Access to this page has been denied because we believe you use automation tools."),
    ("Pardon Our Interruption", "As you were browsing something made us think you are a bot."),
    (None, "You need to enable JavaScript to run this app."),
    (None, "JavaScript is not available. We’ve detected that JavaScript is disabled."),
    (None, "This site requires JavaScript."),
    ("Before you continue to Example", "We use cookies and data to deliver our services."),
    (None, "We value your privacy\nWe and our partners store information. Accept all"),
    (None, "Please enable cookies and reload the page."),
    (None, "Log in to continue reading. Forgot your password?"),
    (None, "Subscribe to read this story. Already a member?"),
]
CONTENT = [
    ("The new mayor", ARTICLE),
    ("Paris", "Paris is the capital of France."),
    ("HTTP 404", "HTTP 404 is the status for a page that is not found. " * 40),
    ("CAPTCHA", "A CAPTCHA tells people and programs apart; its history is long. " * 40),
    ("Cookies", ARTICLE * 3 + "We value your privacy. Accept all cookies."),
    ("Report", ARTICLE * 3 + "Please enable JavaScript to see the comments."),
    ("Mayor", "No survivors were found after the storm. " + ARTICLE),
    ("Boundaries", "Route 404 was closed; 403 people signed in to the meeting. " + ARTICLE),
    ("Manager", "She was denied a second term; the request was withdrawn. " + ARTICLE),
]


def status_of(title, text, has_scripts=False):
    found = judge_text(text, title, has_scripts)
    return "ok" if found is None else found.status


@pytest.mark.parametrize("has_scripts", [True, False])
@pytest.mark.parametrize(("title", "text"), NOT_FOUND)
def test_a_page_that_says_it_does_not_exist_is_not_found(title, text, has_scripts):
    assert status_of(title, text, has_scripts) == "not_found"


@pytest.mark.parametrize("has_scripts", [True, False])
@pytest.mark.parametrize(("title", "text"), BLOCKED)
def test_a_notice_in_place_of_the_page_is_blocked(title, text, has_scripts):
    assert status_of(title, text, has_scripts) == "blocked"


@pytest.mark.parametrize(("title", "text"), CONTENT)
def test_a_page_that_only_speaks_of_such_things_is_taken(title, text):
    assert status_of(title, text) == "ok"


@pytest.mark.parametrize("text", ["", " \n"])
def test_a_page_without_text_is_blocked_where_scripts_would_fill_it(text):
    assert status_of("App", text, has_scripts=True) == "blocked"
    assert status_of("Scan", text) == "not_text"


def test_hardly_any_text_is_taken_only_from_a_page_without_scripts():
    assert status_of("App", "x" * 199, has_scripts=True) == "blocked"
    assert status_of("App", "x" * 200, has_scripts=True) == "ok"
    assert status_of("Note", "42") == "ok"


def test_a_notice_counts_up_to_its_length_and_no_further():
    wall = "Please enable cookies. "
    assert status_of(None, wall + "x" * (800 - len(wall))) == "blocked"
    assert status_of(None, wall + "x" * (801 - len(wall))) == "ok"
    lost = "Page not found. "
    assert status_of(None, lost + "x" * (1500 - len(lost))) == "not_found"
    assert status_of(None, lost + "x" * (1501 - len(lost))) == "ok"


def test_the_guide_names_every_status_once():
    guide = (Path(__file__).resolve().parents[3] / "docs" / "probes.md").read_text("utf-8")
    table = guide.partition("| status | the page |")[2].partition("\n\n")[0]
    named = [row.split("`")[1] for row in table.splitlines() if "`" in row]
    assert named == list(get_args(DocumentStatus))

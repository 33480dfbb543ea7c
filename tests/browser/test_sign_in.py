"""Signing in with a real browser: the cookie, the reload, the way out, and addresses typed in."""

import pytest
from playwright.sync_api import expect

from pages.parts.session_cookie import COOKIE, HEADER, PATH
from review_db.store import OWNER, RoundPlan
from tests.browser.review_steps import download
from tests.pages.conftest import import_lines, make_line

pytestmark = pytest.mark.browser

PASSWORD = "a long password"


@pytest.fixture
def shared(store):
    """A server that people sign in to: Lea leads, Ada annotates."""
    import_lines(store, make_line("a"), make_line("b"))
    for name, roles in (("Lea", ["lead", "admin"]), ("Ada", ["annotator"])):
        store.add_annotator(name)
        store.set_roles(name, roles, by=OWNER)
        store.set_password(name, PASSWORD, by=OWNER)
    store.create_round(RoundPlan("pilot", ["a", "b"], ("Ada",)), by="Lea")
    store.set_access_mode("users", by=OWNER)
    return store


def sign_in(page, name):
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    with page.expect_response(lambda response: response.url.endswith(PATH)) as given:
        page.get_by_role("button", name="Sign in", exact=True).click()
    assert given.value.status == 204
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def session_cookie(page):
    return next(each for each in page.context.cookies() if each["name"] == COOKIE)


@pytest.mark.usefixtures("shared")
def test_a_reload_finds_the_session_by_a_cookie_that_no_script_can_read(server, page):
    page.goto(server.url("cases"))
    sign_in(page, "Ada")
    cookie = session_cookie(page)
    assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Strict")
    assert page.evaluate("document.cookie").find(COOKIE) == -1
    page.reload()
    expect(page.get_by_role("heading", name="Cases")).to_be_visible()
    expect(page.get_by_text("Ada", exact=True)).to_be_visible()


@pytest.mark.usefixtures("shared")
def test_a_lead_downloads_what_the_address_alone_does_not_open(server, page):
    page.goto(server.url("export"))
    sign_in(page, "Lea")
    with page.expect_response(lambda response: "/media/" in response.url) as given:
        assert download(page, "Download").path().stat().st_size
    address = given.value.url
    assert page.request.get(address).status == 200
    page.context.clear_cookies()
    assert page.request.get(address).status == 403


@pytest.mark.usefixtures("shared")
def test_signing_out_makes_the_cookie_worthless(server, page):
    page.goto(server.url("cases"))
    sign_in(page, "Ada")
    kept = session_cookie(page)
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    page.context.add_cookies([kept])
    page.reload()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


@pytest.mark.usefixtures("shared")
def test_a_name_in_a_cookie_opens_nothing(server, page):
    url = server.url()
    page.context.add_cookies(
        [{"name": name, "value": "Lea", "url": url} for name in ("trek_annotator", COOKIE)]
    )
    for address in ("", "cases", "rounds", "review", "export"):
        page.goto(server.url(address))
        expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


@pytest.mark.usefixtures("shared")
def test_a_ticket_that_nobody_left_gives_no_cookie(server, page):
    page.goto(server.url())
    answer = page.request.post(server.url(PATH[1:]), data="made-up", headers={HEADER: "1"})
    assert answer.status == 403
    assert page.request.post(server.url(PATH[1:]), data="made-up").status == 403


def test_an_annotator_who_types_a_leads_addresses_gets_a_refusal(server, shared, page):
    page.goto(server.url("cases"))
    sign_in(page, "Ada")
    expect(page.get_by_role("link", name="Rounds")).to_have_count(0)
    for address in ("rounds", "rounds?round=pilot", "rounds?new=1", "export", "agreement"):
        page.goto(server.url(address))
        expect(page.get_by_text("Ada may not open this page: it needs the role")).to_be_visible()
    assert shared.load_round("pilot").state == "open"


def test_a_lead_closes_a_round_and_reads_what_to_quote(server, shared, page):
    page.goto(server.url("rounds", round="pilot"))
    sign_in(page, "Lea")
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Close the round").click()
    expect(page.get_by_text("by Lea: quote these.")).to_be_visible()
    assert shared.load_round_events("pilot")[-1].by == "Lea"

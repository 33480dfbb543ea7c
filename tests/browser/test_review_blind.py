"""What a blind reviewer's browser is sent does not depend on any grade."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.review_steps import REFERENCE_RIGHT, ReviewTab
from tests.browser.round_steps import draft, make_round, make_whole_case

pytestmark = pytest.mark.browser

ROUND = "pilot"
RIGHT, WRONG = "case-1", "case-2"
_IDS = re.compile(rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|[0-9a-f]{16,64}|\d\d:\d\d:\d\d")
_STRING = re.compile(rb"[\x20-\x7e\xc2-\xf4\x80-\xbf]{4,}")


class Received:
    """Everything that a tab gets from the server: frames of its websocket and HTTP bodies."""

    def __init__(self, page):
        self._frames: list[bytes] = []
        self._responses = []
        page.on("websocket", lambda line: line.on("framereceived", self._take))
        page.on("response", lambda each: self._responses.append(each.url))

    def _take(self, frame):
        self._frames.append(frame.encode() if isinstance(frame, str) else frame)

    def raw(self) -> bytes:
        return b"\n".join(self._frames)

    def addresses(self) -> set[str]:
        addresses = {re.sub(r"case-\d", "case", each) for each in self._responses}
        return {each for each in addresses if not each.startswith("blob:")}

    def texts(self, *names: bytes) -> set[bytes]:
        """Every text in the frames, without what differs from session to session."""
        raw = self.raw()
        for name in names:
            raw = raw.replace(name, b"case")
        return set(_STRING.findall(_IDS.sub(b"id", raw)))


@pytest.fixture
def blind_round(store):
    """Two cases that differ in nothing but a grade, and what followed from it."""
    cases = [
        make_whole_case("case-0"),  # so that each of the two has a case on either side
        make_whole_case(RIGHT),
        make_whole_case(WRONG, gold_only=False),
        make_whole_case("case-3"),
    ]
    make_round(store, ROUND, cases, ("Ada",))
    return store


def look(page, server, case_id):
    """Open a case and answer two of its questions; what the browser got meanwhile."""
    received = Received(page)
    tab = ReviewTab(page, server, "Ada")
    tab.open(case_id, ROUND)
    tab.walk(REFERENCE_RIGHT)
    page.wait_for_timeout(1_000)
    return received


@pytest.mark.usefixtures("blind_round")
def test_two_cases_that_differ_in_a_grade_send_the_same_bytes(page, server):
    right = look(page, server, RIGHT)
    wrong = look(page.context.new_page(), server, WRONG)
    assert len(right.raw()) > 10_000, "no frames were recorded"
    assert right.addresses() == wrong.addresses()
    assert right.texts(RIGHT.encode()) ^ wrong.texts(WRONG.encode()) == set()
    for received in (right, wrong):
        assert b"Gold-only probe" in received.raw()
        assert b"It is not." not in received.raw()
        assert b"Judge&#39;s grade" not in received.raw()


def test_the_noise_probe_comes_only_after_ones_own_gold_only_grade(page, server, blind_round):
    received = Received(page)
    tab = ReviewTab(page, server, "Ada")
    tab.open(RIGHT, ROUND)
    draft(blind_round, ROUND, RIGHT, "Ada", gold_only_correct="unsure")
    tab.open(RIGHT, ROUND)
    assert b"Gold-plus-noise probe" not in received.raw()
    tab.save_by("the own grade", lambda: tab.click("gold_only_correct", "Yes"))
    expect(page.locator(".st-key-evidence")).to_contain_text("Gold-plus-noise probe")
    assert b"Judge&#39;s grade" not in received.raw()


@pytest.mark.usefixtures("blind_round")
def test_a_case_that_is_blind_in_one_round_is_not_opened_in_another(page, server):
    received = Received(page)
    ReviewTab(page, server, "Ada")
    page.goto(server.url("review", case=RIGHT))
    expect(page.get_by_text("You judge this case blind")).to_be_visible()
    assert b"Lund" not in received.raw()
    page.goto(server.url("adjudicate", case=RIGHT, round=ROUND))
    expect(page.get_by_text("You judge this case blind yourself")).to_be_visible()
    assert b"Lund" not in received.raw()

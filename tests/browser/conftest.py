"""A real server process on a fresh database and a real Chromium, for each test that asks."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from review_db.sample import ensure_sample
from review_db.store import ReviewStore
from tests.browser.chromium import running_chromium
from tests.browser.review_steps import ReviewTab
from tests.server import Server

SCREEN = {"width": 1440, "height": 900}
HERE = {"localhost", "127.0.0.1"}
PATIENCE_MS = 30_000

# A click that is on its way while its target moves lands elsewhere, on a busy machine above all.
_NO_MOTION = """
  const still = new CSSStyleSheet()
  still.replaceSync("* { animation: none !important; transition: none !important }")
  document.adoptedStyleSheets.push(still)
  const animate = Element.prototype.animate
  Element.prototype.animate = function (frames, how) {
    return animate.call(this, frames, { ...how, duration: 0 })
  }
"""

_numbers = count(1)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Where this test's database is."""
    return tmp_path / "reviews.db"


@pytest.fixture
def store(database: Path) -> ReviewStore:
    """The store on the database that the server reads."""
    return ReviewStore(database)


@pytest.fixture
def server(database: Path) -> Iterator[Server]:
    """The running app."""
    running = Server(database)
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def sample_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app on the sample project, shared by a module whose tests keep to cases of their own."""
    running = Server(tmp_path_factory.mktemp("sample") / "sample.db")
    ensure_sample(running.database)
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def context() -> Iterator[BrowserContext]:
    """One Chromium for all tests of a module.

    It ends with them: until then Playwright keeps its event loop running in this thread, where
    no other test could run one of its own. An empty tab keeps the process that draws the app's
    pages, and what it has compiled of their scripts, from one test to the next.
    """
    with running_chromium() as chromium:
        context = chromium.new_context(viewport=SCREEN)
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(_NO_MOTION)
        expect.set_options(timeout=PATIENCE_MS)
        keeper = context.new_page()
        keeper.route("**/*", lambda route: route.fulfill(body=""))
        keeper.goto("http://localhost/")
        yield context


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A tab of its own, without cookies; `page.context.new_page()` opens a second one.

    The test fails when a tab asks another machine for anything, or when a script on it fails.
    """
    asked: list[str] = []
    faults: list[str] = []
    heard: dict[str, Callable[[Any], object]] = {
        "request": lambda request: asked.append(request.url),
        "weberror": lambda fault: faults.append(str(fault.error)),
        "page": lambda tab: tab.on("websocket", lambda line: asked.append(line.url)),
    }
    for event, hear in heard.items():
        context.on(event, hear)
    yield context.new_page()
    for tab in context.pages[1:]:
        tab.close()
    for event, hear in heard.items():
        context.remove_listener(event, hear)
    context.set_offline(False)
    context.clear_cookies()
    assert asked, "the test opened no page"
    assert [url for url in asked if not _is_here(url)] == []
    assert faults == []


@pytest.fixture
def tab(page: Page, sample_server: Server) -> ReviewTab:
    """A tab on Review of the sample project, for an annotator who has answered nothing yet."""
    return ReviewTab(page, sample_server, f"Reviewer {next(_numbers)}")


def _is_here(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme in ("data", "blob") or parts.hostname in HERE

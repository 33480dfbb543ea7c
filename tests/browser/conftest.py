"""A real server process on a fresh database and a real Chromium, for each test that asks."""

import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from review_db.store import ReviewStore
from tests.running_app import Server

CHROMIUM = os.environ.get("TREK_CHROMIUM", "/usr/bin/chromium")
# Most of these keep Chromium itself from calling home: every request seen is the page's.
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SCREEN = {"width": 1440, "height": 900}
HERE = {"localhost", "127.0.0.1"}
PATIENCE_MS = 15_000


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


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A tab of its own, without cookies; `page.context.new_page()` opens a second one.

    The test fails when a tab asks another machine for anything, or when a script on it fails.
    """
    context = browser.new_context(viewport=SCREEN)
    context.set_default_timeout(PATIENCE_MS)
    asked: list[str] = []
    faults: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    context.on("weberror", lambda fault: faults.append(str(fault.error)))
    context.on(
        "page", lambda tab: tab.on("websocket", lambda connection: asked.append(connection.url))
    )
    yield context.new_page()
    context.close()
    assert asked, "the test opened no page"
    assert [url for url in asked if not _is_here(url)] == []
    assert faults == []


def _is_here(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme in ("data", "blob") or parts.hostname in HERE

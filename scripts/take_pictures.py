"""Take the README's pictures of the app on the sample project: `make pictures`."""

import tempfile
from pathlib import Path

from playwright.sync_api import Page

from review_db.sample import ensure_sample
from tests.browser.chromium import running_chromium
from tests.running_app import CHECKOUT, running_app

PICTURES = CHECKOUT / "docs" / "pictures"
SCREEN = {"width": 1440, "height": 900}
REVIEWED = "s04-b"


def main() -> None:
    """Write one picture a page into docs/pictures."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "sample.db"
        ensure_sample(database)
        with running_app(database) as address, running_chromium() as chromium:
            page = chromium.new_page(viewport=SCREEN)
            host = {"domain": "127.0.0.1", "path": "/"}
            page.context.add_cookies([{"name": "trek_annotator", "value": "Sample%20Ben", **host}])
            page.goto(f"{address}/agreement")
            page.get_by_role("radio", name="LaTeX").wait_for()
            _take(page, "agreement")
            page.goto(f"{address}/review?case={REVIEWED}")
            page.get_by_role("button", name="Reopen").click()
            page.get_by_role("button", name="Save and next").wait_for()
            _take(page, "review")


def _take(page: Page, name: str) -> None:
    page.wait_for_timeout(3_000)  # charts draw after their place is there
    page.screenshot(path=PICTURES / f"{name}.png")


if __name__ == "__main__":
    main()

"""The Chromium that tests drive."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

CHROMIUM = os.environ.get("TREK_CHROMIUM", "/usr/bin/chromium")
# The last `--disable-features` counts, so this one names again what Playwright's own turns off to
# keep a page from being held back or a network from being asked. The pop-ups of the address bar are
# pages of their own: without a window they took a third of a page's load.
_FEATURES_OFF = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "PaintHolding", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "OptimizationHints", "MediaRouter",
    "NetworkTimeServiceQuerying", "PreconnectToSearch",
)  # fmt: skip
# Most of these keep Chromium itself from calling home: every request seen is the page's.
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(_FEATURES_OFF)}",
    # A tab after the first finds the app's scripts compiled: half of a page's load.
    "--process-per-site",
]


@contextmanager
def running_chromium() -> Iterator[Browser]:
    """A Chromium without a window, until the block ends."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        yield chromium
        chromium.close()

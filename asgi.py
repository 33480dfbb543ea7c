"""The app as it is served: `app.py` behind a content security policy, files for the signed in.

`streamlit run app.py` shows the same pages without either.
"""

import asyncio
import gc
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.runtime.pages_manager import PagesManager

from pages.parts.media_access import MediaAccess
from pages.parts.session_cookie import ROUTES

# pages/ is our package. Streamlit takes a folder of that name for pages of its older kind
# until st.navigation has run once, and shows a blank page to a deep link that comes first.
PagesManager.uses_pages_directory = False

# Case text is anybody's: whatever slips past escaping may not load from, send to or be
# framed by another site. blob: and wasm are what Streamlit's own front end needs.
CONTENT_SECURITY_POLICY = {
    "default-src": "'self'",
    "img-src": "'self' data: blob:",
    "font-src": "'self' data:",
    "style-src": "'self' 'unsafe-inline'",
    "script-src": "'self' 'wasm-unsafe-eval' blob:",
    "connect-src": "'self'",
    "worker-src": "'self' blob:",
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
    "object-src": "'none'",
    "form-action": "'self'",
}
SECURITY_HEADERS = {
    "Content-Security-Policy": "; ".join(
        f"{directive} {sources}" for directive, sources in CONTENT_SECURITY_POLICY.items()
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class SecurityHeaders:
    """Puts SECURITY_HEADERS on every HTTP response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or pass a WebSocket through as it is."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(SECURITY_HEADERS)
            await send(message)

        await self.app(scope, receive, send_with_headers)


@asynccontextmanager
async def warm_start(_app: st.App) -> AsyncGenerator[None, None]:
    """Load what the pages need beside the first requests, which do not wait for it."""
    loading = asyncio.get_running_loop().run_in_executor(None, _load_and_freeze)
    yield
    await loading


def _load_and_freeze() -> None:
    """Import the heavy libraries, then exempt them from garbage collection.

    Collections were most of what a click waited for; frozen modules make the rest cheap
    (`runner.postScriptGC` in .streamlit/config.toml is the other half).
    """
    import altair  # noqa: F401 - loaded for the pages
    import pandas as pd  # noqa: F401
    import statsmodels.stats.inter_rater
    import statsmodels.stats.proportion  # noqa: F401

    gc.collect()
    gc.freeze()


app = st.App(
    Path(__file__).with_name("app.py"),
    lifespan=warm_start,
    middleware=[Middleware(SecurityHeaders), Middleware(MediaAccess)],
    routes=ROUTES,
)

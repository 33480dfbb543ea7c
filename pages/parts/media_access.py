"""Files that a page offers, only for whoever is signed in: their addresses alone open nothing.

Streamlit keeps each download under an address that cannot be guessed, and asks nobody who they are.
"""

from collections.abc import Mapping

from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from pages.parts.session_cookie import COOKIE
from pages.parts.sign_in import do_people_sign_in, has_provider
from pages.parts.store import current_store
from trek_core.errors import TrekError

_MEDIA = "/media/"
_PROVIDERS_COOKIE = "_streamlit_user"
"""What Streamlit gives whom an OpenID Connect provider vouches for."""


class MediaAccess:
    """Answers a request for a file only where the browser is signed in, if people sign in."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or refuse it."""
        if scope["type"] == "http" and scope["path"].startswith(_MEDIA):
            cookies = HTTPConnection(scope).cookies
            if not await run_in_threadpool(_may_fetch, cookies):
                refusal = PlainTextResponse("Sign in, then download it again.", status_code=403)
                await refusal(scope, receive, send)
                return
        await self.app(scope, receive, send)


def _may_fetch(cookies: Mapping[str, str]) -> bool:
    try:
        if not do_people_sign_in():
            return True
        token = cookies.get(COOKIE)
        if token and current_store().find_session(token):
            return True
    except TrekError:
        return False
    return has_provider() and _PROVIDERS_COOKIE in cookies

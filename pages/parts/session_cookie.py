"""The sign-in cookie, which no script on a page can read.

A page cannot set such a cookie: only an HTTP response can. So a sign-in leaves a ticket here, good
once and for a minute, and the browser changes it for the cookie in a request of its own.
"""

import secrets
import time

import streamlit as st
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

COOKIE = "trek_session"
TICKET = "session-ticket"
"""Where a browser's session keeps its ticket."""

PATH = "/sign-in/cookie"
HEADER = "x-trek-sign-in"
"""Another site cannot send it along, so it cannot sign somebody in here as somebody else."""

_TICKET_SECONDS = 60
_LONGEST_TICKET = 100
_tickets: dict[str, tuple[str, float]] = {}

_exchange = st.components.v2.component(
    "trek_session",
    html="<span hidden></span>",
    js=f"""export default function ({{ data }}) {{
  if (!data.ticket || window.trekTicket === data.ticket) return
  window.trekTicket = data.ticket
  fetch("{PATH}", {{ method: "POST", body: data.ticket, headers: {{ "{HEADER}": "1" }} }})
}}""",
)


def leave_ticket(token: str) -> str:
    """Let who holds the ticket that is returned fetch `token` as a cookie, once."""
    now = time.monotonic()
    for old in [each for each, (_, ends) in _tickets.items() if ends < now]:
        _tickets.pop(old, None)
    ticket = secrets.token_urlsafe(32)
    _tickets[ticket] = (token, now + _TICKET_SECONDS)
    return ticket


def render_exchange() -> None:
    """Let the browser fetch its cookie; shows nothing."""
    _exchange(key="session-cookie", data={"ticket": st.session_state.get(TICKET, "")})


async def _give_cookie(request: Request) -> Response:
    if HEADER not in request.headers:
        return Response(status_code=403)
    ticket = b""
    async for part in request.stream():
        ticket += part
        if len(ticket) > _LONGEST_TICKET:
            return Response(status_code=413)
    token, ends = _tickets.pop(ticket.decode("ascii", "replace"), ("", 0.0))
    if ends < time.monotonic():
        return Response(status_code=403)
    response = Response(status_code=204, headers={"Cache-Control": "no-store"})
    # Without max-age it ends with the browser; its session ends by itself before that.
    response.set_cookie(
        COOKIE, token, httponly=True, samesite="strict", secure=request.url.scheme == "https"
    )
    return response


ROUTES = [Route(PATH, _give_cookie, methods=["POST"])]
"""What the served app answers beside its pages."""

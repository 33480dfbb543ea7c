"""The small scripts that run in the browser: the cookie, the keys, links, and the sign of use."""

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

from pages.parts.settling import learn_base

_HERE = Path(__file__).parent
_SESSION = "keys-session"

_remember = st.components.v2.component(
    "trek_cookie", html="<span hidden></span>", js=(_HERE / "cookie.js").read_text("utf-8")
)
_listen = st.components.v2.component(
    "trek_keys", html="<span hidden></span>", js=(_HERE / "keys.js").read_text("utf-8")
)
_follow = st.components.v2.component(
    "trek_links", html="<span hidden></span>", js=(_HERE / "links.js").read_text("utf-8")
)
_watch = st.components.v2.component(
    "trek_alive", html="<span hidden></span>", js=(_HERE / "alive.js").read_text("utf-8")
)


def remember_annotator(cookie: str, name: str) -> None:
    """Keep `name` in a cookie of this browser; an empty name removes it."""
    _remember(key="cookie", data={"cookie": cookie, "name": name})


def listen_for_keys(data: dict[str, Any]) -> None:
    """Let keys click the controls named in `data` (see keys.js for its shape)."""
    session = st.session_state.setdefault(_SESSION, secrets.token_hex(8))
    _listen(key="keys", data=data | {"session": session}, on_shown_change=_take_shown)


def follow_links(shown: str) -> None:
    """Let links within the page work without a reload, and bring what is newly shown into sight."""
    _follow(key="links", data={"shown": shown})


def watch_use(key: str, every_seconds: int, then: Callable[[], None]) -> None:
    """Call `then` every so often while somebody uses the page."""
    _watch(key=key, data={"every": every_seconds * 1000}, on_alive_change=then)


def _take_shown() -> None:
    shown = st.session_state["keys"]["shown"]
    learn_base(str(shown["case"]), int(shown["revision"]))

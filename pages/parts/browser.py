"""The two small scripts that run in the browser: the cookie and the keys."""

from pathlib import Path
from typing import Any

import streamlit as st

_HERE = Path(__file__).parent

_remember = st.components.v2.component(
    "trek_cookie", html="<span hidden></span>", js=(_HERE / "cookie.js").read_text("utf-8")
)
_listen = st.components.v2.component(
    "trek_keys", html="<span hidden></span>", js=(_HERE / "keys.js").read_text("utf-8")
)


def remember_annotator(cookie: str, name: str) -> None:
    """Keep `name` in a cookie of this browser; an empty name removes it."""
    _remember(key="cookie", data={"cookie": cookie, "name": name})


def listen_for_keys(data: dict[str, Any]) -> None:
    """Let keys click the controls named in `data` (see keys.js for its shape)."""
    _listen(key="keys", data=data)

"""Case text on screen: HTML from templates that escape every value.

Streamlit's own text calls parse Markdown, which would run links and images of a hostile page.
"""

from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import streamlit as st
from jinja2 import Environment, FileSystemLoader, StrictUndefined


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["web_url"] = web_url
    return environment


def web_url(url: str) -> str | None:
    """The URL if it may become a link (http or https with a host, no white space), else None."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    plain = url.isprintable() and not any(character.isspace() for character in url)
    return url if parts.scheme in ("http", "https") and parts.netloc and plain else None


def render_template(name: str, **values: Any) -> None:
    """Show templates/NAME with every value escaped."""
    st.html(_templates().get_template(name).render(**values))

"""Case text on screen: HTML from templates that escape every value.

Streamlit's own text calls parse Markdown, which would run links and images of a hostile page.
"""

from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from pages.parts.link_target import read_link


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["link"] = show_link
    return environment


def show_link(url: str) -> Markup:
    """The URL, as a link where it may be one, with its host where the URL itself would mislead."""
    target = read_link(url)
    if target is None:
        return Markup('<span class="url">{}</span>').format(url)
    link = Markup(
        '<a class="url" href="{0}" target="_blank" rel="noopener noreferrer">{0}</a>'
    ).format(url)
    if not target.misleads:
        return link
    return link + Markup(' <span class="mark warn">goes to {}</span>').format(target.host)


def render_template(name: str, **values: Any) -> None:
    """Show templates/NAME with every value escaped."""
    st.html(_templates().get_template(name).render(**values))

"""A chart as a picture: what the browser has drawn is saved as it is, so no renderer is needed."""

from datetime import UTC, datetime
from pathlib import Path

import streamlit as st

from pages.parts.store import current_store

_HTML = """
<button type="button" data-kind="svg">Picture (SVG)</button>
<button type="button" data-kind="png">Picture (PNG)</button>
"""
_CSS = """
:host, div { display: flex; gap: 1rem; }
button {
  padding: .45rem 0; border: 0; background: none; cursor: pointer; font: inherit;
  color: var(--st-text-color); font-size: .875rem;
}
button:hover { color: var(--st-link-color); text-decoration: underline; }
"""
_pictures = st.components.v2.component(
    "trek_picture",
    html=_HTML,
    css=_CSS,
    js=Path(__file__).with_name("picture.js").read_text("utf-8"),
)


def offer_pictures(section: str) -> None:
    """Show buttons that save the chart of a section as SVG and as PNG."""
    project = "trek-sample" if current_store().is_sample else "trek-review"
    name = f"{project}-chart-{section}-{datetime.now(UTC):%Y-%m-%d}"
    _pictures(
        key="pictures", data={"chart": f"figure-{section}", "name": name},
        width="content", height="content",
    )  # fmt: skip

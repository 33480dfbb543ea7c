"""A chart as a picture: what the browser has drawn is saved as it is, so no renderer is needed."""

from datetime import UTC, datetime
from pathlib import Path

import streamlit as st

from pages.parts.store import current_store

# The arrow of Streamlit's own download buttons, whose font a component does not have.
_ICON = (
    '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 16l-5-5 1.4-1.45 2.6 2.6V4h2v8.15'
    "l2.6-2.6L17 11l-5 5zm-6 4q-.825 0-1.412-.587Q4 18.825 4 18v-3h2v3h12v-3h2v3q0 .825-.588 1.413"
    'Q18.825 20 18 20H6z"/></svg>'
)
_HTML = f"""
<button type="button" data-kind="svg">{_ICON}Picture (SVG)</button>
<button type="button" data-kind="png">{_ICON}Picture (PNG)</button>
"""
_CSS = """
:host, div { display: flex; flex-wrap: wrap; gap: 0 2rem; }
svg { width: 1rem; height: 1rem; fill: currentColor; }
button {
  display: inline-flex; align-items: center; gap: .5rem; white-space: nowrap;
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

"""What the last press did, or why it did nothing."""

from pages.parts.answers import take_said
from pages.parts.untrusted import render_template


def render_said(case_key: str) -> None:
    """Show it, once."""
    if said := take_said(case_key):
        render_template("said.html", said=said)

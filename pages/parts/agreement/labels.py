"""How often each label occurs, and what differs: sides, systems, and who flags more."""

from pages.parts.agreement import bias, prevalence, stages, systems
from pages.parts.agreement.shown import Shown
from pages.parts.url_choice import choose_segment

TABLES = {
    "shares": "How often each occurs",
    "stages": "Upstream or post-retrieval",
    "systems": "Two systems",
    "bias": "Who flags more",
}
_RENDER = {
    "shares": prevalence.render,
    "stages": stages.render,
    "systems": systems.render,
    "bias": bias.render,
}


def render(shown: Shown) -> None:
    """Show the section: one of its tables."""
    chosen = choose_segment("Table", "table", TABLES, default="shares") or "shares"
    _RENDER[chosen](shown)

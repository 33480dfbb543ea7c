"""Why something is not done, in one sentence; and for a filter, the link that takes it away."""

from pages.parts.untrusted import render_template
from pages.parts.url_choice import href_with
from trek_core.errors import FilterError, TrekError


def render_refusal(error: TrekError, what_is_shown: str = "") -> None:
    """Show the sentence of an error, and of what is shown all the same."""
    if not isinstance(error, FilterError):
        render_template("problem.html", sentence=str(error))
        return
    href = href_with(**{error.name: None, "after": None})
    render_template("refused_filter.html", sentence=str(error), then=what_is_shown, href=href)

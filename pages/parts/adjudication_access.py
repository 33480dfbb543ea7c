"""Who may adjudicate: leads, and everybody where a name is enough."""

from pages.parts.annotator import current_annotator
from pages.parts.store import current_store
from trek_core.errors import TrekError


def may_adjudicate() -> bool:
    """Whether whoever is here may decide what others judged."""
    try:
        who = current_annotator()
        return who is not None and current_store().may("decide", who)
    except TrekError:
        return False  # the page says what is wrong with the database

"""The one search protocol: whoever searches takes a query and gives pages."""

from typing import Protocol

from trek_core.answering.tally import Tally
from trek_core.sources.trajectory import Page


class SearchBackend(Protocol):
    """Whoever searches for a model that has no search of its own."""

    async def search(self, query: str, tally: Tally) -> tuple[Page, ...]:
        """The pages found, best first, with what was shown of each; what it used is counted.

        Raises `NoAnswerError` where the search did not come about, `QuotaError` and
        `ProbeConfigError` where none will.
        """
        ...

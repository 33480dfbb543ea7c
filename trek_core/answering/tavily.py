"""Search by Tavily, or by any service that speaks as it does."""

import json
from dataclasses import dataclass

from trek_core.answering.attempt import NoAnswerError
from trek_core.answering.search_site import Got, SearchSite
from trek_core.answering.tally import Tally
from trek_core.errors import ProbeConfigError, QuotaError
from trek_core.sources.nested_json import as_object, as_text
from trek_core.sources.tool_calls import pages_of
from trek_core.sources.trajectory import Page

_NOTHING_LEFT = (402, 432, 433)
"""Status codes of a plan or a budget that is used up."""


@dataclass(frozen=True)
class Tavily:
    """`POST /search` with the key in the header; extracts only, and no answer of its own."""

    site: SearchSite
    results: int
    key_variable: str

    async def search(self, query: str, tally: Tally) -> tuple[Page, ...]:
        """The pages found, best first."""
        tally.add_search("tavily")
        asked = {"query": query, "max_results": self.results, "include_answer": False}
        got = await self.site.post("/search", json=asked)
        if got.status != 200:
            raise self._tell_failure(got)
        try:
            body = as_object(json.loads(got.text))
        except (ValueError, RecursionError):
            body = {}
        pages = pages_of(body.get("results"))
        if pages is None:
            raise NoAnswerError(f"{self.site.url} sent no list of results.")
        return tuple(pages)

    def _tell_failure(self, got: Got) -> Exception:
        where = f"{self.site.url} (HTTP status {got.status})"
        if got.status in (401, 403):
            return ProbeConfigError(
                f"{where} does not take the key: look at the environment variable "
                f"{self.key_variable}."
            )
        if got.status in _NOTHING_LEFT:
            said = "The search service's account has nothing left: fill it up, then run it again."
            return QuotaError(f"{said} {where}", got.text)
        return NoAnswerError(f"{where} did not search: {_reason(got.text)}.")


def _reason(text: str) -> str:
    try:
        detail = as_object(json.loads(text)).get("detail")
    except (ValueError, RecursionError):
        detail = None
    said = as_text(as_object(detail).get("error")) or as_text(detail) or "no reason given"
    return " ".join(said.split())[:200].rstrip(".")

"""Search by another model that has a search of its own and returns only what it found (B.3)."""

from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field

from trek_core.answering.attempt import NoAnswerError
from trek_core.answering.model_calls import Model
from trek_core.answering.tally import Tally
from trek_core.answering.templates import SEARCH_PROXY
from trek_core.probes.answers import Answer
from trek_core.probes.prompts import PromptText, render_prompt_text
from trek_core.probes.replies import read_reply
from trek_core.probes.requests import parameters_of
from trek_core.probes.wire import responses_body
from trek_core.sources.trajectory import SNIPPET, Page
from trek_core.urls import url_identity

# What the endpoint adds to addresses that its model names.
_ADDED = ("?utm_source=openai", "&utm_source=openai")


class Found(BaseModel):
    """One page as the proxy hands it on."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    title: str
    url: str
    snippet: str


class SearchResults(Answer):
    """What the proxy found."""

    results: list[Found] = Field(description="The pages, best first.")


@dataclass(frozen=True)
class ModelProxy:
    """Asks the proxy's model with browsing; of its reply the list of pages alone is used.

    Where the endpoint says what its search returned, a page that is not among it is left out.
    """

    model: Model
    prompt: PromptText
    results: int

    async def search(self, query: str, tally: Tally) -> tuple[Page, ...]:
        """The pages found, best first."""
        role = self.model.role
        inputs = {"query": query, "results": self.results}
        text = render_prompt_text(SEARCH_PROXY, self.prompt, inputs)
        body = responses_body(role.model, text, parameters_of(role, browses=True))
        body["text"] = {"format": _FORMAT}
        tally.calls["web_search"] += 1
        reply, _ = await self.model.ask(
            "responses", body, tally, lambda said: read_reply(said, "responses", SearchResults)
        )
        if reply.answer is None:
            raise NoAnswerError(f"The proxy {role.model} gave no results: {reply.problem}")
        named = [Found(**each) for each in reply.answer["results"]]
        known = {_identity(url) for url in reply.sources or ()}
        return tuple(
            Page(each.url, each.title or None, text=each.snippet or None, status=SNIPPET)
            for each in named
            if each.url.strip() and (not known or _identity(each.url) in known)
        )


def _identity(url: str) -> str:
    for added in _ADDED:
        url = url.replace(added, "")
    return url_identity(url)


_FORMAT = {
    "type": "json_schema",
    "name": "results",
    "strict": True,
    "schema": {
        "type": "object",
        "properties": {
            "results": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {name: {"type": "string"} for name in Found.model_fields},
                    "required": list(Found.model_fields),
                    "additionalProperties": False,
                },
            }
        },
        "required": ["results"],
        "additionalProperties": False,
    },
}

"""A system of one call: the endpoint's own web search, or no search at all."""

from dataclasses import dataclass
from functools import partial

from trek_core.answering.attempt import Attempt
from trek_core.answering.model_calls import Model
from trek_core.probes.replies import read_text
from trek_core.probes.requests import parameters_of
from trek_core.probes.wire import chat_body, responses_body
from trek_core.sources import openai_responses


@dataclass(frozen=True)
class NativeSearch:
    """The Responses interface with `web_search`, held to `domains` where there are any."""

    model: Model
    domains: tuple[str, ...] = ()

    async def answer(self, text: str, attempt: Attempt) -> None:
        """Ask once; searches with their sources, opened pages and citations are taken over."""
        role = self.model.role
        sent = parameters_of(role, browses=True)
        body = responses_body(role.model, text, sent, self.domains)
        read = partial(read_text, api="responses")
        reply, data = await self.model.ask("responses", body, attempt.tally, read)
        for found in openai_responses.read(data, {}):
            attempt.trajectory = found
        searches = attempt.trajectory.searches or []
        attempt.tally.calls["web_search"] += len(searches)
        attempt.tally.calls["open_url"] += len(attempt.trajectory.opened or [])
        attempt.take_answer(reply)


@dataclass(frozen=True)
class NoSearch:
    """The model by itself, by whichever interface its role has."""

    model: Model

    async def answer(self, text: str, attempt: Attempt) -> None:
        """Ask once."""
        role = self.model.role
        sent = parameters_of(role, browses=False)
        if role.api == "chat":
            body = chat_body(role.model, [{"role": "user", "content": text}], sent)
        else:
            body = responses_body(role.model, text, sent)
        read = partial(read_text, api=role.api)
        reply, _ = await self.model.ask(role.api, body, attempt.tally, read)
        attempt.take_answer(reply)

"""A model that searches and opens pages through tools, round after round (B.3)."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from trek_core.answering.attempt import Attempt, NoAnswerError
from trek_core.answering.model_calls import Model
from trek_core.answering.search import SearchBackend
from trek_core.answering.tool_messages import OUT_OF_ROUNDS, tell_mistake, tell_page, tell_results
from trek_core.answering.tools import (
    SEARCH,
    TOOLS,
    ToolCall,
    is_call_in_text,
    read_tool_calls,
)
from trek_core.probes.documents import DocumentSource, FetchedDocument
from trek_core.probes.replies import Reply, read_text
from trek_core.probes.requests import parameters_of
from trek_core.probes.wire import chat_body
from trek_core.settings import Answering
from trek_core.sources.trajectory import EXCERPT, Page

Message = dict[str, Any]


@dataclass(frozen=True)
class ToolLoop:
    """A model with `web_search` and `open_url` by chat completions.

    Whatever a model opens is got by `pages`, which holds to public addresses.
    """

    model: Model
    backend: SearchBackend
    pages: DocumentSource
    limits: Answering

    async def answer(self, text: str, attempt: Attempt) -> None:
        """Go on until the model answers; after `max_rounds` it must, without tools."""
        attempt.trajectory.opened = {}
        messages: list[Message] = [{"role": "user", "content": text}]
        for _ in range(self.limits.max_rounds):
            reply, message, calls = await self._ask(messages, attempt)
            if not calls:
                _take_answer(attempt, reply)
                return
            attempt.rounds += 1
            messages.append(message)
            for number, call in enumerate(calls):
                told = await self._carry_out(number, call, attempt)
                messages.append({"role": "tool", "tool_call_id": call.call_id, "content": told})
        messages.append({"role": "user", "content": OUT_OF_ROUNDS})
        reply, _, calls = await self._ask(messages, attempt, tool_choice="none")
        if calls:
            raise NoAnswerError(
                f"After {self.limits.max_rounds} rounds (max_rounds) the model still called tools."
            )
        _take_answer(attempt, reply)

    async def _ask(
        self, messages: list[Message], attempt: Attempt, **more: Any
    ) -> tuple[Reply, Message, tuple[ToolCall, ...]]:
        role = self.model.role
        body = chat_body(role.model, messages, parameters_of(role, browses=False))
        body |= {"tools": list(TOOLS), **more}
        read = partial(read_text, api="chat")
        reply, data = await self.model.ask("chat", body, attempt.tally, read)
        return reply, *read_tool_calls(data)

    async def _carry_out(self, number: int, call: ToolCall, attempt: Attempt) -> str:
        """Do what a call asks, the `number`th of its round; what the model gets to read of it."""
        most = self.limits.max_calls_a_round
        if number >= most:
            return tell_mistake(f"Not carried out: at most {most} calls a round.")
        if call.mistake or call.argument is None:
            return tell_mistake(call.mistake or "")
        if call.name == SEARCH:
            return await self._search(call.argument, attempt)
        return await self._open(call.argument, attempt)

    async def _search(self, query: str, attempt: Attempt) -> str:
        try:
            found = await self.backend.search(query, attempt.tally)
        except NoAnswerError as error:
            attempt.trajectory.add_search([query], None, str(error))
            raise
        pages = found[: self.limits.results]
        attempt.trajectory.add_search([query], pages)
        return tell_results(pages)

    async def _open(self, url: str, attempt: Attempt) -> str:
        attempt.tally.add_page()
        document = await self.pages.fetch(url)
        attempt.trajectory.open(_page(document, self.limits.page_characters))
        return tell_page(document, self.limits.page_characters)


def _take_answer(attempt: Attempt, reply: Reply) -> None:
    if is_call_in_text(reply.text):
        raise NoAnswerError(
            "The model wrote a tool call as text: start its server with the reader of tool calls "
            "that goes with the model, or choose --system none."
        )
    attempt.take_answer(reply)


def _page(document: FetchedDocument, characters: int) -> Page:
    """The page as the model was shown it; text that was cut is an excerpt."""
    text = document.text
    is_cut = text is not None and len(text) > characters
    return Page(
        document.url,
        document.title,
        document.date,
        None if text is None else text[:characters],
        EXCERPT if is_cut else document.status,
        document.fetched_at,
    )

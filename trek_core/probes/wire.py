"""Requests as an OpenAI-compatible endpoint takes them: one JSON body, by either interface."""

from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import urlsplit

from trek_core.probes.calls import Parameters, ProbeRequest
from trek_core.probes.contracts import CONTRACTS
from trek_core.settings import Api

PATHS: dict[Api, str] = {"responses": "/v1/responses", "chat": "/v1/chat/completions"}
"""Where a body goes, as a batch file names it; a role's base_url has the `/v1` of it."""

# The model may see this name, so it says nothing about the probe.
_SCHEMA_NAME = "answer"
# The most domains the search tool takes; beyond them only the prompt bounds the search.
_MAX_DOMAINS = 100


def build_body(request: ProbeRequest) -> dict[str, Any]:
    """The body of a request; what is not set is not in it."""
    sent, schema = request.parameters, CONTRACTS[request.probe].answer.json_schema()
    named = {"name": _SCHEMA_NAME, "strict": True, "schema": schema}
    if sent.api == "chat":
        message = {"role": "user", "content": request.input_text}
        body = chat_body(request.model, [message], sent)
        return body | {"response_format": {"type": "json_schema", "json_schema": named}}
    body = responses_body(request.model, request.input_text, sent, request.urls)
    return body | {"text": {"format": {"type": "json_schema", **named}}}


def responses_body(
    model: str, text: str, sent: Parameters, urls: Iterable[str] = ()
) -> dict[str, Any]:
    """A body for the Responses interface that asks for text.

    With `web_search` the endpoint browses, held to the hosts of `urls` where there are any.
    """
    body: dict[str, Any] = {
        "model": model,
        "input": text,
        "reasoning": {"effort": sent.reasoning_effort} if sent.reasoning_effort else None,
        "temperature": sent.temperature,
        "max_output_tokens": sent.max_output_tokens,
    }
    if sent.access == "web_search":
        body |= {
            "tools": [_search_tool(urls)],
            "include": ["web_search_call.action.sources"],
        }
    return _without_unset(body)


def chat_body(model: str, messages: Sequence[dict[str, Any]], sent: Parameters) -> dict[str, Any]:
    """A body for chat completions that asks for text."""
    return _without_unset(
        {
            "model": model,
            "messages": list(messages),
            "reasoning_effort": sent.reasoning_effort,
            "temperature": sent.temperature,
            "max_completion_tokens": sent.max_output_tokens,
        }
    )


def allowed_domains(urls: Iterable[str]) -> list[str]:
    """The hosts a search is held to, subdomains included; a leading `www.` is dropped."""
    hosts = (_host(url).removeprefix("www.") for url in urls)
    return list(dict.fromkeys(host for host in hosts if host))


def _without_unset(body: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in body.items() if value is not None}


def _search_tool(urls: Iterable[str]) -> dict[str, Any]:
    domains = allowed_domains(urls)
    bounded = 0 < len(domains) <= _MAX_DOMAINS
    filters = {"filters": {"allowed_domains": domains}} if bounded else {}
    return {"type": "web_search", **filters}


def _host(url: str) -> str:
    try:
        return urlsplit(url if "//" in url else f"//{url}").hostname or ""
    except ValueError:  # A bracket that is not closed, and the like.
        return ""

"""Requests as an OpenAI-compatible endpoint takes them: one JSON body, by either interface."""

from typing import Any
from urllib.parse import urlsplit

from trek_core.probes.calls import ProbeRequest
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
    build = {"responses": _responses_body, "chat": _chat_body}[request.parameters.api]
    return {name: value for name, value in build(request).items() if value is not None}


def allowed_domains(urls: tuple[str, ...]) -> list[str]:
    """The hosts a search is held to, subdomains included; a leading `www.` is dropped."""
    hosts = (_host(url).removeprefix("www.") for url in urls)
    return list(dict.fromkeys(host for host in hosts if host))


def _responses_body(request: ProbeRequest) -> dict[str, Any]:
    sent = request.parameters
    schema = CONTRACTS[request.probe].answer.json_schema()
    body: dict[str, Any] = {
        "model": request.model,
        "input": request.input_text,
        "text": {
            "format": {
                "type": "json_schema",
                "name": _SCHEMA_NAME,
                "strict": True,
                "schema": schema,
            }
        },
        "reasoning": {"effort": sent.reasoning_effort} if sent.reasoning_effort else None,
        "temperature": sent.temperature,
        "max_output_tokens": sent.max_output_tokens,
    }
    if sent.access == "web_search":
        body |= {
            "tools": [_search_tool(request.urls)],
            "include": ["web_search_call.action.sources"],
        }
    return body


def _search_tool(urls: tuple[str, ...]) -> dict[str, Any]:
    domains = allowed_domains(urls)
    bounded = 0 < len(domains) <= _MAX_DOMAINS
    filters = {"filters": {"allowed_domains": domains}} if bounded else {}
    return {"type": "web_search", **filters}


def _chat_body(request: ProbeRequest) -> dict[str, Any]:
    sent = request.parameters
    schema = CONTRACTS[request.probe].answer.json_schema()
    return {
        "model": request.model,
        "messages": [{"role": "user", "content": request.input_text}],
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": _SCHEMA_NAME, "strict": True, "schema": schema},
        },
        "reasoning_effort": sent.reasoning_effort,
        "temperature": sent.temperature,
        "max_completion_tokens": sent.max_output_tokens,
    }


def _host(url: str) -> str:
    try:
        return urlsplit(url if "//" in url else f"//{url}").hostname or ""
    except ValueError:  # A bracket that is not closed, and the like.
        return ""

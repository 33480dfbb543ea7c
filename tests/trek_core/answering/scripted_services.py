"""Model endpoints and search services on this machine that answer as scripted, and keep a log."""

import json
from dataclasses import dataclass, field

from werkzeug import Response

from tests.trek_core.probes.endpoint_bodies import (
    completion,
    message,
    response,
    search_call,
    text_part,
)
from trek_core.settings import Settings

MODEL_KEY = "sk-of-the-model-0123456789"
PROXY_KEY = "sk-of-the-proxy-0123456789"
SEARCH_KEY = "tvly-of-the-tests-0123456789"
KEYS = {
    "TREK_TEST_KEY": MODEL_KEY,
    "TREK_PROXY_KEY": PROXY_KEY,
    "TAVILY_API_KEY": SEARCH_KEY,
}
SEEN = "https://seen.example/page"
"""The page that the services find."""


def calls(*named):
    """A chat completion that calls tools: pairs of a tool and its argument."""
    arguments = {"web_search": "query", "open_url": "url"}
    made = [
        {
            "id": f"call_{number}",
            "type": "function",
            "function": {
                "name": name,
                "arguments": json.dumps({arguments.get(name, "x"): argument}),
            },
        }
        for number, (name, argument) in enumerate(named)
    ]
    body = completion("", "tool_calls", tool_calls=made)
    body["choices"][0]["message"]["content"] = None
    return body


def says(text):
    """A chat completion that answers."""
    return completion(text)


def responds(text, *items):
    """A Responses body that answers, after these items."""
    return response(*items, message(text_part(text)))


def tavily_results(*pages):
    """Tavily's reply: pairs of an address and an extract."""
    results = [{"url": url, "title": "T", "content": text, "score": 0.5} for url, text in pages]
    return {"query": "q", "results": results, "response_time": 0.1}


def result_page(*pages):
    """DuckDuckGo's page: pairs of an address as it is linked there, and an extract."""
    return "".join(
        '<div class="result results_links web-result"><h2 class="result__title">'
        f'<a class="result__a" href="{link}">A <b>title</b></a></h2>'
        f'<a class="result__snippet" href="{link}">{text}</a></div>'
        for link, text in pages
    )


def proxied(*pages, sources=(SEEN,)):
    """The reply of a model that searches for another: pairs of an address and an extract."""
    results = [{"title": "T", "url": url, "snippet": text} for url, text in pages]
    return responds(json.dumps({"results": results}), search_call("q", *sources))


PATHS = {
    "chat": "/v1/chat/completions",
    "responses": "/v1/responses",
    "proxy": "/proxy/responses",
    "tavily": "/tavily/search",
    "duckduckgo": "/duck/",
}


@dataclass
class Services:
    """Chat, Responses, proxy, Tavily and DuckDuckGo by one server, each with its own script.

    A script is a list of replies, given in turn, the last one from then on; or a function of the
    request's body. A reply is a body, or a status with a body.
    """

    server: object
    scripts: dict = field(default_factory=dict)
    log: list = field(default_factory=list)

    def __post_init__(self):
        for name, path in PATHS.items():
            self.server.expect_request(path, method="POST").respond_with_handler(
                lambda request, name=name: self._reply(name, request)
            )

    def script(self, **scripts):
        self.scripts |= scripts
        return self

    def bodies(self, name):
        """What was sent to one of them, as text."""
        return [text for sent_to, text, _ in self.log if sent_to == name]

    def headers(self, name):
        return [headers for sent_to, _, headers in self.log if sent_to == name]

    def settings(self, **answering):
        role = {
            "model": "model-a",
            "base_url": self.server.url_for("/v1"),
            "api_key_env": "TREK_TEST_KEY",
            "timeout_seconds": 10.0,
        }
        proxy = role | {
            "model": "model-p",
            "base_url": self.server.url_for("/proxy"),
            "api_key_env": "TREK_PROXY_KEY",
        }
        tables = {
            "tavily_url": self.server.url_for("/tavily"),
            "duckduckgo_url": self.server.url_for("/duck"),
            "search_proxy": proxy,
        }
        more = {
            name: answering.pop(name) for name in list(answering) if name in Settings.model_fields
        }
        return Settings.model_validate(
            {"roles": {"evaluated_model": role}, "answering": tables | answering, **more}
        )

    def _reply(self, name, request):
        text = request.get_data(as_text=True)
        self.log.append((name, text, dict(request.headers)))
        script = self.scripts[name]
        if callable(script):
            reply = script(json.loads(text))
        else:
            reply = script.pop(0) if len(script) > 1 else script[0]
        status, body = reply if isinstance(reply, tuple) else (200, reply)
        if isinstance(body, str):
            return Response(body, status, content_type="text/html; charset=utf-8")
        return Response(json.dumps(body), status, content_type="application/json")

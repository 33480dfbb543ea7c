"""One call to a server on this machine that answers as scripted."""

import asyncio
import itertools
import json
import time

from werkzeug import Response

from tests.trek_core.probes.endpoint_bodies import gold_only_request
from trek_core.probes.client import ModelClient
from trek_core.probes.retries import Retries
from trek_core.settings import Role, Settings

KEY = "sk-made-up/0123456789+abcdef"
QUICK = Retries(attempts=3, first_wait=0.01, longest_wait=0.02)


def settings_for(base_url, timeout=10.0):
    role = Role(model="model-a", base_url=base_url, access="web_search", timeout_seconds=timeout)
    return Settings(roles={"evaluated_model": role})


def ask(settings, request=None, retries=QUICK):
    async def once():
        async with ModelClient(settings, retries=retries) as client:
            return await client.ask(request or gold_only_request())

    return asyncio.run(once())


class ScriptedEndpoint:
    """Answers with the given replies in turn, the last one from then on.

    A reply is a body, or a status with a body and headers. `requests` are those that came, each
    with its moment.
    """

    def __init__(self, httpserver):
        self._server = httpserver
        self.settings = settings_for(httpserver.url_for("/v1"))
        self.requests = []

    def script(self, *replies, path="/v1/responses"):
        left = list(replies)

        def answer(request):
            self.requests.append((time.monotonic(), request))
            reply = left.pop(0) if len(left) > 1 else left[0]
            status, body, headers = reply if isinstance(reply, tuple) else (200, reply, {})
            text = body if isinstance(body, str) else json.dumps(body)
            return Response(text, status, headers={"content-type": "application/json", **headers})

        self._server.expect_request(path, method="POST").respond_with_handler(answer)
        return self

    def gaps(self):
        """Seconds from each request to the next."""
        times = [moment for moment, _ in self.requests]
        return [later - earlier for earlier, later in itertools.pairwise(times)]

"""The key of an endpoint: needed, sent to it alone, and kept nowhere."""

import asyncio
import json
import logging

import pytest

from tests.trek_core.probes.asking_once import KEY, ScriptedEndpoint, ask
from tests.trek_core.probes.endpoint_bodies import (
    ANSWER,
    error,
    gold_only_request,
    message,
    response,
    text_part,
)
from trek_core.errors import ProbeConfigError, QuotaError
from trek_core.probes.client import ModelClient


@pytest.fixture
def endpoint(httpserver, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    return ScriptedEndpoint(httpserver)


@pytest.mark.parametrize("value", [None, "", "  "])
def test_a_key_that_is_not_set_is_named_by_its_variable(endpoint, monkeypatch, value):
    monkeypatch.delenv("OPENAI_API_KEY")
    if value is not None:
        monkeypatch.setenv("OPENAI_API_KEY", value)
    with pytest.raises(ProbeConfigError, match="OPENAI_API_KEY"):
        ask(endpoint.script(response()).settings)
    assert not endpoint.requests


@pytest.mark.parametrize(
    "value", ["sk-broken\nkey-0123456789", "sk-ключ-0123456789", "a b c d e f"]
)
def test_a_key_no_header_can_hold_is_refused_and_not_shown(endpoint, monkeypatch, value):
    monkeypatch.setenv("OPENAI_API_KEY", value)
    with pytest.raises(ProbeConfigError, match="holds no key") as caught:
        ask(endpoint.script(response()).settings)
    assert value not in str(caught.value)


ECHOES = [
    (401, error(f"Incorrect API key provided: {KEY}.", "invalid_api_key"), {}),
    (401, json.dumps(error(f"Bad: {KEY}")).replace("/", "\\/"), {}),
    (500, f"<pre>Authorization: Bearer {KEY}</pre>", {}),
    (200, response(message(text_part({**ANSWER, "rag_answer": KEY}))), {}),
    (200, f"<html>{KEY}</html>", {}),
    (200, response(message(text_part(f"{KEY} is no JSON"))), {}),
    (200, response(message({"type": "refusal", "refusal": KEY})), {}),
    (200, response(status="failed", error={"message": KEY}), {}),
]


@pytest.mark.parametrize("reply", ECHOES)
def test_a_key_that_a_server_sends_back_is_kept_nowhere(endpoint, caplog, reply):
    caplog.set_level(logging.DEBUG)
    call = ask(endpoint.script(reply).settings)
    kept = call.model_dump_json() + repr(call) + repr(endpoint.settings) + caplog.text
    assert KEY not in kept
    assert KEY.replace("/", "\\/") not in kept
    assert "[key]" in kept


def test_a_request_id_is_no_place_for_a_key_either(endpoint):
    endpoint.script((200, response(), {"x-request-id": f"req {KEY}"}))
    assert ask(endpoint.settings).request_id == "req [key]"


def test_an_error_that_leaves_the_client_leads_to_no_key(endpoint, caplog):
    caplog.set_level(logging.DEBUG)
    endpoint.script((402, error(f"Nothing left on {KEY}"), {}))
    with pytest.raises(QuotaError) as caught:
        ask(endpoint.settings)
    # Neither it nor anything that was being handled when it was raised.
    assert caught.value.__context__ is None
    assert KEY not in f"{caught.value}{caught.value.raw}{caught.value!r}{caplog.text}"


def test_a_short_key_guards_nothing_and_spoils_no_answer(endpoint, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "Vale")
    assert ask(endpoint.script(response()).settings).answer == ANSWER


def test_the_client_shows_no_key_of_its_own(endpoint):
    async def shown():
        async with ModelClient(endpoint.script(response()).settings) as client:
            await client.ask(gold_only_request())
            return repr(client) + repr(vars(client))

    assert KEY not in asyncio.run(shown())

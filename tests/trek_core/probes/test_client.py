"""One call against a real server on this machine: each way it can end."""

import asyncio
import json
import socket
import time

import pytest
from werkzeug import Response

from tests.trek_core.probes.asking_once import KEY, QUICK, ScriptedEndpoint, ask, settings_for
from tests.trek_core.probes.endpoint_bodies import (
    ANSWER,
    PAGE,
    completion,
    error,
    gold_only_request,
    message,
    response,
    search_call,
    text_part,
)
from trek_core.errors import QuotaError
from trek_core.probes.calls import Parameters
from trek_core.probes.client import ModelClient
from trek_core.probes.retries import Retries
from trek_core.settings import Price


@pytest.fixture(autouse=True)
def _key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


@pytest.fixture
def endpoint(httpserver):
    return ScriptedEndpoint(httpserver)


def rate_limited(**headers):
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return (429, error("Rate limit reached", "rate_limit_exceeded", "requests"), named)


def test_an_answer_comes_with_everything_that_is_kept_of_it(endpoint):
    other = "https://other.example/page"
    body = response(
        search_call("q", PAGE), message(text_part({**ANSWER, "used_urls": [PAGE, other, other]}))
    )
    endpoint.script((200, body, {"x-request-id": "req_7"}))
    settings = endpoint.settings.model_copy(
        update={"prices": {"model-a": Price(input=1.0, output=2.0, search=0.5)}}
    )
    call = ask(settings)
    assert (call.outcome, call.problem, call.attempts) == ("answered", None, 1)
    assert call.answer["rag_answer"] == "Imke Vale"
    assert (call.foreign_urls, call.source_urls) == ((other,), (PAGE,))
    assert json.loads(call.raw) == body
    assert (call.request_id, call.status_code) == ("req_7", 200)
    # 1,000 x 1.0 + 50 x 2.0 per million, and a search.
    assert call.cost == pytest.approx(0.5011)
    assert call.asked_at <= call.answered_at
    assert call.asked_at.endswith("+00:00")
    ((_, request),) = endpoint.requests
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert request.json["tools"][0]["filters"] == {"allowed_domains": ["almanac.example"]}


def test_without_a_price_the_cost_is_unknown_and_not_nothing(endpoint):
    assert ask(endpoint.script(response()).settings).cost is None


def test_a_chat_endpoint_is_asked_as_one(endpoint):
    endpoint.script(completion(), path="/v1/chat/completions")
    request = gold_only_request(parameters=Parameters(api="chat", access="supplied_documents"))
    assert ask(endpoint.settings, request).answer == ANSWER


@pytest.mark.parametrize(
    ("headers", "least"), [({"retry_after": "1"}, 1.0), ({"retry_after_ms": "300"}, 0.3)]
)
def test_a_busy_server_is_asked_again_when_it_says(endpoint, headers, least):
    call = ask(endpoint.script(rate_limited(**headers), response()).settings)
    assert (call.outcome, call.attempts) == ("answered", 2)
    (gap,) = endpoint.gaps()
    assert least <= gap < least + 0.7


def test_a_wait_longer_than_the_call_may_take_is_not_begun(endpoint):
    call = ask(endpoint.script(rate_limited(retry_after="600")).settings)
    assert (call.outcome, call.attempts, call.status_code) == ("failed", 1, 429)
    assert "600 s" in call.problem
    assert call.latency_seconds < 5


def test_a_server_that_stays_broken_is_given_up_with_its_own_words(endpoint):
    call = ask(endpoint.script((500, error("The server had an error"), {})).settings)
    assert (call.outcome, call.attempts) == ("failed", 3)
    assert "(HTTP status 500): The server had an error" in call.problem
    assert len(endpoint.requests) == 3
    assert "The server had an error" in call.raw


def test_a_server_that_recovers_is_worth_the_attempts(endpoint):
    broken = (503, "<h1>busy</h1>", {})
    call = ask(endpoint.script(broken, broken, response()).settings)
    assert (call.outcome, call.attempts) == ("answered", 3)


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_what_would_be_refused_again_is_not_asked_again(endpoint, status):
    call = ask(endpoint.script((status, error("No.", "bad"), {})).settings)
    assert (call.outcome, call.attempts, call.status_code) == ("failed", 1, status)


@pytest.mark.parametrize(
    "reply",
    [
        (429, error("You exceeded your quota", "insufficient_quota", "insufficient_quota"), {}),
        (402, error("Payment required"), {}),
        (200, error("Nothing left", "insufficient_quota"), {}),
    ],
)
def test_an_empty_account_ends_the_run_at_once(endpoint, reply):
    with pytest.raises(QuotaError, match="nothing left") as caught:
        ask(endpoint.script(reply).settings)
    assert len(endpoint.requests) == 1
    assert json.loads(caught.value.raw) == reply[1]


@pytest.mark.parametrize(
    ("body", "outcome"),
    [
        ("<html>Sign in</html>", "unparseable"),
        ('{"id": "resp_1", "output": [', "unparseable"),
        ('{"id": "x"}', "wrong_shape"),
        (response(message({"type": "refusal", "refusal": "No."})), "refused"),
        (response(status="incomplete"), "incomplete"),
        (response({"type": "brand_new_call"}, message(text_part())), "answered"),
        (response(message(text_part("not JSON"))), "unparseable"),
        (response(message(text_part({"rag_answer": 1}))), "wrong_shape"),
    ],
)
def test_an_odd_reply_is_its_own_outcome_is_kept_and_is_not_paid_for_twice(endpoint, body, outcome):
    call = ask(endpoint.script((200, body, {})).settings)
    assert (call.outcome, call.attempts) == (outcome, 1)
    assert call.raw == (body if isinstance(body, str) else json.dumps(body))
    assert (call.answer is None) == (outcome != "answered")
    assert (call.problem is None) == (outcome == "answered")


def test_a_drip_of_a_body_ends_at_the_deadline(httpserver):
    def drip(_):
        def pieces():
            for _ in range(50):
                time.sleep(0.1)
                yield b" "

        return Response(pieces(), 200, content_type="application/json")

    httpserver.expect_request("/v1/responses").respond_with_handler(drip)
    call = ask(settings_for(httpserver.url_for("/v1"), timeout=0.6))
    assert (call.outcome, call.attempts, call.raw) == ("failed", 1, None)
    assert "0.6 s" in call.problem
    assert 0.5 < call.latency_seconds < 3


def test_a_server_that_never_answers_ends_at_the_deadline():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        call = ask(settings_for(f"http://127.0.0.1:{silent.getsockname()[1]}/v1", timeout=0.5))
    assert (call.outcome, call.status_code) == ("failed", None)
    assert "timeout_seconds" in call.problem


def test_the_deadline_covers_waits_and_attempts_together(endpoint):
    busy = rate_limited(retry_after_ms="400")
    settings = settings_for(endpoint.settings.roles["evaluated_model"].base_url, timeout=1.0)
    endpoint.script(busy)
    call = ask(settings, retries=Retries(attempts=99))
    assert call.outcome == "failed"
    assert call.latency_seconds < 1.5
    assert call.attempts <= 3


def test_an_address_where_nobody_listens_is_a_failed_call():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    call = ask(settings_for(f"http://127.0.0.1:{port}/v1"))
    assert (call.outcome, call.attempts, call.status_code) == ("failed", 3, None)
    assert f"No reply from http://127.0.0.1:{port}/v1" in call.problem


def test_a_call_that_is_cancelled_is_cancelled(endpoint):
    endpoint.script(rate_limited(retry_after="8"))

    async def cancelled():
        async with ModelClient(endpoint.settings) as client:
            asking = asyncio.create_task(client.ask(gold_only_request()))
            await asyncio.sleep(0.5)
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking

    asyncio.run(cancelled())


def test_one_client_asks_many_at_once(endpoint):
    endpoint.script(response())

    async def many():
        async with ModelClient(endpoint.settings, retries=QUICK) as client:
            return await asyncio.gather(
                *(client.ask(gold_only_request(repeat=number)) for number in range(1, 21))
            )

    calls = asyncio.run(many())
    assert [call.request.repeat for call in calls] == list(range(1, 21))
    assert {call.outcome for call in calls} == {"answered"}

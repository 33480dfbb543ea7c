"""Replies as no endpoint should send them: each is an outcome that a file can hold."""

import json

import pytest
from werkzeug import Response

from tests.trek_core.probes.asking_once import KEY, ScriptedEndpoint, ask
from tests.trek_core.probes.endpoint_bodies import (
    ANSWER,
    error,
    gold_only_request,
    message,
    response,
    search_call,
    text_part,
)
from trek_core.probes import settling
from trek_core.probes.calls import ProbeCall
from trek_core.probes.settling import Exchange, Received, settle_call

HALF = "half \ud800 a character"


@pytest.fixture
def endpoint(httpserver, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    return ScriptedEndpoint(httpserver)


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        ((200, response(message({"type": "refusal", "refusal": HALF})), {}), "refused"),
        ((200, response(status="incomplete", incomplete_details={"reason": HALF}), {}),
         "incomplete"),
        ((200, response(status="failed", error={"message": HALF}), {}), "failed"),
        ((400, error(HALF), {}), "failed"),
        ((200, response(search_call("q", f"https://{HALF}"), message(text_part())), {}),
         "answered"),
        ((200, response(message(text_part({**ANSWER, "rag_answer": HALF}))), {}), "answered"),
        ((200, response(message(text_part({**ANSWER, HALF: 1}))), {}), "wrong_shape"),
        ((200, response(message(text_part(HALF))), {}), "unparseable"),
        ((200, response(status=HALF), {}), "answered"),
    ],
)  # fmt: skip
def test_half_a_character_anywhere_in_a_reply_can_be_kept(endpoint, reply, outcome):
    call = ask(endpoint.script(reply).settings)
    assert call.outcome == outcome
    assert ProbeCall.model_validate_json(call.model_dump_json().encode()) == call


@pytest.mark.parametrize("status", [200, 400])
@pytest.mark.parametrize(
    "charset", ["hex", "base64", "rot13", "utf-16", "utf-7", "idna", "zlib", "no-such", "\x01"]
)
def test_a_reply_is_read_as_json_is_whatever_encoding_its_header_names(endpoint, status, charset):
    headers = {"content-type": f"application/json; charset={charset}"}
    body = response() if status == 200 else error("The model is unknown")
    call = ask(endpoint.script((status, body, headers)).settings)
    assert call.outcome == ("answered" if status == 200 else "failed")
    assert status == 200 or "The model is unknown" in call.problem


def test_a_date_that_no_clock_shows_is_no_wait(endpoint):
    odd = "Wed, 21 Oct 2099 07:28:00 +99999999"
    endpoint.script((429, error("slow"), {"Retry-After": odd}), response())
    assert ask(endpoint.settings).outcome == "answered"


@pytest.mark.parametrize("count", [2**63, 10**400, 10**13])
def test_a_count_that_nobody_can_have_counted_is_no_count(endpoint, count):
    usage = {"input_tokens": count, "output_tokens": 1}
    searches = response(tool_usage={"web_search": {"num_requests": count}})
    endpoint.script(response(usage=usage), searches)
    assert ask(endpoint.settings).usage is None
    assert ask(endpoint.settings).usage.searches == 0


def test_a_prompt_goes_nowhere_but_where_the_settings_say(endpoint, httpserver):
    elsewhere = []

    def catch(request):
        elsewhere.append(request)
        return Response(json.dumps(response()), content_type="application/json")

    httpserver.expect_request("/elsewhere", method="POST").respond_with_handler(catch)
    place = httpserver.url_for("/elsewhere")
    call = ask(endpoint.script((307, "", {"location": place})).settings)
    assert (call.outcome, call.attempts, elsewhere) == ("failed", 1, [])
    assert place in call.problem


def test_an_error_that_nobody_thought_of_is_an_outcome_with_the_reply_kept(monkeypatch):
    def break_down(*_):
        raise KeyError("something")

    monkeypatch.setattr(settling, "read_reply", break_down)
    received = Received(200, '{"a": "\ud800"}')
    call = settle_call(gold_only_request(), received, Exchange("now", "now"), {})
    assert call.outcome == "unparseable"
    assert "KeyError" in call.problem
    assert "\\ud800" in call.raw
    call.model_dump_json()

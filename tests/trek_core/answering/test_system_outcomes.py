"""What an answer comes to: pages, tokens and cost, a refusal, or one sentence of why not."""

import json

import pytest

from tests.trek_core.answering.answering_runs import answer
from tests.trek_core.answering.scripted_services import SEEN, calls, proxied, responds, says
from tests.trek_core.probes.endpoint_bodies import error
from trek_core.answering.attempt import NoAnswerError
from trek_core.errors import ProbeConfigError, QuotaError
from trek_core.settings import Price


def test_a_page_the_proxy_made_up_is_left_out(services):
    made_up = ("https://invented.example/", "No.")
    added = (f"{SEEN}?utm_source=openai", "Yes.")
    services.script(proxy=[proxied(made_up, added)])
    attempt = answer("proxy", services.settings())
    (call,) = attempt.trajectory.to_fields()["search_calls"]
    assert call["urls"] == [added[0]]
    # Where the endpoint says nothing of its sources there is nothing to hold it against.
    services.script(
        proxy=[responds(json.dumps({"results": [{"title": "T", "url": SEEN, "snippet": ""}]}))],
        chat=[calls(("web_search", "q")), says("A")],
    )
    assert answer("proxy", services.settings()).trajectory.searches[0].pages[0].url == SEEN


def test_tokens_cost_and_calls_are_those_of_all_models_asked(services):
    prices = {
        "model-a": Price(input=10.0, output=100.0),
        "model-p": Price(input=1.0, output=1.0, search=0.01),
    }
    settings = services.settings(prices=prices)
    fields = answer("proxy", settings).tally.to_fields()
    assert fields["calls"] == {"model": 2, "proxy": 1, "web_search": 1}
    assert (fields["usage"]["input_tokens"], fields["usage"]["output_tokens"]) == (140, 14)
    assert fields["proxy_usage"]["input_tokens"] == 1000
    assert fields["cost"] == pytest.approx(140e-5 + 14e-4 + 1050e-6 + 0.01)
    # What has no price is counted beside the money, and no cost is made up.
    services.script(chat=[calls(("web_search", "q")), says("Imke Vale")])
    unpriced = answer("proxy", services.settings()).tally
    assert "cost" not in unpriced.to_fields()
    assert unpriced.spent.unpriced == {"model-a": 2, "model-p": 1}


def test_usage_that_an_endpoint_does_not_state_is_unknown_not_zero(services):
    body = says("Imke Vale")
    del body["usage"]
    services.script(chat=[calls(("web_search", "q")), body])
    fields = answer(
        "tavily", services.settings(prices={"model-a": Price(input=1.0, output=1.0)})
    ).tally.to_fields()
    assert "usage" not in fields
    assert "cost" not in fields


FAILURES = [
    (
        "tavily",
        {"tavily": [(401, {"detail": {"error": "Unauthorized"}})]},
        ProbeConfigError,
        "TAVILY_API_KEY",
    ),
    ("tavily", {"tavily": [(432, {"detail": {"error": "over"}})]}, QuotaError, "nothing left"),
    (
        "tavily",
        {"tavily": [(400, {"detail": {"error": "Query too long."}})]},
        NoAnswerError,
        "Query too long",
    ),
    ("tavily", {"tavily": [(500, "oops")]}, NoAnswerError, "HTTP status 500"),
    ("tavily", {"tavily": ["<html>"]}, NoAnswerError, "no list of results"),
    ("duckduckgo", {"duckduckgo": [(202, "<p>anomaly</p>")]}, NoAnswerError, "robot"),
    ("duckduckgo", {"duckduckgo": ["<p>something else</p>"]}, NoAnswerError, "no page of results"),
    ("proxy", {"proxy": [responds("not json")]}, NoAnswerError, "proxy model-p gave no results"),
    (
        "tavily",
        {"chat": [(400, error("model-a does not support tools"))]},
        ProbeConfigError,
        "takes no tools",
    ),
    (
        "none",
        {"responses": [(401, error("Incorrect API key"))]},
        ProbeConfigError,
        "Incorrect API key",
    ),
    ("none", {"responses": [responds("  ")]}, NoAnswerError, "is empty"),
    (
        "tavily",
        {"chat": [says('<tool_call>{"name": "web_search"}</tool_call>')]},
        NoAnswerError,
        "as text",
    ),
    (
        "tavily",
        {"chat": [says('{"name": "web_search", "arguments": {"query": "q"}}')]},
        NoAnswerError,
        "as text",
    ),
]


@pytest.mark.parametrize(("name", "scripts", "kind", "said"), FAILURES)
def test_what_goes_wrong_is_one_sentence(services, name, scripts, kind, said):
    services.script(**scripts)
    with pytest.raises(kind, match=said):
        answer(name, services.settings())


def test_a_refusal_is_an_answer(services):
    body = says("")
    body["choices"][0]["message"] |= {"content": None, "refusal": "I would rather not."}
    services.script(chat=[body])
    assert answer("tavily", services.settings()).prediction == "I would rather not."

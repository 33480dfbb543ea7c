"""What is sent: nothing that is not set, and nothing that gives the probe away."""

import json

import pytest

from tests.trek_core.probes.endpoint_bodies import gold_only_request
from trek_core.probes.calls import Parameters
from trek_core.probes.contracts import CONTRACTS, PROBE_NAMES
from trek_core.probes.wire import allowed_domains, build_body


def test_what_is_not_set_is_not_sent():
    assert set(build_body(gold_only_request(parameters=Parameters()))) == {"model", "input", "text"}
    chat = build_body(gold_only_request(parameters=Parameters(api="chat")))
    assert set(chat) == {"model", "messages", "response_format"}


def test_what_is_set_goes_where_each_interface_has_it():
    given = {"reasoning_effort": "low", "temperature": 0, "max_output_tokens": 9}
    body = build_body(gold_only_request(parameters=Parameters(**given)))
    assert (body["reasoning"], body["temperature"], body["max_output_tokens"]) == (
        {"effort": "low"},
        0,
        9,
    )
    chat = build_body(gold_only_request(parameters=Parameters(api="chat", **given)))
    assert (chat["reasoning_effort"], chat["temperature"], chat["max_completion_tokens"]) == (
        "low",
        0,
        9,
    )


def test_a_search_is_held_to_the_domains_of_its_pages_and_names_its_sources():
    body = build_body(gold_only_request(urls=("https://www.A.example/x", "http://a.example:8/")))
    assert body["tools"] == [{"type": "web_search", "filters": {"allowed_domains": ["a.example"]}}]
    assert body["include"] == ["web_search_call.action.sources"]


@pytest.mark.parametrize("urls", [(), tuple(f"https://h{n}.example" for n in range(101))])
def test_no_domains_or_more_than_the_tool_takes_leave_the_filter_out(urls):
    assert build_body(gold_only_request(urls=urls))["tools"] == [{"type": "web_search"}]


def test_any_text_can_stand_for_an_address():
    assert allowed_domains(("", "http://[::1", "page.example/a", "//b.example", "https://")) == [
        "page.example",
        "b.example",
    ]


def test_supplied_documents_need_no_tool():
    body = build_body(gold_only_request(parameters=Parameters(access="supplied_documents")))
    assert "tools" not in body


@pytest.mark.parametrize("name", PROBE_NAMES)
@pytest.mark.parametrize("api", ["responses", "chat"])
def test_the_schema_is_strict_and_its_name_says_nothing(name, api):
    body = build_body(gold_only_request(probe=name, parameters=Parameters(api=api)))
    sent = body["text"]["format"] if api == "responses" else body["response_format"]["json_schema"]
    schema = sent["schema"]
    assert (sent["name"], sent["strict"], schema["additionalProperties"]) == ("answer", True, False)
    assert schema["required"] == list(schema["properties"])
    assert list(schema["properties"]) == list(CONTRACTS[name].answer.model_fields)
    assert "title" not in json.dumps(schema)

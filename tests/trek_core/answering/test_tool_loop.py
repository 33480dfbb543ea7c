"""A model that searches and opens pages through tools: rounds, calls that are none, pages."""

import json

import pytest

from tests.trek_core.answering.answering_runs import answer
from tests.trek_core.answering.scripted_services import SEEN, calls, says, tavily_results
from tests.trek_core.probes.page_server import running_server
from trek_core.answering.attempt import Attempt, NoAnswerError
from trek_core.answering.tally import Tally


def test_an_opened_page_is_apart_from_the_results_and_cut_where_it_is_long(services):
    with running_server() as pages:
        url = pages.serve("/a", f"<html><title>Almanac</title><p>{'Imke Vale leads. ' * 200}</p>")
        missing = pages.url("/none")
        services.script(chat=[calls(("open_url", url), ("open_url", missing)), says("Imke Vale")])
        settings = services.settings(page_characters=300)
        attempt = answer("tavily", settings, allow=pages.allow)
    fields = attempt.trajectory.to_fields()
    assert fields["opened_urls"] == [url, missing]
    assert fields["search_calls"] == []
    shown, gone = fields["documents"]
    assert (shown["status"], len(shown["text"]), shown["title"]) == ("excerpt", 300, "Almanac")
    assert (gone["status"], gone.get("text")) == ("not_found", None)
    told = [
        each
        for each in json.loads(services.bodies("chat")[1])["messages"]
        if each["role"] == "tool"
    ]
    assert [each["tool_call_id"] for each in told] == ["call_0", "call_1"]
    assert json.loads(told[0]["content"])["cut_after"] == 300
    assert "error" in json.loads(told[1]["content"])


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:{port}/a", "http://169.254.169.254/x", "file:///etc/passwd"]
)
def test_only_public_pages_are_opened(services, url):
    with running_server() as pages:
        pages.serve("/a", "<p>" + "Secret of this machine. " * 50)
        services.script(chat=[calls(("open_url", url.format(port=pages.server_port))), says("No.")])
        attempt = answer("duckduckgo", services.settings())
        assert pages.asked == []
    (page,) = attempt.trajectory.to_fields()["documents"]
    assert page["status"] == "refused"
    assert "Secret" not in services.bodies("chat")[1]


def test_after_the_last_round_the_model_must_answer(services):
    searching = calls(("web_search", "again"))
    services.script(chat=[searching, searching, says("Imke Vale")])
    attempt = answer("tavily", services.settings(max_rounds=2))
    assert (attempt.prediction, attempt.rounds) == ("Imke Vale", 2)
    last = json.loads(services.bodies("chat")[-1])
    assert last["tool_choice"] == "none"
    assert "No further tool" in last["messages"][-1]["content"]
    services.script(chat=[searching])
    with pytest.raises(NoAnswerError, match="still called tools"):
        answer("tavily", services.settings(max_rounds=2))


def test_a_call_that_is_none_is_told_to_the_model_which_goes_on(services):
    services.script(chat=[calls(("read_mind", "x"), ("web_search", "")), says("Imke Vale")])
    attempt = answer("tavily", services.settings())
    told = services.bodies("chat")[1]
    assert "There is no tool 'read_mind'" in told
    assert "web_search takes its argument as text" in told
    assert (attempt.prediction, services.bodies("tavily")) == ("Imke Vale", [])


def test_half_a_character_in_a_call_is_mended_like_any_other_text(services):
    asked = calls(("web_search", "a\ud800b"), ("open_url", "http://127.0.0.1/\udc00"))
    services.script(chat=[asked, says("Imke Vale")])
    attempt = answer("tavily", services.settings())
    assert json.loads(services.bodies("tavily")[0])["query"] == "a\ufffdb"
    fields = attempt.trajectory.to_fields()
    assert fields["search_calls"][0]["query"] == "a\ufffdb"
    assert "\ud800" not in str(fields)
    assert "\udc00" not in str(fields)
    assert attempt.prediction == "Imke Vale"


def test_a_call_too_long_or_one_too_many_is_told_to_the_model_and_not_carried_out(services):
    long = [("web_search", "q" * 2_001), ("open_url", "https://a.example/" + "q" * 8_000)]
    services.script(
        chat=[calls(*long, *[("web_search", f"q{n}") for n in range(4)]), says("Imke Vale")]
    )
    attempt = answer("tavily", services.settings(max_calls_a_round=4))
    told = [each["content"] for each in json.loads(services.bodies("chat")[1])["messages"][2:]]
    assert "web_search takes at most 2,000 characters" in told[0]
    assert "open_url takes at most 8,000 characters" in told[1]
    assert [json.loads(each)["query"] for each in services.bodies("tavily")] == ["q0", "q1"]
    assert told[4:] == ['{"error": "Not carried out: at most 4 calls a round."}'] * 2
    assert attempt.tally.calls["web_search"] == 2


def test_a_search_that_failed_is_recorded_with_what_came_before_it(services):
    services.script(
        chat=[calls(("web_search", "one"), ("web_search", "two"))],
        tavily=[tavily_results((SEEN, "x")), (400, {})],
    )
    settings = services.settings()
    attempt = Attempt(Tally({}))
    with pytest.raises(NoAnswerError):
        answer("tavily", settings, attempt=attempt)
    first, second = attempt.trajectory.to_fields()["search_calls"]
    assert (first["urls"], second["urls"]) == ([SEEN], None)
    assert "did not search" in second["error"]


def test_a_number_that_json_has_no_word_for_is_not_sent_back(services):
    first = calls(("web_search", "council leader"))
    first["choices"][0]["message"] |= {"reasoning": {"scores": [float("nan"), float("inf"), 0.5]}}
    services.script(chat=[first, says("Imke Vale")])
    assert answer("tavily", services.settings()).prediction == "Imke Vale"
    _, sent_back, *_ = json.loads(services.bodies("chat")[1])["messages"]
    assert sent_back["reasoning"] == {"scores": [None, None, 0.5]}

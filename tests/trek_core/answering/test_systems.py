"""Each system over real HTTP: what it sends, what is recorded, and what it can never be told."""

import json

import pytest

from tests.trek_core.answering.answering_runs import QUESTION, answer, prepare
from tests.trek_core.answering.scripted_services import (
    KEYS,
    MODEL_KEY,
    PROXY_KEY,
    SEARCH_KEY,
    Services,
    calls,
    responds,
    result_page,
    says,
    tavily_results,
)
from tests.trek_core.probes.endpoint_bodies import error, search_call
from tests.trek_core.probes.page_server import running_server
from trek_core.answering.attempt import Attempt, NoAnswerError
from trek_core.answering.systems import (
    SYSTEM_NAMES,
    check_keys,
    check_system,
    count_most,
    describe_system,
)
from trek_core.answering.tally import Tally
from trek_core.answering.templates import ANSWER_TEMPLATES
from trek_core.errors import ProbeConfigError, QuotaError
from trek_core.settings import Price

SEEN = "https://seen.example/page"
NEVER = ("REFERENCE-", "GOLD-PAGE", "gold.example", "LISTED", "CANARY")


@pytest.fixture
def services(httpserver, monkeypatch):
    for name, key in KEYS.items():
        monkeypatch.setenv(name, key)
    return Services(httpserver).script(
        chat=[calls(("web_search", "council leader")), says("Imke Vale")],
        responses=[responds("Imke Vale", search_call("council leader", SEEN))],
        tavily=[tavily_results((SEEN, "An extract."))],
        duckduckgo=[result_page((SEEN, "An extract."))],
        proxy=[proxied((SEEN, "An extract."))],
    )


def proxied(*pages, sources=(SEEN,)):
    results = [{"title": "T", "url": url, "snippet": text} for url, text in pages]
    return responds(json.dumps({"results": results}), search_call("q", *sources))


@pytest.mark.parametrize("name", SYSTEM_NAMES)
def test_each_system_answers_is_recorded_and_is_told_no_reference_or_gold_page(services, name):
    attempt = answer(name, services.settings())
    assert_nothing_leaked(services)
    fields = attempt.trajectory.to_fields()
    searched = [] if name == "none" else [{"query": "council leader", "urls": [SEEN]}]
    assert (attempt.prediction, fields["search_calls"]) == ("Imke Vale", searched)
    assert attempt.tally.calls["web_search"] == len(searched)
    if name in ("tavily", "duckduckgo", "proxy"):
        (page,) = fields["documents"]
        assert (page["url"], page["text"], page["status"]) == (SEEN, "An extract.", "snippet")
        assert fields["opened_urls"] == []
        # The model reads what was found, in its second call alone.
        first, second = services.bodies("chat")
        assert "An extract." in second
        assert "An extract." not in first


def assert_nothing_leaked(services):
    sent = [text for _, text, _ in services.log]
    assert sent
    assert not [mark for mark in NEVER for text in sent if mark in text]


@pytest.mark.parametrize("name", SYSTEM_NAMES)
def test_no_reference_and_no_gold_page_goes_out_by_prompts_of_ones_own(services, name, tmp_path):
    for each in ANSWER_TEMPLATES:
        shown = " ".join(f"{{{{ {input_name} }}}}" for input_name in sorted(each.inputs))
        (tmp_path / each.template).write_text(f"My own words. {shown}", encoding="utf-8")
    settings = services.settings(prompts_folder=tmp_path)
    answer(name, settings)
    assert_nothing_leaked(services)
    # And it is the same to the letter whatever the reference is.
    other = QUESTION.model_copy(update={"reference_answers": ("x",), "gold_urls": None})
    assert prepare(name, settings, other).text == prepare(name, settings).text
    assert "My own words." in services.log[0][1]


@pytest.mark.parametrize("template", ANSWER_TEMPLATES, ids=lambda each: each.name)
@pytest.mark.parametrize("hidden", ["reference_answers", "gold_urls", "documents", "false_premise"])
def test_a_prompt_of_ones_own_cannot_name_what_the_model_must_not_see(template, hidden, tmp_path):
    from trek_core.probes.prompts import load_prompt_text

    shown = " ".join(f"{{{{ {name} }}}}" for name in template.required)
    (tmp_path / template.template).write_text(f"{shown} {{{{ {hidden} }}}}", encoding="utf-8")
    with pytest.raises(ProbeConfigError, match=f"names '{hidden}', which {template.name} may not"):
        load_prompt_text(template, tmp_path)


@pytest.mark.parametrize("name", SYSTEM_NAMES)
def test_the_convention_of_time_is_in_the_prompt_where_there_is_a_year(services, name):
    settings = services.settings()
    text = prepare(name, settings).text
    assert "Effective year: 2025" in text
    assert '"today"' in text
    assert "ear: " not in prepare(name, settings, without("effective_year")).text
    # InfoDeepSeek's own prompt states no year, whatever is recorded.
    renamed = QUESTION.model_copy(update={"dataset": "infodeepseek"})
    assert "2025" not in prepare(name, settings, renamed).text


def test_a_case_has_its_references_but_neither_the_canary_nor_the_pages_of_its_dataset(services):
    case = prepare("none", services.settings()).case.to_json()
    assert case["reference_answers"] == ["REFERENCE-ONE", "REFERENCE-TWO"]
    assert "CANARY" not in str(case)
    assert "LISTED" not in str(case)


@pytest.mark.parametrize("name", ["none", "tavily"])
def test_the_choices_of_a_question_are_shown_as_they_are(services, name):
    options = ("Imke Vale", "Perrin", "Unanswerable")
    text = prepare(name, services.settings(), QUESTION.model_copy(update={"options": options})).text
    assert "- Imke Vale\n- Perrin\n- Unanswerable" in text
    assert "exactly one of these" not in prepare(name, services.settings()).text


def without(name):
    return QUESTION.model_copy(update={name: None})


def test_keys_go_to_their_own_service_and_nowhere_else(services):
    services.script(tavily=[tavily_results((SEEN, f"We got {SEARCH_KEY} from you."))])
    attempt = answer("tavily", services.settings())
    services.script(chat=[calls(("web_search", "q")), says("Imke Vale")])
    answer("proxy", services.settings())
    for name, key in (("chat", MODEL_KEY), ("tavily", SEARCH_KEY), ("proxy", PROXY_KEY)):
        assert {each["Authorization"] for each in services.headers(name)} == {f"Bearer {key}"}
    assert not [key for key in KEYS.values() for _, text, _ in services.log if key in text]
    assert SEARCH_KEY not in str(attempt.trajectory.to_fields())


def test_native_search_is_held_to_domains_and_asks_for_its_sources(services):
    answer("native", services.settings(allowed_domains=["news.example", "https://www.b.example/x"]))
    body = json.loads(services.bodies("responses")[0])
    domains = {"allowed_domains": ["news.example", "b.example"]}
    assert body["tools"] == [{"type": "web_search", "filters": domains}]
    assert body["include"] == ["web_search_call.action.sources"]
    assert "text" not in body


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


def test_a_refusal_is_an_answer(services):
    body = says("")
    body["choices"][0]["message"] |= {"content": None, "refusal": "I would rather not."}
    services.script(chat=[body])
    assert answer("tavily", services.settings()).prediction == "I would rather not."


def test_two_proxies_are_two_systems_and_native_is_another(services):
    settings = services.settings()
    names = {describe_system(name, settings).name for name in SYSTEM_NAMES}
    assert names == {
        "model-a · web_search",
        "model-a · tavily",
        "model-a · duckduckgo",
        "model-a · model-p web_search",
        "model-a · none",
    }


def test_what_a_system_needs_is_named_where_it_is_not_set(services, monkeypatch):
    settings = services.settings()
    no_proxy = services.settings(search_proxy=None)
    with pytest.raises(ProbeConfigError, match=r"\[answering.search_proxy\]"):
        check_system("proxy", no_proxy)
    role = settings.roles["evaluated_model"].model_copy(
        update={"api": "chat", "access": "supplied_documents"}
    )
    chat = settings.model_copy(update={"roles": {"evaluated_model": role}})
    with pytest.raises(ProbeConfigError, match="takes a model that browses"):
        check_system("native", chat)
    monkeypatch.delenv("TAVILY_API_KEY")
    with pytest.raises(ProbeConfigError, match=r"TAVILY_API_KEY \(Tavily gives one") as refused:
        check_keys("tavily", settings)
    assert "local server" not in str(refused.value)
    check_keys("duckduckgo", settings)
    monkeypatch.delenv("TREK_TEST_KEY")
    with pytest.raises(ProbeConfigError, match=r"TREK_TEST_KEY \(a local server takes any"):
        check_keys("duckduckgo", settings)
    monkeypatch.setenv("TREK_TEST_KEY", MODEL_KEY)
    services.script(chat=[says("Imke Vale")])
    assert answer("none", chat).prediction == "Imke Vale"


def test_the_most_of_a_question_counts_what_a_proxy_and_paid_searches_add(services):
    price = Price(input=0, output=0, search=0.01)
    settings = services.settings(max_rounds=3, max_calls_a_round=5)
    settings = settings.model_copy(update={"prices": {"tavily": price}})
    most = {name: count_most(name, settings) for name in SYSTEM_NAMES}
    assert [most[name].searches for name in SYSTEM_NAMES] == [None, 15, 15, 15, 0]
    assert [most[name].held.calls for name in SYSTEM_NAMES] == [1, 4, 4, 19, 1]
    assert most["tavily"].held.money == pytest.approx(0.15)
    assert most["duckduckgo"].held.money == 0

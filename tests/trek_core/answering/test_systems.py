"""Each system over real HTTP: what it sends, and what it can never be told."""

import json

import pytest

from tests.trek_core.answering.answering_runs import QUESTION, answer, prepare
from tests.trek_core.answering.scripted_services import (
    KEYS,
    MODEL_KEY,
    PROXY_KEY,
    SEARCH_KEY,
    SEEN,
    calls,
    says,
    tavily_results,
)
from trek_core.answering.systems import (
    SYSTEM_NAMES,
    check_keys,
    check_system,
    count_most,
    describe_system,
)
from trek_core.answering.templates import ANSWER_TEMPLATES
from trek_core.errors import ProbeConfigError
from trek_core.settings import Price

NEVER = ("REFERENCE-", "GOLD-PAGE", "gold.example", "LISTED", "CANARY")


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

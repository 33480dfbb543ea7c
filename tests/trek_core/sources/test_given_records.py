"""Real records of other people, each read as its own format says (tests/data/README.md)."""

import json

import pytest

from tests.trek_core.sources.reading_steps import (
    FORMATS,
    asked,
    load_given,
    read_case,
    read_cases,
    read_refusal,
)
from trek_core.sources import ReadAs, shape_of
from trek_core.sources.reading import read_source


def document(case, url):
    return next(page for page in case.documents if page.url == url)


def test_webdancer_queries_stand_in_order_with_what_each_returned():
    case, *_ = read_cases(*load_given("webdancer_react"))
    assert case.question.startswith("In a prestigious British equestrian event")
    assert case.queries == (
        "1964 British horse race Christmas associated winner",
        "famous christmas figure 1964 horse race victory",
        "Grand National 1964 interesting story winner",
        "Christmas gift giving associated horse race 1964",
    )
    returned = [len(call.urls) for call in case.search_calls]
    heads = [line for line in load_given("webdancer_react")[0]["messages"][3]["content"].split("\n")
             if line.startswith("A Google search for")]  # fmt: skip
    assert [f"found {count} results:" in head for count, head in zip(returned, heads, strict=True)]
    assert "https://en.wikipedia.org/wiki/Santa_Claus_(horse)" in case.search_calls[3].urls
    assert case.opened_urls == ()


def test_webdancer_pages_have_title_date_and_the_text_that_was_shown():
    case, *_ = read_cases(*load_given("webdancer_react"))
    page = document(case, "https://www.youtube.com/watch?v=T3uh1_oPgjA")
    assert (page.title, page.date) == (
        "The BBC Grand National 1964 - Team Spirit - YouTube",
        "Aug 14, 2017",
    )
    assert page.text.startswith("the veteran Team Spirit ridden by Willie Robinson")
    assert page.status == "snippet"


def test_a_webdancer_visit_is_an_opened_page_with_its_evidence_and_not_the_summary():
    _, case, _ = read_cases(*load_given("webdancer_react"))
    url = "https://en.wikipedia.org/wiki/Logarithmic_spiral"
    assert url in case.opened_urls
    text = document(case, url).text
    assert text.startswith("In several natural phenomena one may find curves")
    assert "Summary:" not in text


def test_webdancer_references_and_answers_are_those_of_the_record():
    cases = read_cases(*load_given("webdancer_react"))
    assert cases[0].reference_answers == ("English horse race Derby",)
    assert cases[0].prediction.startswith("The notable race where the unexpected triumph")
    assert [case.verdict for case in cases] == [None, None, None]
    assert len({case.case_id for case in cases}) == 3
    assert all(case.case_id.startswith("react-tags-") for case in cases)
    assert [case.case_id for case in read_cases(*load_given("webdancer_react"))] == [
        case.case_id for case in cases
    ]


def test_an_openai_response_has_its_search_its_sources_and_the_page_it_opened():
    (record,) = load_given("openai_responses_web_search")
    case = read_case(asked(record))
    assert case.case_id == record["id"]
    assert case.queries == ("tech news today December 5 2025",)
    assert case.retrieved == tuple(
        source["url"] for source in record["output"][1]["action"]["sources"]
    )
    assert case.opened_urls == (record["output"][3]["action"]["url"],)
    assert len(case.model_extra["citations"]) == 7  # ten, three of them again
    assert case.system.name == "gpt-5-mini-2025-08-07 · native · medium"


def test_an_anthropic_message_keeps_a_search_that_returned_nothing_apart_from_none_recorded():
    (record,) = load_given("anthropic_messages_web_search")
    case = read_case(asked(record))
    first, second = case.search_calls
    assert (first.query, len(first.urls)) == ("tech news today September 26 2024", 10)
    assert (second.query, second.urls) == ('"September 26 2024" tech news breaking', ())
    assert document(case, "https://www.cnbc.com/technology/").date == "December 21, 2015"
    assert case.opened_urls == ()  # the usage says that nothing was fetched
    assert case.prediction.startswith("Based on the search results")


def test_perplexity_says_what_came_back_and_not_what_was_asked():
    (record,) = load_given("perplexity_chat_citations")
    case = read_case(asked(record))
    assert case.queries is None
    assert case.retrieved == tuple(record["citations"])


def test_who_and_when_keeps_the_persons_finding_and_makes_no_verdict_of_it():
    (record,) = load_given("who_and_when_magentic")
    case = read_case(record)
    assert (case.prediction, case.reference_answers, case.verdict) == ("20", ("14.2",), None)
    assert case.queries == ("Seattle historical weather data September 2020-2023",)
    assert case.retrieved is None
    assert case.opened_urls is None  # the search engine's own page is none
    assert case.model_extra["mistake_agent"] == "WebSurfer"


def test_a_langfuse_trace_is_read_through_its_packed_texts():
    (record,) = load_given("langfuse_agno_duckduckgo")
    case = read_case(record)
    assert case.question == "What is currently trending on Twitter?"
    assert case.queries == ("currently trending on Twitter",)
    assert case.retrieved[:2] == (
        "https://twitter.com/explore/tabs/trending/",
        "https://trends24.in/united-states/",
    )
    assert len(case.retrieved) == 5
    assert document(case, case.retrieved[0]).title == "Twitter. It's what's happening / Twitter"
    assert case.prediction.startswith("To find out what's currently trending")
    assert (case.case_id, case.system.model) == (record["trace"]["id"], "gpt-4o-mini")


def test_the_last_question_of_a_conversation_is_the_one_answered():
    first, second = read_cases(*load_given("pydantic_ai_openai_web_search"))
    assert first.question == "What is the weather in San Francisco today?"
    assert second.question == "how about Mexico City?"
    assert second.queries == ("weather: Mexico City, Mexico",)
    assert second.retrieved is None  # no sources were asked for: not recorded, not none
    assert second.prediction.startswith("Today (Tuesday, September 16, 2025) in Mexico City")


def test_a_tavily_search_is_one_search_and_no_answer():
    case = read_case(load_given("pydantic_ai_tavily_search")[0])
    assert case.queries == (case.question,) == ("What is Pydantic AI?",)
    assert len(case.retrieved) == 5
    assert case.prediction is None
    assert document(case, "https://ai.pydantic.dev/").status == "snippet"


@pytest.mark.parametrize("name", sorted(path.stem for path in FORMATS.glob("*.jsonl")))
def test_no_reader_makes_up_a_url_a_query_or_an_answer(name):
    for record in load_given(name):
        case = read_case(record, ReadAs(question="Who won?"))
        texts = _texts_in(record)
        written = [*(case.retrieved or ()), *(case.opened_urls or ()), *(case.queries or ())]
        written += [page.url for page in case.documents or ()]
        for each in written:
            assert any(each in text for text in texts), each


def _texts_in(value):
    """Every text of a record, and those of the JSON that stands in them."""
    if isinstance(value, str):
        found = [value]
        try:
            inner = json.loads(value)
        except ValueError:
            return found
        return found + (_texts_in(inner) if inner != value else [])
    values = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for each in values for text in _texts_in(each)]


@pytest.mark.parametrize("name", ["openai_responses_web_search", "anthropic_messages_web_search"])
def test_an_answer_without_its_question_is_refused_with_what_to_do(name):
    said = read_refusal(load_given(name)[0])
    assert "question: found none in this record" in said
    assert "`question` and `response`" in said


def test_a_taken_record_says_its_shape():
    (entry, *_) = read_source(FORMATS / "webdancer_react.jsonl")
    assert shape_of(entry.record) == "react-tags"

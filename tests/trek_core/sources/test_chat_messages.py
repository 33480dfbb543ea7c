"""Messages of an agent with the tools it called, and results that tools wrote as text."""

import json

import pytest

from tests.trek_core.sources.reading_steps import read_case, read_refusal
from trek_core.sources.text_results import read_text_results

ASKED = {"role": "user", "content": "Who won?"}
SAID = {"role": "assistant", "content": "Blue."}


def call(identity, name, **arguments):
    function = {"name": name, "arguments": json.dumps(arguments)}
    return {"id": identity, "type": "function", "function": function}


def calling(*calls):
    return {"role": "assistant", "content": None, "tool_calls": list(calls)}


def result(identity, content):
    return {"role": "tool", "tool_call_id": identity, "content": content}


def read(*messages, **fields):
    return read_case({"messages": [ASKED, *messages], **fields})


def searches(case):
    return [(each.query, each.urls) for each in case.search_calls or ()]


def test_calls_of_any_search_or_browsing_tool_come_in_order_with_what_answered_each():
    hits = json.dumps({"organic": [{"link": "https://b.example", "title": "B", "snippet": "b"}]})
    case = read(
        calling(call("1", "google_serper", query="first"), call("2", "my_web_search", q="second")),
        result("2", hits),
        result("1", "[]"),
        calling(
            call("3", "fetch_page", url="https://b.example"), call("4", "research_notes", query="1")
        ),
        result("3", json.dumps({"title": "B", "markdown": "The page."})),
        SAID,
    )
    assert searches(case) == [("first", ()), ("second", ("https://b.example",))]
    assert case.opened_urls == ("https://b.example",)
    assert (case.documents[0].text, case.documents[0].status) == ("The page.", "excerpt")
    assert (case.question, case.prediction, case.verdict) == ("Who won?", "Blue.", None)


def test_only_what_came_after_the_last_question_belongs_to_its_answer():
    case = read(
        calling(call("1", "search", query="earlier")), result("1", "[]"), SAID,
        {"role": "user", "content": "And before?"},
        calling(call("2", "search", query="later")), result("2", "nothing"),
        {"role": "assistant", "content": "Red."},
    )  # fmt: skip
    assert (case.question, case.prediction) == ("And before?", "Red.")
    assert searches(case) == [("later", None)]  # what it returned is not told


def test_a_conversation_that_ends_in_a_call_has_no_answer():
    case = read(calling(call("1", "search", query="q")))
    assert (case.prediction, searches(case)) == (None, [("q", None)])


def test_without_a_call_nothing_is_said_of_searches():
    case = read(SAID, id="c9")
    assert (case.case_id, case.prediction, case.queries, case.retrieved) == (
        "c9", "Blue.", None, None,
    )  # fmt: skip


def test_anthropics_blocks_and_their_results_are_calls_too():
    parts = [{"type": "text", "text": json.dumps([{"url": "https://a.example"}])}]
    use = {"type": "tool_use", "id": "t", "name": "brave_web_search", "input": {"query": "q"}}
    answered = {"type": "tool_result", "tool_use_id": "t", "content": parts}
    case = read(
        {"role": "assistant", "content": [{"type": "text", "text": "Let me look."}, use]},
        {"role": "user", "content": [answered]},
        {"role": "assistant", "content": [{"type": "text", "text": "Blue."}]},
    )
    assert searches(case) == [("q", ("https://a.example",))]
    assert (case.question, case.prediction) == ("Who won?", "Blue.")


def test_langchains_messages_are_read_plain_and_serialised():
    artifact = {"query": "q", "results": [{"url": "https://a.example", "content": "a"}]}
    plain = [
        {"type": "human", "content": "Who won?"},
        {"type": "ai", "content": "", "tool_calls": [
            {"name": "tavily_search", "args": {"query": "q"}, "id": "t", "type": "tool_call"}]},
        {"type": "tool", "name": "tavily_search", "tool_call_id": "t", "content": "seen",
         "artifact": artifact},
        {"type": "ai", "content": "Blue.", "tool_calls": []},
    ]  # fmt: skip
    kinds = {"human": "HumanMessage", "ai": "AIMessage", "tool": "ToolMessage"}
    packed = [
        {"lc": 1, "type": "constructor", "id": ["langchain", kinds[each["type"]]],
         "kwargs": {name: value for name, value in each.items() if name != "type"}}
        for each in plain
    ]  # fmt: skip
    for messages in (plain, packed):
        case = read_case({"messages": messages})
        assert searches(case) == [("q", ("https://a.example",))]
        assert (case.question, case.prediction) == ("Who won?", "Blue.")


def test_the_calls_of_functions_before_there_were_tools():
    case = read(
        {"role": "assistant", "content": None,
         "function_call": {"name": "web_search", "arguments": '{"query": "q"}'}},
        {"role": "function", "name": "web_search", "content": '[{"href": "https://a.example"}]'},
        SAID,
    )  # fmt: skip
    assert searches(case) == [("q", ("https://a.example",))]


def test_messages_without_an_answer_or_a_call_are_refused():
    said = read_refusal({"messages": [ASKED]})
    assert "`messages` of a user and an assistant (chat-messages)" in said


A, B = "https://a.example/1", "https://b.example/2"


@pytest.mark.parametrize(
    "text",
    [
        f"1. [A]({A})\nsaid of a\n2. [B]({B})\nsaid of b",
        f"[A]({A}):\nsaid of a\n\n[B]({B}):\nsaid of b",
        f"Title: A\nURL: {A}\nText: x\n\nTitle: B\nURL: {B}\nText: see https://c.example/3",
        f"- **Link**: {A}\n- **Link**: {B}",
        f"<result><title>A</title><url>{A}</url></result><result><url>{B}</url></result>",
        f"[1] {A}\n[2] {B}\nas told at https://c.example/3 before",
    ],
)
def test_results_written_as_text_name_their_pages_where_a_result_does(text):
    assert [page.url for page in read_text_results(text)] == [A, B]


@pytest.mark.parametrize("text", ["", "Nothing was found.", f"The page {A} says so, and {B} too."])
def test_an_address_in_running_text_is_no_result(text):
    assert read_text_results(text) is None


def test_titles_and_snippets_are_read_beside_the_address():
    first, second = read_text_results(f"Title: One\nURL: {A}\n\nTitle: Two\nURL: {B}\n")
    assert (first.title, second.title) == ("One", "Two")
    (page,) = read_text_results(f"1. [One]({A})\n   said of it")
    assert (page.title, page.text, page.status) == ("One", "said of it", "snippet")

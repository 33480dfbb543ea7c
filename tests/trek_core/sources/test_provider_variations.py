"""What providers write beside their usual answer, each variation as its documentation has it."""

import json

import pytest

from tests.trek_core.sources.reading_steps import asked, read_case, read_refusal
from tests.trek_core.sources.test_documented_shapes import (
    REDIRECT,
    completion,
    grounded,
    shape,
    urls_cited,
)

A, B = "https://a.example/1", "https://b.example/2"


def calls(case):
    return [(each.query, each.urls) for each in case.search_calls or ()]


def response(*output, model="gpt-x", **fields):
    return {"object": "response", "id": "r1", "model": model, "output": list(output), **fields}


def test_azures_earlier_versions_keep_citations_in_a_tool_message():
    told = json.dumps({"citations": [{"url": A, "title": "A", "filepath": "a.pdf"}],
                       "intent": '["who won"]'})  # fmt: skip
    tool = {"role": "tool", "content": told, "end_turn": False}
    in_context = completion(context={"messages": [tool]})
    said = {"role": "assistant", "content": "Blue.", "end_turn": True}
    several = {"id": "c1", "object": "extensions.chat.completion", "model": "m",
               "choices": [{"index": 0, "messages": [tool, said]}]}  # fmt: skip
    for record in (in_context, several):
        case = read_case(asked(record))
        assert (case.prediction, urls_cited(case)) == ("Blue.", [A])
        assert case.queries is case.retrieved is None  # an intent is no query


def test_azures_retrieved_documents_are_what_its_search_returned():
    documents = [
        {"url": A, "title": "A", "content": "a", "search_queries": ["who", "won"]},
        {"url": None, "filepath": "b.pdf", "content": "b", "search_queries": ["who", "won"]},
    ]
    case = read_case(asked(completion(context={"all_retrieved_documents": documents})))
    assert (case.queries, case.retrieved) == (("who", "won"), (A,))
    assert case.documents[0].text == "a"


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("url_not_accessible", "blocked"),
        ("unsupported_content_type", "not_text"),
        ("max_uses_exceeded", "refused"),
    ],
)
def test_anthropics_failed_fetch_says_what_became_of_its_page(code, status):
    blocks = [
        {"type": "server_tool_use", "id": "f", "name": "web_fetch", "input": {"url": A}},
        {"type": "web_fetch_tool_result", "tool_use_id": "f",
         "content": {"type": "web_fetch_tool_result_error", "error_code": code}},
        {"type": "text", "text": "Blue."},
    ]  # fmt: skip
    case = read_case(asked({"type": "message", "role": "assistant", "content": blocks}))
    assert [(page.url, page.text, page.status) for page in case.documents] == [(A, None, status)]


def test_anthropics_fetched_pdf_has_no_text_and_the_answer_cites_what_it_cites():
    packed = {"type": "base64", "media_type": "application/pdf", "data": "JVBERi0="}
    blocks = [
        {
            "type": "web_fetch_tool_result",
            "tool_use_id": "f",
            "content": {
                "type": "web_fetch_result",
                "url": A,
                "content": {"type": "document", "source": packed},
            },
        },
        {
            "type": "text",
            "text": "Blue.",
            "citations": [
                {"type": "web_search_result_location", "url": B, "title": "B", "cited_text": "x"},
                {"type": "char_location", "document_index": 0, "cited_text": "y"},
            ],
        },
    ]
    case = read_case(asked({"type": "message", "role": "assistant", "content": blocks}))
    assert (case.opened_urls, case.documents, urls_cited(case)) == ((A,), None, [B])


def test_tools_called_before_the_last_answer_stand_in_the_request():
    call = {"id": "t", "type": "function",
            "function": {"name": "web_search", "arguments": '{"query": "q"}'}}  # fmt: skip
    messages = [
        {"role": "user", "content": "Who won?"},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "t", "content": json.dumps([{"url": A}])},
    ]
    case = read_case({"request": {"messages": messages}, "response": completion()})
    assert (case.question, calls(case)) == ("Who won?", [("q", (A,))])
    use = {"type": "tool_use", "id": "t", "name": "web_search", "input": {"query": "q"}}
    found = {"type": "tool_result", "tool_use_id": "t", "content": json.dumps([{"url": A}])}
    messages[1:] = [{"role": "assistant", "content": [use]}, {"role": "user", "content": [found]}]
    answer = {
        "type": "message",
        "role": "assistant",
        "content": [{"type": "text", "text": "Blue."}],
    }
    case = read_case({"request": {"messages": messages}, "response": answer})
    assert (case.question, calls(case), case.prediction) == ("Who won?", [("q", (A,))], "Blue.")


def test_functions_called_before_a_response_stand_in_its_request():
    def searched(identity, query, *urls):
        return [
            {"type": "function_call", "call_id": identity, "name": "web_search",
             "arguments": json.dumps({"query": query})},
            {"type": "function_call_output", "call_id": identity,
             "output": json.dumps([{"url": url} for url in urls])},
        ]  # fmt: skip

    said = {"type": "message", "role": "assistant",
            "content": [{"type": "output_text", "text": "Blue."}]}  # fmt: skip
    given = [{"role": "user", "content": "Before?"}, *searched("a", "earlier", B), said,
             {"role": "user", "content": "Who won?"}, *searched("b", "q", A)]  # fmt: skip
    case = read_case({"request": {"input": given}, "response": response(said)})
    assert (case.question, calls(case), case.prediction) == ("Who won?", [("q", (A,))], "Blue.")


def test_google_says_which_text_of_the_answer_each_chunk_is_named_for():
    record = grounded(f"{REDIRECT}1", f"{REDIRECT}2")
    supports = [{"segment": {"endIndex": 5, "text": "Blue."}, "groundingChunkIndices": [1, 7],
                 "confidenceScores": [0.9]}]  # fmt: skip
    record["candidates"][0]["groundingMetadata"]["groundingSupports"] = supports
    case = read_case(asked(record))
    assert case.model_extra["citation_supports"] == [{"text": "Blue.", "urls": [f"{REDIRECT}2"]}]
    assert case.retrieved is None


def test_googles_client_writes_other_names_and_pages_it_could_not_open():
    candidate = {
        "content": {"parts": [{"text": "Blue."}]},
        "grounding_metadata": {
            "web_search_queries": ["q"],
            "grounding_chunks": [{"retrieved_context": {"uri": A, "title": "A", "text": "a"}},
                                 {"retrieved_context": {"uri": "gs://own/b"}}],
        },
        "url_context_metadata": {"url_metadata": [
            {"retrieved_url": B, "url_retrieval_status": "URL_RETRIEVAL_STATUS_ERROR"}]},
    }  # fmt: skip
    case = read_case(asked({"candidates": [candidate], "model_version": "gemini"}))
    assert calls(case) == [("q", (A,))]
    assert {page.url: page.status for page in case.documents} == {A: "snippet", B: "blocked"}


def test_xais_response_writes_an_empty_list_of_sources_whatever_it_found():
    search = {"type": "web_search_call", "status": "completed",
              "action": {"type": "search", "query": "q", "sources": []}}  # fmt: skip
    posts = {"type": "custom_tool_call", "call_id": "x", "name": "x_keyword_search",
             "input": '{"query": "from:someone", "limit": 10}'}  # fmt: skip
    note = {"type": "url_citation", "url": A, "title": "1", "start_index": 0, "end_index": 3}
    said = {"type": "message", "content": [
        {"type": "output_text", "text": "Blue.", "annotations": [note]}]}  # fmt: skip
    case = read_case(asked(response(search, posts, said, model="grok-4-fast", citations=[A, B])))
    assert calls(case) == [("q", None), ("from:someone", None)]
    assert urls_cited(case) == [A, B]
    (call,) = read_case(asked(response(search))).search_calls
    assert call.urls == ()  # of anybody else, none is none


def test_perplexitys_agent_lists_queries_results_and_the_pages_it_read():
    case = read_case(asked(response(
        {"type": "search_results", "queries": ["q"], "results": [
            {"id": 1, "url": A, "title": "A", "snippet": "a", "date": "2025-01-02"}]},
        {"type": "fetch_url_results", "contents": [{"url": B, "title": "B", "snippet": "b"}]},
        {"type": "message", "content": [{"type": "output_text", "text": "Blue."}]},
    )))  # fmt: skip
    assert (calls(case), case.opened_urls) == ([("q", (A,))], (B,))
    assert case.documents[0].date == "2025-01-02"


def test_perplexitys_steps_say_what_was_asked():
    steps = [
        {"type": "web_search", "thought": "t", "web_search": {
            "search_keywords": ["q"], "search_results": [{"url": A, "title": "A"}]}},
        {"type": "fetch_url_content", "fetch_url_content": {"contents": [{"url": B}]}},
    ]  # fmt: skip
    record = completion("sonar-pro", {"search_results": [{"url": A}]}, reasoning_steps=steps)
    case = read_case(asked(record))
    assert (calls(case), case.opened_urls) == ([("q", (A,))], (B,))


def test_a_failed_search_and_tools_of_a_server_in_a_response():
    case = read_case(asked(response(
        {"type": "web_search_call", "status": "failed", "action": {"type": "search", "query": "q"}},
        {"type": "mcp_call", "name": "brave_web_search", "server_label": "brave",
         "arguments": '{"query": "r"}',
         "output": json.dumps({"web": {"results": [{"url": A}]}})},
    )))  # fmt: skip
    assert calls(case) == [("q", None), ("r", (A,))]
    assert case.search_calls[0].model_extra["error"] == "failed"


def test_groqs_browser_searches_by_its_name_and_lists_what_it_saw():
    tools = [
        {"index": 0, "type": "browser_search", "name": "browser.search",
         "arguments": '{"query": "q", "topn": 5}', "search_results": {"results": [{"url": A}]}},
        {"index": 1, "type": "function", "name": "browser.open",
         "arguments": '{"id": 0, "cursor": 0}', "output": "text"},
    ]  # fmt: skip
    case = read_case(asked(completion("openai/gpt-oss-120b", executed_tools=tools)))
    assert (calls(case), case.opened_urls) == ([("q", (A,))], None)


def test_openrouters_notes_are_citations():
    note = {"type": "url_citation", "url_citation": {
        "url": A, "title": "A", "content": "said", "start_index": 0, "end_index": 4}}  # fmt: skip
    record = completion("openai/gpt-x:online", {"provider": "OpenAI"}, annotations=[note])
    case = read_case(asked(record))
    assert (urls_cited(case), case.retrieved) == ([A], None)


def test_pages_that_tavily_extracted_are_opened_ones():
    record = {"results": [{"url": A, "raw_content": "The page.", "images": []}],
              "failed_results": [{"url": B, "error": "timeout"}], "response_time": 0.1,
              "request_id": "t1"}  # fmt: skip
    case = read_case(asked(record))
    assert shape(asked(record)) == "tavily-extract"
    assert (case.opened_urls, case.queries) == ((A, B), None)
    assert [(page.text, page.status) for page in case.documents] == [
        ("The page.", "ok"), (None, "blocked"),
    ]  # fmt: skip
    assert "question: found none in this record" in read_refusal(record)


def test_two_fields_of_tavilys_answer_tell_its_pages_texts_apart():
    results = [{"title": "A", "url": A, "content": "said", "score": 0.9, "raw_content": "whole",
                "published_date": "Mon, 06 Jan 2025"}]  # fmt: skip
    case = read_case({"query": "q", "results": results, "answer": "Blue.", "response_time": 1.2})
    (page,) = case.documents
    assert (page.text, page.status, page.date) == ("whole", "ok", "Mon, 06 Jan 2025")


def test_perplexitys_search_returns_pages_for_the_query_of_its_request():
    page = {"title": "A", "url": "https://a.example", "snippet": "so", "date": "2025-01-02",
            "last_updated": None}  # fmt: skip
    response = {"id": "s1", "results": [page, page | {"url": "https://b.example"}]}
    case = read_case({"request": {"query": "who won"}, "response": response})
    assert (case.case_id, case.question, case.queries) == ("s1", "who won", ("who won",))
    assert case.retrieved == ("https://a.example", "https://b.example")
    assert (case.documents[0].date, case.documents[0].status) == ("2025-01-02", "snippet")
    case = read_case(asked(response))
    assert (case.question, case.queries, case.prediction) == ("Who won?", None, None)
    several = read_case(
        {"question": "Who?", "request": {"query": ["a", "b"]}, "response": response}
    )
    assert (several.question, several.queries, several.search_calls) == ("Who?", ("a", "b"), None)

"""Shapes read from their documentation: records made here as it describes them."""

import json

from tests.trek_core.sources.reading_steps import asked, read_case, read_cases, read_records
from trek_core.jsonl import Rejected
from trek_core.sources import shape_of

REDIRECT = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/AUZ"


def completion(model="m", record=None, **message):
    """A chat completion with fields of its message, and others beside its choices."""
    message = {"role": "assistant", "content": "Blue.", **message}
    choices = [{"index": 0, "message": message, "finish_reason": "stop"}]
    return {"id": "c1", "object": "chat.completion", "model": model, "choices": choices} | (
        record or {}
    )


def shape(record):
    (entry,) = read_records(record)
    return shape_of(entry.record)


def citation(url, title=None):
    return {"type": "url_citation", "url_citation": {"url": url, "title": title}}


def urls_cited(case):
    return [each["url"] for each in case.model_extra["citations"]]


def test_citations_of_a_chat_completion_are_not_what_its_search_returned():
    notes = [citation("https://a.example", "A"), citation("https://a.example"), {"type": "other"}]
    case = read_case(asked(completion(annotations=notes)))
    assert (case.prediction, case.case_id) == ("Blue.", "c1")
    assert case.model_extra["citations"] == [{"url": "https://a.example", "title": "A"}]
    assert case.queries is case.retrieved is case.search_calls is None


def test_azure_names_its_citations_in_the_messages_context():
    context = {"citations": [{"title": "A", "url": "https://a.example", "content": "text"}]}
    assert urls_cited(read_case(asked(completion(context=context)))) == ["https://a.example"]


def test_the_question_is_read_from_a_chat_request():
    messages = [
        {"role": "system", "content": "Be short."},
        {"role": "user", "content": [{"type": "text", "text": "Which colour?"}]},
    ]
    case = read_case({"request": {"messages": messages}, "response": completion()})
    assert case.question == "Which colour?"


def test_perplexitys_search_results_have_titles_and_dates():
    results = [{"title": "A", "url": "https://a.example", "date": "2025-01-02"}]
    case = read_case(asked(completion("sonar-pro", {"search_results": results, "citations": []})))
    assert case.retrieved == ("https://a.example",)
    assert (case.documents[0].title, case.documents[0].date) == ("A", "2025-01-02")
    assert case.queries is None


def test_xais_citations_are_not_what_its_search_returned():
    record = asked(completion("grok-4", {"citations": ["https://a.example", "https://a.example"]}))
    case = read_case(record)
    assert shape(record) == "xai"
    assert urls_cited(case) == ["https://a.example"]
    assert case.retrieved is None


def test_groq_records_what_each_search_asked_and_returned():
    results = [
        {"title": "A", "url": "https://a.example", "content": "a page", "score": 0.9},
        {"title": "B", "url": "https://b.example", "content": "b page", "score": 0.8},
    ]
    tools = [
        {"index": 0, "type": "search", "arguments": '{"query": "first"}',
         "output": "Title: A", "search_results": {"images": [], "results": results}},
        {"index": 1, "type": "visit", "arguments": '{"url": "https://c.example"}', "output": "C"},
    ]  # fmt: skip
    case = read_case(asked(completion("groq/compound", executed_tools=tools)))
    assert [(call.query, call.urls) for call in case.search_calls] == [
        ("first", ("https://a.example", "https://b.example"))
    ]
    assert case.opened_urls == ("https://c.example",)


def grounded(*uris, queries=("first", "second")):
    chunks = [{"web": {"uri": uri, "title": "t.example"}} for uri in uris]
    grounding = {"webSearchQueries": list(queries), "groundingChunks": chunks}
    parts = [{"text": "Thinking.", "thought": True}, {"text": "Blue."}]
    candidate = {"content": {"role": "model", "parts": parts}, "groundingMetadata": grounding}
    return {"candidates": [candidate], "modelVersion": "gemini-2.5-flash", "responseId": "r1"}


def test_googles_redirects_are_marked_and_name_no_returned_page():
    case = read_case(asked(grounded(f"{REDIRECT}1", f"{REDIRECT}2")))
    assert (case.queries, case.retrieved) == (("first", "second"), None)
    assert case.prediction == "Blue."
    assert case.model_extra["citations"] == [
        {"url": f"{REDIRECT}1", "title": "t.example", "redirect": True},
        {"url": f"{REDIRECT}2", "title": "t.example", "redirect": True},
    ]


def test_which_of_googles_queries_returned_a_page_is_not_made_up():
    case = read_case(asked(grounded("https://a.example", "https://a.example")))
    assert case.retrieved == ("https://a.example",)
    assert case.search_calls is None
    (call,) = read_case(asked(grounded("https://a.example", queries=["only"]))).search_calls
    assert (call.query, call.urls) == ("only", ("https://a.example",))


def test_several_queries_of_one_openai_search_share_its_sources():
    action = {"type": "search", "queries": ["first", "second"],
              "sources": [{"type": "url", "url": "https://a.example"}]}  # fmt: skip
    output = [{"type": "web_search_call", "status": "completed", "action": action}]
    case = read_case(asked({"object": "response", "output": output}))
    assert (case.queries, case.retrieved) == (("first", "second"), ("https://a.example",))
    assert case.search_calls is None


def test_anthropics_fetched_page_has_its_text_and_a_failed_search_its_error():
    blocks = [
        {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {"query": "q"}},
        {"type": "web_search_tool_result", "tool_use_id": "s",
         "content": {"type": "web_search_tool_result_error", "error_code": "max_uses_exceeded"}},
        {"type": "server_tool_use", "id": "f", "name": "web_fetch",
         "input": {"url": "https://a.example"}},
        {"type": "web_fetch_tool_result", "tool_use_id": "f", "content": {
            "type": "web_fetch_result", "url": "https://a.example",
            "retrieved_at": "2025-08-25T10:30:00Z",
            "content": {"type": "document", "title": "A",
                        "source": {"type": "text", "media_type": "text/plain", "data": "Page."}}}},
        {"type": "text", "text": "Blue."},
    ]  # fmt: skip
    message = {"type": "message", "role": "assistant", "content": blocks, "model": "claude"}
    case = read_case(asked(message))
    (call,) = case.search_calls
    assert (call.urls, call.model_extra["error"]) == (None, "max_uses_exceeded")
    assert case.opened_urls == ("https://a.example",)
    assert (case.documents[0].text, case.documents[0].status) == ("Page.", "ok")


def span(kind, start, parent="root", trace="t1", **attributes):
    return {
        "name": attributes.pop("name", kind.lower()),
        "context": {"trace_id": trace, "span_id": attributes.pop("span_id", f"{kind}{start}")},
        "parent_id": parent,
        "start_time": f"2025-01-01T00:00:0{start}Z",
        "attributes": {"openinference.span.kind": kind, **attributes},
    }


def trace_of_spans(trace="t1"):
    return [
        span("TOOL", 3, trace=trace, **{"tool.name": "web_search", "input.value": '{"query": "b"}',
                           "output.value": json.dumps([{"url": "https://b.example"}])}),
        span("AGENT", 0, None, trace, span_id="root",
             **{"input.value": '{"messages": [{"role": "user", "content": "Which?"}]}',
                "output.value": "Blue."}),
        span("LLM", 1, trace=trace, **{"llm.model_name": "gpt-x"}),
        span("RETRIEVER", 2, trace=trace, **{
            "input.value": "a", "retrieval.documents.0.document.content": "A page",
            "retrieval.documents.0.document.metadata": '{"source": "https://a.example"}'}),
    ]  # fmt: skip


def test_the_spans_of_a_trace_are_one_case_with_searches_in_order_of_their_start():
    first, second = read_cases(*trace_of_spans("t1"), *trace_of_spans("t2"))
    assert (first.case_id, second.case_id) == ("t1", "t2")
    assert (first.question, first.prediction, first.system.model) == ("Which?", "Blue.", "gpt-x")
    assert [(call.query, call.urls) for call in first.search_calls] == [
        ("a", ("https://a.example",)),
        ("b", ("https://b.example",)),
    ]


def test_spans_read_alike_as_columns_and_as_opentelemetry_sends_them():
    spans = trace_of_spans()
    columns = [
        {"name": each["name"], "span_kind": each["attributes"]["openinference.span.kind"],
         "parent_id": each["parent_id"], "start_time": each["start_time"],
         "context.trace_id": "t1", "context.span_id": each["context"]["span_id"],
         **{f"attributes.{name}": value for name, value in each["attributes"].items()}}
        for each in spans
    ]  # fmt: skip
    otlp = [
        {"traceId": "t1", "spanId": each["context"]["span_id"], "parentSpanId": each["parent_id"],
         "name": each["name"], "startTimeUnixNano": each["start_time"][-3:-1],
         "attributes": [{"key": name, "value": {"stringValue": value}}
                        for name, value in each["attributes"].items()]}
        for each in spans
    ]  # fmt: skip
    expected = read_case_of(spans)
    assert read_case_of(columns) == expected
    assert read_case({"resourceSpans": [{"scopeSpans": [{"spans": otlp}]}]}) == expected


def read_case_of(records):
    (case,) = read_cases(*records)
    return case


def test_a_span_apart_from_its_trace_is_reported_and_not_made_a_case_of_its_own():
    spans = trace_of_spans()
    entries = read_records(*spans[1:], *trace_of_spans("t2"), spans[0])
    (refusal,) = [each for each in entries if isinstance(each, Rejected)]
    assert (refusal.line, refusal.found) == (8, "a span of trace t1 apart from the others")


def langsmith_tree():
    tool = {"id": "r2", "name": "tavily_search_results_json", "run_type": "tool",
            "start_time": "2025-01-01T00:00:02", "parent_run_id": "r1", "trace_id": "r1",
            "inputs": {"input": "{'query': 'q'}", "query": "q"},
            "outputs": {"output": [{"url": "https://a.example", "content": "A page"}]}}  # fmt: skip
    llm = {"id": "r3", "name": "ChatOpenAI", "run_type": "llm", "parent_run_id": "r1",
           "start_time": "2025-01-01T00:00:01", "trace_id": "r1", "inputs": {}, "outputs": {},
           "extra": {"metadata": {"ls_model_name": "gpt-x"}}}  # fmt: skip
    root = {"id": "r1", "name": "agent", "run_type": "chain", "start_time": "2025-01-01T00:00:00",
            "parent_run_id": None, "trace_id": "r1", "inputs": {"input": "Which?"},
            "outputs": {"output": "Blue."}}  # fmt: skip
    return root, [tool, llm]


def test_a_langsmith_tree_and_its_runs_one_by_one_are_the_same_case():
    root, children = langsmith_tree()
    tree = read_case({**root, "child_runs": children})
    assert (tree.question, tree.prediction, tree.system.model) == ("Which?", "Blue.", "gpt-x")
    assert (tree.queries, tree.retrieved) == (("q",), ("https://a.example",))
    assert read_case_of([children[0], root, children[1]]) == tree


def inspect_log(**sample):
    call = {"id": "k", "function": "web_search", "arguments": {"query": "q"}, "type": "function"}
    messages = [
        {"role": "user", "content": "Which?"},
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "k", "function": "web_search",
         "content": json.dumps({"results": [{"link": "https://a.example", "title": "A"}]})},
        {"role": "assistant", "content": "Blue."},
    ]  # fmt: skip
    whole = {"id": 7, "epoch": 1, "input": "Which?", "target": ["blue", "azure"],
             "messages": messages, "output": {"model": "gpt-x", "completion": "Blue."},
             "scores": {"model_graded_qa": {"value": "I", "explanation": "Not so."}}}  # fmt: skip
    return {"version": 2, "status": "success", "error": None,
            "eval": {"task": "t", "model": "openai/gpt-x", "run_id": "run",
                     "dataset": {"name": "colours"}}, "samples": [whole | sample]}  # fmt: skip


def test_a_sample_of_an_inspect_log_is_a_case_with_its_search_and_verdict():
    case = read_case(inspect_log())
    assert (case.case_id, case.dataset, case.question_id) == ("run/7/1", "colours", "7")
    assert (case.queries, case.retrieved) == (("q",), ("https://a.example",))
    assert (case.prediction, case.reference_answers) == ("Blue.", ("blue", "azure"))
    assert (case.verdict, case.judge.raw) == ("incorrect", "Not so.")


def test_a_score_that_is_no_letter_of_inspects_is_no_verdict():
    for scores in ({"a": {"value": 0.0}}, {"a": {"value": "P"}},
                   {"a": {"value": "I"}, "b": {"value": "C"}}):  # fmt: skip
        assert read_case(inspect_log(scores=scores)).verdict is None


def test_a_sample_that_ended_in_an_error_is_reported():
    (entry,) = read_records(inspect_log(error={"message": "time out"}))
    assert (entry.field, entry.found) == (
        "samples[0].error",
        'a recorded error: the text "time out"',
    )

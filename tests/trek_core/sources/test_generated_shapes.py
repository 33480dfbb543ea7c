"""Every other shape, made at random: no address, query, verdict or order that is not its own."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.trek_core.sources.reading_steps import asked, read_cases, read_records
from tests.trek_core.sources.test_documented_shapes import completion, inspect_log, span
from tests.trek_core.sources.test_generated import OPENED, SOME_SEARCHES, URLS, check
from trek_core.sources import SHAPES

CHEAP = settings(max_examples=25, deadline=None)
NOT_TOLD = "The tool failed."


def listed(urls):
    """A tool's output: its results as JSON, or words that name none."""
    return NOT_TOLD if urls is None else json.dumps([{"url": url, "title": "T"} for url in urls])


def tool_steps(searches, opened):
    """Each call as its tool's name, what it was given, and its output."""
    yield from (("web_search", {"query": query}, listed(urls)) for query, urls in searches)
    yield from (("open_page", {"url": url}, NOT_TOLD) for url in opened)


def chat_messages(searches, opened):
    messages = [{"role": "user", "content": "Who won?"}]
    for number, (name, arguments, output) in enumerate(tool_steps(searches, opened)):
        function = {"name": name, "arguments": json.dumps(arguments)}
        call = {"id": f"c{number}", "type": "function", "function": function}
        messages += [
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": f"c{number}", "content": output},
        ]
    return [{"messages": [*messages, {"role": "assistant", "content": "Blue."}]}]


def inspect(searches, opened):
    messages = []
    for number, (name, arguments, output) in enumerate(tool_steps(searches, opened)):
        call = {"id": f"c{number}", "function": name, "arguments": arguments}
        messages += [
            {"role": "assistant", "content": "", "tool_calls": [call]},
            {"role": "tool", "tool_call_id": f"c{number}", "content": output},
        ]
    return [inspect_log(messages=messages, scores={})]


def groq(searches, opened):
    tools = [
        {"index": n, "type": name, "arguments": json.dumps(arguments), "output": output}
        for n, (name, arguments, output) in enumerate(tool_steps(searches, opened))
    ]
    return [asked(completion("groq/compound", executed_tools=tools))]


def openinference(searches, opened):
    spans = [span("AGENT", 0, None, span_id="root",
                  **{"input.value": "Who won?", "output.value": "Blue."})]  # fmt: skip
    for number, (name, arguments, output) in enumerate(tool_steps(searches, opened), 1):
        spans.append(
            span("TOOL", number, span_id=f"s{number}", **{"tool.name": name,
                 "input.value": json.dumps(arguments), "output.value": output})
        )  # fmt: skip
    return spans[::-1]


def langsmith(searches, opened):
    children = [
        {"id": f"r{n}", "name": name, "run_type": "tool", "parent_run_id": "r", "inputs": arguments,
         "outputs": {"output": output}, "start_time": f"2025-01-01T00:00:{n:02}"}
        for n, (name, arguments, output) in enumerate(tool_steps(searches, opened), 1)
    ]  # fmt: skip
    return [{"id": "r", "name": "agent", "run_type": "chain", "start_time": "2025-01-01T00:00:00",
             "inputs": {"input": "Who won?"}, "outputs": {"output": "Blue."},
             "child_runs": children[::-1]}]  # fmt: skip


def perplexity_agent(searches, opened):
    output = [
        {"type": "search_results", "queries": [query],
         "results": None if urls is None else [{"url": url} for url in urls]}
        for query, urls in searches
    ]  # fmt: skip
    output += [{"type": "fetch_url_results", "contents": [{"url": url}]} for url in opened]
    return [asked({"object": "response", "output": output})]


def response_stream(searches, opened):
    items = [
        {"type": "web_search_call", "action": {"type": "search", "query": query, "sources":
         None if urls is None else [{"url": url} for url in urls]}}
        for query, urls in searches
    ]  # fmt: skip
    items += [{"type": "web_search_call", "action": {"type": "open_page", "url": url}}
              for url in opened]  # fmt: skip
    response = {"object": "response", "output": items}
    events = [{"type": "response.output_item.done", "output_index": at, "item": item}
              for at, item in enumerate(items)]  # fmt: skip
    events.append({"type": "response.completed", "response": response | {"output": []}})
    return [{"question": "Who won?", "events": [{"type": "response.created"}, *events]}]


def google_interactions(searches, opened):
    outputs = []
    for number, (query, urls) in enumerate(searches):
        call = {"type": "google_search_call", "id": str(number), "arguments": {"queries": [query]}}
        shown = None if urls is None else [{"url": url} for url in urls]
        result = {"type": "google_search_result", "call_id": str(number), "result": shown}
        outputs += [call, result]
    outputs += [{"type": "url_context_call", "arguments": {"urls": [url]}} for url in opened]
    return [asked({"object": "interaction", "outputs": [*outputs, {"type": "text", "text": "B"}]})]


IN_ORDER = (chat_messages, inspect, groq, openinference, langsmith, perplexity_agent,
            response_stream, google_interactions)  # fmt: skip


@pytest.mark.parametrize("build", IN_ORDER, ids=lambda build: build.__name__)
@CHEAP
@given(searches=SOME_SEARCHES, opened=OPENED)
def test_what_each_search_asked_and_returned_comes_out_in_its_order(build, searches, opened):
    (case,) = read_cases(*build(searches, opened))
    check(case, searches, opened)


def google(queries, urls):
    chunks = [{"web": {"uri": url}} for url in urls]
    grounding = {"webSearchQueries": queries, "groundingChunks": chunks}
    parts = {"content": {"parts": [{"text": "Blue."}]}, "groundingMetadata": grounding}
    return asked({"candidates": [parts]})


def azure(queries, urls):
    documents = [{"url": url, "search_queries": queries} for url in urls]
    return asked(completion(context={"all_retrieved_documents": documents}))


def tavily(queries, urls):
    return {"query": queries[0], "results": [{"url": url} for url in urls], "response_time": 1}


def perplexity(_, urls):
    return asked(completion("sonar", {"citations": urls}))


def rows(queries, urls):
    return {"prompt": "Who won?", "response": "Blue.", "queries": queries, "urls": urls}


@pytest.mark.parametrize("build", [google, azure, tavily, perplexity, rows])
@CHEAP
@given(
    queries=st.lists(st.sampled_from(["one", "two", "three"]), min_size=1, max_size=3, unique=True),
    urls=st.lists(URLS, min_size=1, max_size=5),
)
def test_pages_of_several_queries_are_those_recorded_in_their_order(build, queries, urls):
    (case,) = read_cases(build(queries, urls))
    assert case.retrieved == tuple(dict.fromkeys(urls))
    known = {"tavily": tuple(queries[:1]), "perplexity": None}
    assert case.queries == known.get(build.__name__, tuple(queries))
    assert (case.verdict, case.opened_urls) == (None, None)


@CHEAP
@given(urls=st.lists(URLS, min_size=1, max_size=5))
def test_citations_become_nothing_that_a_search_returned(urls):
    notes = [{"type": "url_citation", "url_citation": {"url": url}} for url in urls]
    for record in (completion(annotations=notes), completion("grok-4", {"citations": urls})):
        (case,) = read_cases(asked(record))
        assert [each["url"] for each in case.model_extra["citations"]] == [*dict.fromkeys(urls)]
        assert case.queries is case.retrieved is case.opened_urls is case.verdict is None


@CHEAP
@given(opened=OPENED.filter(bool))
def test_pages_taken_out_of_the_web_or_shown_in_a_browser_are_opened_ones(opened):
    taken = [{"url": url, "raw_content": "p"} for url in opened]
    extract = {"results": taken, "failed_results": []}
    shown = [
        {"role": "WebSurfer", "content": f"Here is a screenshot of [Page]({url}). "}
        for url in opened
    ]
    log = {"question": "Who won?", "history": shown, "mistake_step": "0"}
    for record in (asked(extract), log):
        (case,) = read_cases(record)
        assert case.opened_urls == tuple(dict.fromkeys(opened))
        assert case.queries is case.retrieved is case.verdict is None


NAMES = ("messages", "output", "choices", "candidates", "content", "results", "observations",
         "samples", "history", "type", "role", "id", "url", "query", "message", "arguments",
         "tool_calls", "action", "spans", "inputs", "run_type", "eval", "traceId",
         "name", "outputs", "steps", "object", "parts", "promptFeedback", "executed_tools",
         "events", "data", "index", "delta", "item", "response", "responseId",
         "question")  # fmt: skip
LEAVES = st.sampled_from([
    "https://a.example", "message", "assistant", "user", "search", "", "q", "text", "interaction",
    "response.completed", "response.output_item.done", "message_start", "content_block_delta",
    "chat.completion.chunk", "{'url': 'https://a.example'}", "google_search_call",
])  # fmt: skip
TREES = st.recursive(
    LEAVES | st.none() | st.integers(0, 3) | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner,
                                                                max_size=4),
    max_leaves=12,
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(record=st.dictionaries(st.sampled_from(NAMES), TREES, min_size=1, max_size=6))
def test_a_reader_of_any_shape_takes_what_it_can_of_a_broken_record_or_nothing(record):
    """No exception, and no address that is not in the record."""
    whole = json.dumps(record)
    assert all(str(entry) for entry in read_records(record, record))
    for shape in SHAPES:
        if not shape.detect(record):
            continue
        for found in shape.read(record, {}):
            fields = getattr(found, "to_fields", dict)()
            urls = [*(fields.get("retrieved_urls") or ()), *(fields.get("opened_urls") or ())]
            urls += [u for call in fields.get("search_calls") or () for u in call["urls"] or ()]
            assert all(url in whole for url in urls)
            assert fields.get("judge") is None

"""Trajectories made at random in each shape: order kept, the first of duplicates, nothing added."""

import json

from hypothesis import given
from hypothesis import strategies as st

from tests.trek_core.sources.reading_steps import asked, read_case

URLS = st.sampled_from([f"https://{name}.example/p?x={n}" for name in "abc" for n in range(3)])
WORDS = st.text(
    st.characters(codec="utf-8", exclude_characters="<>'", exclude_categories=["Cc", "Cs"]),
    min_size=1,
    max_size=20,
)
QUERIES = WORDS.filter(lambda text: text.strip() == text)
RESULTS = st.none() | st.lists(URLS, max_size=5)
SEARCHES = st.lists(st.tuples(QUERIES, RESULTS), max_size=4, unique_by=lambda search: search[0])
SOME_SEARCHES = SEARCHES.filter(bool)
OPENED = st.lists(URLS, max_size=3)


def check(case, searches, opened):
    """The searches come out in order, each with the first of its own pages, and null as null."""
    assert [(call.query, call.urls) for call in case.search_calls or ()] == [
        (query, None if urls is None else tuple(dict.fromkeys(urls))) for query, urls in searches
    ]
    returned = dict.fromkeys(url for _, urls in searches for url in urls or ())
    if returned:
        assert case.retrieved == tuple(returned)
    else:
        recorded = all(urls is not None for _, urls in searches)
        assert case.retrieved == (() if recorded else None)
    assert list(case.opened_urls or ()) == list(dict.fromkeys(opened))
    assert {page.url for page in case.documents or ()} <= {*returned, *opened}
    assert case.verdict is None


@given(SEARCHES, OPENED)
def test_an_openai_response(searches, opened):
    output = [
        {"type": "web_search_call", "action": {"type": "search", "query": query}
         | ({} if urls is None else {"sources": [{"type": "url", "url": url} for url in urls]})}
        for query, urls in searches
    ]  # fmt: skip
    output += [{"type": "web_search_call", "action": {"type": "open_page", "url": url}}
               for url in opened]  # fmt: skip
    check(read_case(asked({"object": "response", "output": output})), searches, opened)


@given(SEARCHES, OPENED)
def test_an_anthropic_message(searches, opened):
    blocks = []
    for number, (query, urls) in enumerate(searches):
        content = (
            {"type": "web_search_tool_result_error", "error_code": "unavailable"}
            if urls is None
            else [{"type": "web_search_result", "url": url, "title": "T"} for url in urls]
        )
        blocks += [
            {"type": "server_tool_use", "id": str(number), "name": "web_search",
             "input": {"query": query}},
            {"type": "web_search_tool_result", "tool_use_id": str(number), "content": content},
        ]  # fmt: skip
    for url in opened:
        fetched = {"type": "web_fetch_result", "url": url, "content": {}}
        blocks.append({"type": "web_fetch_tool_result", "tool_use_id": "f", "content": fetched})
    message = {"type": "message", "role": "assistant", "content": blocks}
    check(read_case(asked(message)), searches, opened)


@given(SOME_SEARCHES, OPENED, WORDS)
def test_react_text_with_tags(searches, opened, snippet):
    def call(name, **arguments):
        said = json.dumps({"name": name, "arguments": arguments})
        return {
            "role": "assistant",
            "content": f"<think>.</think>\n<tool_call>\n{said}\n</tool_call>",
        }

    def part(query, urls):
        rows = [f"{n}. [T {n}]({url})\n\n{snippet}\n" for n, url in enumerate(urls, 1)]
        return "\n".join([f"A Google search for '{query}' found {len(urls)} results:\n", *rows])

    response = "\n=======\n".join(part(q, urls) for q, urls in searches if urls is not None)
    messages = [
        {"role": "user", "content": "Tools ... \nUser: Who won?"},
        call("search", query=[query for query, _ in searches]),
        {"role": "user", "content": f"<tool_response>\n{response}\n</tool_response>"},
        *([call("visit", url=opened, goal="g")] if opened else []),
        {"role": "user", "content": "<tool_response>\n\n</tool_response>"},
        {"role": "assistant", "content": "<answer> Blue. </answer>"},
    ]
    case = read_case({"messages": messages})
    assert (case.question, case.prediction) == ("Who won?", "Blue.")
    check(case, searches, opened)


@given(SOME_SEARCHES, OPENED)
def test_langfuse_observations_in_any_order(searches, opened):
    def tool(number, name, given_, output):
        return {"id": str(number), "traceId": "t", "type": "TOOL", "name": name,
                "startTime": f"2025-01-01T00:00:{number:02}Z", "parentObservationId": "root",
                "input": json.dumps(given_), "output": output}  # fmt: skip

    calls = [
        tool(n, "web_search", {"query": query},
             "none" if urls is None else json.dumps([{"href": url, "body": "b"} for url in urls]))
        for n, (query, urls) in enumerate(searches)
    ]  # fmt: skip
    calls += [tool(30 + n, "visit_page", {"url": url}, None) for n, url in enumerate(opened)]
    trace = {"id": "t", "input": "Who won?", "output": "Blue.", "observations": calls[::-1]}
    check(read_case(trace), searches, opened)

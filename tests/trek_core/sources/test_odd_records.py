"""Records as providers and tools write them now and then: made here from what they document."""

import json

from tests.trek_core.sources.reading_steps import (
    asked,
    calls_of,
    read_case,
    read_cases,
    read_records,
    read_refusal,
    tool,
)
from tests.trek_core.sources.test_documented_shapes import completion
from trek_core.sources.trajectory import Page, Trajectory

A, B = "https://a.example", "https://b.example"


def response(*items, model="gpt", **fields):
    return asked({"id": "r", "object": "response", "model": model, "output": list(items), **fields})


def message(*blocks, stop="end_turn"):
    return {"id": "m", "type": "message", "role": "assistant", "model": "c",
            "content": list(blocks), "stop_reason": stop}  # fmt: skip


def asks(identity, query):
    return {
        "type": "server_tool_use", "id": identity, "name": "web_search", "input": {"query": query}
    }  # fmt: skip


def gives(identity, content, kind="web_search"):
    return {"type": f"{kind}_tool_result", "tool_use_id": identity, "content": content}


def test_xais_earlier_calls_have_arguments_and_its_citations_numbers():
    def call(**arguments):
        return {"type": "web_search_call", "arguments": json.dumps(arguments)}

    note = {"type": "url_citation", "url": A, "title": "1"}
    said = {"type": "message", "content": [{"text": "Blue.[[1]](x)", "annotations": [note]}]}
    case = read_case(response(call(query="q", num_results=5), call(url=B), said, model="grok-4"))
    assert (calls_of(case), case.opened_urls) == ([("q", None, None)], (B,))
    assert case.model_extra["citations"] == [{"url": A}]


def test_a_refusal_is_an_answer_and_a_failed_search_returned_nothing_that_is_recorded():
    action = {"type": "search", "query": "q", "sources": []}
    failed = {"type": "web_search_call", "status": "failed", "action": action}
    refused = {"type": "message", "content": [{"type": "refusal", "refusal": "I cannot."}]}
    case = read_case(response(failed, refused))
    assert (case.prediction, calls_of(case)) == ("I cannot.", [("q", None, "failed")])
    assert read_case(asked(completion(content=None, refusal="No."))).prediction == "No."
    assert read_case(asked(completion(content=None))).prediction is None


def test_a_message_that_pauses_is_no_answer_and_the_next_one_tells_all():
    page = {"type": "document", "title": "B", "source": {"type": "text", "data": "Page."}}
    fetched = {"type": "web_fetch_result", "url": B, "content": page}
    turn = [
        {"type": "text", "text": "Let me look."},
        asks("s", "q"), gives("s", [{"type": "web_search_result", "url": A, "title": "A"}]),
        asks("e", "again"), gives("e", {"error_code": "max_uses_exceeded"}),
        gives("f", fetched, "web_fetch"),
    ]  # fmt: skip
    assert read_case(asked(message(*turn, turn[0], stop="pause_turn"))).prediction is None
    request = {"messages": [{"role": "user", "content": "Who?"},
                            {"role": "assistant", "content": turn}]}  # fmt: skip
    case = read_case({"request": request, "response": message({"type": "text", "text": "Blue."})})
    assert calls_of(case) == [("q", (A,), None), ("again", None, "max_uses_exceeded")]
    (opened,) = [page for page in case.documents if page.url == B]
    assert (case.prediction, opened.text, opened.status) == ("Blue.", "Page.", "ok")


def test_groqs_tools_without_a_list_say_what_they_wrote():
    none = {"results": None}
    case = read_case(asked(completion("groq/compound", executed_tools=[
        {"type": "search", "arguments": '{"query": "q"}', "search_results": none,
         "output": f"Title: A\nURL: {A}\nContent: see https://other.example\n"},
        {"type": "visit", "arguments": f'{{"url": "{B}"}}', "search_results": {"results": []},
         "output": "Text."},
        {"type": "browser_search", "name": "browser.open", "arguments": '{"id": 0}'},
    ])))  # fmt: skip
    assert (calls_of(case), case.opened_urls) == ([("q", (A,), None)], (B,))
    assert [page.text for page in case.documents if page.url == B] == ["Text."]
    assert read_case(asked(completion("groq", executed_tools=None))).search_calls is None


def test_google_says_why_there_is_no_answer():
    stopped = {"candidates": [{"finishReason": "SAFETY"}], "responseId": "g"}
    assert read_case(asked(stopped)).prediction is None
    blocked = {"promptFeedback": {"blockReason": "OTHER"}}
    assert "a prompt that was blocked" in read_refusal(asked(blocked))


def test_googles_interactions_have_each_search_with_its_pages():
    blocks = [
        {"type": "thought", "signature": "s"},
        {"type": "google_search_call", "id": "1", "arguments": {"queries": ["q"]}},
        {"type": "google_search_result", "call_id": "1",
         "result": [{"url": A, "title": "A"}, {"search_suggestions": "<b>"}]},
        {"type": "google_search_call", "id": "2", "arguments": {"queries": ["again"]}},
        {"type": "google_search_result", "call_id": "2", "is_error": True},
        {"type": "url_context_call", "id": "3", "arguments": {"urls": [B]}},
        {"type": "text", "text": "Blue.", "annotations": [{"type": "url_citation", "url": A}]},
    ]  # fmt: skip
    whole = {"id": "i", "object": "interaction", "model": "gemini", "input": "Who?"}
    steps = [{"type": "user_input", "content": blocks[-1:]}, *blocks[:-1],
             {"type": "model_output", "content": blocks[-1:]}]  # fmt: skip
    for record in ({**whole, "outputs": blocks}, {**whole, "steps": steps}):
        case = read_case(record)
        assert (case.question, case.prediction, case.opened_urls) == ("Who?", "Blue.", (B,))
        assert calls_of(case) == [("q", (A,), None), ("again", None, "failed")]
        assert case.model_extra["citations"] == [{"url": A}]


def test_an_answer_of_no_known_shape_is_refused_with_what_is_in_it():
    said = read_refusal(asked({"parts": [], "status": "done"}))
    assert "an object with question, response, whose response is an object with parts" in said
    assert "found a recorded error" in read_refusal({"detail": {"error": "no key"}})
    assert "expired" in read_refusal({"custom_id": "q", "result": {"type": "expired"}})


def test_a_page_of_an_api_that_lists_records_is_read_record_by_record():
    answers = [asked(completion(record={"id": f"c{n}"}), f"Who {n}?") for n in range(2)]
    for place in ("data", "results"):
        cases = read_cases({"object": "list", place: answers, "has_more": False})
        assert [case.question for case in cases] == ["Who 0?", "Who 1?"]
    assert len(read_refusal({"results": [{"url": A}, {"url": B}]}).split("line 1")) == 2


def test_an_id_that_comes_again_belongs_to_the_call_before_its_answer():
    def turn(query):
        arguments = json.dumps({"query": query})
        call = {"id": "c", "function": {"name": "web_search", "arguments": arguments}}
        return {"role": "assistant", "content": None, "tool_calls": [call]}

    messages = [
        {"role": "user", "content": "Who?"}, turn("lost"), turn("first"),
        tool("c", str([{"url": A, "content": "it's a"}])), turn("second"),
        tool("c", "Timed out", status="error"), turn("cut"),
        {"role": "assistant", "content": "Blue."},
    ]  # fmt: skip
    broken = messages[-2]["tool_calls"][0]["function"]
    broken["arguments"] = '{"query": "cu'
    assert calls_of(read_case({"messages": messages})) == [
        ("lost", None, None), ("first", (A,), None), ("second", None, "Timed out"),
        (None, None, None),
    ]  # fmt: skip


def test_what_no_record_may_hold_is_mended_where_it_was_packed_too():
    found = json.dumps({"results": [{"url": A, "title": "half \ud83d"}]})
    call = {"name": "web_search", "arguments": json.dumps({"query": "q\x00"})}
    messages = [
        {"role": "user", "content": "Who?"},
        {"role": "assistant", "tool_calls": [{"id": "c", "function": call}]},
        tool("c", found), {"role": "assistant", "content": "Blue."},
    ]  # fmt: skip
    (entry,) = read_records({"messages": messages})
    case = entry.record.case
    assert (calls_of(case), case.documents[0].title) == ([("q\ufffd", (A,), None)], "half \ufffd")
    assert sorted(each.count for each in entry.repairs) == [1, 1]


def test_what_is_packed_too_deep_stays_text():
    deep = '{"results": ' * 900 + "[]" + "}" * 900
    call = {"name": "web_search", "arguments": '{"query": "q"}'}
    messages = [
        {"role": "user", "content": "Who?"},
        {"role": "assistant", "tool_calls": [{"id": "c", "function": call}]},
        tool("c", deep), {"role": "assistant", "content": "Blue."},
    ]  # fmt: skip
    assert calls_of(read_case({"messages": messages})) == [("q", None, None)]


def test_langchains_messages_as_it_stores_them_and_the_results_of_its_search():
    text = f"snippet: x, title: A, link: {A}, snippet: y, z, title: B, link: {B}"
    call = {"id": "c", "name": "duckduckgo_search", "args": {"query": "q"}}
    stored = [
        ("human", {"content": "Who?"}), ("ai", {"content": "", "tool_calls": [call]}),
        ("tool", {"content": text, "tool_call_id": "c"}),
        ("ai", {"content": "Blue.", "response_metadata": {"model_name": "gpt"}}),
    ]  # fmt: skip
    case = read_case({"messages": [{"type": kind, "data": data} for kind, data in stored]})
    assert (case.question, case.prediction, case.system.model) == ("Who?", "Blue.", "gpt")
    assert calls_of(case) == [("q", (A, B), None)]


def test_tags_of_another_kind_tell_searches_and_without_any_nothing_is_said_of_them():
    def told(text):
        return read_case({"messages": [{"role": "user", "content": "Who?"},
                                       {"role": "assistant", "content": text}]})  # fmt: skip

    shown = "<search>q</search>\n<information>Doc 1(Title: X) text</information><answer>B</answer>"
    assert calls_of(told(shown)) == [("q", None, None)]
    assert told("<answer>Blue</answer>").search_calls is None


def test_what_a_damaged_entry_was_is_not_known_to_be_no_search():
    said = {"type": "message", "content": [{"type": "output_text", "text": "Blue."}]}
    assert read_case(response(said)).search_calls == ()
    assert read_case(response(None, said)).search_calls is None
    assert read_case(response({"id": "ws"}, said)).search_calls is None
    text = {"type": "text", "text": "Blue."}
    assert read_case(asked(message(text))).search_calls == ()
    assert read_case(asked(message(7, text))).search_calls is None


def test_opened_pages_and_citations_stand_once_in_the_order_they_came_in():
    found = Trajectory()
    for number in [*range(300), 7, 0]:
        found.open(Page(f"{A}/{number}"))
        found.cite([Page(f"{A}/{number}")])
    fields = found.to_fields()
    expected = [f"{A}/{number}" for number in range(300)]
    assert fields["opened_urls"] == expected
    assert [each["url"] for each in fields["citations"]] == expected

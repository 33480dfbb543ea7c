"""Answers saved piece by piece: made here as the providers document their streams."""

import json

import pytest

from tests.trek_core.sources.reading_steps import (
    asked,
    read_bytes,
    read_case,
    read_cases,
    read_refusal,
)
from trek_core.sources import ReadAs

TOLD = ReadAs(question="Who won?")
A, B = "https://a.example", "https://b.example"


def search(query, *urls):
    sources = [{"type": "url", "url": url} for url in urls]
    action = {"type": "search", "query": query, "sources": sources}
    return {"type": "web_search_call", "id": query, "status": "completed", "action": action}


def said(text):
    return {"type": "message", "content": [{"type": "output_text", "text": text}]}


def response_events(identity, *items, last=None):
    whole = {"id": identity, "object": "response", "model": "m", "output": list(items)}
    begun = whole | {"output": [], "status": "in_progress"}
    return [
        {"type": "response.created", "response": begun},
        *({"type": "response.output_item.done", "output_index": at, "item": item}
          for at, item in enumerate(items)),
        {"type": "response.output_text.delta", "delta": "Blue"},
        {"type": "response.completed", "response": last or whole},
    ]  # fmt: skip


def anthropic_events():
    found = [{"type": "web_search_result", "url": A, "title": "A", "page_age": "May 1, 2025"}]
    result = {"type": "web_search_tool_result", "tool_use_id": "s", "content": found}
    call = {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {}}
    deltas = [
        (0, {"type": "input_json_delta", "partial_json": '{"query": '}),
        (0, {"type": "input_json_delta", "partial_json": '"winner"}'}),
        (2, {"type": "text_delta", "text": "Bl"}),
        (2, {"type": "text_delta", "text": "ue"}),
        (2, {"type": "citations_delta", "citation": {"url": A, "title": "A"}}),
    ]
    message = {"id": "m1", "type": "message", "role": "assistant", "model": "c", "content": []}
    return [
        {"type": "message_start", "message": message},
        {"type": "ping"},
        *({"type": "content_block_start", "index": at, "content_block": block}
          for at, block in enumerate([call, result, {"type": "text", "text": ""}])),
        *({"type": "content_block_delta", "index": at, "delta": delta} for at, delta in deltas),
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {}},
        {"type": "message_stop"},
    ]  # fmt: skip


def chunk(content, end=None, **fields):
    choice = {"index": 0, "delta": {"role": "assistant", "content": content}, "finish_reason": end}
    return {"id": "c1", "object": "chat.completion.chunk", "choices": [choice], **fields}


def google_part(text, end=None, **grounding):
    candidate = {"content": {"parts": [{"text": text}]}, "finishReason": end, **grounding}
    return {"candidates": [candidate], "responseId": "g1", "modelVersion": "gemini"}


STREAMS = {
    "openai": response_events("r1", search("winner", A), said("Blue")),
    "anthropic": anthropic_events(),
    "perplexity": [
        chunk("Bl", model="sonar", search_results=[{"url": A, "title": "A"}]),
        chunk("ue", model="sonar"),
        chunk("", "stop", object="chat.completion.done"),
        {"id": "c1", "object": "chat.completion.chunk", "choices": [], "usage": {}},
    ],
    "google": [
        google_part("Bl"),
        google_part("ue"),
        google_part("", "STOP", groundingMetadata={
            "webSearchQueries": ["winner"], "groundingChunks": [{"web": {"uri": A}}]}),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", STREAMS)
def test_the_pieces_of_a_stream_are_one_answer_and_without_the_last_none(name):
    (case,) = read_cases(*STREAMS[name], told=TOLD)
    assert (case.prediction, case.retrieved) == ("Blue", (A,))
    end = {"anthropic": -2, "perplexity": -2}.get(name, -1)
    assert "an answer that breaks off after" in read_refusal(*STREAMS[name][:end], told=TOLD)
    kept = {"question": "Who?", "events": STREAMS[name]}
    assert read_case(kept).prediction == "Blue"


def test_answers_that_follow_one_another_stay_apart():
    events = [*response_events("r1", said("Blue")), *response_events("r2", said("Red"))]
    ends = [event for event in events if event["type"] == "response.completed"]
    for several in (events, ends, [google_part("Blue", "STOP"), google_part("Blue", "STOP")]):
        assert {case.prediction for case in read_cases(*several, told=TOLD)} <= {"Blue", "Red"}
    assert len(read_cases(*ends, told=TOLD)) == 2


def test_server_sent_events_are_read_without_what_stands_around_them():
    events = STREAMS["openai"]
    lines = [f"event: {event['type']}\ndata: {json.dumps(event)}\n" for event in events]
    text = "\n".join([": keep-alive", *lines, "data: [DONE]", ""])
    (entry,) = read_bytes(text.encode(), TOLD)
    assert entry.record.case.prediction == "Blue"


def test_pages_that_xai_writes_at_every_search_are_those_of_no_one_query():
    last = {"id": "x", "object": "response", "model": "grok-4",
            "output": [search("one", A, B), search("two", A, B), said("Blue")]}  # fmt: skip
    case = read_case(asked(last))
    assert (case.search_calls, case.queries, case.retrieved) == (None, ("one", "two"), (A, B))
    events = response_events("x", search("one", A), search("two", B), said("Blue"), last=last)
    (case,) = read_cases(*events, told=TOLD)
    assert [(call.query, call.urls) for call in case.search_calls] == [("one", (A,)), ("two", (B,))]

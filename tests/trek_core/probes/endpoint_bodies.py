"""Bodies as an OpenAI-compatible endpoint sends them, and requests to go with them."""

import json

from trek_core.probes.calls import Parameters, ProbeRequest

PAGE = "https://almanac.example/council"
ANSWER = {
    "rag_answer": "Imke Vale",
    "page_accessible": True,
    "used_urls": [PAGE],
    "rag_reasoning": "The almanac names her.",
}
RESPONSE_USAGE = {
    "input_tokens": 1000,
    "input_tokens_details": {"cached_tokens": 400},
    "output_tokens": 50,
    "output_tokens_details": {"reasoning_tokens": 20},
    "total_tokens": 1050,
}


def message(*parts, **fields):
    return {"id": "msg_1", "type": "message", "role": "assistant", "content": [*parts], **fields}


def text_part(answer=ANSWER):
    text = answer if isinstance(answer, str) else json.dumps(answer)
    return {"type": "output_text", "text": text, "annotations": []}


def search_call(query="council leader", *sources):
    pages = [{"type": "url", "url": url} for url in sources]
    action = {"type": "search", "query": query, "sources": pages}
    return {"id": "ws_1", "type": "web_search_call", "status": "completed", "action": action}


def response(*items, **fields):
    """A whole body of the Responses interface; with one good answer unless items are given."""
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1790000000,
        "status": "completed",
        "model": "model-a",
        "output": list(items) or [message(text_part())],
        "usage": RESPONSE_USAGE,
    } | fields


def completion(content=None, finish_reason="stop", **fields):
    """A whole body of the chat interface."""
    content = json.dumps(ANSWER) if content is None else content
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1790000000,
        "model": "model-a",
        "choices": [
            {
                "index": 0,
                "finish_reason": finish_reason,
                "message": {"role": "assistant", "content": content, **fields},
            }
        ],
        "usage": {
            "prompt_tokens": 70,
            "completion_tokens": 7,
            "total_tokens": 77,
            "prompt_tokens_details": {"cached_tokens": 30},
        },
    }


def error(message, code=None, kind="invalid_request_error"):
    return {"error": {"message": message, "type": kind, "param": None, "code": code}}


def gold_only_request(**fields):
    values = {
        "case_id": "c1",
        "probe": "gold_only",
        "role": "evaluated_model",
        "model": "model-a",
        "prompt_sha256": "0" * 64,
        "input_text": "Who leads the council?",
        "urls": (PAGE,),
        "parameters": Parameters(access="web_search"),
    }
    return ProbeRequest(**values | fields)

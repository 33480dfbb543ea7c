"""Whatever a body holds, reading it is an outcome."""

import json

import pytest

from tests.trek_core.probes.endpoint_bodies import (
    ANSWER,
    PAGE,
    completion,
    error,
    message,
    response,
    search_call,
    text_part,
)
from trek_core.probes.answers import GoldOnlyAnswer
from trek_core.probes.calls import Usage
from trek_core.probes.replies import read_reply

REFUSAL = {"type": "refusal", "refusal": "I would rather not."}


def read(body, api="responses"):
    body = body if isinstance(body, str) else json.dumps(body)
    return read_reply(body, api, GoldOnlyAnswer)


def answering(text):
    return response(message(text_part(text)))


def test_an_answer_is_read_with_its_usage_and_sources():
    other = "https://elsewhere.example/"
    reply = read(response(search_call("q", PAGE, other), message(text_part())))
    assert (reply.outcome, reply.answer, reply.problem) == ("answered", ANSWER, None)
    assert reply.sources == (PAGE, other)
    assert reply.usage == Usage(
        input_tokens=1000,
        output_tokens=50,
        cached_input_tokens=400,
        reasoning_tokens=20,
        searches=1,
    )


def test_a_chat_answer_is_read_the_same():
    reply = read(completion(), "chat")
    assert (reply.outcome, reply.answer, reply.sources) == ("answered", ANSWER, None)
    assert reply.usage == Usage(input_tokens=70, output_tokens=7, cached_input_tokens=30)


def test_a_search_that_says_no_source_is_not_a_search_that_never_was():
    assert read(response()).sources is None
    assert read(response(search_call("q"), message(text_part()))).sources == ()


def test_searches_are_counted_as_the_endpoint_counts_them():
    body = response(
        search_call("a"), message(text_part()), tool_usage={"web_search": {"num_requests": 3}}
    )
    assert read(body).usage.searches == 3


@pytest.mark.parametrize(
    "usage",
    [None, {}, "much", {"input_tokens": -1, "output_tokens": 2}, {"input_tokens": True}, []],
)
def test_usage_that_is_not_stated_is_none_and_not_zero(usage):
    reply = read(response(usage=usage))
    assert (reply.outcome, reply.usage) == ("answered", None)


@pytest.mark.parametrize(
    ("body", "outcome", "said"),
    [
        ("<!doctype html><html></html>", "unparseable", "web page"),
        ("\ufeff\n <html>", "unparseable", "web page"),
        ('{"id": "x"', "unparseable", "broken JSON"),
        ("", "unparseable", "broken JSON"),
        ("[" * 100_000, "unparseable", "broken JSON"),
        ("9" * 5000, "unparseable", "broken JSON"),
        ({"id": "x"}, "wrong_shape", "no message"),
        ("[1]", "wrong_shape", "a list of 1"),
        ("null", "wrong_shape", "null"),
        (response(output=None), "wrong_shape", "no message"),
        (response(output=[3, None, "x"]), "wrong_shape", "no message"),
        (response(message()), "wrong_shape", "no text"),
        (response(message(content="x")), "wrong_shape", "no text"),
        (response(message({"type": "output_text", "text": 3})), "wrong_shape", "no text"),
        (response({"type": "brand_new_call", "id": "b"}), "wrong_shape", "no message"),
        (response(message(text_part(), phase="commentary")), "wrong_shape", "no message"),
        (response(message(REFUSAL)), "refused", "I would rather not."),
        (response(message(text_part(), REFUSAL)), "refused", "I would rather not."),
        (
            response(status="incomplete", incomplete_details={"reason": "max_output_tokens"}),
            "incomplete",
            "max_output_tokens",
        ),
        (response(status="incomplete", output=[], incomplete_details=None), "incomplete", "cut"),
        (response(status="queued", output=[]), "incomplete", "queued"),
        (response(status="failed", error={"message": "fell over"}), "failed", "fell over"),
        (response(status="cancelled"), "failed", "cancelled"),
        (answering("Imke Vale"), "unparseable", "no JSON object"),
        (answering(""), "unparseable", "no JSON object"),
        (answering('{"rag_answer": "a'), "unparseable", "no JSON object"),
        (answering('{"rag_answer": NaN}'), "wrong_shape", "rag_answer"),
        (answering("[]"), "wrong_shape", "a list of 0"),
        (answering("{}"), "wrong_shape", "rag_answer"),
        (answering('{"a": 1, "a": 2}'), "wrong_shape", "twice"),
        (answering({**ANSWER, "page_accessible": "true"}), "wrong_shape", "page_accessible"),
        (answering({**ANSWER, "page_accessible": 1}), "wrong_shape", "page_accessible"),
        (answering({**ANSWER, "used_urls": PAGE}), "wrong_shape", "used_urls"),
        (answering({**ANSWER, "rag_answer": None}), "wrong_shape", "rag_answer"),
        (answering({**ANSWER, "confidence": 1}), "wrong_shape", "confidence"),
    ],
)
def test_what_is_no_answer_is_its_own_outcome(body, outcome, said):
    reply = read(body)
    assert (reply.outcome, reply.answer) == (outcome, None)
    assert said in reply.problem


@pytest.mark.parametrize(
    ("body", "outcome", "said"),
    [
        (completion(finish_reason="length"), "incomplete", "length"),
        (completion(finish_reason="content_filter"), "incomplete", "content_filter"),
        (completion(refusal="No."), "refused", "No."),
        ({**completion(), "choices": []}, "wrong_shape", "no choice"),
        ({**completion(), "choices": [{"message": None}]}, "wrong_shape", "no text"),
        (completion(content=7), "wrong_shape", "no text"),
        (error("overloaded"), "failed", "overloaded"),
    ],
)
def test_what_is_no_chat_answer_is_its_own_outcome(body, outcome, said):
    reply = read(body, "chat")
    assert (reply.outcome, reply.answer) == (outcome, None)
    assert said in reply.problem


def test_items_and_parts_of_unknown_kinds_are_passed_over():
    body = response(
        {"type": "brand_new_call", "action": {"type": "x"}, "content": "y"},
        {"type": "web_search_call", "action": {"type": "levitate", "url": 3}},
        {"type": "reasoning", "summary": []},
        message({"type": "hologram", "text": "z"}, text_part()),
        brand_new_field={"a": 1},
    )
    assert read(body).answer == ANSWER


def test_the_final_message_answers_and_thinking_aloud_does_not():
    body = response(
        message(text_part("Let me see."), phase="commentary"),
        message(text_part(), phase="final_answer"),
    )
    assert read(body).answer == ANSWER


def test_a_fence_around_the_whole_answer_is_no_part_of_it():
    assert read(answering(f"```json\n{json.dumps(ANSWER, indent=1)}\n```\n")).answer == ANSWER
    assert read(answering(f"Here:\n```\n{json.dumps(ANSWER)}\n```")).outcome == "unparseable"


def test_a_cut_off_reply_still_says_what_it_used():
    body = response(status="incomplete", incomplete_details={"reason": "content_filter"})
    assert read(body).usage.total_tokens == 1050

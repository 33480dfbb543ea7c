"""Traces in the forms their programs export them in beside the usual one."""

import csv
import io
import json

from tests.trek_core.sources.reading_steps import read_case, read_cases, read_records, read_refusal
from tests.trek_core.sources.test_documented_shapes import (
    inspect_log,
    langsmith_tree,
    span,
    trace_of_spans,
)
from trek_core.sources import read_source, shape_of

A, B = "https://a.example", "https://b.example"


def calls(case):
    return [(each.query, each.urls) for each in case.search_calls or ()]


def observation(identity, kind, start, parent, given, output, **fields):
    """A row of Langfuse's export of observations, as its files name the columns."""
    return {
        "id": identity,
        "trace_id": fields.pop("trace", "t1"),
        "type": kind,
        "name": fields.pop("name", kind.lower()),
        "start_time": f"2025-01-01 00:00:0{start}.000",
        "parent_observation_id": parent,
        "input": given,
        "output": output,
        **fields,
    }


def observations(trace="t1"):
    found = json.dumps({"results": [{"url": A, "content": "a"}]})
    return [
        observation(
            "o2", "TOOL", 2, "o1", '{"query": "q"}', found, trace=trace, name="tavily_search"
        ),
        observation("o1", "AGENT", 1, None, '{"question": "Who won?"}', '"Blue."', trace=trace),
        observation(
            "o3", "GENERATION", 3, "o1", None, None, trace=trace, provided_model_name="gpt-x"
        ),
    ]


def test_langfuses_observations_row_by_row_are_one_case_a_trace():
    first, second = read_cases(*observations(), *observations("t2"))
    assert (first.case_id, second.case_id) == ("t1", "t2")
    assert (first.question, first.prediction, first.system.model) == ("Who won?", "Blue.", "gpt-x")
    assert calls(first) == [("q", (A,))]
    (api,) = read_cases(*({
        "id": row["id"], "traceId": "t1", "type": row["type"], "name": row["name"],
        "startTime": row["start_time"], "parentObservationId": row["parent_observation_id"],
        "input": row["input"], "output": row["output"], "model": row.get("provided_model_name"),
    } for row in observations()))  # fmt: skip
    assert api == first


def test_langfuses_observations_as_a_table():
    rows = observations()
    table = io.StringIO()
    writer = csv.DictWriter(table, sorted({name for row in rows for name in row}))
    writer.writeheader()
    writer.writerows(rows)
    entries = read_source(io.BytesIO(table.getvalue().encode()), name="observations.csv")
    (case,) = [entry.record.case for entry in entries]
    assert (case.question, calls(case)) == ("Who won?", [("q", (A,))])


def test_a_langfuse_trace_without_its_observations_says_nothing_of_searches():
    trace = {"id": "t1", "timestamp": "2025-01-01T00:00:00Z", "name": "agent", "sessionId": None,
             "input": {"messages": [{"role": "user", "content": "Who won?"}]}, "output": "Blue.",
             "observations": ["o1", "o2"], "scores": []}  # fmt: skip
    for record in (trace, {name: trace[name] for name in trace if name != "observations"}):
        case = read_case(record)
        assert (case.case_id, case.question, case.prediction) == ("t1", "Who won?", "Blue.")
        assert case.queries is case.retrieved is None


def test_a_page_of_phoenixs_api_holds_whole_traces():
    record = {"data": [*trace_of_spans("t1"), *trace_of_spans("t2")], "next_cursor": None}
    assert read_cases(record) == read_cases(*trace_of_spans("t1"), *trace_of_spans("t2"))


def test_phoenixs_table_has_lists_of_objects_as_text():
    documents = json.dumps([{"document.content": "a", "document.metadata": {"url": A}}])
    rows = [
        {"context.trace_id": "t1", "span_kind": "AGENT", "parent_id": None, "name": "agent",
         "start_time": 1735689600000, "attributes.input.value": "Who won?",
         "attributes.output.value": "Blue."},
        {"context.trace_id": "t1", "span_kind": "RETRIEVER", "parent_id": "s1", "name": "r",
         "start_time": 1735689601000, "attributes.input.value": "q",
         "attributes.retrieval.documents": documents},
    ]  # fmt: skip
    case = read_case_of(rows)
    assert (case.question, case.prediction, calls(case)) == ("Who won?", "Blue.", [("q", (A,))])


def read_case_of(records):
    (case,) = read_cases(*records)
    return case


def model_span(**attributes):
    flat = {
        "llm.input_messages.0.message.role": "user",
        "llm.input_messages.0.message.content": "Who won?",
        "llm.input_messages.1.message.role": "assistant",
        "llm.input_messages.1.message.tool_calls.0.tool_call.id": "c1",
        "llm.input_messages.1.message.tool_calls.0.tool_call.function.name": "web_search",
        "llm.input_messages.1.message.tool_calls.0.tool_call.function.arguments": '{"query": "q"}',
        "llm.input_messages.2.message.role": "tool",
        "llm.input_messages.2.message.tool_call_id": "c1",
        "llm.input_messages.2.message.content": json.dumps([{"url": A}]),
        "llm.output_messages.0.message.role": "assistant",
        "llm.output_messages.0.message.contents.0.message_content.text": "Blue.",
    }
    return span("LLM", 1, None, **flat, **attributes)


def test_where_no_tool_has_a_span_the_models_messages_tell_its_calls():
    case = read_case_of([model_span()])
    assert (case.question, case.prediction, calls(case)) == ("Who won?", "Blue.", [("q", (A,))])
    nested = {"openinference.span.kind": "LLM", "llm": {"input_messages": [
        {"message": {"role": "user", "content": "Who won?"}},
        {"message": {"role": "assistant", "tool_calls": [{"tool_call": {
            "id": "c1", "function": {"name": "web_search", "arguments": '{"query": "q"}'}}}]}},
        {"message": {"role": "tool", "tool_call_id": "c1", "content": json.dumps([{"url": A}])}}],
        "output_messages": [{"message": {"role": "assistant", "content": "Blue."}}]}}  # fmt: skip
    assert read_case_of([model_span() | {"attributes": nested}]) == case


def test_a_tools_own_span_goes_before_the_models_messages():
    tool = span("TOOL", 2, **{"tool.name": "web_search", "input.value": "other",
                              "output.value": "[]"})  # fmt: skip
    assert calls(read_case_of([model_span(), tool])) == [("other", ())]


def test_langsmiths_runs_without_a_trace_id_are_put_together_by_their_order():
    root, children = langsmith_tree()
    trace = "aaaaaaaa-0000-0000-0000-000000000001"
    for number, run in enumerate((root, *children)):
        del run["trace_id"]
        run["dotted_order"] = f"20250101T000000000000Z{trace}" + (
            f".2025Z{number}" if number else ""
        )
    case = read_case_of([root, *children])
    assert calls(case) == [("q", (A,))]
    listed = read_case({"runs": [root, *children]})
    assert calls(listed) == [("q", (A,))]
    del children[0]["dotted_order"]
    said = read_refusal(children[0])
    assert "a run apart from the run it is part of" in said
    assert "a trace_id, or the whole tree" in said


def test_langsmith_packs_a_tools_message():
    root, (tool, _) = langsmith_tree()
    tool["outputs"] = {
        "output": {
            "lc": 1,
            "type": "constructor",
            "id": ["langchain", "ToolMessage"],
            "kwargs": {"content": json.dumps([{"url": B}]), "tool_call_id": "c"},
        }
    }
    assert calls(read_case({**root, "child_runs": [tool]})) == [("q", (B,))]


def test_inspects_search_names_its_pages_in_citations_of_its_parts():
    log = inspect_log()
    log["samples"][0]["messages"][2]["content"] = [
        {"type": "text", "text": "What is said there.",
         "citations": [{"type": "url", "url": A, "title": "A"}]},
    ]  # fmt: skip
    assert calls(read_case(log)) == [("q", (A,))]


def test_a_who_and_when_log_of_generated_teams_keeps_its_finding():
    record = {"history": [{"content": "Search.", "role": "user", "name": "Expert"},
                          {"content": "FINAL ANSWER: 7", "role": "assistant", "name": "Checker"}],
              "question": "How many?", "ground_truth": "8", "question_ID": "q1", "level": 1,
              "is_correct": False, "mistake_agent": "Expert", "mistake_step": "0",
              "mistake_reason": "No search.", "system_prompt": {"Expert": "..."}}  # fmt: skip
    (entry,) = read_records(record)
    case = entry.record.case
    assert shape_of(entry.record) == "who-and-when"
    assert (case.prediction, case.reference_answers, case.queries) == ("7", ("8",), None)
    assert (case.verdict, case.model_extra["mistake_step"]) == (None, "0")

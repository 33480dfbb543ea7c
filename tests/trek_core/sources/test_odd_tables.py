"""Tables and traces as tools write them now and then: made here from what they document."""

import csv
import io
import json

import pyarrow
from pyarrow import parquet

from tests.trek_core.sources.reading_steps import calls_of, read_case, tool
from trek_core.sources import load_columns, read_source

A, B = "https://a.example", "https://b.example"


def observation(identity, kind, start, **fields):
    return {"id": identity, "traceId": "t", "type": kind, "startTime": start, "name": kind,
            "parentObservationId": None, "input": None, "output": None, **fields}  # fmt: skip


def test_a_langfuse_download_without_its_trace_and_a_failed_tool():
    record = {"scores": [], "observations": [
        observation("o2", "TOOL", "2", name="web_search", input='{"query": "q"}', level="ERROR",
                    statusMessage="timeout", parentObservationId="o1"),
        observation("o1", "AGENT", "1", input={"question": "Who?"}, output='["Blue"]'),
    ]}  # fmt: skip
    case = read_case(record)
    assert (case.case_id, case.question, case.prediction) == ("t", "Who?", '["Blue"]')
    assert calls_of(case) == [("q", None, "timeout")]


def test_where_langfuse_has_no_tools_its_generations_tell_the_calls():
    call = {"id": "c", "function": {"name": "web_search", "arguments": '{"query": "q"}'}}
    asks = [{"role": "user", "content": "Who?"},
            {"role": "assistant", "content": None, "tool_calls": [call]}]  # fmt: skip
    answer = {"role": "assistant", "content": "Blue."}
    rows = [
        observation("o1", "GENERATION", "1", input=asks[:1], output=asks[1]),
        observation("o2", "GENERATION", "2", output=answer,
                    input=[*asks, tool("c", json.dumps([{"url": A}]))]),
    ]  # fmt: skip
    trace = {"id": "t", "input": "Who?", "output": "Blue.", "observations": rows}
    assert calls_of(read_case(trace)) == [("q", (A,), None)]


def test_a_langfuse_table_of_traces_is_read_as_traces_though_cells_are_empty():
    head = ["id", "timestamp", "name", "sessionId", "input", "output"]
    text = io.StringIO()
    csv.writer(text).writerows([head, ["t", "2025", "agent", "", '{"question": "Who?"}', ""]])
    (entry,) = read_source(io.BytesIO(text.getvalue().encode()), name="traces.csv")
    assert (entry.record.case.question, entry.record.case.prediction) == ("Who?", None)


def spans():
    def span(kind, number, **attributes):
        told = {f"attributes.{name.replace('__', '.')}": each for name, each in attributes.items()}
        return {
            "span_kind": kind, "context.trace_id": "t", "context.span_id": str(number),
            "parent_id": None if number == 0 else "0", "start_time": number, **told,
        }  # fmt: skip

    document = {"document.content": "text", "document.metadata": {"source": B, "title": "it's"}}
    return [
        span("CHAIN", 0, input__value="Who?", output__value="Blue."),
        span("TOOL", 1, tool__name="web_search", input__value="{'query': \"it's\"}",
             output__value=str([{"url": A, "title": None}])),
        span("RETRIEVER", 2, input__value="q", retrieval__documents=[document]),
    ]  # fmt: skip


def test_phoenixs_table_reads_alike_as_csv_as_python_wrote_it_and_as_parquet(tmp_path):
    rows = spans()
    head = list(dict.fromkeys(name for row in rows for name in row))
    with (tmp_path / "spans.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, head)
        writer.writeheader()
        writer.writerows(rows)
    parquet.write_table(pyarrow.Table.from_pylist(rows, pyarrow.schema(
        pyarrow.Table.from_pylist([{name: row[name] for row in rows for name in row}]).schema
    )), tmp_path / "spans.parquet")  # fmt: skip
    for name in ("spans.csv", "spans.parquet"):
        (entry,) = read_source(tmp_path / name)
        assert calls_of(entry.record.case) == [("it's", (A,), None), ("q", (B,), None)]
        assert set(load_columns(tmp_path / name)) == set(head)
    (tmp_path / "cut.parquet").write_bytes((tmp_path / "spans.parquet").read_bytes()[:300])
    assert "a damaged Parquet table" in str(next(read_source(tmp_path / "cut.parquet")))


def test_a_table_parted_by_semicolons_and_a_blank_verdict():
    content = b"question;response;correct\nWho, then?;Bob; \n"
    (entry,) = read_source(io.BytesIO(content), name="t.csv")
    case = entry.record.case
    assert (case.question, case.prediction, case.verdict) == ("Who, then?", "Bob", None)
    assert "unread_verdict" not in case.model_extra["source"]

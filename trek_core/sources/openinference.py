"""OpenInference spans, as Phoenix exports them and as OpenTelemetry sends them."""

import re
from collections.abc import Iterator
from typing import Any

from trek_core.sources.messages import find_answer, find_question
from trek_core.sources.model_messages import add_model_messages
from trek_core.sources.nested_json import Json, as_object, as_text, first_text, objects_in, unpack
from trek_core.sources.tool_calls import add_tool_call, page_of
from trek_core.sources.trajectory import Trajectory

_KIND = "openinference.span.kind"
_NUMBERED = re.compile(r"\Aretrieval\.documents\.(\d+)\.document\.(.+)\Z")


def detect(record: Json) -> bool:
    """A span with a kind of OpenInference, spans of one trace, or an OTLP request of them."""
    if "resourceSpans" in record:
        return any(_kind(span) for span in _otlp_spans(record))
    spans = _spans_of(record) or [record]
    return any(_kind(span) for span in spans) and trace_of(spans[0]) is not None


def trace_of(span: Json) -> str | None:
    """The trace that a span belongs to; None for a record that is several."""
    context = as_object(span.get("context"))
    for fields, name in (
        (context, "trace_id"), (span, "context.trace_id"), (span, "trace_id"), (span, "traceId"),
    ):  # fmt: skip
        if found := as_text(fields.get(name)):
            return found
    return None


def read(record: Json, _request: Json) -> Iterator[Trajectory]:
    """One answer a trace: its tool and retriever spans in order of their start."""
    spans = _otlp_spans(record) or _spans_of(record) or [record]
    traces: dict[str | None, list[Json]] = {}
    for span in spans:
        traces.setdefault(trace_of(span), []).append(span)
    for trace_id, members in traces.items():
        yield _read_trace(trace_id, sorted(members, key=_started))


def _read_trace(trace_id: str | None, spans: list[Json]) -> Trajectory:
    known = {_span_id(span) for span in spans} - {None}
    root = next((span for span in spans if _parent(span) not in known), spans[0])
    told = _attributes(root)
    found = Trajectory(
        question=find_question(told.get("input.value")),
        prediction=find_answer(told.get("output.value")),
        search_kind="external",
    )
    for span in spans:
        fields = _attributes(span)
        found.model = as_text(fields.get("llm.model_name")) or found.model
        match _kind(span):
            case "TOOL":
                name = as_text(fields.get("tool.name")) or as_text(span.get("name")) or ""
                given = fields.get("input.value", fields.get("tool.parameters"))
                add_tool_call(found, name, given, fields.get("output.value"), _error(span))
            case "RETRIEVER":
                query = find_question(fields.get("input.value"))
                documents = _documents(fields)
                pages = [page for each in documents or () if (page := page_of(each))]
                # Documents without an address are passages of something else than the web.
                recorded = pages if pages or documents == [] else None
                found.add_search([query] if query else [], recorded, _error(span))
    add_model_messages(found, [_attributes(span) for span in spans])
    if trace_id:
        found.fields["case_id"] = trace_id
    return found


def _documents(fields: Json) -> list[Json] | None:
    """Retrieved documents as title, address and content, by number or as a list."""
    listed = unpack(fields.get("retrieval.documents"))
    if isinstance(listed, list):
        flat = [_flatten(as_object(each)) for each in listed]
        return [_document({name.removeprefix("document."): value for name, value in each.items()})
                for each in flat]  # fmt: skip
    numbered: dict[int, Json] = {}
    for name, value in fields.items():
        if match := _NUMBERED.match(name):
            numbered.setdefault(int(match[1]), {})[match[2]] = value
    return [_document(numbered[number]) for number in sorted(numbered)] or None


def _document(fields: Json) -> Json:
    told = {k.removeprefix("metadata."): v for k, v in fields.items() if k.startswith("metadata.")}
    return {**as_object(fields.get("metadata")), **told, "content": fields.get("content")}


def _attributes(span: Json) -> Json:
    """A span's attributes under dotted names, whether nested, dotted, columns or OTLP pairs."""
    value = unpack(span.get("attributes"))
    if isinstance(value, list):
        return {str(pair.get("key")): _plain(pair.get("value")) for pair in objects_in(value)}
    columns = {
        name.removeprefix("attributes."): each
        for name, each in span.items()
        if name.startswith("attributes.")
    }
    return _flatten(as_object(value)) | _flatten(columns)


def _flatten(fields: Json, prefix: str = "") -> Json:
    flat: Json = {}
    for name, value in fields.items():
        if isinstance(value, dict):
            flat |= _flatten(value, f"{prefix}{name}.")
        else:
            flat[f"{prefix}{name}"] = value
    return flat


def _plain(value: object) -> Any:
    """An OTLP value without the name of its type."""
    typed = as_object(value)
    if "arrayValue" in typed:
        return [_plain(each) for each in as_object(typed["arrayValue"]).get("values", [])]
    return next(iter(typed.values()), None)


def _spans_of(record: Json) -> list[Json]:
    """The spans of one record: put together by trace, or a page of Phoenix's API."""
    return objects_in(record.get("spans")) or objects_in(record.get("data"))


def _otlp_spans(record: Json) -> list[Json]:
    return [
        span
        for resource in objects_in(record.get("resourceSpans"))
        for scope in objects_in(resource.get("scopeSpans"))
        for span in objects_in(scope.get("spans"))
    ]


def _kind(span: Json) -> str | None:
    kind = _attributes(span).get(_KIND)
    if kind is None and ("context.trace_id" in span or "context" in span):
        kind = span.get("span_kind")
    return kind.upper() if isinstance(kind, str) else None


def _error(span: Json) -> str | None:
    """How a span failed, as Phoenix or OpenTelemetry writes it."""
    status = as_object(span.get("status"))
    code = span.get("status_code") or status.get("code") or status.get("status_code")
    if code not in ("ERROR", "STATUS_CODE_ERROR", 2):
        return None
    return first_text(span, "status_message") or first_text(status, "message") or "failed"


def _span_id(span: Json) -> str | None:
    context = as_object(span.get("context"))
    names = ("context.span_id", "span_id", "spanId")
    return as_text(context.get("span_id")) or next(
        (text for name in names if (text := as_text(span.get(name)))), None
    )


def _parent(span: Json) -> str | None:
    names = ("parent_id", "parent_span_id", "parentSpanId")
    return next((text for name in names if (text := as_text(span.get(name)))), None)


def _started(span: Json) -> str:
    value = span.get("start_time") or span.get("startTimeUnixNano") or ""
    return f"{value:>020}" if isinstance(value, int) else str(value).rjust(20, "0")

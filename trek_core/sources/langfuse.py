"""Langfuse: a trace with its observations, a trace alone, or observations one by one."""

import re
from collections.abc import Iterator

from trek_core.sources.chat_messages import add_messages
from trek_core.sources.messages import find_answer, find_question, last_question, role_of
from trek_core.sources.nested_json import Json, as_object, as_text, first_text, objects_in, unpack
from trek_core.sources.tool_calls import add_tool_call
from trek_core.sources.trajectory import Trajectory

_TOOL_KINDS = ("TOOL", "RETRIEVER", "SPAN")
_TOOL_NAMES = re.compile(
    r"search|tavily|duckduckgo|retriev|visit|fetch|open_|browse", re.IGNORECASE
)
_LAST_USER = re.compile(
    r"^user: (.*?)(?=^(?:assistant|tool|user|system|developer): |\Z)", re.DOTALL | re.MULTILINE
)


_NAMES = {
    "trace_id": "traceId", "parent_observation_id": "parentObservationId",
    "start_time": "startTime", "provided_model_name": "model", "status_message": "statusMessage",
}  # fmt: skip
"""Names of exported columns, and what the API calls them."""
_OF_TRACES = ("sessionId", "session_id", "projectId", "project_id", "bookmarked", "htmlPath")


def detect(record: Json) -> bool:
    """A trace with a list of observations, beside it or in it; a trace alone; an observation."""
    if rows := objects_in(record.get("spans")):
        return all(trace_of(row) for row in rows)
    if trace_of(record) is not None:
        return True
    trace = as_object(record.get("trace")) or record
    observations = record.get("observations") or trace.get("observations")
    if not isinstance(trace.get("id"), str):
        return _are_of_one_trace(observations)
    if not isinstance(observations, list):
        named = {"timestamp", "input", "output"} <= set(trace)
        return named and any(name in trace for name in _OF_TRACES)
    return all("traceId" in each or "type" in each for each in objects_in(observations))


def _are_of_one_trace(observations: object) -> bool:
    """Whether a download is all that a trace observed, without the trace itself."""
    rows = objects_in(observations)
    return bool(rows) and len({trace_of(row) for row in rows} - {None}) == 1


def trace_of(record: Json) -> str | None:
    """The trace of an observation that has its trace elsewhere; None for a whole trace."""
    row = _named(record)
    is_row = {"type", "startTime"} <= set(row) and "observations" not in row
    return as_text(row.get("traceId")) if is_row else None


def read(record: Json, _request: Json) -> Iterator[Trajectory]:
    """One answer a trace: its tool calls in order of their start."""
    rows = objects_in(record.get("spans")) or ([record] if trace_of(record) else [])
    trace = as_object(record.get("trace")) or record
    if not rows and not isinstance(trace.get("id"), str):
        rows = objects_in(record.get("observations") or trace.get("observations"))
    if rows:
        trace = record = _put_together([_named(row) for row in rows])
    observations = _observations(record, trace)
    models = [model for each in observations if (model := as_text(each.get("model")))]
    found = Trajectory(
        question=_question(trace, observations),
        prediction=find_answer(trace.get("output")),
        model=models[-1] if models else None,
        search_kind="external",
    )
    parents = {as_text(each.get("parentObservationId")) for each in observations}
    for each in observations:
        name = as_text(each.get("name")) or ""
        is_tool = each.get("type") in _TOOL_KINDS and as_text(each.get("id")) not in parents
        if is_tool and _TOOL_NAMES.search(name):
            add_tool_call(found, name, each.get("input"), each.get("output"), _error(each))
    if found.searches is None and found.opened is None:
        add_messages(found, max(map(_said, observations), key=len, default=[]))
    found.fields["case_id"] = trace["id"]
    yield found


def _said(observation: Json) -> list[Json]:
    """The messages of a generation, what it answered last: a later one repeats the earlier."""
    if observation.get("type") != "GENERATION":
        return []
    given = unpack(observation.get("input"))
    asked = objects_in(given.get("messages") if isinstance(given, dict) else given)
    answer = unpack(observation.get("output"))
    answered = objects_in(answer if isinstance(answer, list) else [answer])
    messages = [*asked, *answered]
    return messages if all(role_of(each) for each in messages) else []


def _error(observation: Json) -> str | None:
    """How an observation failed."""
    failed = observation.get("level") == "ERROR"
    return (first_text(observation, "statusMessage") or "failed") if failed else None


def _named(row: Json) -> Json:
    """An observation under the names of the API."""
    return {_NAMES.get(name, name): value for name, value in row.items()}


def _put_together(rows: list[Json]) -> Json:
    """The trace that observations one by one belong to: what its first one was asked and said."""
    rows = sorted(rows, key=lambda row: str(row.get("startTime")))
    known = {as_text(row.get("id")) for row in rows}
    roots = [row for row in rows if as_text(row.get("parentObservationId")) not in known - {None}]
    root = (roots or rows)[0]
    return {"id": trace_of(root), "input": root.get("input"), "output": root.get("output"),
            "observations": rows}  # fmt: skip


def _observations(record: Json, trace: Json) -> list[Json]:
    """The observations by start; an export may hold each twice, filled in one of the places."""
    kept: dict[str, Json] = {}
    for place in (record, trace):
        for each in objects_in(place.get("observations")):
            known = kept.get(str(each.get("id")))
            if known is None or (known.get("input") is None and each.get("input") is not None):
                kept[str(each.get("id"))] = each
    return sorted(kept.values(), key=lambda each: str(each.get("startTime")))


def _question(trace: Json, observations: list[Json]) -> str | None:
    """What was asked: in the messages that the output repeats, the input of the trace, or the
    first generation's; a program's dump of its objects is no question."""
    output = as_object(trace.get("output"))
    if asked := last_question(output.get("messages")):
        return asked
    given = unpack(trace.get("input"))
    if not (isinstance(given, dict) and "run_response" in given) and (
        asked := find_question(given)
    ):
        return asked
    for each in observations:
        text = each.get("input")
        if isinstance(text, str) and (said := _LAST_USER.findall(text)):
            return as_text(said[-1].strip())
        if each.get("type") == "GENERATION" and (asked := find_question(text)):
            return asked
    return first_text(trace, "question")

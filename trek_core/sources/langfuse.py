"""Langfuse: a trace with its observations."""

import re
from collections.abc import Iterator

from trek_core.sources.messages import find_answer, find_question, last_question
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


def detect(record: Json) -> bool:
    """A trace with a list of observations, beside it or in it."""
    trace = as_object(record.get("trace")) or record
    observations = record.get("observations") or trace.get("observations")
    if not isinstance(observations, list) or not isinstance(trace.get("id"), str):
        return False
    return all("traceId" in each or "type" in each for each in objects_in(observations))


def read(record: Json, _request: Json) -> Iterator[Trajectory]:
    """One answer a trace: its tool calls in order of their start."""
    trace = as_object(record.get("trace")) or record
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
            add_tool_call(found, name, each.get("input"), each.get("output"))
    found.fields["case_id"] = trace["id"]
    yield found


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

"""Tavily's answer to one search."""

from collections.abc import Iterator

from trek_core.sources.nested_json import Json, as_object, as_text
from trek_core.sources.tool_calls import pages_of
from trek_core.sources.trajectory import Trajectory


def detect(record: Json) -> bool:
    """A query with its results, and one of the fields that only Tavily sends."""
    if not isinstance(record.get("results"), list) or not as_text(record.get("query")):
        return False
    return "response_time" in record or "follow_up_questions" in record


def read(record: Json, request: Json) -> Iterator[Trajectory]:
    """The query is the question that `answer` answers, where one was asked for."""
    query = as_text(record.get("query"))
    found = Trajectory(
        question=query,
        prediction=as_text(record.get("answer")),
        search_kind="external",
        backend="tavily",
        searches=[],
    )
    depth = as_text(as_object(request).get("search_depth"))
    found.fields = {"search_depth": depth} if depth else {}
    found.add_search([query] if query else [], pages_of(record.get("results")))
    if identity := as_text(record.get("request_id")):
        found.fields["case_id"] = identity
    yield found

"""What a search service answers to one search (Tavily, Perplexity), or to a request for pages."""

from collections.abc import Iterator

from trek_core.sources.nested_json import Json, as_list, as_object, as_text, objects_in
from trek_core.sources.tool_calls import pages_of
from trek_core.sources.trajectory import Page, Trajectory


def detect(record: Json) -> bool:
    """A query with its results, and one of the fields that only Tavily sends."""
    if not isinstance(record.get("results"), list) or not as_text(record.get("query")):
        return False
    return "response_time" in record or "follow_up_questions" in record


def detect_extract(record: Json) -> bool:
    """Pages with their texts, and those that could not be had."""
    return isinstance(record.get("results"), list) and isinstance(
        record.get("failed_results"), list
    )


def detect_perplexity(record: Json) -> bool:
    """An id with results as Perplexity's Search lists them; the query is in the request."""
    results = objects_in(record.get("results")) if "query" not in record else []
    named = ("url", "title", "snippet")
    return bool(results and as_text(record.get("id"))) and all(
        isinstance(each.get(name), str) for each in results for name in named
    )


def read_perplexity(record: Json, request: Json) -> Iterator[Trajectory]:
    """Pages of one search; of several queries, nobody knows which returned what."""
    asked = request.get("query")
    listed = asked if isinstance(asked, list) else [asked]
    queries = [text for each in listed if (text := as_text(each))]
    found = Trajectory(
        question=queries[0] if len(queries) == 1 else None,
        search_kind="external",
        backend="perplexity",
        searches=[],
    )
    found.add_search(queries, pages_of(as_list(record.get("results"))))
    found.fields["case_id"] = record["id"]
    yield found


def read_extract(record: Json, request: Json) -> Iterator[Trajectory]:
    """Opened pages; what they were opened for stands beside the record or nowhere."""
    found = Trajectory(
        question=as_text(request.get("question")),
        search_kind="external",
        backend="tavily",
        opened={},
    )
    for page in pages_of(record.get("results")) or ():
        found.open(page)
    for failed in objects_in(record.get("failed_results")):
        if url := as_text(failed.get("url")):
            found.open(Page(url, status="blocked"))
    if identity := as_text(record.get("request_id")):
        found.fields["case_id"] = identity
    yield found


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

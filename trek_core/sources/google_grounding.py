"""Google's generateContent with grounding: queries and, as a rule, redirects instead of pages."""

from collections.abc import Iterator

from trek_core.sources.messages import last_question
from trek_core.sources.nested_json import Json, as_list, as_object, as_text, first_text, objects_in
from trek_core.sources.trajectory import Page, Trajectory


def detect(record: Json) -> bool:
    """Candidates with content parts, in either spelling of the API."""
    candidates = objects_in(record.get("candidates"))
    return bool(candidates) and isinstance(
        as_object(candidates[0].get("content")).get("parts"), list
    )


def read(record: Json, request: Json) -> Iterator[Trajectory]:
    """Queries in order. A redirect names no page, so what it stands for is not recorded; pages
    named by their own address are returned, though not by which query."""
    candidate = objects_in(record.get("candidates"))[0]
    contents = request.get("contents")
    found = Trajectory(
        question=as_text(contents) or last_question(contents),
        prediction=_text(as_object(candidate.get("content"))),
        model=first_text(record, "modelVersion", "model_version", "model"),
        search_kind="native",
        backend="google_search",
    )
    grounding = _either(candidate, "groundingMetadata", "grounding_metadata")
    if grounding:
        _add_grounding(found, as_object(grounding))
    opened = as_object(_either(candidate, "urlContextMetadata", "url_context_metadata"))
    for each in objects_in(_either(opened, "urlMetadata", "url_metadata")):
        if url := first_text(each, "retrievedUrl", "retrieved_url"):
            found.open(Page(url))
    if identity := first_text(record, "responseId", "response_id"):
        found.fields["case_id"] = identity
    yield found


def _add_grounding(found: Trajectory, grounding: Json) -> None:
    queries = [
        query
        for query in as_list(_either(grounding, "webSearchQueries", "web_search_queries"))
        if as_text(query)
    ]
    chunks = _either(grounding, "groundingChunks", "grounding_chunks")
    pages = [
        Page(uri, first_text(web, "title"))
        for chunk in objects_in(chunks)
        if (uri := as_text((web := as_object(chunk.get("web"))).get("uri")))
    ]
    found.cite(pages)
    if queries or pages:
        found.add_search(queries, pages if isinstance(chunks, list) else None)


def _text(content: Json) -> str | None:
    parts = [part for part in objects_in(content.get("parts")) if not part.get("thought")]
    return as_text("".join(part["text"] for part in parts if isinstance(part.get("text"), str)))


def _either(fields: Json, camel: str, snake: str) -> object:
    return fields[camel] if camel in fields else fields.get(snake)

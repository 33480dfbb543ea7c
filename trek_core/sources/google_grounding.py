"""Google's generateContent with grounding: queries and, as a rule, redirects instead of pages."""

from collections.abc import Iterator

from trek_core.errors import CaseFormatError
from trek_core.jsonl.strict_json import describe
from trek_core.sources.messages import last_question
from trek_core.sources.nested_json import Json, as_list, as_object, as_text, first_text, objects_in
from trek_core.sources.trajectory import SNIPPET, Page, Trajectory


def detect(record: Json) -> bool:
    """Candidates with content parts, or what kept the model from an answer, in either spelling."""
    candidates = objects_in(record.get("candidates"))
    if not candidates:
        return _blocked(record) is not None
    parts = as_object(candidates[0].get("content")).get("parts")
    return isinstance(parts, list) or "finishReason" in candidates[0]


def read(record: Json, request: Json) -> Iterator[Trajectory | CaseFormatError]:
    """Queries in order. A redirect names no page, so what it stands for is not recorded; pages
    named by their own address are returned, though not by which query."""
    if reason := _blocked(record):
        yield CaseFormatError("error", f"a prompt that was blocked ({reason})", "an answer")
        return
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
            said = first_text(each, "urlRetrievalStatus", "url_retrieval_status") or ""
            failed = said.removeprefix("URL_RETRIEVAL_STATUS_") not in ("SUCCESS", "")
            found.open(Page(url, status="blocked" if failed else None))
    if identity := first_text(record, "responseId", "response_id"):
        found.fields["case_id"] = identity
    yield found


def _blocked(record: Json) -> str | None:
    """Why the model was not asked at all."""
    feedback = as_object(_either(record, "promptFeedback", "prompt_feedback"))
    reason = first_text(feedback, "blockReason", "block_reason")
    return None if objects_in(record.get("candidates")) or reason is None else describe(reason)


def _add_grounding(found: Trajectory, grounding: Json) -> None:
    asked = _either(grounding, "webSearchQueries", "web_search_queries") or _either(
        grounding, "retrievalQueries", "retrieval_queries"
    )
    queries = [query for query in as_list(asked) if as_text(query)]
    listed = _either(grounding, "groundingChunks", "grounding_chunks")
    chunks = [_page_of(chunk) for chunk in as_list(listed)]
    pages = [page for page in chunks if page]
    found.cite(pages)
    if queries or pages:
        # Chunks of something else than pages say nothing of what a search of the web returned.
        found.add_search(
            queries, pages if isinstance(listed, list) and (pages or not listed) else None
        )
    supports = [
        support
        for each in objects_in(_either(grounding, "groundingSupports", "grounding_supports"))
        if (support := _support(each, chunks))
    ]
    if supports:
        found.fields["citation_supports"] = supports


def _page_of(chunk: object) -> Page | None:
    """The page of a chunk, of the web or of a search of somebody's own pages."""
    fields = as_object(chunk)
    told = as_object(fields.get("web")) or as_object(
        _either(fields, "retrievedContext", "retrieved_context")
    )
    url = as_text(told.get("uri"))
    if url is None or not url.startswith(("http://", "https://")):
        return None
    text = as_text(told.get("text"))
    return Page(url, first_text(told, "title"), text=text, status=SNIPPET if text else None)


def _support(support: Json, chunks: list[Page | None]) -> Json | None:
    """Which text of the answer which pages are named for."""
    text = as_text(as_object(support.get("segment")).get("text"))
    numbers = as_list(_either(support, "groundingChunkIndices", "grounding_chunk_indices"))
    named = (chunks[n] for n in numbers if isinstance(n, int) and 0 <= n < len(chunks))
    urls = [page.url for page in named if page]
    return {"text": text, "urls": urls} if text and urls else None


def _text(content: Json) -> str | None:
    parts = [part for part in objects_in(content.get("parts")) if not part.get("thought")]
    return as_text("".join(part["text"] for part in parts if isinstance(part.get("text"), str)))


def _either(fields: Json, camel: str, snake: str) -> object:
    return fields[camel] if camel in fields else fields.get(snake)

"""Google's Interactions: each search with its queries, and what came back where it is shown."""

from collections.abc import Iterator

from trek_core.sources.messages import find_question
from trek_core.sources.nested_json import Json, as_list, as_object, as_text, first_text, objects_in
from trek_core.sources.openai_responses import cited_page
from trek_core.sources.tool_calls import pages_of
from trek_core.sources.trajectory import Page, Trajectory

_PLACES = ("outputs", "steps")
_KINDS = ("text", "thought", "model_output", "google_search_call", "google_search_result",
          "url_context_call", "url_context_result", "function_call")  # fmt: skip


def detect(record: Json) -> bool:
    """An interaction, or outputs of its kinds."""
    items = _items(record)
    kinds = {as_text(item.get("type")) for item in items}
    return bool(items) and (record.get("object") == "interaction" or kinds <= set(_KINDS))


def read(record: Json, request: Json) -> Iterator[Trajectory]:
    """Searches in order, each with the pages of its result; the answer is the text at the end."""
    blocks = list(_blocks(_items(record)))
    found = Trajectory(
        question=find_question(request.get("input")) or find_question(record.get("input")),
        prediction=_answer(blocks),
        model=first_text(record, "model", "agent"),
        search_kind="native",
        backend="google_search",
        searches=[],
    )
    results = {str(block.get("call_id")): block for block in blocks if "call_id" in block}
    for block in blocks:
        result = results.get(str(block.get("id")), {})
        given = as_object(block.get("arguments"))
        match block.get("type"):
            case "google_search_call":
                _add_search(found, given, result)
            case "url_context_call":
                for url in as_list(given.get("urls")):
                    if as_text(url):
                        found.open(Page(url, status="blocked" if result.get("is_error") else None))
            case "text":
                notes = objects_in(block.get("annotations"))
                found.cite(page for note in notes if (page := cited_page(note)))
    if identity := as_text(record.get("id")):
        found.fields["case_id"] = identity
    yield found


def _items(record: Json) -> list[Json]:
    return next((listed for name in _PLACES if (listed := objects_in(record.get(name)))), [])


def _blocks(items: list[Json]) -> Iterator[Json]:
    """The blocks of the answer; a step of output holds several, one of input none of them."""
    for item in items:
        if item.get("type") == "model_output":
            yield from objects_in(item.get("content"))
        elif item.get("type") != "user_input":
            yield item


def _add_search(found: Trajectory, given: Json, result: Json) -> None:
    queries = [query for query in as_list(given.get("queries")) if as_text(query)]
    if result.get("is_error"):
        found.add_search(queries, None, "failed")
    else:
        found.add_search(queries, pages_of(result.get("result")))


def _answer(blocks: list[Json]) -> str | None:
    """The texts after the last call or result of a tool, put together."""
    last = max(
        (at for at, block in enumerate(blocks) if block.get("type") not in ("text", "thought")),
        default=-1,
    )
    texts = (block.get("text") for block in blocks[last + 1 :] if block.get("type") == "text")
    return as_text("".join(text for text in texts if isinstance(text, str)))

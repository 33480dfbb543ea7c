"""Chat completions with citations: OpenAI and Azure, Perplexity, xAI, Groq, OpenRouter.

They share the object; what each records of its search differs, and so what may be read as returned.
"""

from collections.abc import Iterator

from trek_core.sources.chat_messages import add_messages
from trek_core.sources.messages import last_question, text_of
from trek_core.sources.nested_json import (
    Json,
    as_list,
    as_object,
    as_text,
    first_text,
    objects_in,
)
from trek_core.sources.openai_responses import cited_page
from trek_core.sources.tool_calls import add_tool_call, is_search, page_of, pages_of
from trek_core.sources.trajectory import Page, Search, Trajectory


def is_completion(record: Json) -> bool:
    """A chat completion with a message of the assistant, which may hold no text."""
    message = message_of(record)
    return isinstance(message.get("content"), str | list) or message.get("role") == "assistant"


def detect_perplexity(record: Json) -> bool:
    """A completion with the list of what its search returned, of a Perplexity model."""
    if not is_completion(record):
        return False
    model = (as_text(record.get("model")) or "").rpartition("/")[2]
    listed = isinstance(record.get("search_results"), list) or "citations" in record
    return isinstance(record.get("search_results"), list) or (listed and model.startswith("sonar"))


def detect_xai(record: Json) -> bool:
    """A completion of a Grok model."""
    model = (as_text(record.get("model")) or "").rpartition("/")[2]
    return is_completion(record) and model.startswith("grok-") and "citations" in record


def detect_groq(record: Json) -> bool:
    """A completion that lists the tools the server ran."""
    return is_completion(record) and "executed_tools" in message_of(record)


def read_perplexity(record: Json, request: Json) -> Iterator[Trajectory]:
    """What the search returned is recorded, what it asked only where the steps are."""
    found = _start(record, request, "perplexity")
    results = [page for each in objects_in(record.get("search_results")) if (page := page_of(each))]
    cited = [Page(url) for url in as_list(record.get("citations")) if as_text(url)]
    steps = objects_in(message_of(record).get("reasoning_steps"))
    for step in steps:
        _add_step(found, step)
    if found.searches is None and (results or isinstance(record.get("citations"), list)):
        found.searches = [Search((), tuple(results or cited))]
    for page in results:
        found.show(page)
    if cited:
        found.cite(cited)
    yield found


def _add_step(found: Trajectory, step: Json) -> None:
    """A step of a search in several: what it asked and got, or the pages it read."""
    if search := as_object(step.get("web_search")):
        asked = [each for each in as_list(search.get("search_keywords")) if as_text(each)]
        found.add_search(asked, pages_of(search.get("search_results")))
    for page in pages_of(as_object(step.get("fetch_url_content")).get("contents")) or ():
        found.open(page)


def read_xai(record: Json, request: Json) -> Iterator[Trajectory]:
    """Citations only: neither the queries nor what each returned is recorded."""
    found = _start(record, request, "xai")
    found.cite(Page(url) for url in as_list(record.get("citations")) if as_text(url))
    yield found


def read_groq(record: Json, request: Json) -> Iterator[Trajectory]:
    """Each search the server ran, with its query and results; pages it opened apart."""
    found = _start(record, request, "groq")
    ran = message_of(record).get("executed_tools")
    found.searches = [] if isinstance(ran, list) else None
    for tool in objects_in(ran):
        name = first_text(tool, "name", "type") or ""
        add_tool_call(found, name, tool.get("arguments"), _groq_output(tool, name))
    yield found


def _groq_output(tool: Json, name: str) -> object:
    """The list of what a search returned, or what a tool said; every tool has room for a list."""
    listed = [tool.get(each) for each in ("search_results", "browser_results")]
    shown = [each for each in listed if pages_of(each) is not None]
    filled = [each for each in shown if pages_of(each)]
    said = as_text(tool.get("output"))
    if filled or (shown and (is_search(name) or said is None)):
        return (filled or shown)[0]
    return said


def read_annotated(record: Json, request: Json) -> Iterator[Trajectory]:
    """Citations of the answer, as OpenAI, Azure and OpenRouter give them; what Azure's search of
    somebody's own pages returned; and the calls of tools that the request repeats."""
    yield _start(record, request, None)


def message_of(record: Json) -> Json:
    """The message of the first choice; the last of several, as Azure once wrote them."""
    choices = objects_in(record.get("choices"))
    if not choices:
        return {}
    several = objects_in(choices[0].get("messages"))
    if not several:
        return as_object(choices[0].get("message"))
    return {"context": {"messages": several}} | several[-1]


def _start(record: Json, request: Json, backend: str | None) -> Trajectory:
    message = message_of(record)
    found = Trajectory(
        question=last_question(request.get("messages")),
        prediction=text_of(message.get("content")) or as_text(message.get("refusal")),
        model=as_text(record.get("model")),
        reasoning_effort=as_text(request.get("reasoning_effort")),
        search_kind="native",
        backend=backend,
    )
    cited = [page for note in objects_in(message.get("annotations")) if (page := cited_page(note))]
    if cited:
        found.cite(cited)
    for context in _contexts(message):
        _add_context(found, context)
    add_messages(found, objects_in(request.get("messages")))
    if identity := as_text(record.get("id")):
        found.fields["case_id"] = identity
    return found


def _contexts(message: Json) -> Iterator[Json]:
    """What Azure says of the pages behind an answer: beside it, or earlier in tool messages."""
    context = as_object(message.get("context"))
    yield context
    for each in objects_in(context.get("messages")):
        if each.get("role") == "tool":
            yield as_object(each.get("content"))


def _add_context(found: Trajectory, context: Json) -> None:
    cited = [page for each in objects_in(context.get("citations")) if (page := page_of(each))]
    if cited:
        found.cite(cited)
    documents = objects_in(context.get("all_retrieved_documents"))
    if documents:
        asked = [query for each in documents for query in as_list(each.get("search_queries"))]
        queries = dict.fromkeys(query for query in asked if as_text(query))
        found.add_search(queries, pages_of(documents))

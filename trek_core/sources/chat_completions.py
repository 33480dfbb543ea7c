"""Chat completions with citations: OpenAI and Azure, Perplexity, xAI, Groq, OpenRouter.

They share the object; what each records of its search differs, and so what may be read as returned.
"""

from collections.abc import Iterator

from trek_core.sources.messages import last_question, text_of
from trek_core.sources.nested_json import Json, as_list, as_object, as_text, first_text, objects_in
from trek_core.sources.openai_responses import cited_page
from trek_core.sources.tool_calls import add_tool_call, page_of
from trek_core.sources.trajectory import Page, Search, Trajectory


def is_completion(record: Json) -> bool:
    """A chat completion with a message of the assistant."""
    return "choices" in record and isinstance(_message(record).get("content"), str | list)


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
    return is_completion(record) and "executed_tools" in _message(record)


def read_perplexity(record: Json, request: Json) -> Iterator[Trajectory]:
    """What the search returned is recorded, what it asked is not."""
    found = _start(record, request, "perplexity")
    results = [page for each in objects_in(record.get("search_results")) if (page := page_of(each))]
    cited = [Page(url) for url in as_list(record.get("citations")) if as_text(url)]
    if results or isinstance(record.get("citations"), list):
        found.searches = [Search((), tuple(results or cited))]
        for page in results:
            found.show(page)
    if cited:
        found.cite(cited)
    yield found


def read_xai(record: Json, request: Json) -> Iterator[Trajectory]:
    """Citations only: neither the queries nor what each returned is recorded."""
    found = _start(record, request, "xai")
    found.cite(Page(url) for url in as_list(record.get("citations")) if as_text(url))
    yield found


def read_groq(record: Json, request: Json) -> Iterator[Trajectory]:
    """Each search the server ran, with its query and results; pages it opened apart."""
    found = _start(record, request, "groq")
    found.searches = []
    for tool in objects_in(_message(record).get("executed_tools")):
        output = tool.get("search_results") or tool.get("output")
        name = first_text(tool, "type", "name") or ""
        add_tool_call(found, name, tool.get("arguments"), output)
    yield found


def read_annotated(record: Json, request: Json) -> Iterator[Trajectory]:
    """Citations of the answer only, as OpenAI, Azure and OpenRouter give them."""
    yield _start(record, request, None)


def _message(record: Json) -> Json:
    choices = objects_in(record.get("choices"))
    return as_object(choices[0].get("message")) if choices else {}


def _start(record: Json, request: Json, backend: str | None) -> Trajectory:
    message = _message(record)
    context = as_object(message.get("context"))  # Azure's own data: what the answer cites
    found = Trajectory(
        question=last_question(request.get("messages")),
        prediction=text_of(message.get("content")),
        model=as_text(record.get("model")),
        reasoning_effort=as_text(request.get("reasoning_effort")),
        search_kind="native",
        backend=backend,
    )
    cited = [page for note in objects_in(message.get("annotations")) if (page := cited_page(note))]
    cited += [page for each in objects_in(context.get("citations")) if (page := page_of(each))]
    if cited:
        found.cite(cited)
    if identity := as_text(record.get("id")):
        found.fields["case_id"] = identity
    return found

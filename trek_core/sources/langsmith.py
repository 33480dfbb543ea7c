"""LangSmith runs: a tree in one record, or the runs of a trace one after the other."""

from collections.abc import Iterator

from trek_core.sources.messages import find_answer, find_question
from trek_core.sources.nested_json import Json, as_object, as_text, first_text, objects_in
from trek_core.sources.tool_calls import add_tool_call, page_of
from trek_core.sources.trajectory import Page, Trajectory


def detect(record: Json) -> bool:
    """A run, with its kind, inputs and outputs."""
    runs = objects_in(record.get("spans")) or [record]
    return all(isinstance(run.get("run_type"), str) and "inputs" in run for run in runs)


def trace_of(run: Json) -> str | None:
    """The trace of a run that has its children elsewhere; None for a tree in one record."""
    if "run_type" not in run or objects_in(run.get("child_runs")):
        return None
    return as_text(run.get("trace_id"))


def read(record: Json, _request: Json) -> Iterator[Trajectory]:
    """One answer a trace: tools and retrievers in the order they ran."""
    runs = [each for run in objects_in(record.get("spans")) or [record] for each in _tree(run)]
    runs.sort(key=lambda run: str(run.get("dotted_order") or run.get("start_time") or ""))
    known = {as_text(run.get("id")) for run in runs}
    root = next(
        (run for run in runs if as_text(run.get("parent_run_id")) not in known - {None}), runs[0]
    )
    found = Trajectory(
        question=find_question(root.get("inputs")),
        prediction=find_answer(root.get("outputs")),
        search_kind="external",
    )
    for run in runs:
        match run.get("run_type"):
            case "llm":
                found.model = _model(run) or found.model
            case "tool":
                _add_tool(found, run)
            case "retriever":
                query = find_question(run.get("inputs"))
                found.add_search([query] if query else [], _documents(run))
    if identity := first_text(root, "trace_id", "id"):
        found.fields["case_id"] = identity
    yield found


def _tree(run: Json) -> Iterator[Json]:
    yield run
    for child in objects_in(run.get("child_runs")):
        yield from _tree(child)


def _add_tool(found: Trajectory, run: Json) -> None:
    inputs, outputs = as_object(run.get("inputs")), as_object(run.get("outputs"))
    given = inputs.get("input", inputs) if set(inputs) == {"input"} else inputs
    output = outputs.get("output", outputs)
    message = as_object(output)
    if "content" in message and "tool_call_id" in message:
        output = message["content"]
    add_tool_call(found, as_text(run.get("name")) or "", given, output)


def _documents(run: Json) -> list[Page] | None:
    outputs = as_object(run.get("outputs"))
    documents = outputs.get("documents", outputs.get("output"))
    if not isinstance(documents, list):
        return None
    pages = [page for each in objects_in(documents) if (page := page_of(each))]
    # Documents without an address are passages of something else than the web.
    return pages if pages or not documents else None


def _model(run: Json) -> str | None:
    extra = as_object(run.get("extra"))
    metadata, used = as_object(extra.get("metadata")), as_object(extra.get("invocation_params"))
    return first_text(metadata, "ls_model_name") or first_text(used, "model", "model_name")
